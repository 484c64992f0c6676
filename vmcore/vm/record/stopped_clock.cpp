// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/stopped_clock.h"

#include <algorithm>

namespace relaxscope {

void StoppedClock::addStop(int64_t at, int64_t ticks) {
  if (ticks <= 0) return;
  const int64_t all = stopped() + ticks;
  int64_t before = stopped();
  while (!stops_.empty() && stops_.back().begin - stops_.back().stoppedBefore > at) {
    before = stops_.back().stoppedBefore;
    stops_.pop_back();
  }
  stops_.push_back({at + before, before, all});
}

int64_t StoppedClock::at(int64_t running) const {
  const auto after = std::ranges::upper_bound(stops_, running, {}, &Stop::begin);
  if (after == stops_.begin()) return stops_.empty() ? running : running - stops_.front().stoppedBefore;
  const Stop& last = *(after - 1);
  const int64_t end = last.begin + (last.stoppedAfter - last.stoppedBefore);
  return running < end ? last.begin - last.stoppedBefore : running - last.stoppedAfter;
}

}  // namespace relaxscope
