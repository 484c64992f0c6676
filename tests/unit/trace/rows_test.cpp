// SPDX-License-Identifier: Apache-2.0
// Rows over the runs in the middle half: they add up, disturbed runs change none of them, and marks say what limits
// each.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/ledger.h"
#include "vmcore/trace/refutation.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

using test::MadeTrace;

/// Runs of main (40 ns of its own) that calls callees 1, 2, 3 for `ns(run, callee)`; an unrecorded run of
/// `unrecorded(run)` beside each.
MadeTrace runsOf(int runs, const std::function<int64_t(int, uint32_t)>& ns,
                 const std::function<double(int)>& unrecorded = {}) {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 1;
  made.trace.info.mode = "chained";
  int64_t now = 0;
  for (int run = 0; run < runs; ++run) {
    const int64_t start = now += 1000;
    for (uint32_t callee = 1; callee <= 3; ++callee) {
      const int64_t begin = now;
      now += ns(run, callee);
      made.event(begin, now, callee, 1, EventKind::Call, callee);
    }
    now += 40;
    made.event(start, now, 0, 0, EventKind::FunctionBody, 0);
    made.run(start - 5, now + 5, static_cast<uint32_t>(run));
    if (unrecorded) made.trace.unrecordedNs.push_back(unrecorded(run));
  }
  made.seal();
  return made;
}

const StatisticsRow& calleeRow(const TraceStatistics& statistics, uint32_t callee) {
  for (const StatisticsRow& row : statistics.rows)
    if (row.callee == callee) return row;
  static const StatisticsRow kNone;
  ADD_FAILURE() << "no row of callee " << callee;
  return kNone;
}

/// Times of some hundred nanoseconds that differ from run to run; every fifth run is disturbed.
int64_t noisy(int run, uint32_t callee, int64_t disturbance = 0) {
  std::mt19937 random(static_cast<unsigned>(run) * 7919 + callee);
  const auto noise = static_cast<int64_t>(random() % 11);
  return callee * 200 + noise + (run % 5 == 2 && callee == 1 ? disturbance : 0);
}

TEST(Rows, ComeWithTheRatiosBetweenProcesses) {
  MadeTrace made = runsOf(8, [](int, uint32_t callee) { return callee * 100; }, [](int) { return 650.0; });
  EXPECT_FALSE(computeStatistics(made.trace, Grouping::Callee).processes);
  made.trace.otherProcesses = {{650, 650}, {650, 1300}};
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  ASSERT_TRUE(statistics.processes);
  EXPECT_EQ(statistics.processes->processes, 3u);
  EXPECT_EQ(statistics.runTimes.medianNs, 650) << "600 in calls, 40 of its own, 5 on each side";
  EXPECT_DOUBLE_EQ(statistics.processes->low, 0.5);
  EXPECT_DOUBLE_EQ(statistics.processes->high, 1);
  made.trace.unrecordedNs.clear();
  EXPECT_FALSE(computeStatistics(made.trace, Grouping::Callee).processes);
}

