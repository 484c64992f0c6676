// SPDX-License-Identifier: Apache-2.0
// Statistics of repeated measurements, computed by hand and with NumPy's rule for quantiles.
#include <gtest/gtest.h>

#include <cmath>

#include "vmcore/trace/times/run_times.h"

namespace relaxscope {
namespace {

using Numbers = std::vector<uint32_t>;

TEST(RunTimes, OfNothingAreZero) {
  const RunTimes times = runTimesOf({});
  EXPECT_EQ(times.medianNs, 0);
  EXPECT_EQ(times.count, 0u);
  EXPECT_TRUE(std::isnan(times.halfWidthNs) && std::isnan(times.sigmaNs));
  EXPECT_TRUE(times.outliers.empty());
  EXPECT_EQ(outlierText(times, {}), "");
}

TEST(RunTimes, OfOneAreThatOne) {
  const RunTimes times = runTimesOf(std::vector<double>{7});
  EXPECT_EQ(times.medianNs, 7);
  EXPECT_EQ(times.minNs, 7);
  EXPECT_EQ(times.maxNs, 7);
  EXPECT_TRUE(std::isnan(times.halfWidthNs) && std::isnan(times.sigmaNs)) << "one measurement has no scatter";
  EXPECT_EQ(medianText(times), "7 ns");
  EXPECT_EQ(medianText(runTimesOf(std::vector<double>{7, 9})), "8 ns ± 1 ns");
}

TEST(RunTimes, AreThoseOfHand) {
  const RunTimes times = runTimesOf(std::vector<double>{4, 1, 3, 2});
  EXPECT_EQ(times.medianNs, 2.5);
  EXPECT_EQ(times.meanNs, 2.5);
  EXPECT_EQ(times.minNs, 1);
  EXPECT_EQ(times.maxNs, 4);
  EXPECT_NEAR(times.sigmaNs, 1.2909944, 1e-6);
}

TEST(RunTimes, ASlowAndAFastMeasurementAreOutliers) {
  // Quartiles 10.75 and 13.25 (NumPy): fences at 7 and 17.
  const std::vector<double> ns{10, 11, 12, 13, 50, 12, 11, 13, 1, 14};
  const RunTimes times = runTimesOf(ns);
  EXPECT_EQ(times.outliers, (Numbers{4, 8}));
  EXPECT_EQ(outlierText(times, ns), "2 of 10: run 5 (50 ns), run 9 (1 ns)");
}

TEST(RunTimes, AMeasurementAtTheFenceIsNone) {
  const std::vector<double> ns{10, 10, 10, 10, 10, 10, 10, 10};
  EXPECT_TRUE(runTimesOf(ns).outliers.empty());
  const std::vector<double> apart{0, 2, 2, 2, 4, 4, 4, 7};  // quartiles 2 and 4
  EXPECT_TRUE(runTimesOf(apart).outliers.empty());
  const std::vector<double> beyond{0, 2, 2, 2, 4, 4, 4, 7.1};
  EXPECT_EQ(runTimesOf(beyond).outliers, Numbers{7});
}

TEST(RunTimes, OfFewMeasurementsNoneIsAnOutlier) {
  EXPECT_TRUE(runTimesOf(std::vector<double>{1, 1, 1, 1, 1, 1, 1000}).outliers.empty());
}

TEST(RunTimes, FourOutliersAreNamedSlowestFirst) {
  std::vector<double> ns(40, 10.0);
  for (const size_t at : {3u, 5u, 8u, 13u, 21u}) ns[at] = 100.0 * static_cast<double>(at);
  const RunTimes times = runTimesOf(ns);
  EXPECT_EQ(times.outliers, (Numbers{21, 13, 8, 5, 3}));
  EXPECT_EQ(outlierText(times, ns), "5 of 40: run 22 (2.10 µs), run 14 (1.30 µs), run 9 (800 ns), run 6 (500 ns), ...");
}

TEST(RunTimes, OfProcessesHaveAnIntervalBetweenThem) {
  // Medians 100, 110, ..., 180; repeats differ by 1 ns within a process.
  std::vector<std::vector<double>> nine;
  for (int process = 0; process < 9; ++process) {
    const double median = 100 + 10 * process;
    nine.push_back({median - 1, median, median + 1});
  }
  const RunTimes times = runTimesOfProcesses(nine);
  EXPECT_EQ(times.count, 27u);
  EXPECT_EQ(times.medianNs, 140);
  EXPECT_EQ(times.lowNs, 110) << "the second of nine medians";
  EXPECT_EQ(times.highNs, 170) << "the eighth";
  EXPECT_EQ(times.halfWidthNs, 30);
  EXPECT_EQ(times.minNs, 99);
  EXPECT_EQ(times.maxNs, 181);
  nine[8] = {1e6, 2e6, 3e6};
  EXPECT_EQ(runTimesOfProcesses(nine).highNs, 170) << "a disturbed process moves it nowhere";
}

TEST(RunTimes, OfManyProcessesTheIntervalLeavesOutOneInFifteen) {
  const auto inProcesses = [](int count) {
    std::vector<std::vector<double>> processes;
    for (int process = 0; process < count; ++process) processes.push_back({100.0 + process});
    return runTimesOfProcesses(processes);
  };
  EXPECT_EQ(inProcesses(8).lowNs, 100) << "the sign test has no narrower one";
  EXPECT_EQ(inProcesses(21).lowNs, 101);
  EXPECT_EQ(inProcesses(21).highNs, 119);
  EXPECT_EQ(inProcesses(45).lowNs, 103);
  EXPECT_EQ(inProcesses(45).highNs, 141);
}

TEST(RunTimes, OfFewProcessesHaveStudentsInterval) {
  const std::vector<std::vector<double>> three{{100, 100, 100}, {110}, {105, 105}};
  const RunTimes times = runTimesOfProcesses(three);
  EXPECT_EQ(times.medianNs, 105);
  EXPECT_NEAR(times.halfWidthNs, 4.303 * 5 / std::sqrt(3.0), 1e-9);
  EXPECT_EQ(times.lowNs, 105 - times.halfWidthNs);
}

TEST(RunTimes, OfOneProcessAreThoseOfItsRepeats) {
  const std::vector<double> repeats{4, 1, 3, 2, 7, 9};
  const RunTimes one = runTimesOfProcesses(std::vector<std::vector<double>>{repeats}), same = runTimesOf(repeats);
  EXPECT_EQ(one.medianNs, same.medianNs);
  EXPECT_EQ(one.halfWidthNs, same.halfWidthNs);
  EXPECT_EQ(one.lowNs, 1);
  EXPECT_EQ(one.highNs, 9);
  EXPECT_EQ(runTimesOfProcesses({}).count, 0u);
}

}  // namespace
}  // namespace relaxscope
