// SPDX-License-Identifier: Apache-2.0
// The graph of a module of kind "cublas_json" (TVM src/runtime/extra/contrib/cublas/cublas_json_runtime.cc and
// contrib/json, 0.27): one function, whose graph is one product with what follows it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/cublas/lt_abi.h"

namespace relaxscope {

struct CublasGraph {
  std::string operation;    ///< "cublas.matmul_transposed_bias_relu"
  bool transposed = false;  ///< the second operand
  cuda::blas::Epilogue epilogue = cuda::blas::NoEpilogue;
  double factor = 1;           ///< of the product
  std::vector<size_t> inputs;  ///< arguments: the operands, and the bias if there is one
  size_t arguments = 0;        ///< of the function: the graph's inputs, and the result as the last one
};

/// Reads a graph's JSON. An error names the node, or what is not supported.
Result<CublasGraph> readCublasGraph(std::string_view json);

}  // namespace relaxscope
