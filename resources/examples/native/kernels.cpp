// SPDX-License-Identifier: Apache-2.0
// The kernels of the example: plain loops over float32 rows, written so that the compiler vectorises them.
// Every entry point checks its arguments and raises a ValueError that names the invalid one.
#include "resources/examples/native/kernel_abi.h"

#include <algorithm>
#include <cmath>

__attribute__((weak, visibility("default"))) int (*__TVMBackendParallelLaunch)(ParallelTask, void*, int) = nullptr;

namespace {

using kernel::fail;
using kernel::isDense;
using kernel::kBool;
using kernel::kFloat;
using kernel::kInt;
using kernel::tensorOf;

/// A dense float32 matrix.
struct Matrix {
  float* data = nullptr;
  int64_t rows = 0;
  int64_t columns = 0;
  [[nodiscard]] float* row(int64_t i) const { return data + i * columns; }
};

bool matrixOf(const FfiAny& any, Matrix& out) {
  const DlTensor* tensor = tensorOf(any);
  if (!isDense(tensor, kFloat, 32, 2)) return false;
  out = {static_cast<float*>(tensor->data), tensor->shape[0], tensor->shape[1]};
  return true;
}

struct MatmulWork {
  Matrix a, b, c;
};

void multiplyRows(const MatmulWork& work, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) {
    float* out = work.c.row(i);
    std::fill(out, out + work.c.columns, 0.0F);
    for (int64_t k = 0; k < work.a.columns; ++k) {
      const float scale = work.a.row(i)[k];
      const float* in = work.b.row(k);
      for (int64_t j = 0; j < work.c.columns; ++j) out[j] += scale * in[j];
    }
  }
}

int multiplyTask(int task, ParallelEnv* env, void* data) {
  const auto& work = *static_cast<const MatmulWork*>(data);
  const int64_t share = (work.a.rows + env->tasks - 1) / env->tasks;
  const int64_t begin = std::min<int64_t>(share * task, work.a.rows);
  multiplyRows(work, begin, std::min(begin + share, work.a.rows));
  return 0;
}

/// Number of rows from which a launch on the thread pool is faster.
constexpr int64_t kParallelRows = 256;

}  // namespace

/// matmul(a [n, k], b [k, m], out [n, m]); on the thread pool for many rows.
RS_KERNEL(matmul) {
  MatmulWork work;
  if (count != 3) return fail("matmul", "count", "expected 3 arguments");
  if (!matrixOf(args[0], work.a)) return fail("matmul", "a", "expected a dense float32 matrix on the host");
  if (!matrixOf(args[1], work.b) || work.b.rows != work.a.columns)
    return fail("matmul", "b", "expected float32[columns of a, m]");
  if (!matrixOf(args[2], work.c) || work.c.rows != work.a.rows || work.c.columns != work.b.columns) {
    return fail("matmul", "out", "expected float32[rows of a, columns of b]");
  }
  if (work.a.rows >= kParallelRows && __TVMBackendParallelLaunch != nullptr)
    return __TVMBackendParallelLaunch(multiplyTask, &work, 0);
  multiplyRows(work, 0, work.a.rows);
  return 0;
}

/// bias_relu(x [n, m], bias [m], out [n, m]): max(x + bias, 0).
RS_KERNEL(bias_relu) {
  Matrix x, out;
  if (count != 3) return fail("bias_relu", "count", "expected 3 arguments");
  if (!matrixOf(args[0], x)) return fail("bias_relu", "x", "expected a dense float32 matrix on the host");
  const DlTensor* bias = tensorOf(args[1]);
  if (!isDense(bias, kFloat, 32, 1) || bias->shape[0] != x.columns)
    return fail("bias_relu", "bias", "expected float32[columns of x]");
  if (!matrixOf(args[2], out) || out.rows != x.rows || out.columns != x.columns)
    return fail("bias_relu", "out", "expected the shape of x");
  const auto* add = static_cast<const float*>(bias->data);
  for (int64_t i = 0; i < x.rows; ++i) {
    for (int64_t j = 0; j < x.columns; ++j) out.row(i)[j] = std::max(x.row(i)[j] + add[j], 0.0F);
  }
  return 0;
}

