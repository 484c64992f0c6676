// SPDX-License-Identifier: Apache-2.0
// Barriers and what the lanes of a warp do together. Each is a call to the emulation that returns when all lanes have
// arrived; the values of all of them then lie ready.
#pragma once
#pragma GCC system_header

#define __syncthreads() ((void)rs_bindings.barrier(false))
#define __syncthreads_count(p) (rs_bindings.barrier((p) != 0).nonZero)
RS_RAW int __syncthreads_or(int p) { return rs_bindings.barrier(p != 0).nonZero != 0; }
RS_RAW int __syncthreads_and(int p) {
  const relaxscope::emulated::BarrierCount count = rs_bindings.barrier(p != 0);
  return count.nonZero == count.threads;
}

namespace rs {
template <class T>
RS_INLINE uint64_t toBits(T value) {
  static_assert(sizeof(T) <= 8, "a lane passes at most 8 bytes");
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
RS_INLINE T fromBits(uint64_t bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}
/// The value of lane `from`; of a lane that took no part, all bits 1: NaN.
template <class T>
RS_INLINE T shuffle(const char* operation, unsigned mask, T value, unsigned from) {
  const WarpValues* all = rs_bindings.exchange(operation, mask, toBits(value));
  return fromBits<T>((all->lanes >> (from & 31) & 1) != 0 ? all->value[from & 31] : ~uint64_t{0});
}
RS_INLINE unsigned votes(const char* operation, unsigned mask, bool predicate) {
  const WarpValues* all = rs_bindings.exchange(operation, mask, predicate);
  unsigned set = 0;
  for (unsigned i = 0; i < 32; ++i)
    if ((all->lanes >> i & 1) != 0 && all->value[i] != 0) set |= 1u << i;
  return set & mask;
}
template <class T, class F>
RS_INLINE T reduce(const char* operation, unsigned mask, T value, F combine) {
  const WarpValues* all = rs_bindings.exchange(operation, mask, toBits(value));
  bool first = true;
  T result = value;
  for (unsigned i = 0; i < 32; ++i) {
    if ((mask >> i & 1) == 0 || (all->lanes >> i & 1) == 0) continue;
    result = first ? fromBits<T>(all->value[i]) : combine(result, fromBits<T>(all->value[i]));
    first = false;
  }
  return result;
}
}  // namespace rs

template <class T>
RS_RAW T __shfl_sync(unsigned mask, T value, int from, int width = 32) {
  const unsigned base = rs::lane() & ~(unsigned)(width - 1);
  return rs::shuffle("__shfl_sync", mask, value, base + ((unsigned)from & (unsigned)(width - 1)));
}
template <class T>
RS_RAW T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const unsigned lane = rs::lane(), place = lane & (unsigned)(width - 1);
  return rs::shuffle("__shfl_up_sync", mask, value, place < delta ? lane : lane - delta);
}
template <class T>
RS_RAW T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const unsigned lane = rs::lane(), place = lane & (unsigned)(width - 1);
  return rs::shuffle("__shfl_down_sync", mask, value, place + delta >= (unsigned)width ? lane : lane + delta);
}
template <class T>
RS_RAW T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32) {
  const unsigned lane = rs::lane(), from = lane ^ (unsigned)bits;
  const unsigned end = (lane & ~(unsigned)(width - 1)) + (unsigned)width;
  return rs::shuffle("__shfl_xor_sync", mask, value, from >= end ? lane : from);
}

// By place in the source: compilers duplicate code, so that lanes meet at different addresses.
#define __activemask() rs_bindings.activeLanes(__COUNTER__)
RS_RAW void __syncwarp(unsigned mask = 0xffffffffu) { rs_bindings.exchange("__syncwarp", mask, 0); }
RS_RAW unsigned __ballot_sync(unsigned mask, int p) { return rs::votes("__ballot_sync", mask, p != 0); }
RS_RAW int __any_sync(unsigned mask, int p) { return rs::votes("__any_sync", mask, p != 0) != 0; }
RS_RAW int __all_sync(unsigned mask, int p) { return rs::votes("__all_sync", mask, p == 0) == 0; }
template <class T>
RS_RAW unsigned __match_any_sync(unsigned mask, T value) {
  const uint64_t own = rs::toBits(value);
  const relaxscope::emulated::WarpValues* all = rs_bindings.exchange("__match_any_sync", mask, own);
  unsigned same = 0;
  for (unsigned i = 0; i < 32; ++i)
    if ((all->lanes & mask) >> i & 1 && all->value[i] == own) same |= 1u << i;
  return same;
}
template <class T>
RS_RAW unsigned __match_all_sync(unsigned mask, T value, int* equal) {
  const uint64_t own = rs::toBits(value);
  const relaxscope::emulated::WarpValues* all = rs_bindings.exchange("__match_all_sync", mask, own);
  *equal = 1;
  for (unsigned i = 0; i < 32; ++i)
    if ((all->lanes & mask) >> i & 1 && all->value[i] != own) *equal = 0;
  return *equal != 0 ? mask : 0;
}
#define RS_REDUCE(name, type, expression)                                          \
  RS_RAW type name(unsigned mask, type value) {                                    \
    return rs::reduce(#name, mask, value, [](type a, type b) { return expression; }); \
  }
RS_REDUCE(__reduce_add_sync, int, (int)((unsigned)a + (unsigned)b))
RS_REDUCE(__reduce_add_sync, unsigned, a + b)
RS_REDUCE(__reduce_min_sync, int, a < b ? a : b)
RS_REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
RS_REDUCE(__reduce_max_sync, int, a > b ? a : b)
RS_REDUCE(__reduce_max_sync, unsigned, a > b ? a : b)
RS_REDUCE(__reduce_and_sync, unsigned, a & b)
RS_REDUCE(__reduce_or_sync, unsigned, a | b)
RS_REDUCE(__reduce_xor_sync, unsigned, a ^ b)
