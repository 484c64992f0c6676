// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/extent_expression.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

std::optional<int64_t> of(std::string_view text) {
  return extentOf(text, [](const std::string& name) { return name == "n" ? 7 : 3; });
}

TEST(ExtentExpression, OfNamesNumbersAndOperators) {
  EXPECT_EQ(of("n"), 7);
  EXPECT_EQ(of("n * 2 + k"), 17);
  EXPECT_EQ(of("k + n * 2"), 17);
  EXPECT_EQ(of("n - k - 1"), 3);
  EXPECT_EQ(of("(n + 1) // 3"), 2);
  EXPECT_EQ(of("(k - n) // 3 + 5"), 3) << "-4 // 3 is -2";
  EXPECT_EQ(of("((n))"), 7);
  EXPECT_EQ(of("max(n, k) * 2"), 14);
  EXPECT_EQ(of("min(n, max(k, 5) + 1)"), 6);
  EXPECT_EQ(integerOf("k - n", [](const std::string& name) { return name == "n" ? 7 : 3; }), -4);
}

TEST(ExtentExpression, OtherFormsHaveNone) {
  for (const char* text : {"", "n +", "* n", "n n", "(n", "n)", "n / 2", "n, 2", "n // 0", "n // (k - n)", "k - n",
                           "max(n)", "max(n, k", "max n, k)", "max(n, k, k)", "9223372036854775807 + 1",
                           "9223372036854775807 * 2", "99999999999999999999 + n * n * n(2)"})
    EXPECT_EQ(of(text), std::nullopt) << text;
  const std::string deep = std::string(100, '(') + "n" + std::string(100, ')');
  EXPECT_EQ(of(deep), std::nullopt);
  std::string deepMost;
  for (int i = 0; i < 100'000; ++i) deepMost += "max(";
  EXPECT_EQ(of(deepMost), std::nullopt);
}

}  // namespace
}  // namespace relaxscope
