// SPDX-License-Identifier: Apache-2.0
// Products of tensors as cuBLAS takes them: each plan is computed by columns, as cuBLAS does, and compared with the
// product by the tensors' own shapes and strides.
#include "vmcore/device/cuda/cublas/matrix_product.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

namespace relaxscope::cuda::blas {
namespace {

/// How the rows of a matrix lie in memory.
enum class Layout { Rows, Columns, Gaps };

/// Batches of float64 matrices with different numbers.
struct TestTensor {
  std::vector<double> memory;
  std::vector<int64_t> shape, strides;
  DLTensor tensor{};

  TestTensor(int64_t batch, int64_t rows, int64_t columns, Layout layout, bool batched, double start) {
    const int64_t gap = layout == Layout::Gaps ? 3 : 0;
    const int64_t leading = (layout == Layout::Columns ? rows : columns) + gap;
    const int64_t lines = layout == Layout::Columns ? columns : rows;
    memory.resize(static_cast<size_t>(batch * lines * leading + 1));
    std::iota(memory.begin(), memory.end(), start);
    shape = {rows, columns};
    strides = {layout == Layout::Columns ? 1 : leading, layout == Layout::Columns ? leading : 1};
    if (batched) {
      shape.insert(shape.begin(), batch);
      strides.insert(strides.begin(), lines * leading);
    }
    tensor.data = memory.data();
    tensor.device = {kDLCUDA, 0};
    tensor.ndim = static_cast<int32_t>(shape.size());
    tensor.dtype = {kDLFloat, 64, 1};
    tensor.shape = shape.data();
    tensor.strides = strides.data();
  }
  TestTensor(const TestTensor&) = delete;
  TestTensor& operator=(const TestTensor&) = delete;

