// SPDX-License-Identifier: Apache-2.0
// cuda_fp16.h: half and half2.
#pragma once
#pragma GCC system_header
#include "rs_small_floats.cuh"

RS_SMALL_FLOAT(__half, rs::floatFromHalf, rs::halfFromFloat)
RS_SMALL_PAIR(__half2, __half, make_half2)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
struct __half_raw {
  unsigned short x;
};

RS_INLINE float __half2float(__half a) { return (float)a; }
RS_INLINE __half __float2half(float a) { return __half(a); }
RS_INLINE __half __float2half_rn(float a) { return __half(a); }
RS_INLINE __half __double2half(double a) { return __half(a); }
RS_INLINE __half __int2half_rn(int a) { return __half((float)a); }
RS_INLINE int __half2int_rn(__half a) { return __float2int_rn((float)a); }
RS_INLINE int __half2int_rz(__half a) { return __float2int_rz((float)a); }
RS_INLINE unsigned short __half_as_ushort(__half a) { return a.rs_value; }
RS_INLINE short __half_as_short(__half a) { return (short)a.rs_value; }
RS_INLINE __half __ushort_as_half(unsigned short bits) {
  __half value;
  value.rs_value = bits;
  return value;
}
RS_INLINE __half __short_as_half(short bits) { return __ushort_as_half((unsigned short)bits); }
RS_INLINE __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
RS_INLINE __half2 __half2half2(__half a) { return __half2(a, a); }
RS_INLINE __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
RS_INLINE __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
RS_INLINE __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
RS_INLINE float2 __half22float2(__half2 a) { return make_float2((float)a.x, (float)a.y); }
RS_INLINE __half __low2half(__half2 a) { return a.x; }
RS_INLINE __half __high2half(__half2 a) { return a.y; }
RS_INLINE float __low2float(__half2 a) { return (float)a.x; }
RS_INLINE float __high2float(__half2 a) { return (float)a.y; }
RS_INLINE __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
