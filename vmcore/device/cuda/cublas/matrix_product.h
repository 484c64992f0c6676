// SPDX-License-Identifier: Apache-2.0
// A product of matrices that are stored by rows, as cuBLAS takes it, which stores matrices by columns: the rows of a
// matrix are the columns of its transpose, and C = A B is the same as C' = B' A'. So the operands are exchanged, and
// none is copied.
#pragma once

#include <dlpack/dlpack.h>

#include <cstdint>
#include <string>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/cublas/abi.h"

namespace relaxscope::cuda::blas {

struct ProductTypes {
  ElementType operands = Float32, result = Float32;
  ComputeType compute = Compute32F;
};

/// One of the matrices, by columns.
struct ProductMatrix {
  void* data = nullptr;  ///< on the GPU
  Operation operation = AsStored;
  int leading = 1;     ///< elements from one column to the next
  int64_t stride = 0;  ///< elements from one matrix of the batch to the next; 0: one matrix serves for all
};

/// result = alpha * first * second + beta * result.
struct MatrixProduct {
  ProductMatrix first, second, result;
  int rows = 0, columns = 0, depth = 0;  ///< of the result, and the extent that is summed over
  int batch = 1;
  ProductTypes types;
  double alpha = 1, beta = 0;
};

/// C = alpha * A * B + beta * C as a program asks for it. Strides of tensors are in elements; null: compact.
struct ProductRequest {
  const DLTensor* a = nullptr;
  const DLTensor* b = nullptr;
  const DLTensor* c = nullptr;
  bool transposeA = false, transposeB = false;  ///< the last two dimensions are exchanged
  double alpha = 1, beta = 0;
};

/// The types that TVM's packed functions accept: float16, float32 or float64 throughout, float16, bfloat16 or int8 with
/// a float32 result, int8 with an int32 result. Sums of float16 to float16 are of float16, as in TVM.
Result<ProductTypes> packedTypes(const ProductRequest& request);
/// The product of matrices (two dimensions), or of batches of them (three): A and B have as many matrices as C, or one.
/// An error names the tensor and what is wrong with it.
Result<MatrixProduct> planProduct(const ProductRequest& request, const ProductTypes& types, int dimensions);

/// Whether elements are scalars of this type.
inline bool isType(DLDataType type, DLDataTypeCode code, int bits) {
  return type.code == code && type.bits == bits && type.lanes == 1;
}

/// "float32 * float16 -> float32: these types are not supported".
Error unsupportedTypes(const ProductRequest& request);
/// "float32[4, 8]".
std::string tensorText(const DLTensor& tensor);
/// "float32[4, 8] * float32[16, 8]' -> float32[4, 16]": the apostrophe marks a transpose.
std::string requestText(const ProductRequest& request);

}  // namespace relaxscope::cuda::blas
