// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/text/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace relaxscope {
namespace {

TEST(Number, AWholeTextIsOneOrNone) {
  EXPECT_EQ(wholeNumber<int64_t>("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(wholeNumber<int64_t>("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(wholeNumber<uint64_t>("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(wholeNumber<uint64_t>("ff", 16), 255u);
  EXPECT_EQ(wholeNumber<int>("007"), 7);
  EXPECT_EQ(wholeNumber<double>("2.5e-3"), 2.5e-3);
  EXPECT_TRUE(std::isnan(*wholeNumber<double>("nan")));
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "x1", "0x10", "--1", "9223372036854775808", "1.0"})
    EXPECT_EQ(wholeNumber<int64_t>(text), std::nullopt) << text;
  for (const char* text : {"-1", "18446744073709551616"}) EXPECT_EQ(wholeNumber<uint64_t>(text), std::nullopt) << text;
  for (const char* text : {"", "1,5", "1e999", "."}) EXPECT_EQ(wholeNumber<double>(text), std::nullopt) << text;
}

TEST(Number, TheFrontOfAText) {
  std::string_view text = "12]rest";
  EXPECT_EQ(takeNumber<uint8_t>(text), 12);
  EXPECT_EQ(text, "]rest");
  EXPECT_EQ(takeNumber<uint8_t>(text), std::nullopt);
  EXPECT_EQ(text, "]rest");
  text = "256;";
  EXPECT_EQ(takeNumber<uint8_t>(text), std::nullopt) << "does not fit";
  EXPECT_EQ(text, "256;");
}

}  // namespace
}  // namespace relaxscope
