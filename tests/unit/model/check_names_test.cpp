// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/checks/check_names.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

constexpr const char* kSignature =
    "take(x: Tensor([n, T.int64(16)], float32), on: Tensor([m * T.int64(2)], int64), n: int64, out: Tensor([m, n], float32))";

TEST(CheckNames, OfParametersArePlacesAndOfExtentsTheirOrder) {
  const CheckNames names(kSignature);
  EXPECT_EQ(names.without(kSignature),
            "($0: Tensor([%0, T.int64(16)], float32), $1: Tensor([%1 * T.int64(2)], int64), %0: int64, "
            "$3: Tensor([%1, %0], float32))");
  EXPECT_EQ(names.without("x.shape[0]"), "$0.shape[0]");
  EXPECT_EQ(names.without("out"), "$3");
}

TEST(CheckNames, TwoParametersMayHaveOneName) {
  constexpr const char* kTwice =
      "multiply(lv3: Tensor([4], float32), lv3: Tensor([4], float32), out: Tensor([4], float32))";
  EXPECT_EQ(CheckNames(kTwice).without(kTwice),
            "($0: Tensor([4], float32), $1: Tensor([4], float32), $2: Tensor([4], float32))");
}

TEST(CheckNames, WordsOfMessagesStay) {
  const CheckNames names(kSignature);
  EXPECT_EQ(names.without(" on argument #"), " on argument #");
  EXPECT_EQ(names.without("xs.shape[0]"), "xs.shape[0]");
  EXPECT_EQ(CheckNames().without("x.shape[0]"), "x.shape[0]");
  EXPECT_EQ(CheckNames("no signature").without("no"), "no");
}

TEST(CheckNames, TheCodeForADeviceIsNamedAfterItsKernel) {
  EXPECT_EQ(CheckNames(kSignature).without("take_kernel_1"), "$_kernel_1");
  EXPECT_EQ(CheckNames(kSignature).without("take1_kernel"), "take1_kernel");
}

TEST(CheckNames, OfOldReleasesAreThoseOfTheChecks) {
  const std::vector<std::string> messages{
      "Assert fail: lv_code == 3 or lv_code == 13, matmul: Expect arg[0] to be pointer",
      "Assert fail: w_code == 3 or w_code == 13, matmul: Expect arg[1] to be pointer", "not a check of lv"};
  const CheckNames names("matmul", messages);
  EXPECT_EQ(names.without(messages[1]), "Assert fail: $1_code == 3 or $1_code == 13, $: Expect arg[1] to be pointer");
  EXPECT_EQ(names.without("matmul.lv.ndim is expected to equal 2"), "$.$0.ndim is expected to equal 2");
  EXPECT_EQ(names.without("Argument matmul.lv.shape[1] has an unsatisfied constraint: 24 == T.Cast(\"int32\", "
                          "matmul_lv_shape[1])"),
            "Argument $.$0.shape[1] has an unsatisfied constraint: 24 == T.Cast(\"int32\", $_$0_shape[1])");
  EXPECT_EQ(names.without(messages[2]), messages[2]);
}

TEST(CheckNames, ASignatureBeginsWithTheNameOfItsKernel) {
  EXPECT_TRUE(isSignatureOf(kSignature, "take"));
  EXPECT_FALSE(isSignatureOf(kSignature, "tak"));
  EXPECT_FALSE(isSignatureOf("take(", "take"));
  EXPECT_FALSE(isSignatureOf("", "take"));
}

}  // namespace
}  // namespace relaxscope
