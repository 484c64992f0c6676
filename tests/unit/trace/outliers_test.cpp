// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/figures/outliers.h"

#include <gtest/gtest.h>

#include "tests/unit/trace/made_trace.h"

namespace relaxscope {
namespace {

using test::MadeTrace;

/// Twenty runs of 1,000 ns, the seventh of 1,610 under `conditions`.
OutlyingRun outlier(const RunConditions& conditions, int64_t recording = 0, int64_t ns = 1610) {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 1;
  for (int run = 0; run < 20; ++run) {
    const int64_t start = run * 10'000, length = run == 7 ? ns : 1000 + run % 3;
    made.event(start, start + length, 1, 0).run(start, start + length, static_cast<uint32_t>(run));
    RunSpan& span = made.trace.runs.back();
    span.conditions = {.cpuBegin = 0, .cpuEnd = 0, .voluntarySwitches = 1, .minorFaults = 2, .coreNs = 500};
    if (run == 7) {
      span.conditions = conditions;
      span.recording = recording;
    }
  }
  made.seal();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  const std::vector<OutlyingRun> found = outlyingRuns(made.trace, statistics);
  EXPECT_EQ(found.size(), 1u);
  EXPECT_EQ(statistics.kept.placeOf(7), MiddleHalf::kLeftOut) << "not in the rows";
  return found.empty() ? OutlyingRun{} : found[0];
}
RunConditions usual() { return {.cpuBegin = 0, .cpuEnd = 0, .voluntarySwitches = 1, .minorFaults = 2, .coreNs = 500}; }
using Causes = std::vector<SeenCause>;

TEST(OutlyingRuns, AreNamedByWhatOnlyTheyHad) {
  const auto causes = [](auto change) {
    RunConditions conditions = usual();
    change(conditions);
    return outlier(conditions).causes;
  };
  EXPECT_EQ(causes([](RunConditions&) {}), Causes{{RunCause::Unseen}});
  EXPECT_EQ(causes([](RunConditions& c) { c.cpuEnd = 1; }), (Causes{{RunCause::MovedToCpu, 1}}));
  EXPECT_EQ(causes([](RunConditions& c) { c.cpuBegin = c.cpuEnd = 1; }), (Causes{{RunCause::OnOtherCpu, 1}}));
  EXPECT_EQ(causes([](RunConditions& c) { c.involuntarySwitches = 2; }), (Causes{{RunCause::Descheduled, 2}}));
  EXPECT_EQ(causes([](RunConditions& c) { c.delayNs = 61; }), (Causes{{RunCause::Descheduled, 1}}));
  EXPECT_EQ(causes([](RunConditions& c) { c.delayNs = 50; }), Causes{{RunCause::Unseen}}) << "too little to explain it";
  EXPECT_EQ(causes([](RunConditions& c) { c.voluntarySwitches = 4; }), (Causes{{RunCause::Waited, 3}}));
  EXPECT_EQ(causes([](RunConditions& c) { c.majorFaults = 1; }), (Causes{{RunCause::ReadFromDisk, 1}}));
  EXPECT_EQ(causes([](RunConditions& c) { c.minorFaults = 3; }), (Causes{{RunCause::PageFaults, 1}}));
  EXPECT_EQ(causes([](RunConditions& c) { c.coreNs = 800; }), (Causes{{RunCause::SlowCore, 60}}));
  EXPECT_EQ(causes([](RunConditions& c) { c.coreNs = 520; }), Causes{{RunCause::Unseen}});
  EXPECT_EQ(causes([](RunConditions& c) {
              c.stops = 1;
              c.voluntarySwitches = 2;
            }),
            (Causes{{RunCause::Stopped, 1}}))
      << "a stop is no wait of its own";
}

TEST(OutlyingRuns, StateTheirExcessAndSeveralCauses) {
  RunConditions conditions = usual();
  conditions.cpuEnd = 1;
  conditions.involuntarySwitches = 2;
  const OutlyingRun run = outlier(conditions, 200);
  EXPECT_EQ(run.run, 7u);
  EXPECT_NEAR(run.excess, 0.61, 0.002);
  EXPECT_EQ(outlyingRunsText(std::vector{run}),
            "run 8 +60.8 % (moved to CPU 1, descheduled twice, events handed over)");
}

TEST(OutlyingRuns, AFasterRunHasNoCause) {
  const OutlyingRun run = outlier(usual(), 0, 500);
  EXPECT_NEAR(run.excess, -0.5, 0.002);
  EXPECT_TRUE(run.causes.empty());
}

TEST(OutlyingRuns, AtMostFourAreNamed) {
  std::vector<OutlyingRun> runs(5, {3, 0.5, {{RunCause::Unseen}}});
  const std::string text = outlyingRunsText(runs);
  EXPECT_TRUE(text.ends_with(", ...")) << text;
  EXPECT_EQ(outlyingRunsText(std::vector<OutlyingRun>()), "");
}

}  // namespace
}  // namespace relaxscope