/// pool_pairs(x [n, m], out [ceil(n / 2), m]): the mean of each pair of adjacent rows; an unpaired last row is copied.
RS_KERNEL(pool_pairs) {
  Matrix x, out;
  if (count != 2) return fail("pool_pairs", "count", "expected 2 arguments");
  if (!matrixOf(args[0], x)) return fail("pool_pairs", "x", "expected a dense float32 matrix on the host");
  if (!matrixOf(args[1], out) || out.columns != x.columns || out.rows != (x.rows + 1) / 2) {
    return fail("pool_pairs", "out", "expected half the rows of x, rounded up");
  }
  for (int64_t i = 0; i < out.rows; ++i) {
    const float* first = x.row(2 * i);
    const float* second = 2 * i + 1 < x.rows ? x.row(2 * i + 1) : first;
    for (int64_t j = 0; j < x.columns; ++j) out.row(i)[j] = (first[j] + second[j]) * 0.5F;
  }
  return 0;
}

/// softmax(x [n, m], out [n, m]) along the rows.
RS_KERNEL(softmax) {
  Matrix x, out;
  if (count != 2) return fail("softmax", "count", "expected 2 arguments");
  if (!matrixOf(args[0], x)) return fail("softmax", "x", "expected a dense float32 matrix on the host");
  if (!matrixOf(args[1], out) || out.rows != x.rows || out.columns != x.columns)
    return fail("softmax", "out", "expected the shape of x");
  for (int64_t i = 0; i < x.rows; ++i) {
    const float* in = x.row(i);
    const float top = *std::max_element(in, in + x.columns);
    float sum = 0;
    for (int64_t j = 0; j < x.columns; ++j) sum += out.row(i)[j] = std::exp(in[j] - top);
    for (int64_t j = 0; j < x.columns; ++j) out.row(i)[j] /= sum;
  }
  return 0;
}

// --- Shapes: the program's shape heap (slots: make_program.cpp) ----------------------------------------------------

namespace {

/// Slots of the heap; make_program.cpp uses the same numbers.
enum Slot { kRows = 0, kRowBytes = 1, kHalf = 2, kHalfBytes = 3, kLevel = 4, kSlots = 5 };
constexpr int64_t kWidth = 32;

int64_t* heapOf(const FfiAny& any) {
  const DlTensor* tensor = tensorOf(any);
  return isDense(tensor, kInt, 64, 1) && tensor->shape[0] >= kSlots ? static_cast<int64_t*>(tensor->data) : nullptr;
}

void derive(int64_t* heap) {
  heap[kRowBytes] = heap[kRows] * kWidth * static_cast<int64_t>(sizeof(float));
  heap[kHalf] = (heap[kRows] + 1) / 2;
  heap[kHalfBytes] = heap[kHalf] * kWidth * static_cast<int64_t>(sizeof(float));
}

}  // namespace

/// shape_func(heap): sets level 0 and the slots derived from the number of rows.
RS_KERNEL(shape_func) {
  int64_t* heap = count == 1 ? heapOf(args[0]) : nullptr;
  if (heap == nullptr) return fail("shape_func", "heap", "expected int64[5]");
  heap[kLevel] = 0;
  derive(heap);
  return 0;
}

/// next_level(heap): halves the number of rows, rounding up, and updates the derived slots.
RS_KERNEL(next_level) {
  int64_t* heap = count == 1 ? heapOf(args[0]) : nullptr;
  if (heap == nullptr) return fail("next_level", "heap", "expected int64[5]");
  heap[kRows] = heap[kHalf];
  heap[kLevel] += 1;
  derive(heap);
  return 0;
}

/// has_pairs(heap, out bool[]): whether more than one row is left.
RS_KERNEL(has_pairs) {
  const int64_t* heap = count == 2 ? heapOf(args[0]) : nullptr;
  if (heap == nullptr) return fail("has_pairs", "heap", "expected int64[5]");
  const DlTensor* out = tensorOf(args[1]);
  if (!isDense(out, kBool, 8, 0)) return fail("has_pairs", "out", "expected a bool scalar");
  *static_cast<uint8_t*>(out->data) = heap[kRows] > 1 ? 1 : 0;
  return 0;
}
