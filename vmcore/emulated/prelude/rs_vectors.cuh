// SPDX-License-Identifier: Apache-2.0
// CUDA's vector types and their make_ functions.
#pragma once
#pragma GCC system_header

#define RS_VECTORS(name, type, align2, align4)                                                       \
  struct name##1 { type x; };                                                                        \
  struct __attribute__((aligned(align2))) name##2 { type x, y; };                                    \
  struct name##3 { type x, y, z; };                                                                  \
  struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; };                              \
  RS_INLINE name##1 make_##name##1(type x) { return {x}; }                                           \
  RS_INLINE name##2 make_##name##2(type x, type y) { return {x, y}; }                                \
  RS_INLINE name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                     \
  RS_INLINE name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

RS_VECTORS(char, signed char, 2, 4)
RS_VECTORS(uchar, unsigned char, 2, 4)
RS_VECTORS(short, short, 4, 8)
RS_VECTORS(ushort, unsigned short, 4, 8)
RS_VECTORS(int, int, 8, 16)
RS_VECTORS(uint, unsigned int, 8, 16)
RS_VECTORS(long, long, 16, 16)
RS_VECTORS(ulong, unsigned long, 16, 16)
RS_VECTORS(longlong, long long, 16, 16)
RS_VECTORS(ulonglong, unsigned long long, 16, 16)
RS_VECTORS(float, float, 8, 16)
RS_VECTORS(double, double, 16, 16)

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
