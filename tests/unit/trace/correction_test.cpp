// SPDX-License-Identifier: Apache-2.0
// The cost of recording, taken out of recorded times.
#include "vmcore/trace/correction.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/event_values.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

using test::MadeTrace;

TEST(Correction, TheFactorIsTheOneThatExplainsThePairs) {
  std::vector<double> unrecorded, recorded, costs;
  for (int i = 0; i < 20; ++i) {
    unrecorded.push_back(1000 + 10 * (i % 3));
    costs.push_back(200);
    recorded.push_back(unrecorded.back() + 1.3 * costs.back());
  }
  recorded[5] *= 3;  // a disturbed run
  const Correction correction = correctionOf(recorded, unrecorded, costs);
  EXPECT_NEAR(correction.factor, 1.3, 1e-9);
  EXPECT_TRUE(correction.reason.empty());
  ASSERT_TRUE(correction.accuracy);
  EXPECT_NEAR(correction.accuracy->ratio, 1, 1e-9);
  EXPECT_NEAR(correction.accuracy->low, 1, 1e-9);
  EXPECT_EQ(correction.accuracy->pairs, 20u);
}

TEST(Correction, IsCheckedOnRoundsThatDidNotFitIt) {
  // Even rounds cost 100, odd ones 120: without one of a kind, the median of the others is that of the other kind.
  std::vector<double> unrecorded(20, 1000), recorded, costs(20, 100);
  for (int i = 0; i < 20; ++i) recorded.push_back(i % 2 == 0 ? 1100 : 1120);
  const Correction correction = correctionOf(recorded, unrecorded, costs);
  ASSERT_TRUE(correction.accuracy);
  EXPECT_NEAR(correction.accuracy->low, 0.98, 1e-9) << "1100 less 120";
  EXPECT_NEAR(correction.accuracy->high, 1.02, 1e-9) << "1120 less 100";
}

