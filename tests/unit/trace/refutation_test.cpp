// SPDX-License-Identifier: Apache-2.0
// A correction that fits the sum of a program and makes the time of one of its calls negative is withdrawn.
#include "vmcore/trace/refutation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

using test::MadeTrace;

/// Ten runs of main that calls `vm.builtin.alloc_storage`, which takes `shortNs` as recorded, and `relu` (500 ns) once.
/// Recording adds 200 ns to a run, none of it to the short call, and 100 to an event by the probe.
MadeTrace runsWithAShortCall(int64_t shortNs) {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 1;
  made.trace.info.mode = "chained";
  made.trace.info.cost = {.perEventNs = 100, .clockReadNs = 100};
  for (int run = 0; run < 10; ++run) {
    const int64_t start = run * 10'000, relu = start + shortNs, end = relu + 500 + run % 2;
    made.event(start, relu, 2, 1, EventKind::Call, 3)
        .event(relu, end, 1, 1)
        .event(start, end, 0, 0, EventKind::FunctionBody, 0);
    made.run(start, end, static_cast<uint32_t>(run));
    made.trace.unrecordedNs.push_back(static_cast<double>(end - start) - 200);
  }
  made.seal();
  return made;
}

TEST(Refutation, ANegativeRowWithdrawsTheCorrection) {
  const MadeTrace made = runsWithAShortCall(40);
  for (const Grouping grouping : {Grouping::Callee, Grouping::Site, Grouping::Kind}) {
    const TraceStatistics statistics = computeStatistics(made.trace, grouping);
    EXPECT_EQ(statistics.correction.factor, 0);
    EXPECT_EQ(statistics.correction.perRunNs, 0);
    EXPECT_EQ(statistics.correction.reason, "a correction would make the time of vm.builtin.alloc_storage negative");
    ASSERT_TRUE(statistics.correction.accuracy);
    EXPECT_NEAR(statistics.correction.accuracy->ratio, 540.5 / 340.5, 1e-3) << "that of the times as recorded";
    double sum = 0;
    for (const StatisticsRow& row : statistics.rows) {
      EXPECT_GE(row.selfNs, 0);
      EXPECT_EQ(row.selfNs, row.rawSelfNs);
      sum += row.selfNs;
    }
    EXPECT_NEAR(sum, statistics.totalNs, 1e-6);
  }
}

TEST(Refutation, APartOfTheRecordingIsCorrectedAsTheWhole) {
  const MadeTrace made = runsWithAShortCall(40);
  EXPECT_EQ(statisticsOfSpan(made.trace, Grouping::Callee, {0, 600}).correction.factor, 0);
}

TEST(Refutation, ARowWithinItsUncertaintyRefutesNothing) {
  const TraceStatistics fine = computeStatistics(runsWithAShortCall(140).trace, Grouping::Callee);
  EXPECT_GT(fine.correction.factor, 0);
  EXPECT_TRUE(fine.correction.reason.empty());
  const TraceStatistics near = computeStatistics(runsWithAShortCall(100).trace, Grouping::Callee);
  EXPECT_GT(near.correction.factor, 0) << "the row is 0";
  EXPECT_GT(computeStatistics(runsWithAShortCall(90).trace, Grouping::Callee).correction.factor, 0)
      << "the row is -10, of a cost of 100 of which 15 may differ";
  EXPECT_EQ(computeStatistics(runsWithAShortCall(75).trace, Grouping::Callee).correction.factor, 0);
}

}  // namespace
}  // namespace relaxscope
