// SPDX-License-Identifier: Apache-2.0
// The clock of recordings: the time stamp counter if the CPU runs it at a constant rate, else the
// steady clock. A reading costs about 15 ns on a virtual host.
#pragma once

#include <cstdint>

#include "vmcore/trace/event.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <chrono>
#endif

namespace relaxscope {

/// Current time in ticks, after everything before it has been executed. A reading that does not wait takes half as
/// long, but up to 50 ns of a chain of multiplications or loads then count as its neighbour's.
inline int64_t readTicks() {
#if defined(__x86_64__)
  _mm_lfence();
  return static_cast<int64_t>(__rdtsc());
#else
  return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
}

/// Conversion of ticks to nanoseconds, calibrated against the steady clock for at least 20 ms on first use.
const Clock& tickClock();

}  // namespace relaxscope
