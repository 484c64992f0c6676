// SPDX-License-Identifier: Apache-2.0
// The recording's clock beside one that never stops. The recording's clock stands still while the recording itself
// works (Recorder::hold); devices and other threads go on. Times of theirs are known by the clock that never stops, the
// running clock, and converted here.
#pragma once

#include <cstdint>
#include <vector>

namespace relaxscope {

class StoppedClock {
 public:
  /// Both clocks show the same from here on.
  void restart() { stops_.clear(); }
  /// The recording's clock stood still at `at`, its own time, for `ticks`; or went back to `at`, if that is earlier
  /// than stops before.
  void addStop(int64_t at, int64_t ticks);
  /// Times before the last stop are not asked for any more.
  void forget() {
    if (stops_.size() > 1) stops_.erase(stops_.begin(), stops_.end() - 1);
  }
  /// Ticks of all stops so far.
  [[nodiscard]] int64_t stopped() const { return stops_.empty() ? 0 : stops_.back().stoppedAfter; }
  /// The recording's time at a time of the running clock; during a stop, that at which it stood.
  [[nodiscard]] int64_t at(int64_t running) const;
  /// The running clock's time now, from the recording's.
  [[nodiscard]] int64_t runningAt(int64_t now) const { return now + stopped(); }

 private:
  struct Stop {
    int64_t begin = 0;          ///< by the running clock
    int64_t stoppedBefore = 0;  ///< ticks of the stops before
    int64_t stoppedAfter = 0;   ///< with this one
  };
  std::vector<Stop> stops_;
};

}  // namespace relaxscope
