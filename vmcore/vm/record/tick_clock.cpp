// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/tick_clock.h"

#include <fmt/format.h>

#include <chrono>

namespace relaxscope {
namespace {

Clock calibrate() {
#if defined(__x86_64__)
  using SteadyClock = std::chrono::steady_clock;
  const auto sample = [](int64_t& ticks, int64_t& ns) {
    // The narrowest of a few bracketed readings, as an interrupt in between would skew one.
    int64_t best = INT64_MAX;
    for (int i = 0; i < 16; ++i) {
      const int64_t before = readTicks();
      const int64_t now =
          std::chrono::duration_cast<std::chrono::nanoseconds>(SteadyClock::now().time_since_epoch()).count();
      const int64_t after = readTicks();
      if (after - before < best) {
        best = after - before;
        ticks = before + (after - before) / 2;
        ns = now;
      }
    }
  };
  int64_t ticks0 = 0, ns0 = 0, ticks1 = 0, ns1 = 0;
  sample(ticks0, ns0);
  do sample(ticks1, ns1);
  while (ns1 - ns0 < 20'000'000);
  Clock clock;
  clock.nsPerTick = static_cast<double>(ns1 - ns0) / static_cast<double>(ticks1 - ticks0);
  clock.source = fmt::format("time stamp counter, {:.3f} GHz", 1.0 / clock.nsPerTick);
  return clock;
#else
  using Period = std::chrono::steady_clock::period;
  return Clock{1e9 * Period::num / Period::den, "steady clock"};
#endif
}

}  // namespace

const Clock& tickClock() {
  static const Clock clock = calibrate();
  return clock;
}

}  // namespace relaxscope
