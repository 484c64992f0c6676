// SPDX-License-Identifier: Apache-2.0
// Operations of matrix products, by hand.
#include "vmcore/analysis/kernel_flops.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

using Operators = std::vector<std::string_view>;
using Tensors = std::vector<TensorShape>;

TEST(KernelFlops, OfAProduct) {
  EXPECT_EQ(kernelFlops(Operators{"matmul"}, Tensors{{3, 16}, {16, 24}, {3, 24}}), 2.0 * 3 * 24 * 16);
  EXPECT_EQ(kernelFlops(Operators{"dense"}, Tensors{{3, 16}, {24, 16}, {3, 24}}), 2.0 * 3 * 24 * 16)
      << "the weights are transposed";
  EXPECT_EQ(kernelFlops(Operators{"batch_matmul"}, Tensors{{8, 3, 16}, {8, 16, 24}, {8, 3, 24}}),
            2.0 * 8 * 3 * 24 * 16);
}

TEST(KernelFlops, WhatIsFusedIsNotCounted) {
  EXPECT_EQ(kernelFlops(Operators{"matmul", "add", "relu"}, Tensors{{3, 16}, {16, 24}, {24}, {3, 24}}),
            2.0 * 3 * 24 * 16);
}

TEST(KernelFlops, UnknownWhereShapesOrOperatorsSayNothing) {
  EXPECT_FALSE(kernelFlops(Operators{"softmax"}, Tensors{{3, 16}, {16, 24}, {3, 24}}));
  EXPECT_FALSE(kernelFlops(Operators{"matmul"}, Tensors{{3, 16}, {15, 24}, {3, 24}}));
  EXPECT_FALSE(kernelFlops(Operators{"matmul"}, Tensors{{3, 16}, {3, 24}}));
  EXPECT_FALSE(kernelFlops(Operators{"matmul", "matmul"}, Tensors{{3, 16}, {16, 24}, {3, 24}}));
  EXPECT_FALSE(kernelFlops(Operators{"dequantize", "matmul"}, Tensors{{3, 16}, {16, 24}, {3, 24}}))
      << "its first argument may not be an operand";
  EXPECT_FALSE(kernelFlops(Operators{"matmul"}, Tensors{{3, -16}, {-16, 24}, {3, 24}}));
  EXPECT_FALSE(kernelFlops(Operators{}, Tensors{}));
  EXPECT_FALSE(kernelFlops(Operators{"matmul"}, Tensors{{}, {}, {}}));
}

}  // namespace
}  // namespace relaxscope
