// SPDX-License-Identifier: Apache-2.0
// The alignment of a device's clock: checked by arithmetic on small numbers.
#include "vmcore/trace/device/clock_domain.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

TEST(ClockDomain, TheNarrowestReadingCounts) {
  const ClockReading readings[] = {{100, 7, 130}, {200, 9, 210}, {300, 11, 340}, {400, 13, 390}};
  const auto pair = narrowestPair(readings);
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(pair->device, 9);
  EXPECT_EQ(pair->ticks, 205);
  EXPECT_EQ(pair->width, 10);
  EXPECT_FALSE(narrowestPair({}).has_value());
}

TEST(ClockDomain, TimesAreLinearBetweenPairs) {
  // The device's clock is 5 in 1,000 faster; two ticks a nanosecond.
  const ClockMap map({{1000, 0, 4}, {11050, 20000, 6}, {21100, 40000, 2}}, 0.5);
  EXPECT_EQ(map.toTicks(1000), 0);
  EXPECT_EQ(map.toTicks(6025), 10000);
  EXPECT_EQ(map.toTicks(11050), 20000);
  EXPECT_EQ(map.toTicks(16075), 30000);
  EXPECT_EQ(map.toTicks(0), -2000) << "before the first pair at the nominal rate";
  EXPECT_EQ(map.toTicks(21150), 40100) << "after the last";
  EXPECT_DOUBLE_EQ(map.errorNs(), 1.5) << "half of the widest pair";
}

TEST(ClockDomain, APairOffTheLineOfItsNeighboursIsAnError) {
  const ClockMap map({{0, 0, 0}, {1000, 1004, 0}, {2000, 2000, 0}}, 1);
  EXPECT_DOUBLE_EQ(map.errorNs(), 4);
}

TEST(ClockDomain, AStopOfTheTracesClockIsNoError) {
  const ClockMap map({{0, 0, 2}, {1000, 1000, 2}, {5000, 1000, 2}, {6000, 2000, 2}}, 1);
  EXPECT_EQ(map.toTicks(3000), 1000);
  EXPECT_EQ(map.toTicks(5500), 1500);
  EXPECT_DOUBLE_EQ(map.errorNs(), 1);
}

TEST(ClockDomain, PairsThatContradictAreLeftOut) {
  const ClockMap map({{2000, 1500, 0}, {1000, 1000, 0}, {1000, 5, 0}, {3000, 900, 0}}, 1);
  ASSERT_EQ(map.pairs().size(), 2u);
  EXPECT_EQ(map.toTicks(1500), 1250);
}

TEST(ClockDomain, HostileTimesStayInRange) {
  const ClockMap map({{INT64_MIN, 0, 0}, {INT64_MAX, 1, 0}}, 1e-300);
  for (const int64_t time : {INT64_MIN, int64_t{-1}, int64_t{0}, INT64_MAX}) {
    EXPECT_LE(map.toTicks(time), int64_t{1} << 60);
    EXPECT_GE(map.toTicks(time), -(int64_t{1} << 60));
    EXPECT_LE(ClockMap({}, 1e-300).toTicks(time), int64_t{1} << 60);
  }
  EXPECT_LT(ClockMap({}, 1).errorNs(), 0) << "unknown";
}

}  // namespace
}  // namespace relaxscope
