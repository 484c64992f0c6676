// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/cublas/matrix_product.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "vmcore/model/data_type.h"

namespace relaxscope::cuda::blas {
namespace {

constexpr int64_t kMax = std::numeric_limits<int>::max();

std::string typeText(DLDataType type) { return DataType{type.code, type.bits, type.lanes}.name(); }

/// A matrix of a tensor, as it lies in memory.
struct Stored {
  char name = '?';  ///< A, B or C
  void* data = nullptr;
  int64_t rows = 0, columns = 0;
  bool byColumns = false;
  int64_t leading = 1;  ///< elements from one row to the next, or column if it is stored by columns
  int64_t batch = 1, batchStride = 0;
};

Error strange(const Stored& matrix, std::span<const int64_t> strides) {
  return Error(
      fmt::format("{} has strides [{}], which cuBLAS does not take: matrices must be stored by rows or by "
                  "columns without gaps inside of them",
                  matrix.name, fmt::join(strides, ", ")));
}

/// Strides of a dimension of extent 1 are meaningless and are not looked at.
Result<void> setLayout(Stored& matrix, std::span<const int64_t> strides) {
  const int64_t down = strides[strides.size() - 2], across = strides[strides.size() - 1];
  const int64_t rows = matrix.rows, columns = matrix.columns;
  if ((columns <= 1 || across == 1) && (rows <= 1 || down >= std::max<int64_t>(1, columns))) {
    matrix.leading = rows <= 1 ? std::max<int64_t>(1, columns) : down;
    return {};
  }
  if ((rows <= 1 || down == 1) && (columns <= 1 || across >= std::max<int64_t>(1, rows))) {
    matrix.byColumns = true;
    matrix.leading = columns <= 1 ? std::max<int64_t>(1, rows) : across;
    return {};
  }
  return strange(matrix, strides);
}

Result<Stored> storedOf(const DLTensor& tensor, char name, int dimensions) {
  if (tensor.ndim != dimensions)
    return Error(fmt::format("{} is {}, but it must have {} dimensions", name, tensorText(tensor), dimensions));
  Stored made;
  made.name = name;
  made.data = static_cast<char*>(tensor.data) + tensor.byte_offset;
  made.rows = tensor.shape[dimensions - 2];
  made.columns = tensor.shape[dimensions - 1];
  std::vector<int64_t> strides(static_cast<size_t>(dimensions), 1);
  for (int i = dimensions - 2; i >= 0; --i)
    strides[static_cast<size_t>(i)] = strides[static_cast<size_t>(i) + 1] * tensor.shape[i + 1];
  if (tensor.strides != nullptr) strides.assign(tensor.strides, tensor.strides + dimensions);
  RS_CHECK(setLayout(made, strides));
  if (dimensions == 3) {
    made.batch = tensor.shape[0];
    made.batchStride = made.batch == 1 ? 0 : strides[0];
  }
  if (std::max({made.rows, made.columns, made.leading, made.batch}) > kMax)
    return Error(fmt::format("{} is {}, which is too large for cuBLAS", name, tensorText(tensor)));
  return made;
}

/// As cuBLAS sees it: stored by rows, the matrix is its transpose.
Result<ProductMatrix> operandOf(const Stored& stored, bool transposed, const ProductTypes& types) {
  if (types.operands == Int8 && stored.leading % 4 != 0)
    return Error(fmt::format("{} is int8 with a leading dimension of {}, but cuBLAS needs a multiple of 4", stored.name,
                             stored.leading));
  return ProductMatrix{stored.data, stored.byColumns != transposed ? Transposed : AsStored,
                       static_cast<int>(stored.leading), stored.batchStride};
}

}  // namespace

std::string tensorText(const DLTensor& tensor) {
  return fmt::format("{}[{}]", typeText(tensor.dtype), fmt::join(tensor.shape, tensor.shape + tensor.ndim, ", "));
}

std::string requestText(const ProductRequest& request) {
  return fmt::format("{}{} * {}{} -> {}", tensorText(*request.a), request.transposeA ? "'" : "", tensorText(*request.b),
                     request.transposeB ? "'" : "", tensorText(*request.c));
}

Error unsupportedTypes(const ProductRequest& request) {
  return Error(fmt::format("{} * {} -> {}: these types are not supported", typeText(request.a->dtype),
                           typeText(request.b->dtype), typeText(request.c->dtype)));
}

Result<ProductTypes> packedTypes(const ProductRequest& request) {
  const DLDataType operands = request.a->dtype, result = request.c->dtype, b = request.b->dtype;
  if (operands.code != b.code || operands.bits != b.bits || operands.lanes != b.lanes) return unsupportedTypes(request);
  struct Row {
    DLDataTypeCode code;
    int bits;
    DLDataTypeCode resultCode;
    int resultBits;
    ProductTypes types;
  };
  constexpr Row kRows[] = {
      {kDLFloat, 16, kDLFloat, 16, {Float16, Float16, Compute16F}},
      {kDLFloat, 32, kDLFloat, 32, {Float32, Float32, Compute32F}},
      {kDLFloat, 64, kDLFloat, 64, {Float64, Float64, Compute64F}},
      {kDLFloat, 16, kDLFloat, 32, {Float16, Float32, Compute32F}},
      {kDLBfloat, 16, kDLFloat, 32, {Bfloat16, Float32, Compute32F}},
      {kDLInt, 8, kDLFloat, 32, {Int8, Float32, Compute32F}},
      {kDLInt, 8, kDLInt, 32, {Int8, Int32, Compute32I}},
  };
  for (const Row& row : kRows)
    if (isType(operands, row.code, row.bits) && isType(result, row.resultCode, row.resultBits)) return row.types;
  return unsupportedTypes(request);
}

Result<MatrixProduct> planProduct(const ProductRequest& request, const ProductTypes& types, int dimensions) {
  RS_TRY(const Stored a, storedOf(*request.a, 'A', dimensions));
  RS_TRY(const Stored b, storedOf(*request.b, 'B', dimensions));
  RS_TRY(const Stored c, storedOf(*request.c, 'C', dimensions));
  const int64_t m = request.transposeA ? a.columns : a.rows, k = request.transposeA ? a.rows : a.columns;
  const int64_t n = request.transposeB ? b.rows : b.columns;
  const bool fits = (request.transposeB ? b.columns : b.rows) == k && c.rows == m && c.columns == n &&
                    (a.batch == c.batch || a.batch == 1) && (b.batch == c.batch || b.batch == 1);
  if (!fits) return Error(fmt::format("{}: the shapes do not match", requestText(request)));
  if (c.byColumns) return Error("C is stored by columns, which is supported for A and B alone");
  MatrixProduct product;
  RS_TRY(product.first, operandOf(b, request.transposeB, types));
  RS_TRY(product.second, operandOf(a, request.transposeA, types));
  product.result = {c.data, AsStored, static_cast<int>(c.leading), c.batchStride};
  product.rows = static_cast<int>(n);
  product.columns = static_cast<int>(m);
  product.depth = static_cast<int>(k);
  product.batch = static_cast<int>(c.batch);
  product.types = types;
  product.alpha = request.alpha;
  product.beta = request.beta;
  return product;
}

}  // namespace relaxscope::cuda::blas
