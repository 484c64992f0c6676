// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/time_evaluator.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "vmcore/base/split_mix.h"
#include "vmcore/run/request.h"
#include "vmcore/trace/accuracy.h"

namespace relaxscope {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr double kShortCallNs = 1e6, kMaxUnrecorded = 1000;
constexpr double kMaxCalls = 1e9;  ///< per repeat, however short a call is

/// The time of one repeat in nanoseconds, at least 0; -1 if `calls` ended the measurement.
double measureCalls(const TimedCalls& calls, uint32_t repeat, bool warmup, uint32_t number) {
  if (calls.begin && !calls.begin(repeat, warmup)) return -1;
  const auto start = SteadyClock::now();
  bool good = true;
  for (uint32_t i = 0; good && i < number; ++i) good = calls.call();
  const double ns = std::chrono::duration<double, std::nano>(SteadyClock::now() - start).count();
  const double reported = calls.end ? calls.end(ns) : ns;
  return good ? std::max(reported, 0.0) : -1;
}

/// Number of short calls of one kind that take kRepeatSeconds.
double callsPerBlock(double callNs) {
  return std::clamp(std::floor(1e9 * kRepeatSeconds / std::max(callNs, 1.0)), 1.0, kMaxUnrecorded);
}

/// The time of an unrecorded call beside a recorded one that took `lastNs`; -1 if `calls` ended the measurement. A
/// short call takes longer alone, after recording displaced it from the caches, than among others of its kind. So one
/// is made that is not measured, then as many as take kRepeatSeconds, whose mean counts.
double unrecordedTime(const TimedCalls& calls, uint32_t repeat, double lastNs) {
  if (lastNs >= kShortCallNs) return measureCalls(calls, repeat, false, 1);
  const double alone = measureCalls(calls, repeat, false, 1);
  if (alone < 0) return -1;
  const double number = callsPerBlock(alone);
  const double ns = measureCalls(calls, repeat, false, static_cast<uint32_t>(number));
  return ns < 0 ? -1 : ns / number;
}

/// The recorded calls before a measured one of about `lastNs`: of a short program as many as unrecorded ones are made,
/// so that branch predictors and caches have seen as much of one kind as of the other. False if one ended the
/// measurement.
bool leadIn(const PairedCalls& calls, double lastNs) {
  if (!calls.leadIn || lastNs >= kShortCallNs) return true;
  const double number = lastNs > 0 ? callsPerBlock(lastNs) : 1;
  for (double made = 1; made <= number; ++made)
    if (!calls.leadIn(made == number)) return false;
  return true;
}

/// Number of calls to fill the wanted time: 10% more than proportional, at least twice the present number.
uint32_t grownNumber(uint32_t number, double ns, double wantedNs) {
  const double wanted = ns > 0 ? number * wantedNs / ns * 1.1 : number * 10.0;
  return static_cast<uint32_t>(std::min(std::max(std::ceil(wanted), 2.0 * number), kMaxCalls));
}

}  // namespace

namespace {

/// The time that a measurement has taken, and how many more rounds it has time for.
class Budget {
 public:
  explicit Budget(double seconds) : ns_(seconds > 0 ? seconds * 1e9 : std::numeric_limits<double>::infinity()) {}
  void spend(double ns) { spentNs_ += ns; }
  void endRound() { roundNs_ = (spentNs_ - std::exchange(beforeRoundNs_, spentNs_)); }
  void beginRounds() { beforeRoundNs_ = spentNs_; }
  [[nodiscard]] bool allowsWarmup(uint32_t made) const {
    return made == 0 || spentNs_ + spentNs_ / made <= ns_ / kWarmupPart;
  }
  /// Rounds of the `wanted` ones; exact once the next one would be too long.
  [[nodiscard]] uint32_t rounds(uint32_t done, uint32_t wanted) const {
    if (done == 0 || std::isinf(ns_) || roundNs_ <= 0) return wanted;
    const auto fitting = [&](double ns) { return done + std::max(0.0, std::floor((ns - spentNs_) / roundNs_)); };
    // Before other processes: these are of no use if the first has too few pairs for an interval.
    const bool anInterval = fitting(std::max(ns_, kProfileSeconds * 1e9)) >= static_cast<double>(kMinPairs);
    const auto least = anInterval ? static_cast<uint32_t>(kMinPairs) : kLeastRounds;
    return std::clamp(static_cast<uint32_t>(std::min(fitting(ns_), static_cast<double>(wanted))),
                      std::min(least, wanted), wanted);
  }

