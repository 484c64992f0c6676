// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/bytes/half_float.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace relaxscope {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(HalfFloat, EveryCodeReadsBack) {
  for (uint32_t code = 0; code < 0x10000; ++code) {
    const auto bits = static_cast<uint16_t>(code);
    const float half = halfToFloat(bits), bfloat = bfloatToFloat(bits);
    if (std::isnan(half)) EXPECT_TRUE(std::isnan(halfToFloat(floatToHalf(half)))) << code;
    else EXPECT_EQ(floatToHalf(half), bits);
    if (std::isnan(bfloat)) EXPECT_TRUE(std::isnan(bfloatToFloat(floatToBfloat(bfloat)))) << code;
    else EXPECT_EQ(floatToBfloat(bfloat), bits);
  }
}

TEST(HalfFloat, KnownCodes) {
  EXPECT_EQ(halfToFloat(0x3C00), 1.0F);
  EXPECT_EQ(halfToFloat(0xC000), -2.0F);
  EXPECT_EQ(halfToFloat(0x7BFF), 65504.0F);
  EXPECT_EQ(halfToFloat(0x0001), 0x1p-24F);
  EXPECT_EQ(halfToFloat(0x0400), 0x1p-14F);
  EXPECT_EQ(halfToFloat(0xFC00), -kInfinity);
  EXPECT_TRUE(std::signbit(halfToFloat(0x8000)));
  EXPECT_EQ(bfloatToFloat(0x3F80), 1.0F);
  EXPECT_EQ(bfloatToFloat(0xFF80), -kInfinity);
}

TEST(HalfFloat, RoundsToNearestEven) {
  EXPECT_EQ(floatToHalf(1.0F + 0x1p-11F), 0x3C00);      // halfway, rounds down to even
  EXPECT_EQ(floatToHalf(1.0F + 3 * 0x1p-11F), 0x3C02);  // halfway, rounds up to even
  EXPECT_EQ(floatToHalf(1.0F + 0x1.8p-11F), 0x3C01);
  EXPECT_EQ(floatToHalf(2.0F - 0x1p-12F), 0x4000);  // the carry propagates into the exponent
  EXPECT_EQ(floatToHalf(0x1p-25F), 0x0000);
  EXPECT_EQ(floatToHalf(0x1.8p-25F), 0x0001);
  EXPECT_EQ(floatToHalf(-0x1p-30F), 0x8000);
  EXPECT_EQ(floatToHalf(65519.0F), 0x7BFF);
  EXPECT_EQ(floatToHalf(65520.0F), 0x7C00);
  EXPECT_EQ(floatToHalf(1e9F), 0x7C00);
  EXPECT_EQ(floatToHalf(-kInfinity), 0xFC00);
  EXPECT_EQ(floatToBfloat(1.0F + 0x1p-8F), 0x3F80);
  EXPECT_EQ(floatToBfloat(1.0F + 3 * 0x1p-8F), 0x3F82);
  EXPECT_EQ(floatToBfloat(std::numeric_limits<float>::max()), 0x7F80);
}

}  // namespace
}  // namespace relaxscope