  [[nodiscard]] double& at(int64_t matrix, int64_t row, int64_t column) {
    const size_t last = shape.size() - 1;
    const int64_t base = shape.size() == 3 && shape[0] > 1 ? matrix * strides[0] : 0;
    return memory[static_cast<size_t>(base + row * strides[last - 1] + column * strides[last])];
  }
};

double element(const ProductMatrix& matrix, int64_t batch, int64_t row, int64_t column) {
  if (matrix.operation == Transposed) std::swap(row, column);
  return static_cast<const double*>(matrix.data)[batch * matrix.stride + column * matrix.leading + row];
}

/// As cuBLAS: matrices are stored by columns.
void compute(const MatrixProduct& p) {
  for (int64_t i = 0; i < p.batch; ++i)
    for (int64_t column = 0; column < p.columns; ++column)
      for (int64_t row = 0; row < p.rows; ++row) {
        double sum = 0;
        for (int64_t k = 0; k < p.depth; ++k) sum += element(p.first, i, row, k) * element(p.second, i, k, column);
        double& to = static_cast<double*>(p.result.data)[i * p.result.stride + column * p.result.leading + row];
        to = p.alpha * sum + p.beta * to;
      }
}

constexpr ProductTypes kDouble{Float64, Float64, Compute64F};

struct Case {
  int64_t m, n, k, batchA, batchB;
  bool batched;
};

/// Compares a product in every combination of transposes and layouts.
void expectRightInEveryLayout(const Case& c) {
  constexpr Layout kLayouts[] = {Layout::Rows, Layout::Columns, Layout::Gaps};
  const int64_t batch = std::max(c.batchA, c.batchB);
  for (const bool ta : {false, true})
    for (const bool tb : {false, true})
      for (const Layout la : kLayouts)
        for (const Layout lb : kLayouts)
          for (const Layout lc : {Layout::Rows, Layout::Gaps}) {
            TestTensor a(c.batchA, ta ? c.k : c.m, ta ? c.m : c.k, la, c.batched, 1);
            TestTensor b(c.batchB, tb ? c.n : c.k, tb ? c.k : c.n, lb, c.batched, 100);
            TestTensor out(batch, c.m, c.n, lc, c.batched, -5), before(batch, c.m, c.n, lc, c.batched, -5);
            const auto plan =
                planProduct({&a.tensor, &b.tensor, &out.tensor, ta, tb, 2, 3}, kDouble, c.batched ? 3 : 2);
            ASSERT_TRUE(plan.ok()) << plan.error().text();
            compute(*plan);
            for (int64_t i = 0; i < batch; ++i)
              for (int64_t row = 0; row < c.m; ++row)
                for (int64_t column = 0; column < c.n; ++column) {
                  double sum = 0;
                  for (int64_t k = 0; k < c.k; ++k)
                    sum += (ta ? a.at(i, k, row) : a.at(i, row, k)) * (tb ? b.at(i, column, k) : b.at(i, k, column));
                  ASSERT_EQ(out.at(i, row, column), 2 * sum + 3 * before.at(i, row, column))
                      << "A' " << ta << " B' " << tb << " at " << i << ", " << row << ", " << column;
                }
            if (lc == Layout::Gaps) { EXPECT_EQ(out.memory.back(), before.memory.back()) << "gaps stay"; }
          }
}

TEST(MatrixProduct, IsRightForAllTransposesAndLayouts) {
  expectRightInEveryLayout({3, 4, 5, 1, 1, false});
  expectRightInEveryLayout({1, 4, 5, 1, 1, false});
  expectRightInEveryLayout({3, 1, 5, 1, 1, false});
  expectRightInEveryLayout({3, 4, 1, 1, 1, false});
  expectRightInEveryLayout({1, 1, 1, 1, 1, false});
}

TEST(MatrixProduct, IsRightForBatchesAndForOneMatrixForAll) {
  expectRightInEveryLayout({3, 4, 5, 6, 6, true});
  expectRightInEveryLayout({3, 4, 5, 1, 6, true});
  expectRightInEveryLayout({3, 4, 5, 6, 1, true});
  expectRightInEveryLayout({2, 3, 1, 1, 1, true});
}

TEST(MatrixProduct, ReadsCompactTensorsWithoutStrides) {
  TestTensor a(1, 2, 3, Layout::Rows, false, 1), b(1, 3, 4, Layout::Rows, false, 1), c(1, 2, 4, Layout::Rows, false, 0);
  for (TestTensor* each : {&a, &b, &c}) each->tensor.strides = nullptr;
  a.tensor.byte_offset = 8;
  const auto plan = planProduct({&a.tensor, &b.tensor, &c.tensor}, kDouble, 2);
  ASSERT_TRUE(plan.ok()) << plan.error().text();
  EXPECT_EQ(plan->second.data, a.memory.data() + 1) << "operands are exchanged, offsets are added";
  EXPECT_EQ(plan->first.leading, 4);
  EXPECT_EQ(plan->second.leading, 3);
  EXPECT_EQ(plan->rows, 4);
  EXPECT_EQ(plan->columns, 2);
  EXPECT_EQ(plan->depth, 3);
}

std::string errorOf(const ProductRequest& request, const ProductTypes& types, int dimensions) {
  const auto plan = planProduct(request, types, dimensions);
  return plan.ok() ? "no error" : plan.error().message;
}

TEST(MatrixProduct, RefusesWhatDoesNotFit) {
  TestTensor a(1, 2, 3, Layout::Rows, false, 0), b(1, 4, 5, Layout::Rows, false, 0), c(1, 2, 5, Layout::Rows, false, 0);
  EXPECT_EQ(errorOf({&a.tensor, &b.tensor, &c.tensor}, kDouble, 2),
            "float64[2, 3] * float64[4, 5] -> float64[2, 5]: the shapes do not match");
  EXPECT_EQ(errorOf({&a.tensor, &b.tensor, &c.tensor}, kDouble, 3),
            "A is float64[2, 3], but it must have 3 dimensions");
  TestTensor right(1, 3, 5, Layout::Rows, false, 0), turned(1, 2, 5, Layout::Columns, false, 0);
  EXPECT_EQ(errorOf({&a.tensor, &right.tensor, &turned.tensor}, kDouble, 2),
            "C is stored by columns, which is supported for A and B alone");
  a.strides = {6, 2};
  EXPECT_EQ(errorOf({&a.tensor, &right.tensor, &c.tensor}, kDouble, 2),
            "A has strides [6, 2], which cuBLAS does not take: matrices must be stored by rows or by columns without "
            "gaps inside of them");
  a.strides = {0, 1};
  EXPECT_NE(errorOf({&a.tensor, &right.tensor, &c.tensor}, kDouble, 2), "no error") << "rows in one place";
  TestTensor two(2, 2, 3, Layout::Rows, true, 0), three(3, 3, 5, Layout::Rows, true, 0),
      out(3, 2, 5, Layout::Rows, true, 0);
  EXPECT_EQ(errorOf({&two.tensor, &three.tensor, &out.tensor}, kDouble, 3),
            "float64[2, 2, 3] * float64[3, 3, 5] -> float64[3, 2, 5]: the shapes do not match");
  a.strides = {3, 1};
  a.shape = {int64_t{1} << 31, 3};
  EXPECT_EQ(errorOf({&a.tensor, &right.tensor, &c.tensor}, kDouble, 2),
            "A is float64[2147483648, 3], which is too large for cuBLAS");
}

TEST(MatrixProduct, NeedsMultiplesOfFourForInt8) {
  TestTensor a(1, 8, 6, Layout::Rows, false, 0), b(1, 6, 8, Layout::Rows, false, 0), c(1, 8, 8, Layout::Rows, false, 0);
  const ProductTypes types{Int8, Int32, Compute32I};
  EXPECT_EQ(errorOf({&a.tensor, &b.tensor, &c.tensor}, types, 2),
            "A is int8 with a leading dimension of 6, but cuBLAS needs a multiple of 4");
  EXPECT_EQ(errorOf({&b.tensor, &b.tensor, &c.tensor, true, false}, types, 2), "no error");
}

TEST(MatrixProduct, HasTheTypesOfTvm) {
  TestTensor a(1, 4, 4, Layout::Rows, false, 0), b(1, 4, 4, Layout::Rows, false, 0), c(1, 4, 4, Layout::Rows, false, 0);
  const auto text = [&](DLDataType operands, DLDataType result) -> std::string {
    a.tensor.dtype = b.tensor.dtype = operands;
    c.tensor.dtype = result;
    const auto types = packedTypes({&a.tensor, &b.tensor, &c.tensor});
    if (!types.ok()) return types.error().message;
    return std::to_string(types->operands) + " " + std::to_string(types->result) + " " + std::to_string(types->compute);
  };
  constexpr DLDataType kHalf{kDLFloat, 16, 1}, kSingle{kDLFloat, 32, 1}, kWhole{kDLFloat, 64, 1},
      kBrain{kDLBfloat, 16, 1}, kByte{kDLInt, 8, 1}, kInt{kDLInt, 32, 1};
  EXPECT_EQ(text(kHalf, kHalf), "2 2 64");
  EXPECT_EQ(text(kSingle, kSingle), "0 0 68");
  EXPECT_EQ(text(kWhole, kWhole), "1 1 70");
  EXPECT_EQ(text(kHalf, kSingle), "2 0 68");
  EXPECT_EQ(text(kBrain, kSingle), "14 0 68");
  EXPECT_EQ(text(kByte, kSingle), "3 0 68");
  EXPECT_EQ(text(kByte, kInt), "3 10 72");
  EXPECT_EQ(text(kBrain, kBrain), "bfloat16 * bfloat16 -> bfloat16: these types are not supported");
  EXPECT_EQ(text(kInt, kInt), "int32 * int32 -> int32: these types are not supported");
  b.tensor.dtype = kHalf;
  a.tensor.dtype = c.tensor.dtype = kSingle;
  EXPECT_EQ(packedTypes({&a.tensor, &b.tensor, &c.tensor}).error().message,
            "float32 * float16 -> float32: these types are not supported");
}

}  // namespace
}  // namespace relaxscope::cuda::blas
