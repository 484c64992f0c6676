// SPDX-License-Identifier: Apache-2.0
// Measures how long calls take, as TVM's time_evaluator does: repeats of several calls each, so that a call shorter
// than the clock's resolution can be timed. runTimesOf (trace/times/run_times.h) computes the statistics, outliers
// included.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace relaxscope {

struct TimingPlan {
  uint32_t warmup = 1;  ///< repeats of one call that are not counted
  uint32_t number = 1;  ///< calls per repeat; the result is their mean time
  uint32_t repeat = 1;
  double minRepeatSeconds = 0;      ///< `number` grows until a repeat takes this long
  double minTimeSeconds = 0;        ///< repeats continue until this much time was measured
  uint32_t maxRepeats = 4'000'000;  ///< warm-up ones included
  /// evaluatePairs: after kLeastRounds (request.h) none that would end beyond this time from the first call on, and
  /// after one warm-up none beyond a sixth of it; 0: no limit.
  double mostSeconds = 0;
};
struct Timing {
  std::vector<double> callNs;  ///< one per repeat: the mean time of its calls
  uint32_t number = 1;         ///< final number of calls per repeat
};

/// The calls to time. `begin` and `end` are called around each repeat and not timed; both may be empty.
struct TimedCalls {
  std::function<bool()> call;                                    ///< one call; false ends the measurement
  std::function<bool(uint32_t repeat, bool warmup)> begin = {};  ///< false ends the measurement
  std::function<double(double ns)> end = {};  ///< returns the repeat's time, to replace `ns` by a better clock's
  std::function<bool()> afterWarmup = {};     ///< once, before the first measured call; false ends the measurement
};

/// Times of two kinds of calls, in nanoseconds, one of each per round.
struct PairedTiming {
  std::vector<double> recordedNs, unrecordedNs;
};
struct PairedCalls {
  TimedCalls recorded, unrecorded;
  /// A recorded call that leaves no record, made several times before each short recorded one, the `last` time directly
  /// before it; false ends the measurement. May be empty.
  std::function<bool(bool last)> leadIn = {};
  std::function<void(uint32_t done, uint32_t planned)> beforeRound = {};  ///< may be empty
};

/// Measures both kinds in turns: a round has one call of each, and of two rounds one begins with the recorded call and
/// the other with the unrecorded one, in an order drawn at random, so that a drift of the machine favours neither.
/// Calls of less than a millisecond follow others of their kind that are not measured, so that each finds its own
/// caches and branch predictions; the time of an unrecorded one is then the mean of several. Warm-up calls are recorded
/// ones. Uses warmup, repeat (rounds), minTimeSeconds (of recorded calls), maxRepeats (all calls) and mostSeconds of
/// `plan`. Returns false if a call ended the measurement.
bool evaluatePairs(const TimingPlan& plan, const PairedCalls& calls, uint64_t seed, PairedTiming& timing);

/// Returns false if `calls` ended the measurement. Repeats made while `number` grows are warm-ups.
bool evaluateTime(const TimingPlan& plan, const TimedCalls& calls, Timing& timing);

}  // namespace relaxscope
