// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/cublas/graph_product.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "vmcore/device/cuda/cublas/matrix_product.h"

namespace relaxscope::cuda::blas {
namespace {

bool sameType(DLDataType x, DLDataType y) {
  return isType(x, static_cast<DLDataTypeCode>(y.code), y.bits) && y.lanes == 1;
}

Result<ProductTypes> graphTypes(const ProductRequest& request) {
  const DLDataType operands = request.a->dtype, result = request.c->dtype;
  const bool toFloat = isType(result, kDLFloat, 32);
  if (sameType(operands, request.b->dtype)) {
    if (isType(operands, kDLFloat, 32) && toFloat) return ProductTypes{Float32, Float32, Compute32F};
    if (isType(operands, kDLFloat, 16) && (toFloat || sameType(operands, result)))
      return ProductTypes{Float16, toFloat ? Float32 : Float16, Compute32F};
    if (isType(operands, kDLBfloat, 16) && (toFloat || sameType(operands, result)))
      return ProductTypes{Bfloat16, toFloat ? Float32 : Bfloat16, Compute32F};
    if (isType(operands, kDLInt, 8) && toFloat) return ProductTypes{Int8, Float32, Compute32F};
    if (isType(operands, kDLInt, 8) && isType(result, kDLInt, 32)) return ProductTypes{Int8, Int32, Compute32I};
  }
  return unsupportedTypes(request);
}

/// A tensor whose leading dimensions are merged into one, or with the rows of its matrices.
struct MergedTensor {
  std::array<int64_t, 3> shape{}, strides{};
  DLTensor tensor{};
};

/// Merges dimensions `from` to `to` - 1 of the tensor into one; false if they do not lie one after another.
bool merge(const DLTensor& tensor, const std::vector<int64_t>& strides, int from, int to, int64_t& extent,
           int64_t& stride) {
  extent = 1;
  stride = 0;
  for (int i = to - 1; i >= from; --i) {
    if (tensor.shape[i] == 1) continue;
    if (extent == 1) stride = strides[static_cast<size_t>(i)];
    else if (strides[static_cast<size_t>(i)] != stride * extent) return false;
    extent *= tensor.shape[i];
  }
  return true;
}

/// The tensor with `dimensions` dimensions, of which the first holds all that are too many.
Result<void> mergeInto(MergedTensor& made, const DLTensor& tensor, char name, int dimensions) {
  made.tensor = tensor;
  if (tensor.ndim < dimensions) {
    if (tensor.ndim != 2)
      return Error(fmt::format("{} is {}, but it must have at least 2 dimensions", name, tensorText(tensor)));
  }
  std::vector<int64_t> strides(static_cast<size_t>(tensor.ndim), 1);
  for (int i = tensor.ndim - 2; i >= 0; --i)
    strides[static_cast<size_t>(i)] = strides[static_cast<size_t>(i) + 1] * tensor.shape[i + 1];
  if (tensor.strides != nullptr) strides.assign(tensor.strides, tensor.strides + tensor.ndim);
  const int merged = std::max(0, tensor.ndim - dimensions + 1);
  if (!merge(tensor, strides, 0, merged, made.shape[0], made.strides[0]))
    return Error(
        fmt::format("{} is {}, whose dimensions do not lie one after another in memory", name, tensorText(tensor)));
  for (int i = merged; i < tensor.ndim; ++i) {
    const auto at = static_cast<size_t>(i - merged + 1);
    made.shape[at] = tensor.shape[i];
    made.strides[at] = strides[static_cast<size_t>(i)];
  }
  made.tensor.ndim = dimensions;
  made.tensor.shape = made.shape.data();
  made.tensor.strides = made.strides.data();
  return {};
}

/// Number of matrices of a tensor.
int64_t batchOf(const DLTensor& tensor) {
  int64_t batch = 1;
  for (int i = 0; i + 2 < tensor.ndim; ++i) batch *= tensor.shape[i];
  return batch;
}

Result<const void*> biasOf(const GraphProductRequest& request, const MatrixProduct& product) {
  const DLTensor& bias = *request.bias;
  int64_t extent = 1;
  for (int i = 0; i < bias.ndim; ++i) extent *= bias.shape[i];
  const bool compact =
      bias.ndim == 0 || bias.strides == nullptr || bias.shape[bias.ndim - 1] == 1 || bias.strides[bias.ndim - 1] == 1;
  const bool vector = bias.ndim == 0 || bias.shape[bias.ndim - 1] == extent;
  if (extent != product.rows || !vector || !compact || !sameType(bias.dtype, request.product.c->dtype))
    return Error(fmt::format("the bias is {}, but {} needs one element of its type for each column", tensorText(bias),
                             tensorText(*request.product.c)));
  return static_cast<const char*>(bias.data) + bias.byte_offset;
}

}  // namespace

Result<FollowedProduct> planGraphProduct(const GraphProductRequest& request) {
  const ProductRequest& asked = request.product;
  RS_TRY(const ProductTypes types, graphTypes(asked));
  // One matrix for all of A is one product of all of A's rows. cuBLASLt repeats no matrix for several of the other.
  const bool oneB = batchOf(*asked.b) == 1;
  if (!oneB && batchOf(*asked.a) == 1)
    return Error(fmt::format("{}: one matrix A for several of B is not supported", requestText(asked)));
  const int dimensions = oneB && !asked.transposeA ? 2 : 3;
  MergedTensor a, b, c;
  RS_CHECK(mergeInto(a, *asked.a, 'A', dimensions));
  RS_CHECK(mergeInto(b, *asked.b, 'B', dimensions));
  RS_CHECK(mergeInto(c, *asked.c, 'C', dimensions));
  ProductRequest flat = asked;
  flat.a = &a.tensor;
  flat.b = &b.tensor;
  flat.c = &c.tensor;
  FollowedProduct made;
  RS_TRY(made.product, planProduct(flat, types, dimensions));
  made.epilogue = request.epilogue;
  if (request.epilogue != NoEpilogue) { RS_TRY(made.bias, biasOf(request, made.product)); }
  return made;
}

}  // namespace relaxscope::cuda::blas
