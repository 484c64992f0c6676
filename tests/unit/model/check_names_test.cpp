// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/check_names.h"

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

TEST(CheckNames, ASignatureBeginsWithTheNameOfItsKernel) {
  EXPECT_TRUE(isSignatureOf(kSignature, "take"));
  EXPECT_FALSE(isSignatureOf(kSignature, "tak"));
  EXPECT_FALSE(isSignatureOf("take(", "take"));
  EXPECT_FALSE(isSignatureOf("", "take"));
}

}  // namespace
}  // namespace relaxscope
