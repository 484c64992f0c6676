// SPDX-License-Identifier: Apache-2.0
// Number of calls in time evaluation: the plan, its growth and its termination. Times come from a fake clock.
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "tests/unit/vm/test_vm.h"
#include "vmcore/run/request.h"
#include "vmcore/vm/time_evaluator.h"

namespace relaxscope::testing {
namespace {

/// Counts calls and reports 100 ns per call.
struct Counted {
  uint64_t calls = 0, callsBefore = 0;
  std::vector<std::pair<uint32_t, bool>> repeats;
  uint64_t failAt = UINT64_MAX;

  TimedCalls timed() {
    return {[this] { return ++calls != failAt; },
            [this](uint32_t repeat, bool warmup) {
              repeats.emplace_back(repeat, warmup);
              callsBefore = calls;
              return true;
            },
            [this](double) { return 100.0 * static_cast<double>(calls - callsBefore); }};
  }
};

TEST(TimeEvaluator, CallsAsPlanned) {
  Counted counted;
  Timing timing;
  ASSERT_TRUE(evaluateTime({.warmup = 2, .number = 5, .repeat = 3}, counted.timed(), timing));
  EXPECT_EQ(counted.calls, 2u + 3 * 5);
  EXPECT_EQ(timing.callNs, (std::vector<double>{100, 100, 100}));
  EXPECT_EQ(timing.number, 5u);
  EXPECT_EQ(counted.repeats,
            (std::vector<std::pair<uint32_t, bool>>{{0, true}, {1, true}, {2, false}, {3, false}, {4, false}}));
}

/// The order of the calls, "r" or "u" each; warm-ups are "w", the recorded calls before a measured one together "l".
struct Turns {
  std::string order;
  size_t failAt = SIZE_MAX;
  uint32_t called = 0;  ///< since the last begin
  uint32_t leadIns = 0;
  double recordedNs = 110, unrecordedNs = 100;

