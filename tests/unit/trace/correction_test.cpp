// SPDX-License-Identifier: Apache-2.0
// The cost of recording, taken out of recorded times.
#include "vmcore/trace/correction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/event_values.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

using test::MadeTrace;

std::vector<RunCost> costsOf(size_t runs, double readings, double rest = 0) { return {runs, {readings, rest}}; }
double takenOf(const Correction& correction, const RunCost& cost) {
  return correction.perRunNs + correction.factors.readings * cost.readings + correction.factors.rest * cost.rest;
}

TEST(Correction, OfManyEventsTheFactorIsTheOneThatExplainsThePairs) {
  std::vector<double> unrecorded, recorded;
  const std::vector<RunCost> costs = costsOf(20, 12'000, 8000);
  for (int i = 0; i < 20; ++i) {
    unrecorded.push_back(10'000 + 10 * (i % 3));
    recorded.push_back(unrecorded.back() + 1.1 * 20'000);
  }
  recorded[5] *= 3;  // a disturbed run
  const Correction correction = correctionOf(recorded, unrecorded, costs);
  EXPECT_NEAR(correction.factor, 1.1, 1e-3);
  EXPECT_NEAR(correction.factors.readings, 1.02, 1e-2) << "what every program waits for";
  EXPECT_NEAR(correction.factors.rest, 1.22, 1e-2) << "what overlaps more or less";
  EXPECT_TRUE(correction.reason.empty());
  ASSERT_TRUE(correction.accuracy);
  EXPECT_NEAR(correction.accuracy->ratio, 1, 1e-9);
  EXPECT_NEAR(correction.accuracy->low, 1, 1e-9);
  EXPECT_EQ(correction.accuracy->pairs, 20u);
}

TEST(Correction, OfFewEventsTheRunHasWhatTheProbeDoesNotExplain) {
  // By the probe 100 ns for the events and 100 for the run; 240 are added.
  const std::vector<double> unrecorded(10, 1000), recorded(10, 1240);
  const std::vector<RunCost> costs = costsOf(10, 60, 40);
  const Correction correction = correctionOf(recorded, unrecorded, costs, 100);
  EXPECT_NEAR(takenOf(correction, costs[0]), 240, 1e-9);
  EXPECT_GT(correction.perRunNs, 130);
  EXPECT_NEAR(correction.factor, 1, 0.1);
  ASSERT_TRUE(correction.accuracy);
  EXPECT_NEAR(correction.accuracy->ratio, 1, 1e-9);
}

TEST(Correction, NoCostIsNegative) {
  // Recorded runs are 60 ns faster, as unrecorded ones were disturbed.
  const std::vector<double> unrecorded(10, 5000), recorded(10, 4940);
  for (const RunCost& cost : {RunCost{300, 150}, RunCost{300, 2000}}) {
    const Correction correction = correctionOf(recorded, unrecorded, std::vector<RunCost>(10, cost), 100);
    ASSERT_GT(correction.factor, 0);
    EXPECT_GT(correction.factors.readings, 0);
    EXPECT_GE(correction.factors.rest, 0);
    EXPECT_LT(correction.perRunNs, 0) << "in no event";
    EXPECT_NEAR(takenOf(correction, cost), -60, 1e-9);
  }
  // Of a short run that cannot be a disturbance: recording adds nothing.
  const std::vector<double> shortRun(10, 600), faster(10, 570);
  EXPECT_EQ(correctionOf(faster, shortRun, costsOf(10, 170, 50)).factor, 0);
}

TEST(Correction, IsCheckedOnRoundsThatDidNotFitIt) {
  // Even rounds cost 100, odd ones 120: without one of a kind, the median of the others is that of the other kind.
  std::vector<double> unrecorded(20, 1000), recorded;
  for (int i = 0; i < 20; ++i) recorded.push_back(i % 2 == 0 ? 1100 : 1120);
  const Correction correction = correctionOf(recorded, unrecorded, costsOf(20, 100));
  ASSERT_TRUE(correction.accuracy);
  EXPECT_NEAR(correction.accuracy->low, 0.98, 1e-3) << "1100 less 120";
  EXPECT_NEAR(correction.accuracy->high, 1.02, 1e-3) << "1120 less 100";
}

TEST(Correction, NoisyPairsDoNotMoveTheProbesCosts) {
  std::vector<double> unrecorded, recorded;
  for (int i = 0; i < 20; ++i) {
    unrecorded.push_back(10'000);
    recorded.push_back(10'000 + (i - 10) * 50);  // the pairs differ by far more than recording takes
  }
  const Correction correction = correctionOf(recorded, unrecorded, costsOf(20, 10));
  EXPECT_NEAR(correction.factor, 1, 0.01);
  EXPECT_LT(correction.perRunNs, 5);
}

TEST(Correction, RecordingThatOverlapsWithTheProgramCostsLessThanTheProbe) {
  const std::vector<double> unrecorded(20, 1000), recorded(20, 1020);
  const Correction correction = correctionOf(recorded, unrecorded, costsOf(20, 60, 400));
  EXPECT_LT(correction.factor, 0.3);
  ASSERT_TRUE(correction.accuracy);
  EXPECT_NEAR(correction.accuracy->ratio, 1, 1e-9);
}

TEST(Correction, WhatTheProbeDoesNotExplainStays) {
  const std::vector<double> unrecorded(10, 1000), recorded(10, 2000);
  const Correction ten = correctionOf(recorded, unrecorded, costsOf(10, 100));
  EXPECT_EQ(ten.factor, 0);
  EXPECT_EQ(ten.perRunNs, 0);
  EXPECT_EQ(ten.reason, "the cost of its events does not explain what recording adds");
  ASSERT_TRUE(ten.accuracy);
  EXPECT_DOUBLE_EQ(ten.accuracy->ratio, 2) << "of the times as recorded";
  const std::vector<double> five(5, 1000);
  EXPECT_FALSE(correctionOf(five, five, costsOf(5, 1000)).accuracy);
  EXPECT_FALSE(correctionOf(five, five, costsOf(5, 1000)).reason.empty());
  EXPECT_EQ(correctionOf(five, five, costsOf(5, 1000)).factor, 0);
  EXPECT_EQ(correctionOf(unrecorded, unrecorded, costsOf(10, 0)).factor, 0) << "no event costs anything";
}

TEST(Correction, CostsLieWhereTheModeReadsTheClock) {
  TraceInfo info;
  info.cost = {.perEventNs = 12, .perBodyNs = 5, .clockReadNs = 8};
  info.mode = "chained";
  EXPECT_DOUBLE_EQ(eventCost(EventKind::Call, info).within(), 12);
  EXPECT_DOUBLE_EQ(eventCost(EventKind::Call, info).outside, 0);
  EXPECT_DOUBLE_EQ(eventCost(EventKind::NestedKernel, info).whole(), 20) << "one more reading";
  for (const EventKind kind : {EventKind::CompiledBuiltin, EventKind::CompiledKernels}) {
    EXPECT_DOUBLE_EQ(eventCost(kind, info).within(), 8) << "the clock stands still while the row is written";
    EXPECT_DOUBLE_EQ(eventCost(kind, info).outside, 0);
  }
  info.cost.perCompiledCallNs = 30;
  for (const EventKind kind : {EventKind::CompiledBuiltin, EventKind::CompiledKernels})
    EXPECT_DOUBLE_EQ(eventCost(kind, info).within(), 15) << "the pair's cost, in equal parts";
  info.mode = "precise";
  EXPECT_DOUBLE_EQ(eventCost(EventKind::Call, info).within(), 8);
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

/// Runs of main that calls the VM function g five times, whose body takes 3 of its own; a call and the body that ends
/// with it cost `a` + `b` and 2 for the body, of which `a` + 2 in the body. Beside each run an unrecorded one.
MadeTrace runsOfShortBodies(double a, double b, const char* mode) {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 1;
  made.trace.info.mode = mode;
  made.trace.info.cost = {.perEventNs = a + b, .perBodyNs = 2, .clockReadNs = a};
  const auto inside = static_cast<int64_t>(std::string_view(mode) == "chained" ? 3 + a + b + 2 : 3 + a),
             whole = static_cast<int64_t>(3 + a + b + 2);
  for (int run = 0; run < 10; ++run) {
    const int64_t start = run * 10'000;
    int64_t now = start;
    for (int call = 0; call < 5; ++call) {
      made.event(now, now + inside, 2, 2, EventKind::FunctionBody, 9, 2);
      made.event(now, now + inside, 2, 1, EventKind::Call, call);
      now += whole;
    }
    now += 100;
    const bool chained = std::string_view(mode) == "chained";
    made.event(start, now + (chained ? 2 : 0), 0, 0, EventKind::FunctionBody, 0);
    made.run(start, now + 2, static_cast<uint32_t>(run));
    made.trace.unrecordedNs.push_back(115);
  }
  made.seal();
  return made;
}

TEST(Correction, ACallOfAVmFunctionAndItsBodyEndWithOneReadingOfTheClock) {
  for (const auto& [mode, a, b] : {std::tuple{"chained", 12.0, 0.0}, std::tuple{"precise", 8.0, 5.0}}) {
    const MadeTrace made = runsOfShortBodies(a, b, mode);
    const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
    EXPECT_NEAR(statistics.correction.factor, 1, 1e-9) << mode << ": " << statistics.correction.reason;
    for (const StatisticsRow& row : statistics.rows) {
      const double want = row.callee == 0 ? 100 : row.kind == EventKind::Call ? 0 : 15;
      EXPECT_NEAR(statistics.perRun(row.selfNs), want, 1e-6) << mode << ", callee " << row.callee;
      if (row.callee == 2) { EXPECT_NEAR(statistics.perRun(row.totalNs), 15, 1e-6) << mode; }
    }
  }
}

TEST(Correction, CostsOfUnknownFunctionsAreThoseOfTheirKind) {
  TraceInfo info;
  info.cost = {.perEventNs = 12, .perBodyNs = 5, .clockReadNs = 8};
  info.mode = "chained";
  info.functionNames = {"main"};
  EventCosts costs(info);
  const EventSite call{0, 0, 4'000'000'000, 1, EventKind::Call}, body{0, 0, 4'000'000'000, 1, EventKind::FunctionBody};
  EXPECT_DOUBLE_EQ(costs.of(body).whole(), 17);
  EXPECT_DOUBLE_EQ(costs.of(call).whole(), 12) << "a damaged profile";
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
