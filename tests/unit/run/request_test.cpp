// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/request.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

RunRequest request() {
  RunRequest request;
  request.script = {{"main", {}}};
  request.warmup = 3;
  request.repeat = 20;
  request.trace = TraceMode::Chained;
  request.reference = true;
  return request;
}

TEST(RunRequest, ThePlanNamesEveryKindOfRun) {
  RunRequest run = request();
  EXPECT_EQ(planText(planOf(run)), "3 warm-up runs, 1 run for values, 20 rounds of a recorded and an unrecorded run");
  EXPECT_EQ(leastRuns(run), 3u + 1 + 40);
  run.values = false;
  run.warmup = 1;
  run.repeat = 1;
  EXPECT_EQ(planText(planOf(run)), "1 warm-up run, 1 round of a recorded and an unrecorded run");
  EXPECT_EQ(leastRuns(run), 3u);
  run.reference = false;
  run.warmup = 0;
  run.minTimeSeconds = 1.5;
  EXPECT_EQ(planText(planOf(run)), "1 measured run, at least 1.5 s");
  EXPECT_EQ(leastRuns(run), 1u);
}

TEST(RunRequest, LongProgramsHaveFewerRounds) {
  RunRequest run = request();
  run.mostSeconds = 15;
  EXPECT_TRUE(planText(planOf(run)).ends_with("; fewer, but 3, if they take more than 15 s")) << planText(planOf(run));
  run.repeat = 3;
  EXPECT_TRUE(planText(planOf(run)).ends_with("unrecorded run")) << planText(planOf(run));
}

TEST(RunRequest, AListOfCallsIsNotRepeatedForItsValues) {
  RunRequest run = request();
  run.script.push_back({"main", {}});
  EXPECT_FALSE(hasValuesRun(run));
  EXPECT_FALSE(isPaired(run));
  EXPECT_EQ(planText(planOf(run)), "3 warm-up runs, 20 measured runs");
  run.trace = TraceMode::Off;
  EXPECT_FALSE(hasValuesRun(run));
}

}  // namespace
}  // namespace relaxscope
