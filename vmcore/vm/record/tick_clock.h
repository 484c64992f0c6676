// SPDX-License-Identifier: Apache-2.0
// The clock of recordings: the time stamp counter where the processor keeps it constant, else the
// steady clock. Reading it costs about 11 ns on a virtual machine, so a Call is stamped once.
#pragma once

#include <cstdint>

#include "vmcore/trace/event.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <chrono>
#endif

namespace relaxscope {

/// Now, in ticks. Not a serialising instruction: good to about ten nanoseconds.
inline int64_t readTicks() {
#if defined(__x86_64__)
  return static_cast<int64_t>(__rdtsc());
#else
  return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
}

/// Ticks to nanoseconds, calibrated against the steady clock for at least 20 ms on first use.
const Clock& tickClock();

}  // namespace relaxscope