  PairedCalls calls() {
    const auto kind = [this](char name) {
      return TimedCalls{[this] {
                          ++called;
                          return order.size() != failAt;
                        },
                        [this, name](uint32_t, bool warmup) {
                          order += warmup ? 'w' : name;
                          called = 0;
                          return true;
                        },
                        [this, name](double) { return called * (name == 'r' ? recordedNs : unrecordedNs); }};
    };
    return {kind('r'), kind('u'), [this](bool) {
              ++leadIns;
              if (!order.ends_with('l')) order += 'l';
              return true;
            }};
  }
};

TEST(PairedEvaluator, EachRoundHasBothAndTwoRoundsBothOrders) {
  std::set<std::string> blocks;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Turns turns;
    PairedTiming timing;
    ASSERT_TRUE(evaluatePairs({.warmup = 2, .repeat = 4}, turns.calls(), seed, timing));
    ASSERT_EQ(turns.order.size(), 2u + 16u) << "each of these short calls follows one that is not measured";
    EXPECT_EQ(turns.order.substr(0, 2), "ww");
    for (const size_t block : {2u, 10u}) blocks.insert(turns.order.substr(block, 8));
    EXPECT_EQ(timing.recordedNs, std::vector<double>(4, 110));
    EXPECT_EQ(timing.unrecordedNs, std::vector<double>(4, 100));
    EXPECT_EQ(turns.leadIns, 4u * 1000u) << "as many as unrecorded ones";
  }
  EXPECT_EQ(blocks, (std::set<std::string>{"lruuuulr", "uulrlruu"}));
}

TEST(PairedEvaluator, AShortUnrecordedCallIsTheMeanOfSeveral) {
  Turns turns;
  PairedTiming timing;
  ASSERT_TRUE(evaluatePairs({.warmup = 0, .repeat = 1}, turns.calls(), 0, timing));
  EXPECT_EQ(timing.unrecordedNs, std::vector<double>{100});
  EXPECT_TRUE(turns.order.back() != 'u' || turns.called == 1000) << "calls of 100 ns";
}

TEST(PairedEvaluator, LongCallsAreMadeOnce) {
  Turns turns;
  turns.recordedNs = turns.unrecordedNs = 2e6;
  PairedTiming timing;
  ASSERT_TRUE(evaluatePairs({.warmup = 1, .repeat = 2}, turns.calls(), 0, timing));
  EXPECT_EQ(turns.order.size(), 1u + 4u);
}

TEST(PairedEvaluator, SaysTheRoundsThatAreMadeAndPlanned) {
  Turns turns;
  turns.recordedNs = 2.1e9;
  PairedCalls calls = turns.calls();
  std::vector<std::pair<uint32_t, uint32_t>> rounds;
  calls.beforeRound = [&rounds](uint32_t done, uint32_t planned) { rounds.emplace_back(done, planned); };
  PairedTiming timing;
  turns.unrecordedNs = 1.9e9;
  ASSERT_TRUE(evaluatePairs({.warmup = 1, .repeat = 20, .mostSeconds = 15}, calls, 0, timing));
  EXPECT_EQ(rounds, (std::vector<std::pair<uint32_t, uint32_t>>{{0, 20}, {1, 3}, {2, 3}}));
}

TEST(PairedEvaluator, EndsByTimeByNumberAndByFailure) {
  Turns turns;
  PairedTiming timing;
  ASSERT_TRUE(evaluatePairs({.warmup = 0, .repeat = 1, .minTimeSeconds = 1e-6}, turns.calls(), 0, timing));
  EXPECT_EQ(timing.recordedNs.size(), 10u) << "ten recorded runs of 110 ns are the first above 1 µs";
  turns = {};
  ASSERT_TRUE(evaluatePairs({.warmup = 1, .repeat = 100, .maxRepeats = 9}, turns.calls(), 0, timing));
  EXPECT_EQ(timing.recordedNs.size(), 4u) << "no half round";
  EXPECT_EQ(timing.unrecordedNs.size(), 4u);
  turns = {};
  turns = {};
  turns.failAt = 6;
  EXPECT_FALSE(evaluatePairs({.warmup = 1, .repeat = 100}, turns.calls(), 0, timing));
  EXPECT_EQ(turns.order.size(), 6u);
}

/// Rounds of two calls of this length, and warm-ups, of a profile of 15 s, or of its first process of several.
std::pair<size_t, size_t> roundsAndWarmups(double seconds, double mostSeconds = kProfileSeconds) {
  Turns turns;
  turns.recordedNs = turns.unrecordedNs = seconds * 1e9;
  PairedTiming timing;
  EXPECT_TRUE(evaluatePairs({.warmup = 3, .repeat = 20, .mostSeconds = mostSeconds}, turns.calls(), 0, timing));
  EXPECT_EQ(timing.recordedNs.size(), timing.unrecordedNs.size());
  return {timing.recordedNs.size(), static_cast<size_t>(std::ranges::count(turns.order, 'w'))};
}

TEST(PairedEvaluator, ALongProgramHasAsManyRoundsAsThereIsTimeFor) {
  using Both = std::pair<size_t, size_t>;
  EXPECT_EQ(roundsAndWarmups(1e-6), (Both{20, 3}));
  EXPECT_EQ(roundsAndWarmups(0.3), (Both{20, 3})) << "0.9 s and 20 times 0.6";
  EXPECT_EQ(roundsAndWarmups(0.5), (Both{13, 3})) << "1.5 s and 13 times 1";
  EXPECT_EQ(roundsAndWarmups(1), (Both{6, 2})) << "2 s and 6 times 2";
  EXPECT_EQ(roundsAndWarmups(1.9), (Both{3, 1}));
  EXPECT_EQ(roundsAndWarmups(2.5), (Both{3, 1})) << "17.5 s, as three rounds are the least";
}

TEST(PairedEvaluator, TheFirstProcessHasAsManyPairsAsAnIntervalNeedsIfThereIsTime) {
  using Both = std::pair<size_t, size_t>;
  EXPECT_EQ(roundsAndWarmups(0.3, kFirstProcessSeconds), (Both{13, 3})) << "0.9 s and 13 times 0.6, of 9 s";
  EXPECT_EQ(roundsAndWarmups(0.8, kFirstProcessSeconds), (Both{6, 1})) << "5 in 9 s, 8 in 15 s";
  EXPECT_EQ(roundsAndWarmups(1.2, kFirstProcessSeconds), (Both{3, 1})) << "5 in 15 s";
}

TEST(TimeEvaluator, GrowsTheNumberUntilARepeatIsLongEnough) {
  Counted counted;
  Timing timing;
  ASSERT_TRUE(
      evaluateTime({.warmup = 0, .number = 1, .repeat = 4, .minRepeatSeconds = 10e-6}, counted.timed(), timing));
  EXPECT_NEAR(timing.number, 110, 1) << "10 µs at 100 ns a call, and a tenth more";
  EXPECT_EQ(timing.callNs.size(), 4u);
  EXPECT_EQ(counted.repeats.size(), 2u + 4u) << "one of a single call, one that was long enough";
  EXPECT_TRUE(counted.repeats[1].second);
  EXPECT_FALSE(counted.repeats[2].second);
}

TEST(TimeEvaluator, RepeatsUntilEnoughWasMeasured) {
  Counted counted;
  Timing timing;
  ASSERT_TRUE(evaluateTime({.warmup = 0, .number = 1, .repeat = 2, .minTimeSeconds = 950e-9}, counted.timed(), timing));
  EXPECT_EQ(timing.callNs.size(), 10u);
}

TEST(TimeEvaluator, StopsAtTheMostRepeats) {
  Counted counted;
  Timing timing;
  ASSERT_TRUE(evaluateTime({.warmup = 3, .number = 1, .repeat = 2, .minTimeSeconds = 1e9, .maxRepeats = 50},
                           counted.timed(), timing));
  EXPECT_EQ(timing.callNs.size(), 47u);
}

TEST(TimeEvaluator, MeasuresAtLeastOneCall) {
  Counted counted;
  Timing timing;
  ASSERT_TRUE(evaluateTime({.warmup = 0, .number = 0, .repeat = 0}, counted.timed(), timing));
  EXPECT_EQ(counted.calls, 1u);
  EXPECT_EQ(timing.number, 1u);
  EXPECT_EQ(timing.callNs, (std::vector<double>{100}));
}

TEST(TimeEvaluator, TheMostRepeatsHoldForEveryKindOfThem) {
  const TimingPlan plans[] = {
      {.warmup = UINT32_MAX, .maxRepeats = 40},
      {.warmup = 0, .repeat = UINT32_MAX, .maxRepeats = 40},
      {.warmup = 5, .repeat = 1, .minTimeSeconds = std::numeric_limits<double>::infinity(), .maxRepeats = 40}};
  const size_t measured[] = {0, 40, 35};
  for (size_t i = 0; i < 3; ++i) {
    Counted counted;
    Timing timing;
    ASSERT_TRUE(evaluateTime(plans[i], counted.timed(), timing)) << i;
    EXPECT_EQ(counted.repeats.size(), 40u) << i;
    EXPECT_EQ(timing.callNs.size(), measured[i]) << i;
  }
  Counted none;
  Timing timing;
  ASSERT_TRUE(evaluateTime({.maxRepeats = 0}, none.timed(), timing));
  EXPECT_EQ(none.calls, 0u);
}

TEST(TimeEvaluator, TheNumberGrowsToABillionAtMost) {
  for (const double seconds : {1e9, 1e300, std::numeric_limits<double>::infinity()}) {
    Counted counted;
    counted.failAt = 1000;  // stops early instead of making a billion calls
    Timing timing;
    EXPECT_FALSE(evaluateTime({.warmup = 0, .minRepeatSeconds = seconds}, counted.timed(), timing));
    EXPECT_EQ(timing.number, 1'000'000'000u) << seconds;
    EXPECT_EQ(counted.repeats.back(), std::pair(1u, false)) << "at a billion it grows no more";
  }
  Counted counted;
  counted.failAt = 1000;
  Timing timing;
  EXPECT_FALSE(evaluateTime({.warmup = 0, .number = UINT32_MAX, .minRepeatSeconds = 1}, counted.timed(), timing));
  EXPECT_EQ(timing.number, UINT32_MAX) << "what was asked for stays";
}

TEST(TimeEvaluator, TheNumberGrowsWhereTheClockDoesNotMove) {
  Counted counted;
  counted.failAt = 20'000;
  TimedCalls calls = counted.timed();
  for (const double reported : {0.0, -5.0}) {  // a clock that ran backwards counts as stopped
    calls.end = [reported](double) { return reported; };
    counted.calls = 0;
    Timing timing;
    EXPECT_FALSE(evaluateTime({.warmup = 0, .minRepeatSeconds = 1e-6}, calls, timing));
    EXPECT_EQ(timing.number, 100'000u) << "1, 10, ... 10,000 went before";
  }
}

TEST(TimeEvaluator, NonsenseForATimeAsksForNone) {
  for (const double seconds : {-1.0, std::nan("")}) {
    Counted counted;
    Timing timing;
    ASSERT_TRUE(
        evaluateTime({.warmup = 0, .number = 2, .repeat = 3, .minRepeatSeconds = seconds, .minTimeSeconds = seconds},
                     counted.timed(), timing));
    EXPECT_EQ(counted.calls, 6u) << seconds;
    EXPECT_EQ(timing.number, 2u) << seconds;
  }
}

TEST(TimeEvaluator, EndsWhereACallFails) {
  for (const uint64_t failAt : {1u, 2u, 4u, 9u}) {
    Counted counted;
    counted.failAt = failAt;
    Timing timing;
    EXPECT_FALSE(evaluateTime({.warmup = 1, .number = 3, .repeat = 5}, counted.timed(), timing));
    EXPECT_EQ(counted.calls, failAt);
  }
}

TEST(TimeEvaluator, EndsWhereBeginSaysSo) {
  Counted counted;
  TimedCalls calls = counted.timed();
  calls.begin = [](uint32_t repeat, bool) { return repeat < 2; };
  Timing timing;
  EXPECT_FALSE(evaluateTime({.warmup = 0, .number = 1, .repeat = 5}, calls, timing));
  EXPECT_EQ(counted.calls, 2u);
}

}  // namespace
}  // namespace relaxscope::testing
