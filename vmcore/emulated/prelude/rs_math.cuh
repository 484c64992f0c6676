// SPDX-License-Identifier: Apache-2.0
// Functions that CUDA has beyond the C library's: minima of mixed types, fast intrinsics, conversions and bits.
#pragma once
#pragma GCC system_header

// Mixed integers convert as C++ does for `a < b ? b : a`; global overloads, as CUDA's.
template <class A, class B, class = std::enable_if_t<std::is_integral<A>::value && std::is_integral<B>::value>>
RS_INLINE std::common_type_t<A, B> max(A a, B b) {
  using T = std::common_type_t<A, B>;
  return (T)a < (T)b ? (T)b : (T)a;
}
template <class A, class B, class = std::enable_if_t<std::is_integral<A>::value && std::is_integral<B>::value>>
RS_INLINE std::common_type_t<A, B> min(A a, B b) {
  using T = std::common_type_t<A, B>;
  return (T)b < (T)a ? (T)b : (T)a;
}
RS_INLINE float max(float a, float b) { return __builtin_fmaxf(a, b); }
RS_INLINE float min(float a, float b) { return __builtin_fminf(a, b); }
RS_INLINE double max(double a, double b) { return __builtin_fmax(a, b); }
RS_INLINE double min(double a, double b) { return __builtin_fmin(a, b); }
RS_INLINE double max(float a, double b) { return __builtin_fmax(a, b); }
RS_INLINE double min(float a, double b) { return __builtin_fmin(a, b); }
RS_INLINE double max(double a, float b) { return __builtin_fmax(a, b); }
RS_INLINE double min(double a, float b) { return __builtin_fmin(a, b); }
#define umax(a, b) max((unsigned)(a), (unsigned)(b))
#define umin(a, b) min((unsigned)(a), (unsigned)(b))
#define llmax(a, b) max((long long)(a), (long long)(b))
#define llmin(a, b) min((long long)(a), (long long)(b))

// The C library declares some of these names itself, so they are macros over other names.
RS_INLINE float rs_exp(float x) { return __builtin_expf(x); }
#define __expf(x) rs_exp(x)
#define __exp10f(x) rs_exp((x) * 2.302585093f)
#define __logf(x) __builtin_logf(x)
#define __log2f(x) __builtin_log2f(x)
#define __log10f(x) __builtin_log10f(x)
#define __powf(x, y) __builtin_powf(x, y)
#define __sinf(x) __builtin_sinf(x)
#define __cosf(x) __builtin_cosf(x)
#define __tanf(x) __builtin_tanf(x)
#define __tanhf(x) __builtin_tanhf(x)
#define __sincosf(x, s, c) ((void)(*(s) = __builtin_sinf(x), *(c) = __builtin_cosf(x)))
#define __fdividef(x, y) ((float)(x) / (float)(y))
#define __fdiv_rn(x, y) ((float)(x) / (float)(y))
#define __fadd_rn(x, y) ((float)(x) + (float)(y))
#define __fsub_rn(x, y) ((float)(x) - (float)(y))
#define __fmul_rn(x, y) ((float)(x) * (float)(y))
#define __fmaf_rn(x, y, z) __builtin_fmaf(x, y, z)
#define __frcp_rn(x) (1.0f / (float)(x))
#define __fsqrt_rn(x) __builtin_sqrtf(x)
#define __frsqrt_rn(x) (1.0f / __builtin_sqrtf(x))
#define __dadd_rn(x, y) ((double)(x) + (double)(y))
#define __dsub_rn(x, y) ((double)(x) - (double)(y))
#define __dmul_rn(x, y) ((double)(x) * (double)(y))
#define __ddiv_rn(x, y) ((double)(x) / (double)(y))
#define __fma_rn(x, y, z) __builtin_fma(x, y, z)
#define __drcp_rn(x) (1.0 / (double)(x))
#define __dsqrt_rn(x) __builtin_sqrt(x)
#define __saturatef(x) rs_saturate(x)
RS_INLINE float rs_saturate(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
RS_INLINE float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
RS_INLINE double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
RS_INLINE float rsqrt(float x) { return 1.0f / __builtin_sqrtf(x); }
RS_INLINE float rcbrtf(float x) { return 1.0f / __builtin_cbrtf(x); }
#define exp10f(x) rs_exp10f(x)
#define exp10(x) rs_exp10(x)
RS_INLINE float rs_exp10f(float x) { return __builtin_powf(10.0f, x); }
RS_INLINE double rs_exp10(double x) { return __builtin_pow(10.0, x); }
RS_INLINE float normcdff(float x) { return 0.5f * __builtin_erfcf(x * -0.70710678f); }
RS_INLINE double normcdf(double x) { return 0.5 * __builtin_erfc(x * -0.70710678118654752); }
RS_INLINE float sinpif(float x) { return (float)__builtin_sin((double)x * 3.14159265358979323846); }
RS_INLINE float cospif(float x) { return (float)__builtin_cos((double)x * 3.14159265358979323846); }

// Bits
template <class To, class From>
RS_INLINE To rs_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "same size");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
#define __float_as_int(x) rs_bits<int>((float)(x))
#define __float_as_uint(x) rs_bits<unsigned>((float)(x))
#define __int_as_float(x) rs_bits<float>((int)(x))
#define __uint_as_float(x) rs_bits<float>((unsigned)(x))
#define __double_as_longlong(x) rs_bits<long long>((double)(x))
#define __longlong_as_double(x) rs_bits<double>((long long)(x))
RS_INLINE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
RS_INLINE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
RS_INLINE int __ffs(int x) { return __builtin_ffs(x); }
RS_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
RS_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
RS_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
RS_INLINE unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int i = 0; i < 32; ++i) reversed |= (x >> i & 1) << (31 - i);
  return reversed;
}
RS_INLINE unsigned long long __brevll(unsigned long long x) {
  return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
RS_INLINE int __mul24(int a, int b) { return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8)); }
RS_INLINE int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
RS_INLINE unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
RS_INLINE long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
RS_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
RS_INLINE unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  const unsigned long long bytes = (unsigned long long)b << 32 | a;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned choice = selector >> (4 * i) & 15;
    unsigned byte = (unsigned)(bytes >> (8 * (choice & 7))) & 255;
    if ((choice & 8) != 0) byte = (byte & 128) != 0 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}
