// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/times/middle_half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace relaxscope {
namespace {

using Runs = std::vector<uint32_t>;

TEST(MiddleHalf, LeavesOutAQuarterAtEachEnd) {
  EXPECT_TRUE(MiddleHalf(std::vector<double>()).runs().empty());
  EXPECT_EQ(MiddleHalf(std::vector<double>{7}).runs(), Runs{0});
  EXPECT_EQ(MiddleHalf(std::vector<double>{9, 7, 8}).runs(), (Runs{0, 1, 2}));
  EXPECT_EQ(MiddleHalf(std::vector<double>{9, 1, 8, 2}).runs(), (Runs{2, 3}));
  EXPECT_EQ(MiddleHalf(std::vector<double>{5, 5, 5, 5}).runs(), (Runs{1, 2})) << "equal totals: in their order";
  const MiddleHalf ten(std::vector<double>{10, 1, 9, 2, 8, 3, 7, 4, 6, 5});
  EXPECT_EQ(ten.runs(), (Runs{4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(ten.placeOf(6), 2u);
  EXPECT_EQ(ten.placeOf(0), MiddleHalf::kLeftOut);
  EXPECT_EQ(ten.placeOf(10), MiddleHalf::kLeftOut);
}

TEST(MiddleHalf, MeanIsThatOfTheMiddle) {
  EXPECT_TRUE(std::isnan(interquartileMean(std::vector<double>())));
  EXPECT_DOUBLE_EQ(interquartileMean(std::vector<double>{4}), 4);
  EXPECT_DOUBLE_EQ(interquartileMean(std::vector<double>{1, 2, 6}), 3);
  EXPECT_DOUBLE_EQ(interquartileMean(std::vector<double>{100, 2, 3, 0, 4, 5, 2, -90}), 2.75) << "2, 2, 3, 4";
}

TEST(MiddleHalf, HalfWidthIsStudentsForRunsThatAreAllKept) {
  const MiddleHalf three(std::vector<double>{1, 2, 3});
  // The standard deviation of 10, 12, 17 is 3.6056; Student's quantile for two degrees of freedom 4.303.
  EXPECT_NEAR(three.halfWidthOfMean(std::vector<double>{10, 12, 17}), 4.303 * 3.6056 / std::sqrt(3), 1e-3);
  EXPECT_TRUE(std::isnan(MiddleHalf(std::vector<double>{1}).halfWidthOfMean(std::vector<double>{4})));
  EXPECT_TRUE(std::isnan(three.halfWidthOfMean(std::vector<double>{4}))) << "as many values as kept runs";
}

/// How often of 1,000 repeats of 20 runs the interval contains the expected mean of a row that is `part` of the total's
/// spread, the rest its own noise; every tenth run is disturbed.
double coverage(double part) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(0, 1);
  constexpr int kRepeats = 1000;
  int held = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    std::vector<double> totals, values;
    for (int run = 0; run < 20; ++run) {
      const double own = noise(random), other = noise(random);
      values.push_back(500 + 10 * own);
      totals.push_back(1000 + part * 10 * own + (1 - part) * 10 * other + (run % 10 == 3 ? 600 : 0));
    }
    const MiddleHalf middle(totals);
    std::vector<double> kept;
    double mean = 0;
    for (const uint32_t run : middle.runs()) {
      kept.push_back(values[run]);
      mean += values[run] / static_cast<double>(middle.size());
    }
    // The disturbed tenth shifts the middle half upwards, and with it a row that makes up the total: by 0.16 of its
    // spread, the shift of the middle half of the others.
    held += std::abs(mean - 500 - 1.6 * part) <= middle.halfWidthOfMean(kept) ? 1 : 0;
  }
  return static_cast<double>(held) / kRepeats;
}

TEST(MiddleHalf, IntervalsHoldForRowsThatMakeUpTheTotalAndForOthers) {
  for (const double part : {0.0, 0.5, 1.0}) {
    EXPECT_GE(coverage(part), 0.92) << part;
    EXPECT_LE(coverage(part), 0.985) << part;
  }
}

}  // namespace
}  // namespace relaxscope
