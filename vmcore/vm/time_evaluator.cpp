// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/time_evaluator.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "vmcore/base/split_mix.h"

namespace relaxscope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMaxCalls = 1e9;  ///< per repeat, however short a call is

/// The time of one repeat in nanoseconds, at least 0; -1 if `calls` ended the measurement.
double measure(const TimedCalls& calls, uint32_t repeat, bool warmup, uint32_t number) {
  if (calls.begin && !calls.begin(repeat, warmup)) return -1;
  const auto start = Clock::now();
  bool good = true;
  for (uint32_t i = 0; good && i < number; ++i) good = calls.call();
  const double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  const double reported = calls.end ? calls.end(ns) : ns;
  return good ? std::max(reported, 0.0) : -1;
}

/// Number of calls to fill the wanted time: 10% more than proportional, at least twice the present number.
uint32_t grown(uint32_t number, double ns, double wantedNs) {
  const double wanted = ns > 0 ? number * wantedNs / ns * 1.1 : number * 10.0;
  return static_cast<uint32_t>(std::min(std::max(std::ceil(wanted), 2.0 * number), kMaxCalls));
}

}  // namespace

bool evaluatePairs(const TimingPlan& plan, const PairedCalls& calls, uint64_t seed, PairedTiming& timing) {
  timing = {};
  uint32_t made = 0;
  for (; made < plan.warmup && made < plan.maxRepeats; ++made)
    if (measure(calls.recorded, made, true, 1) < 0) return false;
  if (calls.recorded.afterWarmup && !calls.recorded.afterWarmup()) return false;
  const uint32_t first = made;
  const auto call = [&](bool recorded) {
    const double ns = measure(recorded ? calls.recorded : calls.unrecorded, made, false, 1);
    if (ns >= 0) (recorded ? timing.recordedNs : timing.unrecordedNs).push_back(ns);
    return ns >= 0;
  };
  SplitMix64 random(seed);
  double measuredNs = 0;
  bool recordedFirst = false;
  uint32_t rounds = std::max(1u, plan.repeat);
  for (uint32_t round = 0; round < rounds || measuredNs < plan.minTimeSeconds * 1e9; ++round) {
    if (first + 2 * (uint64_t{round} + 1) > plan.maxRepeats) break;
    recordedFirst = round % 2 == 0 ? (random.next() >> 63) != 0 : !recordedFirst;
    if (!call(recordedFirst) || !call(!recordedFirst)) return false;
    measuredNs += timing.recordedNs.back();
    ++made;
    const bool isLong = std::max(timing.recordedNs[0], timing.unrecordedNs[0]) > plan.longCallSeconds * 1e9;
    if (plan.maxLongRounds != 0 && isLong) rounds = std::min(rounds, plan.maxLongRounds);
  }
  return true;
}

bool evaluateTime(const TimingPlan& plan, const TimedCalls& calls, Timing& timing) {
  timing = {};
  timing.number = std::max(1u, plan.number);
  uint32_t made = 0;
  for (; made < plan.warmup && made < plan.maxRepeats; ++made)
    if (measure(calls, made, true, 1) < 0) return false;
  const double repeatNs = plan.minRepeatSeconds * 1e9;
  while (repeatNs > 0 && timing.number < kMaxCalls && made < plan.maxRepeats) {
    const double ns = measure(calls, made++, true, timing.number);
    if (ns < 0) return false;
    if (ns >= repeatNs) break;
    timing.number = grown(timing.number, ns, repeatNs);
  }
  if (calls.afterWarmup && !calls.afterWarmup()) return false;
  double measuredNs = 0;
  const uint32_t least = std::max(1u, plan.repeat);
  for (uint32_t i = 0; (i < least || measuredNs < plan.minTimeSeconds * 1e9) && made < plan.maxRepeats; ++i, ++made) {
    const double ns = measure(calls, made, false, timing.number);
    if (ns < 0) return false;
    measuredNs += ns;
    timing.callNs.push_back(ns / timing.number);
  }
  return true;
}

}  // namespace relaxscope
