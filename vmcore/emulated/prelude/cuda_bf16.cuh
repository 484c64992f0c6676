// SPDX-License-Identifier: Apache-2.0
// cuda_bf16.h: bfloat16 and pairs of it.
#pragma once
#pragma GCC system_header
#include "rs_small_floats.cuh"

RS_SMALL_FLOAT(__nv_bfloat16, rs::floatFromBfloat, rs::bfloatFromFloat)
RS_SMALL_PAIR(__nv_bfloat162, __nv_bfloat16, make_bfloat162)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

RS_INLINE float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
RS_INLINE __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
RS_INLINE __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
RS_INLINE __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }
RS_INLINE __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16((float)a); }
RS_INLINE int __bfloat162int_rz(__nv_bfloat16 a) { return __float2int_rz((float)a); }
RS_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.rs_value; }
RS_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16 value;
  value.rs_value = bits;
  return value;
}
RS_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
RS_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
RS_INLINE __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
RS_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
RS_INLINE float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2((float)a.x, (float)a.y); }
RS_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
RS_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
