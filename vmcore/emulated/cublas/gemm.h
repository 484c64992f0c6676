// SPDX-License-Identifier: Apache-2.0
// A product of matrices stored by columns, and its computation on the host.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vmcore/device/cuda/cublas/abi.h"

namespace relaxscope::emulated::blas {

struct GemmMatrix {
  uint64_t address = 0;
  int type = cuda::blas::Float32;
  bool transposed = false;
  int64_t rows = 0, columns = 0;  ///< as it is stored
  int64_t leading = 1;            ///< elements from one column to the next
  int64_t stride = 0;             ///< elements from one matrix of the batch to the next
};

/// What follows the product: a vector with an element for each row is added to each column, then the activation.
struct Epilogue {
  enum class Activation : uint8_t { None, Relu, Gelu };
  uint64_t bias = 0;  ///< address; 0: none. Elements are of the result's type
  Activation activation = Activation::None;
};

/// result = epilogue(alpha * op(a) * op(b) + beta * c); the result lies where `result` says, c has its layout.
struct Gemm {
  GemmMatrix a, b, result;
  uint64_t c = 0;
  int64_t rows = 0, columns = 0, depth = 0;  ///< of the result, and the extent that is summed over
  int64_t batch = 1;
  int compute = cuda::blas::Compute32F;
  double alpha = 1, beta = 0;
  Epilogue epilogue;
};

/// Bytes from the first element of a matrix to the end of the last one of the batch; 0 if it has no elements.
uint64_t spanBytes(const GemmMatrix& matrix, int64_t batch);

/// Bytes of the operands, as the host reads them; null for those that are not read.
struct GemmBytes {
  const char* a = nullptr;
  const char* b = nullptr;
  const char* c = nullptr;
  const char* bias = nullptr;
  char* result = nullptr;
};
/// Sums in the order of the depth, in the type that `compute` names.
void runGemm(const Gemm& gemm, const GemmBytes& bytes);

}  // namespace relaxscope::emulated::blas
