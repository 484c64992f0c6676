// SPDX-License-Identifier: Apache-2.0
// Rows show the time that kernels take by their own measurement, and a run that was given room is not interrupted.
#include <algorithm>
#include <chrono>
#include <map>

#include "tests/unit/vm/recording.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/vm/record/tick_clock.h"

namespace relaxscope::testing {
namespace {

/// A kernel that spins for a time and keeps how long each of its calls took.
struct Spinner {
  std::chrono::nanoseconds time;
  std::vector<double> tookNs;
  void operator()() {
    const int64_t start = readTicks();
    for (const auto end = std::chrono::steady_clock::now() + time; std::chrono::steady_clock::now() < end;) {}
    tookNs.push_back(tickClock().toNs(readTicks() - start));
  }
  [[nodiscard]] double median() { return quantile(tookNs.begin(), tookNs.end(), 0.5); }
};

TEST(PlantedTime, RowsShowWhatKernelsMeasureThemselves) {
  std::map<std::string, Spinner> spinners{{"short", {std::chrono::microseconds(50), {}}},
                                          {"longer", {std::chrono::microseconds(65), {}}},
                                          {"long", {std::chrono::microseconds(300), {}}}};
  B builder;
  builder.beginFunction("main", {});
  std::vector<std::pair<std::string, PackedBody>> functions;
  for (int i = 0; i < 7; ++i)
    for (auto& [name, spinner] : spinners) builder.emitCall(name, {}, 0);
  builder.emitRet(0);
  for (auto& [name, spinner] : spinners)
    functions.emplace_back(name, [&kernel = spinner](const ffi::AnyView*, int32_t, ffi::Any*) { kernel(); });
  const auto vm = vmFor(builder, functions);
  for (const TraceMode mode : {TraceMode::Chained, TraceMode::Precise}) {
    for (auto& [name, spinner] : spinners) spinner.tookNs.clear();
    Trace trace;
    vm->describe(trace.info);
    vm->startTrace(mode, false, [&](const std::shared_ptr<TraceChunk>& chunk, const std::vector<RunSpan>& runs) {
      if (chunk) trace.append(*chunk);
      trace.runs.insert(trace.runs.end(), runs.begin(), runs.end());
    });
    for (uint32_t run = 0; run < 3; ++run) {  // all of them are kept
      vm->beginRun(run, RunKind::Measured);
      ASSERT_TRUE(callMain(*vm).ok());
      vm->endRun();
    }
    vm->stopTrace();
    const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
    std::map<std::string, double> medians;
    for (const StatisticsRow& row : statistics.rows)
      if (row.kind == EventKind::Call) medians[trace.info.functionNames.at(row.callee)] = row.medianNs;
    for (auto& [name, spinner] : spinners) {
      // A thread may be preempted between the readings of both; not in half of the calls.
      EXPECT_GE(medians[name], spinner.median() - 200) << name;
      EXPECT_LE(medians[name], spinner.median() * 1.02 + 1'000) << name;
    }
    EXPECT_NEAR(medians["longer"] / medians["short"], 1.3, 0.03) << "lengthened by 30 %";
  }
}

#if !defined(RELAXSCOPE_SANITIZED)  // a run would last longer than the 33 ms between hand-overs
TEST(RecordingRoom, ALongRunHasRoomOnceItWasMade) {
  B b;
  b.beginFunction("main", {"x"});
  constexpr int kCalls = 80'000;  // more than there is room for at first
  for (int i = 0; i < kCalls; ++i) b.emitCall("test.add", {B::r(0), B::imm(7)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  Recording recording;
  vm->startTrace(TraceMode::Chained, false, recording.sink());
  for (uint32_t run = 0; run < 24; ++run) {
    vm->beginRun(run, run < 2 ? RunKind::Warmup : RunKind::Measured);
    ASSERT_TRUE(callMain(*vm, {int64_t{1}}).ok());
    vm->endRun();
  }
  vm->stopTrace();
  EXPECT_EQ(recording.events.size(), 24 * (kCalls + 1u));
  EXPECT_GT(recording.runs[0].recording, 0) << "the first one is cut";
  const auto uncut = [](const RunSpan& run) { return run.measured() && run.recording == 0; };
  EXPECT_GE(std::count_if(recording.runs.begin(), recording.runs.end(), uncut), 1) << "a slow host cuts some";
}
#endif

}  // namespace
}  // namespace relaxscope::testing