 private:
  static constexpr double kWarmupPart = 6;
  double ns_, spentNs_ = 0, beforeRoundNs_ = 0, roundNs_ = 0;
};

}  // namespace

bool evaluatePairs(const TimingPlan& plan, const PairedCalls& calls, uint64_t seed, PairedTiming& timing) {
  timing = {};
  uint32_t made = 0;
  double lastNs = 0;
  Budget budget(plan.mostSeconds);
  for (; made < plan.warmup && made < plan.maxRepeats && budget.allowsWarmup(made); ++made) {
    if (lastNs = measureCalls(calls.recorded, made, true, 1); lastNs < 0) return false;
    budget.spend(lastNs);
  }
  const auto valuesBegan = SteadyClock::now();
  if (calls.recorded.afterWarmup && !calls.recorded.afterWarmup()) return false;
  budget.spend(std::chrono::duration<double, std::nano>(SteadyClock::now() - valuesBegan).count());
  budget.beginRounds();
  const uint32_t first = made;
  const auto call = [&](bool recorded) {
    if (recorded && !leadIn(calls, lastNs)) return false;
    lastNs = recorded ? measureCalls(calls.recorded, made, false, 1) : unrecordedTime(calls.unrecorded, made, lastNs);
    if (lastNs >= 0) (recorded ? timing.recordedNs : timing.unrecordedNs).push_back(lastNs);
    budget.spend(lastNs);
    return lastNs >= 0;
  };
  SplitMix64 random(seed);
  double measuredNs = 0;
  bool recordedFirst = false;
  const uint32_t wanted = std::max(1u, plan.repeat);
  for (uint32_t round = 0;; ++round) {
    const uint32_t rounds = budget.rounds(round, wanted);
    if (round >= rounds && measuredNs >= plan.minTimeSeconds * 1e9) break;
    if (first + 2 * (uint64_t{round} + 1) > plan.maxRepeats) break;
    if (calls.beforeRound) calls.beforeRound(round, rounds);
    recordedFirst = round % 2 == 0 ? (random.next() >> 63) != 0 : !recordedFirst;
    if (!call(recordedFirst) || !call(!recordedFirst)) return false;
    measuredNs += timing.recordedNs.back();
    budget.endRound();
    ++made;
  }
  return true;
}

bool evaluateTime(const TimingPlan& plan, const TimedCalls& calls, Timing& timing) {
  timing = {};
  timing.number = std::max(1u, plan.number);
  uint32_t made = 0;
  for (; made < plan.warmup && made < plan.maxRepeats; ++made)
    if (measureCalls(calls, made, true, 1) < 0) return false;
  const double repeatNs = plan.minRepeatSeconds * 1e9;
  while (repeatNs > 0 && timing.number < kMaxCalls && made < plan.maxRepeats) {
    const double ns = measureCalls(calls, made++, true, timing.number);
    if (ns < 0) return false;
    if (ns >= repeatNs) break;
    timing.number = grownNumber(timing.number, ns, repeatNs);
  }
  if (calls.afterWarmup && !calls.afterWarmup()) return false;
  double measuredNs = 0;
  const uint32_t least = std::max(1u, plan.repeat);
  for (uint32_t i = 0; (i < least || measuredNs < plan.minTimeSeconds * 1e9) && made < plan.maxRepeats; ++i, ++made) {
    const double ns = measureCalls(calls, made, false, timing.number);
    if (ns < 0) return false;
    measuredNs += ns;
    timing.callNs.push_back(ns / timing.number);
  }
  return true;
}

}  // namespace relaxscope
