// SPDX-License-Identifier: Apache-2.0
// Atomic functions. Threads of a launch never run at the same time, so each is a plain read, change and write.
#pragma once
#pragma GCC system_header

namespace rs {
template <class T, class F>
RS_INLINE T change(T* address, F next) {
  check((uintptr_t)address, sizeof(T), true, sizeof(T));
  volatile T* place = address;
  const T old = *place;
  *place = next(old);
  return old;
}
template <class T>
RS_INLINE T sum(T a, T b) {
  if constexpr (std::is_integral<T>::value) {
    using U = std::make_unsigned_t<T>;
    return (T)((U)a + (U)b);
  } else {
    return a + b;
  }
}
}  // namespace rs

#define RS_ATOMIC(name, type, expression)                                  \
  RS_RAW type name(type* address, type v) {                                \
    return rs::change(address, [v](type old) -> type { return expression; }); \
  }                                                                        \
  RS_RAW type name##_block(type* address, type v) { return name(address, v); } \
  RS_RAW type name##_system(type* address, type v) { return name(address, v); }
#define RS_ATOMIC_INTEGERS(name, expression)    \
  RS_ATOMIC(name, int, expression)              \
  RS_ATOMIC(name, unsigned int, expression)     \
  RS_ATOMIC(name, long long, expression)        \
  RS_ATOMIC(name, unsigned long long, expression)

RS_ATOMIC_INTEGERS(atomicAdd, rs::sum(old, v))
RS_ATOMIC(atomicAdd, float, old + v)
RS_ATOMIC(atomicAdd, double, old + v)
RS_ATOMIC(atomicSub, int, (int)((unsigned)old - (unsigned)v))
RS_ATOMIC(atomicSub, unsigned int, old - v)
RS_ATOMIC_INTEGERS(atomicMax, old > v ? old : v)
RS_ATOMIC_INTEGERS(atomicMin, old < v ? old : v)
RS_ATOMIC_INTEGERS(atomicAnd, old & v)
RS_ATOMIC_INTEGERS(atomicOr, old | v)
RS_ATOMIC_INTEGERS(atomicXor, old ^ v)
RS_ATOMIC_INTEGERS(atomicExch, ((void)old, v))
RS_ATOMIC(atomicExch, float, ((void)old, v))
RS_ATOMIC(atomicExch, double, ((void)old, v))
RS_ATOMIC(atomicInc, unsigned int, old >= v ? 0 : old + 1)
RS_ATOMIC(atomicDec, unsigned int, old == 0 || old > v ? v : old - 1)

template <class T>
RS_RAW T atomicCAS(T* address, T compare, T value) {
  return rs::change(address, [=](T old) { return old == compare ? value : old; });
}
