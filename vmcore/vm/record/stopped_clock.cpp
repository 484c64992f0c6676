// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/stopped_clock.h"

#include <algorithm>

namespace relaxscope {

int64_t StoppedClock::at(int64_t running) const {
  const auto after = std::ranges::upper_bound(stops_, running, {}, &Stop::begin);
  if (after == stops_.begin()) return running;
  const Stop& last = *(after - 1);
  const int64_t before = after - 1 == stops_.begin() ? 0 : (after - 2)->stoppedAfter;
  const int64_t end = last.begin + (last.stoppedAfter - before);
  return running < end ? last.begin - before : running - last.stoppedAfter;
}

}  // namespace relaxscope
