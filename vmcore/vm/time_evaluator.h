// SPDX-License-Identifier: Apache-2.0
// Measures how long calls take, as TVM's time_evaluator does: repeats of several calls each, so that a call shorter
// than the clock's grain can be timed. The figures of the result are runTimesOf (trace/run_times.h), outliers included.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace relaxscope {

struct TimingPlan {
  uint32_t warmup = 1;  ///< repeats of one call that are not counted
  uint32_t number = 1;  ///< calls a repeat; its time is their mean
  uint32_t repeat = 1;
  double minRepeatSeconds = 0;       ///< `number` grows until a repeat takes so long
  double minTimeSeconds = 0;         ///< more repeats until so much time was measured
  uint32_t mostRepeats = 4'000'000;  ///< warm-up ones included
};
struct Timing {
  std::vector<double> callNs;  ///< one a repeat: the mean time of its calls
  uint32_t number = 1;         ///< calls a repeat, as grown
};

/// What is timed. `begin` and `end` stand around a repeat and are not timed; both may be empty.
struct TimedCalls {
  std::function<bool()> call;                                    ///< one call; false ends the measurement
  std::function<bool(uint32_t repeat, bool warmup)> begin = {};  ///< false ends the measurement
  std::function<double(double ns)> end = {};  ///< the time of the repeat, where it has a better clock than ours
};

/// False where `calls` ended it. Repeats that were made while `number` grew are warm-up ones.
bool evaluateTime(const TimingPlan& plan, const TimedCalls& calls, Timing& timing);

}  // namespace relaxscope
