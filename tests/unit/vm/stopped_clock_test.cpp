// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/stopped_clock.h"

#include <gtest/gtest.h>

#include <vector>

namespace relaxscope {
namespace {

TEST(StoppedClock, RunsAsTheOtherWithoutStops) {
  const StoppedClock clock;
  EXPECT_EQ(clock.at(-5), -5);
  EXPECT_EQ(clock.at(1000), 1000);
  EXPECT_EQ(clock.runningAt(1000), 1000);
}

TEST(StoppedClock, StandsDuringAStop) {
  StoppedClock clock;
  clock.addStop(100, 50);    // running 100 to 150
  clock.addStop(100, 10);    // 150 to 160
  clock.addStop(130, 0);     // no stop
  clock.addStop(200, 1000);  // 260 to 1260
  EXPECT_EQ(clock.stopped(), 1060);
  EXPECT_EQ(clock.at(99), 99);
  for (const int64_t running : {100, 101, 149, 150, 159, 160}) EXPECT_EQ(clock.at(running), 100) << running;
  EXPECT_EQ(clock.at(161), 101);
  EXPECT_EQ(clock.at(260), 200);
  EXPECT_EQ(clock.at(1259), 200);
  EXPECT_EQ(clock.at(1260), 200);
  EXPECT_EQ(clock.at(1300), 240);
  EXPECT_EQ(clock.runningAt(240), 1300);
  clock.restart();
  EXPECT_EQ(clock.at(1300), 1300);
}

TEST(StoppedClock, GoesBackBeforeEarlierStops) {
  StoppedClock clock;
  clock.addStop(100, 50);  // running 100 to 150
  clock.addStop(90, 20);   // at running 160, recording 110, it goes back to 90
  EXPECT_EQ(clock.stopped(), 70);
  EXPECT_EQ(clock.runningAt(90), 160);
  EXPECT_EQ(clock.at(89), 89);
  for (const int64_t running : {90, 100, 149, 159, 160}) EXPECT_EQ(clock.at(running), 90) << running;
  EXPECT_EQ(clock.at(161), 91);
}

TEST(StoppedClock, ForgetsAllButTheLastStop) {
  StoppedClock clock;
  clock.addStop(10, 5);
  clock.addStop(20, 7);  // running 25 to 32
  clock.forget();
  EXPECT_EQ(clock.stopped(), 12);
  for (const int64_t running : {24, 25, 30, 32, 40})
    EXPECT_EQ(clock.at(running), running < 25 ? 19 : running < 32 ? 20 : running - 12) << running;
  EXPECT_EQ(clock.runningAt(28), 40);
}

/// Every time of the recording's clock is reached, in order: the witness simulates both clocks tick by tick.
TEST(StoppedClock, AgreesWithTwoClocksThatTick) {
  StoppedClock clock;
  int64_t running = 0, recorded = 0;
  std::vector<int64_t> expected;
  const auto tick = [&](bool stopped) {
    expected.push_back(recorded);
    ++running;
    if (!stopped) ++recorded;
  };
  for (int round = 1; round <= 50; ++round) {
    for (int i = 0; i < round % 7; ++i) tick(false);
    clock.addStop(recorded, round % 5);
    for (int i = 0; i < round % 5; ++i) tick(true);
  }
  for (size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(clock.at(static_cast<int64_t>(i)), expected[i]) << i;
  EXPECT_EQ(clock.runningAt(recorded), running);
}

}  // namespace
}  // namespace relaxscope