TEST(Correction, NoisyPairsDoNotMoveTheProbesCosts) {
  std::vector<double> unrecorded, recorded, costs(20, 10);
  for (int i = 0; i < 20; ++i) {
    unrecorded.push_back(10'000);
    recorded.push_back(10'000 + (i - 10) * 50);  // the pairs differ by far more than recording takes
  }
  EXPECT_DOUBLE_EQ(correctionOf(recorded, unrecorded, costs).factor, 1);
}

TEST(Correction, RecordingThatOverlapsWithTheProgramCostsLessThanTheProbe) {
  const std::vector<double> unrecorded(20, 1000), recorded(20, 1020), costs(20, 100);
  const Correction correction = correctionOf(recorded, unrecorded, costs);
  EXPECT_DOUBLE_EQ(correction.factor, 0.2);
  ASSERT_TRUE(correction.accuracy);
  EXPECT_DOUBLE_EQ(correction.accuracy->ratio, 1);
  EXPECT_EQ(correctionOf(unrecorded, recorded, costs).factor, 0) << "nothing is added to faster runs";
}

TEST(Correction, WhatTheProbeDoesNotExplainStays) {
  const std::vector<double> unrecorded(10, 1000), recorded(10, 2000), costs(10, 100);
  const Correction ten = correctionOf(recorded, unrecorded, costs);
  EXPECT_EQ(ten.factor, 0);
  EXPECT_EQ(ten.reason, "the cost of its events does not explain what recording adds");
  ASSERT_TRUE(ten.accuracy);
  EXPECT_DOUBLE_EQ(ten.accuracy->ratio, 2) << "of the times as recorded";
  const std::vector<double> five(5, 1000);
  EXPECT_FALSE(correctionOf(five, five, five).accuracy);
  EXPECT_FALSE(correctionOf(five, five, five).reason.empty());
  EXPECT_EQ(correctionOf(five, five, five).factor, 0);
}

TEST(Correction, WhatARunAddsIsInNoEvent) {
  // Recording takes 12 ns for each event by the probe and 100 ns for a run, of one event and of 21.
  for (const int events : {1, 21}) {
    const std::vector<double> unrecorded(10, 1000), costs(10, 10.0 * events), recorded(10, 1100 + 12.0 * events);
    const Correction correction = correctionOf(recorded, unrecorded, costs, 100);
    EXPECT_NEAR(correction.factor, 1.2, 1e-9) << events;
    EXPECT_DOUBLE_EQ(correction.perRunNs, 100);
    ASSERT_TRUE(correction.accuracy);
    EXPECT_NEAR(correction.accuracy->ratio, 1, 1e-9);
  }
  // Runs that recording slows by less than that are corrected by their events alone.
  const std::vector<double> unrecorded(10, 1000), costs(10, 50), recorded(10, 1060);
  const Correction correction = correctionOf(recorded, unrecorded, costs, 100);
  EXPECT_NEAR(correction.factor, 1.2, 1e-9);
  EXPECT_EQ(correction.perRunNs, 0);
}

TEST(Correction, CostsLieWhereTheModeReadsTheClock) {
  TraceInfo info;
  info.cost = {.perEventNs = 12, .perBodyNs = 5, .clockReadNs = 8};
  info.mode = "chained";
  EXPECT_DOUBLE_EQ(eventCost(EventKind::Call, info).inside, 12);
  EXPECT_DOUBLE_EQ(eventCost(EventKind::Call, info).outside, 0);
  EXPECT_DOUBLE_EQ(eventCost(EventKind::CompiledBuiltin, info).whole(), 20) << "one more reading";
  info.mode = "precise";
  EXPECT_DOUBLE_EQ(eventCost(EventKind::Call, info).inside, 8);
  EXPECT_DOUBLE_EQ(eventCost(EventKind::Call, info).outside, 4);
  EXPECT_DOUBLE_EQ(eventCost(EventKind::FunctionBody, info).whole(), 5);
  EXPECT_DOUBLE_EQ(eventCost(EventKind::LoadLibrary, info).whole(), 0);
}

/// Runs of main that calls f (three calls of k inside) and k once; each event costs `a` inside and `b` outside itself,
/// k takes 100 and main and f 40 of their own. Beside each run an unrecorded one.
MadeTrace nestedRuns(int runs, double a, double b, const char* mode) {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 1;
  made.trace.info.mode = mode;
  made.trace.info.cost = {.perEventNs = a + b, .clockReadNs = a};
  const auto whole = static_cast<int64_t>(a + b);
  const auto inside = static_cast<int64_t>(a);
  for (int run = 0; run < runs; ++run) {
    const int64_t start = run * 10'000;
    int64_t now = start + 20;
    const int64_t f = now;
    for (int call = 0; call < 3; ++call) {
      made.event(now, now + 100 + inside, 1, 2, EventKind::Call, 3, 1);
      now += 100 + whole;
    }
    now += 40 + inside;
    made.event(f, now, 2, 1, EventKind::Call, 1);
    now += whole - inside;
    made.event(now, now + 100 + inside, 1, 1, EventKind::Call, 2);
    now += 100 + whole + 20;
    made.event(start, now, 0, 0, EventKind::FunctionBody, 0);
    made.run(start, now, static_cast<uint32_t>(run));
    made.trace.unrecordedNs.push_back(480);
  }
  made.seal();
  return made;
}

TEST(Correction, RowsAreThoseOfAnUnrecordedRunAtAnyDepth) {
  for (const auto& [mode, a, b] : {std::tuple{"chained", 12.0, 0.0}, std::tuple{"precise", 8.0, 5.0}}) {
    const MadeTrace made = nestedRuns(10, a, b, mode);
    const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
    ASSERT_NEAR(statistics.correction.factor, 1, 1e-9) << mode;
    double self = 0;
    for (const StatisticsRow& row : statistics.rows) {
      self += row.selfNs;
      const double want = row.kind == EventKind::FunctionBody ? 40 : row.callee == 1 ? 400 : 40;
      EXPECT_NEAR(statistics.perRun(row.selfNs), want, 1e-6) << mode << ", callee " << row.callee;
      if (row.callee == 2) {
        EXPECT_NEAR(statistics.perRun(row.totalNs), 340, 1e-6) << mode << ": with its three calls of k";
      }
      if (row.callee == 1) { EXPECT_NEAR(row.medianNs, 100, 1e-6) << mode; }
      if (row.callee == 1) { EXPECT_NEAR(statistics.perRun(row.rawSelfNs), 400 + 4 * a, 1e-6) << mode; }
    }
    EXPECT_NEAR(statistics.perRun(self), 480, 1e-6) << mode << ": rows add up to the unrecorded run";
    EXPECT_NEAR(statistics.runTimes.medianNs, 480, 1e-6);
    EXPECT_NEAR(statistics.rawRunTimes.medianNs, 480 + 5 * (a + b), 1e-6);
    EXPECT_NEAR(statistics.eventCostNs, 10 * 5 * (a + b), 1e-6);
  }
}

TEST(Correction, TimesOfRunsAreWithoutWhatARunAdds) {
  MadeTrace made = nestedRuns(10, 12, 0, "chained");
  made.trace.info.cost.perRunNs = 7;
  for (double& ns : made.trace.unrecordedNs) ns -= 7;  // what the rows do not hold
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  ASSERT_NEAR(statistics.correction.factor, 1, 1e-9);
  EXPECT_NEAR(statistics.runTimes.medianNs, 473, 1e-6);
  double self = 0;
  for (const StatisticsRow& row : statistics.rows) self += statistics.perRun(row.selfNs);
  EXPECT_NEAR(self, 480, 1e-6) << "no event has a part of it";
}

TEST(Correction, WithoutUnrecordedRunsTimesAreAsRecorded) {
  MadeTrace made = nestedRuns(10, 12, 0, "chained");
  made.trace.unrecordedNs.clear();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_EQ(statistics.correction.factor, 0);
  EXPECT_FALSE(statistics.correction.accuracy);
  EXPECT_DOUBLE_EQ(statistics.runTimes.medianNs, statistics.rawRunTimes.medianNs);
  for (const StatisticsRow& row : statistics.rows) {
    EXPECT_DOUBLE_EQ(row.selfNs, row.rawSelfNs);
    EXPECT_DOUBLE_EQ(row.totalNs, row.rawTotalNs);
  }
}

}  // namespace
}  // namespace relaxscope
