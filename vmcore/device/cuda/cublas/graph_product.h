// SPDX-License-Identifier: Apache-2.0
// Products as the graphs of cuBLAS in libraries ask for them (TVM src/runtime/extra/contrib/cublas/cublas.cc, 0.27):
// tensors of any number of dimensions from two on.
#pragma once

#include "vmcore/device/cuda/cublas/lt_product.h"

namespace relaxscope::cuda::blas {

struct GraphProductRequest {
  ProductRequest product;
  Epilogue epilogue = NoEpilogue;
  const DLTensor* bias = nullptr;  ///< null without an epilogue
};

/// Types: float32 throughout, float16 or bfloat16 with a result of the same type or float32, int8 with an int32 or
/// float32 result; sums are of float32, or int32 with its result. All dimensions but the last of A are rows if B is one
/// matrix; else A, B and C are batches of as many matrices, where one serves for all. An error names the tensor and
/// what is wrong with it.
Result<FollowedProduct> planGraphProduct(const GraphProductRequest& request);

}  // namespace relaxscope::cuda::blas
