// SPDX-License-Identifier: Apache-2.0
// mma.h: matrices of a warp. Every lane holds the whole tile, so that none of the operations exchanges anything.
#pragma once
#pragma GCC system_header
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
namespace precision {
struct tf32 {};
}
enum layout_t { mem_row_major, mem_col_major };

template <class T>
struct rs_stored {
  typedef T type;
};
template <>
struct rs_stored<precision::tf32> {
  typedef float type;
};
template <class Use, int M, int N, int K>
struct rs_extents;
template <int M, int N, int K>
struct rs_extents<matrix_a, M, N, K> {
  static constexpr int rows = M, columns = K;
};
template <int M, int N, int K>
struct rs_extents<matrix_b, M, N, K> {
  static constexpr int rows = K, columns = N;
};
template <int M, int N, int K>
struct rs_extents<accumulator, M, N, K> {
  static constexpr int rows = M, columns = N;
};

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment : rs_extents<Use, M, N, K> {
  typedef typename rs_stored<T>::type element_type;
  typedef element_type storage_element_type;
  static constexpr int num_elements = rs_extents<Use, M, N, K>::rows * rs_extents<Use, M, N, K>::columns;
  element_type x[num_elements];  ///< by rows
};

template <class F, class V>
void fill_fragment(F& f, V value) {
  for (int i = 0; i < F::num_elements; ++i) f.x[i] = (typename F::element_type)value;
}
template <class F, class T>
void rs_load(F& f, const T* from, unsigned stride, bool rows) {
  __syncwarp();
  for (int r = 0; r < F::rows; ++r)
    for (int c = 0; c < F::columns; ++c)
      f.x[r * F::columns + c] = (typename F::element_type)from[rows ? r * stride + c : c * stride + r];
}
template <class Use, int M, int N, int K, class T, class Layout, class P>
void load_matrix_sync(fragment<Use, M, N, K, T, Layout>& f, const P* from, unsigned stride) {
  rs_load(f, from, stride, std::is_same<Layout, row_major>::value);
}
template <int M, int N, int K, class T, class P>
void load_matrix_sync(fragment<accumulator, M, N, K, T>& f, const P* from, unsigned stride, layout_t layout) {
  rs_load(f, from, stride, layout == mem_row_major);
}
template <int M, int N, int K, class T, class P>
void store_matrix_sync(P* to, const fragment<accumulator, M, N, K, T>& f, unsigned stride, layout_t layout) {
  for (int r = 0; r < M; ++r)
    for (int c = 0; c < N; ++c) to[layout == mem_row_major ? r * stride + c : c * stride + r] = (P)f.x[r * N + c];
  __syncwarp();
}
template <class T>
RS_INLINE float rs_wide(T value) {
  return (float)value;
}
RS_INLINE double rs_wide(double value) { return value; }
RS_INLINE int rs_wide(signed char value) { return value; }
RS_INLINE int rs_wide(unsigned char value) { return value; }
RS_INLINE int rs_wide(int value) { return value; }
template <int M, int N, int K, class TD, class TA, class LA, class TB, class LB, class TC>
void mma_sync(fragment<accumulator, M, N, K, TD>& d, const fragment<matrix_a, M, N, K, TA, LA>& a,
              const fragment<matrix_b, M, N, K, TB, LB>& b, const fragment<accumulator, M, N, K, TC>& c,
              bool = false) {
  fragment<accumulator, M, N, K, TD> result;
  for (int m = 0; m < M; ++m) {
    for (int n = 0; n < N; ++n) {
      auto sum = rs_wide(c.x[m * N + n]);
      for (int k = 0; k < K; ++k) sum += rs_wide(a.x[m * K + k]) * rs_wide(b.x[k * N + n]);
      result.x[m * N + n] = (TD)sum;
    }
  }
  d = result;
}
RS_INLINE float __float_to_tf32(float value) {
  return rs_bits<float>((rs_bits<unsigned>(value) + 0x1000u) & 0xffffe000u);
}
}  // namespace wmma
}  // namespace nvcuda
