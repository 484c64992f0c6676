// SPDX-License-Identifier: Apache-2.0
// In how many processes a measurement is repeated, by what the first one took.
#include <gtest/gtest.h>

#include <algorithm>

#include "vmcore/run/request.h"

namespace relaxscope {
namespace {

/// Of a program whose round takes `roundSeconds`, after 50 ms to start and load and `warmups` calls of half a round.
FirstProcess firstOf(double roundSeconds, uint32_t rounds, double warmups = 3) {
  return {0.05 + (warmups / 2 + rounds) * roundSeconds, rounds, roundSeconds};
}

TEST(ProcessPlan, AShortProgramIsRepeatedInAllProcesses) {
  const FurtherProcesses plan = furtherProcesses(firstOf(2e-6, 20), kProfileSeconds, 20, kProcesses);
  EXPECT_EQ(plan.processes, kProcesses - 1);
  EXPECT_EQ(plan.rounds, 20u);
}

TEST(ProcessPlan, ALongerOneIsRepeatedAsThereIsTimeFor) {
  const FurtherProcesses some = furtherProcesses(firstOf(0.3, 20), kProfileSeconds, 20, kProcesses);
  EXPECT_EQ(some.processes, 6u) << "8.5 s are left, and one of three rounds takes 1.4";
  EXPECT_EQ(some.rounds, 3u);
  const FurtherProcesses few = furtherProcesses(firstOf(1.5, 3, 1), kProfileSeconds, 20, kProcesses);
  EXPECT_EQ(few.processes, 2u) << "9.7 s are left: as few as an interval needs";
  EXPECT_EQ(few.rounds, 2u) << "0.8 s to start, and two of 1.5 s";
  EXPECT_EQ(furtherProcesses(firstOf(4, 3, 1), kProfileSeconds, 20, kProcesses).processes, 0u) << "0.95 s are left";
  EXPECT_EQ(furtherProcesses(firstOf(10, 3, 1), kProfileSeconds, 20, kProcesses).processes, 0u) << "nothing is left";
}

/// No round length makes the whole longer than by the last process's estimate, and a slightly longer program has at
/// most slightly fewer processes.
TEST(ProcessPlan, HasNoCliff) {
  uint32_t before = kProcesses - 1;
  for (double round = 1e-6; round < 5; round *= 1.05) {
    const auto rounds = static_cast<uint32_t>(round < 0.45 ? 20 : std::max(3.0, 9 / round));
    const FirstProcess first = firstOf(round, rounds, round < 1 ? 3 : 1);
    const FurtherProcesses plan = furtherProcesses(first, kProfileSeconds, 20, kProcesses);
    EXPECT_LE(secondsOf(first, plan.processes, plan.rounds), std::max(0.0, kProfileSeconds - first.seconds) + 1e-9)
        << round;
    EXPECT_GE(plan.processes + 2, before) << round;
    EXPECT_EQ(plan.processes == 0, plan.rounds == 0) << round;
    before = plan.processes;
  }
  EXPECT_EQ(before, 0u);
}

TEST(ProcessPlan, WithoutRoundsThereIsNothingToRepeat) {
  EXPECT_EQ(furtherProcesses({1, 0, 0}, kProfileSeconds, 0, kProcesses).processes, 0u);
  EXPECT_EQ(furtherProcesses({0, 1, 0}, kProfileSeconds, 5, kProcesses).rounds, 5u) << "too quick to be timed";
}

}  // namespace
}  // namespace relaxscope
