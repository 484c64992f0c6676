// SPDX-License-Identifier: Apache-2.0
// Accuracy of recorded times: arithmetic of ratios and of the sign test's interval.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope {
namespace {

/// Recorded times that are 1 %, 2 %, ... longer than 1000 ns.
std::vector<double> growing(size_t count) {
  std::vector<double> times;
  for (size_t i = 1; i <= count; ++i) times.push_back(1000 * (1 + 0.01 * static_cast<double>(i)));
  return times;
}

TEST(Accuracy, TheIntervalIsThatOfTheSignTest) {
  // The probability that the median lies below the k-th of n values is that of fewer than k heads in n throws.
  for (const auto& [count, first] : {std::pair<size_t, size_t>{6, 1}, {10, 2}, {20, 6}}) {
    EXPECT_EQ(valuesOutsideMedianInterval(count), first - 1) << count;
    const std::vector<double> recorded = growing(count), unrecorded(count, 1000.0);
    const auto accuracy = accuracyOf(recorded, recorded, unrecorded);
    ASSERT_TRUE(accuracy) << count;
    EXPECT_EQ(accuracy->pairs, count);
    EXPECT_NEAR(accuracy->low, 1 + 0.01 * static_cast<double>(first), 1e-12);
    EXPECT_NEAR(accuracy->high, 1 + 0.01 * static_cast<double>(count + 1 - first), 1e-12);
  }
}

TEST(Accuracy, TheRatioIsTheMedianOfPairs) {
  const std::vector<double> unrecorded{100, 200, 300, 400, 500, 600, 700};
  std::vector<double> recorded = unrecorded, wall = unrecorded;
  for (double& ns : recorded) ns *= 1.1;
  for (double& ns : wall) ns *= 1.5;
  recorded[3] = 1e6;  // one bad pair moves nothing
  const auto accuracy = accuracyOf(recorded, wall, unrecorded);
  ASSERT_TRUE(accuracy);
  EXPECT_NEAR(accuracy->ratio, 1.1, 1e-12);
  EXPECT_NEAR(accuracy->low, 1.1, 1e-12);
  EXPECT_NEAR(accuracy->wallRatio, 1.5, 1e-12);
}

TEST(Accuracy, ProcessesAreComparedWithOneAnother) {
  // Three processes of 100, 110 and 121 ns; recorded runs take 1 % more in each.
  const std::vector<ProcessTimes> three{{101, 100}, {111.1, 110}, {122.21, 121}};
  const auto ratios = ratiosBetween(three);
  ASSERT_TRUE(ratios);
  EXPECT_EQ(ratios->processes, 3u);
  EXPECT_NEAR(ratios->low, 1.01 / 1.21, 1e-12) << "the fastest over the slowest";
  EXPECT_NEAR(ratios->high, 1.01 * 1.21, 1e-12);
  const Accuracy wide = acrossProcesses({1.01, 1.0, 1.3, 1.01, 20}, ratios);
  EXPECT_NEAR(wide.low, 1.01 / 1.21, 1e-12);
  EXPECT_EQ(wide.high, 1.3) << "that of one process where it is wider";
  EXPECT_EQ(wide.ratio, 1.01);
  EXPECT_EQ(acrossProcesses(wide, std::nullopt).low, wide.low);
}

TEST(Accuracy, ProcessesWithoutATimeAreNotCompared) {
  std::vector<ProcessTimes> ten(10, ProcessTimes{100, 100});
  ten[2] = {200, 200};
  EXPECT_EQ(ratiosBetween(ten)->high, 1) << "one of them may be disturbed";
  ten[3] = {200, 200};
  EXPECT_EQ(ratiosBetween(ten)->high, 2);
  EXPECT_EQ(ratiosBetween(ten)->low, 0.5);
  ten[4].runNs = -1;  // corrected, of next to nothing
  EXPECT_FALSE(ratiosBetween(ten));
  ten[4] = {100, 0};
  EXPECT_FALSE(ratiosBetween(ten));
}

TEST(Accuracy, TooFewOrTooManyProcessesAreNotCompared) {
  EXPECT_FALSE(ratiosBetween({}));
  EXPECT_FALSE(ratiosBetween(std::vector<ProcessTimes>(2, {1, 1})));
  EXPECT_TRUE(ratiosBetween(std::vector<ProcessTimes>(3, {1, 1})));
  EXPECT_FALSE(ratiosBetween(std::vector<ProcessTimes>(101, {1, 1})));
}

TEST(Accuracy, IsAbsentWithAReason) {
  const std::vector<double> five(5, 10.0), six(6, 10.0), zero{10, 10, 0, 10, 10, 10};
  EXPECT_FALSE(accuracyOf(five, five, five));
  EXPECT_FALSE(accuracyOf(six, six, five));
  EXPECT_FALSE(accuracyOf(six, six, zero));
  Trace trace;
  EXPECT_EQ(whyNoAccuracy(trace), "the profile has no unrecorded runs");
  trace.unrecordedNs = five;
  for (uint32_t i = 0; i < 6; ++i) trace.runs.push_back({100 * i, 60, i, RunKind::Measured, 0});
  EXPECT_EQ(whyNoAccuracy(trace), "5 pairs of runs are fewer than the 6 that an interval needs");
  trace.unrecordedNs = {10.0};
  EXPECT_EQ(whyNoAccuracy(trace), "1 pair of runs is fewer than the 6 that an interval needs");
  trace.unrecordedNs = zero;
  EXPECT_EQ(whyNoAccuracy(trace), "a run is too short for the clock");
  trace.info.noReference = "unrecorded runs were not requested";
  EXPECT_EQ(whyNoAccuracy(trace), "unrecorded runs were not requested");
}

TEST(Accuracy, OfARecordingThatWasCutShortIsThatOfItsCompletePairs) {
  Trace trace;
  for (uint32_t i = 0; i < 7; ++i) trace.runs.push_back({1000 * i, 110, i, RunKind::Measured, 0});
  trace.runs.push_back({7000, 5, 7, RunKind::Measured, 0});  // stopped at once
  trace.unrecordedNs.assign(8, 100.0);                       // the eighth pair began with its unrecorded run
  trace.info.cutShort = "stopped";
  EXPECT_EQ(pairCount(trace), 7u);
  const auto accuracy = accuracyOf(trace);
  ASSERT_TRUE(accuracy);
  EXPECT_EQ(accuracy->pairs, 7u);
  EXPECT_NEAR(accuracy->low, 1.1, 1e-12) << "the incomplete run is in no pair";
  EXPECT_NEAR(accuracy->high, 1.1, 1e-12);
}

TEST(Accuracy, OfATraceLeavesWarmUpsOutAndAddsExcludedTimeToTheWall) {
  Trace trace;
  trace.info.clock.nsPerTick = 2;
  trace.runs.push_back({0, 50, 0, RunKind::Warmup, 0});
  for (uint32_t i = 1; i <= 6; ++i) trace.runs.push_back({100 * i, 60, i, RunKind::Measured, 30});
  trace.unrecordedNs.assign(6, 100.0);
  const auto accuracy = accuracyOf(trace);
  ASSERT_TRUE(accuracy);
  EXPECT_NEAR(accuracy->ratio, 1.2, 1e-12);
  EXPECT_NEAR(accuracy->wallRatio, 1.8, 1e-12);
  EXPECT_EQ(whyNoAccuracy(trace), "");
  EXPECT_EQ(excessText(1.2), "+20.0 %");
  EXPECT_EQ(excessText(0.997), "-0.3 %");
}

}  // namespace
}  // namespace relaxscope
