// SPDX-License-Identifier: Apache-2.0
// Floating-point types of 16 bits: every operation is one of float, then rounded, which is exact for + - * / and sqrt.
// Both types stay trivial, as CUDA's are; so what concerns volatile places is templates.
#pragma once
#pragma GCC system_header

namespace rs {
RS_INLINE unsigned short halfFromFloat(float value) {
  const unsigned bits = rs_bits<unsigned>(value), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return (unsigned short)(sign | 0x7fffu);
  if (magnitude >= 0x477ff000u) return (unsigned short)(sign | 0x7c00u);
  if (magnitude < 0x38800000u) {
    // Below the smallest normal number: units of 2^-24, rounded to even by the addition.
    const float scaled = rs_bits<float>(magnitude) + 0.5f;
    return (unsigned short)(sign | (rs_bits<unsigned>(scaled) - 0x3f000000u));
  }
  return (unsigned short)(sign | (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13);
}
RS_INLINE float floatFromHalf(unsigned short half) {
  const unsigned sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31u, fraction = half & 0x3ffu;
  if (exponent == 31) return rs_bits<float>(sign | 0x7f800000u | fraction << 13);
  if (exponent == 0) return rs_bits<float>(sign | rs_bits<unsigned>((float)fraction * 0x1p-24f));
  return rs_bits<float>(sign | (exponent + 112) << 23 | fraction << 13);
}
RS_INLINE unsigned short bfloatFromFloat(float value) {
  const unsigned bits = rs_bits<unsigned>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fffu;
  return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
RS_INLINE float floatFromBfloat(unsigned short bits) { return rs_bits<float>((unsigned)bits << 16); }
template <class A, class B>
using IfSame = std::enable_if_t<std::is_same<std::remove_cv_t<A>, B>::value>;
template <class T>
using IfNumber = std::enable_if_t<std::is_arithmetic<T>::value>;
}  // namespace rs

#define RS_SMALL_FLOAT(name, toFloat, fromFloat)                                                                  \
  struct __attribute__((aligned(2))) name {                                                                       \
    unsigned short rs_value;                                                                                      \
    name() = default;                                                                                             \
    template <class T, class = rs::IfNumber<T>>                                                                   \
    RS_INLINE name(T v) : rs_value(fromFloat((float)v)) {}                                                        \
    template <class V, class = rs::IfSame<V, name>, class = void>                                                 \
    RS_INLINE name(V& v) : rs_value(v.rs_value) {}                                                                \
    RS_INLINE operator float() const { return toFloat(rs_value); }                                                \
    RS_INLINE operator float() const volatile { return toFloat(rs_value); }                                       \
    template <class V, class = rs::IfSame<V, name>>                                                               \
    RS_INLINE void operator=(const V& v) volatile {                                                               \
      rs_value = v.rs_value;                                                                                      \
    }                                                                                                             \
    RS_INLINE name& operator+=(name o) { return *this = name((float)*this + (float)o); }                          \
    RS_INLINE name& operator-=(name o) { return *this = name((float)*this - (float)o); }                          \
    RS_INLINE name& operator*=(name o) { return *this = name((float)*this * (float)o); }                          \
    RS_INLINE name& operator/=(name o) { return *this = name((float)*this / (float)o); }                          \
  };                                                                                                              \
  RS_INLINE name operator+(name a, name b) { return name((float)a + (float)b); }                                  \
  RS_INLINE name operator-(name a, name b) { return name((float)a - (float)b); }                                  \
  RS_INLINE name operator*(name a, name b) { return name((float)a * (float)b); }                                  \
  RS_INLINE name operator/(name a, name b) { return name((float)a / (float)b); }                                  \
  RS_INLINE name operator-(name a) { return name(-(float)a); }                                                    \
  RS_INLINE name operator+(name a) { return a; }                                                                  \
  RS_INLINE bool operator==(name a, name b) { return (float)a == (float)b; }                                      \
  RS_INLINE bool operator!=(name a, name b) { return (float)a != (float)b; }                                      \
  RS_INLINE bool operator<(name a, name b) { return (float)a < (float)b; }                                        \
  RS_INLINE bool operator>(name a, name b) { return (float)a > (float)b; }                                        \
  RS_INLINE bool operator<=(name a, name b) { return (float)a <= (float)b; }                                      \
  RS_INLINE bool operator>=(name a, name b) { return (float)a >= (float)b; }                                      \
  RS_INLINE name __hadd(name a, name b) { return a + b; }                                                         \
  RS_INLINE name __hsub(name a, name b) { return a - b; }                                                         \
  RS_INLINE name __hmul(name a, name b) { return a * b; }                                                         \
  RS_INLINE name __hdiv(name a, name b) { return a / b; }                                                         \
  RS_INLINE name __hneg(name a) { return -a; }                                                                    \
  RS_INLINE name __habs(name a) { return name(__builtin_fabsf((float)a)); }                                       \
  RS_INLINE name __hfma(name a, name b, name c) {                                                                 \
    return name((float)((double)(float)a * (double)(float)b + (double)(float)c));                                 \
  }                                                                                                               \
  RS_INLINE name __hmax(name a, name b) { return name(__builtin_fmaxf((float)a, (float)b)); }                     \
  RS_INLINE name __hmin(name a, name b) { return name(__builtin_fminf((float)a, (float)b)); }                     \
  RS_INLINE bool __heq(name a, name b) { return a == b; }                                                         \
  RS_INLINE bool __hne(name a, name b) { return a != b; }                                                         \
  RS_INLINE bool __hlt(name a, name b) { return a < b; }                                                          \
  RS_INLINE bool __hgt(name a, name b) { return a > b; }                                                          \
  RS_INLINE bool __hle(name a, name b) { return a <= b; }                                                         \
  RS_INLINE bool __hge(name a, name b) { return a >= b; }                                                         \
  RS_INLINE bool __hisnan(name a) { return (float)a != (float)a; }                                                \
  RS_INLINE int __hisinf(name a) { return __builtin_isinf_sign((float)a); }                                       \
  RS_INLINE name hexp(name a) { return name(__builtin_expf((float)a)); }                                          \
  RS_INLINE name hexp2(name a) { return name(__builtin_exp2f((float)a)); }                                        \
  RS_INLINE name hexp10(name a) { return name(__builtin_powf(10.0f, (float)a)); }                                 \
  RS_INLINE name hlog(name a) { return name(__builtin_logf((float)a)); }                                          \
  RS_INLINE name hlog2(name a) { return name(__builtin_log2f((float)a)); }                                        \
  RS_INLINE name hlog10(name a) { return name(__builtin_log10f((float)a)); }                                      \
  RS_INLINE name hsqrt(name a) { return name(__builtin_sqrtf((float)a)); }                                        \
  RS_INLINE name hrsqrt(name a) { return name(1.0f / __builtin_sqrtf((float)a)); }                                \
  RS_INLINE name hrcp(name a) { return name(1.0f / (float)a); }                                                   \
  RS_INLINE name hsin(name a) { return name(__builtin_sinf((float)a)); }                                          \
  RS_INLINE name hcos(name a) { return name(__builtin_cosf((float)a)); }                                          \
  RS_INLINE name htanh(name a) { return name(__builtin_tanhf((float)a)); }                                        \
  RS_INLINE name hfloor(name a) { return name(__builtin_floorf((float)a)); }                                      \
  RS_INLINE name hceil(name a) { return name(__builtin_ceilf((float)a)); }                                        \
  RS_INLINE name htrunc(name a) { return name(__builtin_truncf((float)a)); }                                      \
  RS_INLINE name hrint(name a) { return name(__builtin_rintf((float)a)); }                                        \
  RS_ATOMIC(atomicAdd, name, name((float)old + (float)v))

// Two of them, of 4 bytes.
#define RS_SMALL_PAIR(name, one, make)                                                                           \
  struct __attribute__((aligned(4))) name {                                                                      \
    one x, y;                                                                                                    \
    name() = default;                                                                                            \
    RS_INLINE name(one a, one b) : x(a), y(b) {}                                                                 \
  };                                                                                                             \
  RS_INLINE name make(one a, one b) { return name(a, b); }                                                       \
  RS_INLINE name operator+(name a, name b) { return name(a.x + b.x, a.y + b.y); }                                \
  RS_INLINE name operator-(name a, name b) { return name(a.x - b.x, a.y - b.y); }                                \
  RS_INLINE name operator*(name a, name b) { return name(a.x * b.x, a.y * b.y); }                                \
  RS_INLINE name operator/(name a, name b) { return name(a.x / b.x, a.y / b.y); }                                \
  RS_INLINE name __hadd2(name a, name b) { return a + b; }                                                       \
  RS_INLINE name __hsub2(name a, name b) { return a - b; }                                                       \
  RS_INLINE name __hmul2(name a, name b) { return a * b; }                                                       \
  RS_INLINE name __h2div(name a, name b) { return a / b; }                                                       \
  RS_INLINE name __hneg2(name a) { return name(-a.x, -a.y); }                                                    \
  RS_INLINE name __habs2(name a) { return name(__habs(a.x), __habs(a.y)); }                                      \
  RS_INLINE name __hfma2(name a, name b, name c) { return name(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }  \
  RS_INLINE name __hmax2(name a, name b) { return name(__hmax(a.x, b.x), __hmax(a.y, b.y)); }                    \
  RS_INLINE name __hmin2(name a, name b) { return name(__hmin(a.x, b.x), __hmin(a.y, b.y)); }                    \
  RS_INLINE name h2exp(name a) { return name(hexp(a.x), hexp(a.y)); }                                            \
  RS_INLINE name h2sqrt(name a) { return name(hsqrt(a.x), hsqrt(a.y)); }                                         \
  RS_INLINE name h2tanh(name a) { return name(htanh(a.x), htanh(a.y)); }                                         \
  RS_INLINE name operator+=(name& a, name b) { return a = a + b; }                                               \
  RS_INLINE name operator*=(name& a, name b) { return a = a * b; }