TEST(Rows, AddUpToTheUnrecordedRunWithWhatIsNotAttributed) {
  for (const int runs : {1, 2, 6, 20, 200}) {
    const MadeTrace made = runsOf(
        runs, [](int run, uint32_t callee) { return noisy(run, callee, 100'000); },
        [](int run) { return 1250.0 + run % 7 + (run % 6 == 1 ? 90'000 : 0); });
    const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
    double rows = 0, shares = 0;
    for (const StatisticsRow& row : statistics.rows) {
      rows += row.selfNs;
      shares += shareOf(statistics, row);
    }
    EXPECT_DOUBLE_EQ(rows, statistics.selfNs);
    EXPECT_NEAR(shares, 1, 1e-12);
    EXPECT_DOUBLE_EQ(statistics.unrecordedNs, interquartileMean(made.trace.unrecordedNs));
    EXPECT_NEAR(statistics.perRun(rows) + statistics.notAttributedNs, statistics.unrecordedNs, 1e-6) << runs;
    EXPECT_EQ(statistics.kept.size(), static_cast<size_t>(runs - 2 * (runs / 4)));
    EXPECT_EQ(calleeRow(statistics, 1).count, statistics.kept.size());
  }
}

TEST(Rows, WithoutUnrecordedRunsNothingIsSaidOfThem) {
  const MadeTrace made = runsOf(6, [](int run, uint32_t callee) { return noisy(run, callee); });
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_TRUE(std::isnan(statistics.unrecordedNs));
  EXPECT_TRUE(std::isnan(statistics.notAttributedNs));
}

TEST(Rows, ACallLengthenedInAFifthOfTheRunsMovesNoShare) {
  const auto quiet = runsOf(20, [](int run, uint32_t callee) { return noisy(run, callee); });
  const auto disturbed = runsOf(20, [](int run, uint32_t callee) { return noisy(run, callee, 12'400); });
  const TraceStatistics before = computeStatistics(quiet.trace, Grouping::Callee),
                        after = computeStatistics(disturbed.trace, Grouping::Callee);
  ASSERT_EQ(before.rows.size(), after.rows.size());
  for (size_t i = 0; i < before.rows.size(); ++i) {
    EXPECT_EQ(before.rows[i].callee, after.rows[i].callee) << "the order is unchanged";
    const double uncertainty = before.rows[i].uncertaintyNs / before.perRun(before.selfNs);
    EXPECT_NEAR(shareOf(after, after.rows[i]), shareOf(before, before.rows[i]), std::max(0.005, uncertainty));
    EXPECT_LT(after.rows[i].maxNs, 12'000) << "single calls are those of the kept runs";
  }
  EXPECT_EQ(after.runTimes.outliers.size(), 4u) << "the disturbed runs are named";
}

TEST(Rows, UncertaintyIsThatOfTheMeanOverTheKeptRuns) {
  const auto made = runsOf(3, [](int run, uint32_t callee) { return callee == 1 ? 100 + 10 * run : 500; });
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  // 100, 110, 120: standard deviation 10, Student's quantile for two degrees of freedom 4.303.
  EXPECT_NEAR(calleeRow(statistics, 1).uncertaintyNs, 4.303 * 10 / std::sqrt(3), 1e-3);
  EXPECT_EQ(calleeRow(statistics, 2).uncertaintyNs, 0);
  const auto single = runsOf(1, [](int, uint32_t) { return 100; });
  EXPECT_TRUE(std::isnan(calleeRow(computeStatistics(single.trace, Grouping::Callee), 1).uncertaintyNs));
}

TEST(Rows, AnUncertainCorrectionIsPartOfTheUncertainty) {
  MadeTrace made =
      runsOf(20, [](int, uint32_t callee) { return callee * 200; }, [](int run) { return 1210.0 + run % 5; });
  made.trace.info.cost = {.perEventNs = 12, .clockReadNs = 8};
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  ASSERT_GT(statistics.correction.factorHalfWidth, 0);
  const Correction& correction = statistics.correction;
  EXPECT_NEAR(calleeRow(statistics, 1).uncertaintyNs,
              12 * std::hypot(correction.factorHalfWidth, kCostDiffers * correction.factor), 1e-9);
}

TEST(Rows, HowFarProcessesAreApartIsPartOfTheUncertainty) {
  auto made = runsOf(20, [](int, uint32_t callee) { return callee * 200; }, [](int) { return 1200.0; });
  EXPECT_EQ(calleeRow(computeStatistics(made.trace, Grouping::Callee), 1).uncertaintyNs, 0);
  made.trace.otherProcesses = {{1262.5, 1200}, {1237.5, 1200}};
  const TraceStatistics three = computeStatistics(made.trace, Grouping::Callee);
  ASSERT_TRUE(three.processes);
  // Three processes 1 % apart: Student's quantile for two degrees of freedom.
  EXPECT_NEAR(calleeRow(three, 1).uncertaintyNs / three.perRun(calleeRow(three, 1).selfNs), 4.303 * 0.01, 1e-3);
  made.trace.otherProcesses = {{1262, 1200}, {1237, 1200}, {1262, 1200}, {1237, 1200}, {1250, 1200}, {9000, 1200}};
  const TraceStatistics disturbed = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_LT(calleeRow(disturbed, 1).uncertaintyNs / disturbed.perRun(calleeRow(disturbed, 1).selfNs), 0.04)
      << "one process of seven is disturbed";
}

TEST(Rows, MarksSayWhatLimitsARow) {
  // Callee 1 takes 10 ns, of which recording takes 12; 2 swings between 0 and 400; 3 and main take much.
  MadeTrace made = runsOf(
      20, [](int run, uint32_t callee) { return callee == 1   ? 10
                                                : callee == 2 ? (run % 2) * 40
                                                              : 20'000; },
      [](int) { return 20'034.0; });
  made.trace.info.cost = {.perEventNs = 12, .clockReadNs = 8};
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  ASSERT_GT(statistics.correction.factor, 0);
  EXPECT_EQ(calleeRow(statistics, 1).mark, RowMark::BelowResolution);
  EXPECT_EQ(calleeRow(statistics, 2).mark, RowMark::BelowUncertainty);
  EXPECT_EQ(calleeRow(statistics, 3).mark, RowMark::None);
  EXPECT_STREQ(rowMarkText(RowMark::Corrected), "~");
}

TEST(Rows, ARowOfWhichRecordingTookMuchIsMarked) {
  MadeTrace made =
      runsOf(20, [](int, uint32_t callee) { return callee == 1 ? 30 : 20'000; }, [](int) { return 40'044.0; });
  made.trace.info.cost = {.perEventNs = 12, .clockReadNs = 8};
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_NEAR(statistics.perRun(calleeRow(statistics, 1).selfNs), 18, 1e-6);
  EXPECT_EQ(calleeRow(statistics, 1).mark, RowMark::Corrected) << "12 of 30 ns";
}

TEST(Rows, NeighboursThatCannotBeToldApartAreTied) {
  const auto near = runsOf(20, [](int run, uint32_t callee) {
    return callee == 3 ? 5000 : 600 + (run * 7 + static_cast<int>(callee) * 5) % 13;
  });
  const auto apart = runsOf(20, [](int run, uint32_t callee) {
    return callee == 3 ? 5000 : 600 + 30 * static_cast<int>(callee) + (run * 7 + static_cast<int>(callee) * 5) % 13;
  });
  const auto marksOf = [](const MadeTrace& made) {
    std::map<uint32_t, RowMark> marks;
    for (const StatisticsRow& row : computeStatistics(made.trace, Grouping::Callee).rows) marks[row.callee] = row.mark;
    return marks;
  };
  auto tied = marksOf(near), clear = marksOf(apart);
  EXPECT_TRUE(tied[1] == RowMark::Tied || tied[2] == RowMark::Tied);
  EXPECT_EQ(tied[3], RowMark::None);
  EXPECT_EQ(clear[1], RowMark::None);
  EXPECT_EQ(clear[2], RowMark::None);
}

TEST(Rows, ShortRunsAndShortCallsAreBelowResolution) {
  const auto runs = [](int64_t ns) {
    return computeStatistics(runsOf(6, [ns](int, uint32_t) { return ns; }).trace, Grouping::Callee);
  };
  EXPECT_TRUE(isBelowResolution(runs(1000))) << "a run of 3 us";
  EXPECT_FALSE(isBelowResolution(runs(2000)));
  const auto many = [](int calls) {
    MadeTrace made;
    made.trace.info.clock.nsPerTick = 1;
    for (int i = 0; i < calls; ++i) made.event(i * 40, i * 40 + 40, 1, 1);
    made.run(0, calls * 40, 0).seal();
    return computeStatistics(made.trace, Grouping::Callee);
  };
  EXPECT_TRUE(isBelowResolution(many(1000))) << "calls of 40 ns";
  EXPECT_FALSE(isBelowResolution(TraceStatistics()));
}

TEST(Rows, SumsScaleToAllMeasuredRuns) {
  const auto made = runsOf(8, [](int, uint32_t) { return 100; });
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_EQ(statistics.kept.size(), 4u);
  EXPECT_EQ(statistics.ofAllRuns(static_cast<int64_t>(calleeRow(statistics, 1).count)), 8);
  EXPECT_DOUBLE_EQ(statistics.ofAllRuns(calleeRow(statistics, 1).selfNs), 800);
  EXPECT_DOUBLE_EQ(statistics.perRun(calleeRow(statistics, 1).count), 1);
}

TEST(Rows, ADeepCallCountsTheTimeOfAllInsideIt) {
  for (const int depth : {1, 10, 100}) {
    MadeTrace made;
    made.trace.info.clock.nsPerTick = 1;
    made.trace.info.mode = "precise";
    made.trace.info.cost = {.perEventNs = 13, .clockReadNs = 8};
    constexpr int64_t kOwn = 100, kInside = 0, kOutside = 8;
    for (int run = 0; run < 8; ++run) {
      const int64_t start = run * 100'000;
      // Each level takes 50 ns before and after what it holds; the innermost 100.
      std::vector<int64_t> ends(static_cast<size_t>(depth));
      const auto whole = [&](int levels) { return levels * (kOwn + kInside) + (levels - 1) * kOutside; };
      for (int level = depth - 1; level >= 0; --level) {
        const int64_t begin = start + level * 50;
        made.event(begin, begin + whole(depth - level), static_cast<uint32_t>(1 + level % 3),
                   static_cast<uint16_t>(level), EventKind::CompiledBody);
      }
      made.run(start, start + whole(depth) + kOutside, static_cast<uint32_t>(run));
      made.trace.unrecordedNs.push_back(static_cast<double>(depth * kOwn));
    }
    made.seal();
    const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
    ASSERT_NEAR(statistics.correction.factor, 1, 1e-9) << depth;
    EXPECT_NEAR(statistics.perRun(calleeRow(statistics, 1).totalNs), depth * kOwn, 1e-6) << depth;
  }
}

}  // namespace
}  // namespace relaxscope
