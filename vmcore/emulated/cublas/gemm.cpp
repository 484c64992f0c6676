// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/cublas/gemm.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "vmcore/base/bytes/half_float.h"
#include "vmcore/emulated/cublas/element.h"

namespace relaxscope::emulated::blas {

using namespace cuda::blas;

namespace {

/// Rounds a sum to the type of sums.
struct SumHalf {
  using Value = float;
  static float add(float sum, float product) { return halfToFloat(floatToHalf(sum + product)); }
};
struct SumFloat {
  using Value = float;
  static float add(float sum, float product) { return sum + product; }
};
struct SumDouble {
  using Value = double;
  static double add(double sum, double product) { return sum + product; }
};
/// Wraps around, as the device does.
struct SumInt {
  using Value = int32_t;
  static int32_t add(int32_t sum, int32_t product) {
    return static_cast<int32_t>(static_cast<uint32_t>(sum) + static_cast<uint32_t>(product));
  }
};

/// Elements of a matrix of the batch, `depth` of each row of op(a) or each column of op(b) side by side.
template <class Value>
std::vector<Value> lines(const GemmMatrix& matrix, const char* bytes, int64_t index, int64_t count, int64_t depth,
                         bool alongColumns) {
  std::vector<Value> out(static_cast<size_t>(count * depth));
  for (int64_t line = 0; line < count; ++line)
    for (int64_t k = 0; k < depth; ++k) {
      const int64_t row = alongColumns ? k : line, column = alongColumns ? line : k;
      out[static_cast<size_t>(line * depth + k)] = static_cast<Value>(
          loadElement(matrix.type, bytes, static_cast<size_t>(index * matrix.stride + column * matrix.leading + row)));
    }
  return out;
}

double activated(Epilogue::Activation activation, double x) {
  switch (activation) {
    case Epilogue::Activation::None: return x;
    case Epilogue::Activation::Relu: return x > 0 ? x : 0;
    // cuBLAS approximates with the hyperbolic tangent.
    case Epilogue::Activation::Gelu: return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
  }
  return x;
}

template <class Sum>
void runOne(const Gemm& gemm, const GemmBytes& bytes, int64_t index) {
  using Value = typename Sum::Value;
  const int64_t depth = gemm.alpha == 0 ? 0 : gemm.depth;
  const auto rows = lines<Value>(gemm.a, bytes.a, index, gemm.rows, depth, gemm.a.transposed);
  const auto columns = lines<Value>(gemm.b, bytes.b, index, gemm.columns, depth, !gemm.b.transposed);
  for (int64_t column = 0; column < gemm.columns; ++column)
    for (int64_t row = 0; row < gemm.rows; ++row) {
      const Value* const x = rows.data() + row * depth;
      const Value* const y = columns.data() + column * depth;
      Value sum{};
      for (int64_t k = 0; k < depth; ++k) sum = Sum::add(sum, x[k] * y[k]);
      const auto at = static_cast<size_t>(index * gemm.result.stride + column * gemm.result.leading + row);
      double value = gemm.alpha * static_cast<double>(sum);
      if (gemm.beta != 0) value += gemm.beta * loadElement(gemm.result.type, bytes.c, at);
      if (bytes.bias != nullptr) value += loadElement(gemm.result.type, bytes.bias, static_cast<size_t>(row));
      storeElement(gemm.result.type, bytes.result, at, activated(gemm.epilogue.activation, value));
    }
}

}  // namespace

uint64_t spanBytes(const GemmMatrix& matrix, int64_t batch) {
  if (matrix.rows == 0 || matrix.columns == 0 || batch == 0) return 0;
  const int64_t elements = (batch - 1) * matrix.stride + (matrix.columns - 1) * matrix.leading + matrix.rows;
  return static_cast<uint64_t>(elements) * elementBytes(matrix.type);
}

void runGemm(const Gemm& gemm, const GemmBytes& bytes) {
  for (int64_t i = 0; i < gemm.batch; ++i) switch (gemm.compute) {
      case Compute16F: runOne<SumHalf>(gemm, bytes, i); break;
      case Compute64F: runOne<SumDouble>(gemm, bytes, i); break;
      case Compute32I: runOne<SumInt>(gemm, bytes, i); break;
      default: runOne<SumFloat>(gemm, bytes, i); break;
    }
}

}  // namespace relaxscope::emulated::blas