RS_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
RS_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
RS_INLINE unsigned __sad(int a, int b, unsigned c) { return c + (unsigned)(a < b ? b - a : a - b); }
RS_INLINE int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8) c += (int)(signed char)(a >> i) * (int)(signed char)(b >> i);
  return c;
}
RS_INLINE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255);
  return c;
}
RS_INLINE int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

// Conversions by rounding mode; a float outside of the range converts to its end, NaN to 0, as on a GPU.
template <class To, class From>
RS_INLINE To rs_convert(From x) {
  if (x != x) return 0;
  if (x <= (From)std::numeric_limits<To>::min()) return std::numeric_limits<To>::min();
  if (x >= (From)std::numeric_limits<To>::max()) return std::numeric_limits<To>::max();
  return (To)x;
}
#define RS_CONVERSIONS(name, To, From)                                                        \
  RS_INLINE To name##_rn(From x) { return rs_convert<To>((From)__builtin_rint((double)x)); }  \
  RS_INLINE To name##_rz(From x) { return rs_convert<To>((From)__builtin_trunc((double)x)); } \
  RS_INLINE To name##_ru(From x) { return rs_convert<To>((From)__builtin_ceil((double)x)); }  \
  RS_INLINE To name##_rd(From x) { return rs_convert<To>((From)__builtin_floor((double)x)); }
RS_CONVERSIONS(__float2int, int, float)
RS_CONVERSIONS(__float2uint, unsigned, float)
RS_CONVERSIONS(__float2ll, long long, float)
RS_CONVERSIONS(__float2ull, unsigned long long, float)
RS_CONVERSIONS(__double2int, int, double)
RS_CONVERSIONS(__double2uint, unsigned, double)
RS_CONVERSIONS(__double2ll, long long, double)
#define __int2float_rn(x) ((float)(int)(x))
#define __uint2float_rn(x) ((float)(unsigned)(x))
#define __ll2float_rn(x) ((float)(long long)(x))
#define __ull2float_rn(x) ((float)(unsigned long long)(x))
#define __int2double_rn(x) ((double)(int)(x))
#define __double2float_rn(x) ((float)(double)(x))
