// SPDX-License-Identifier: Apache-2.0
// What a recording attributes to compiled code: kernels of a known time (tests/data/engine/compiled.cpp), the builtins
// and VM functions between them.
#include <algorithm>
#include <array>

#include "tests/unit/vm/recording.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/vm/record/tick_clock.h"

namespace relaxscope::testing {
namespace {

constexpr int64_t kFirstNs = 1'000'000, kSecondNs = 300'000;
constexpr int kRuns = 10;
#if defined(RELAXSCOPE_SANITIZED)
constexpr double kMaxBuiltinNs = 20'000;
#else
constexpr double kMaxBuiltinNs = 2'000;
#endif

/// main of compiled.cpp; function 1 is bytecode and returns its argument.
std::unique_ptr<VirtualMachine> compiledVm() {
  B b;
  b.addVmTir("main", 2, 3, {"first", "second"});
  b.beginFunction("same", {"x"});
  b.emitRet(0);
  LoadOptions options = optionsFor(b);
  options.libraries = {COMPILED_PATH};
  auto vm = VirtualMachine::load(std::move(options));
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return *std::move(vm);
}

struct Shape {
  EventKind kind;
  uint32_t pc, function;
  uint16_t depth;
};
constexpr Shape kExpected[] = {{EventKind::CompiledKernels, 0, 0, 1}, {EventKind::CompiledBuiltin, kNoIndex, 0, 1},
                               {EventKind::CompiledKernels, 1, 0, 1}, {EventKind::FunctionBody, 0, 1, 1},
                               {EventKind::CompiledKernels, 2, 0, 1}, {EventKind::CompiledBody, kNoIndex, 0, 0}};

class CompiledRecord : public ::testing::TestWithParam<TraceMode> {};
INSTANTIATE_TEST_SUITE_P(Modes, CompiledRecord, ::testing::Values(TraceMode::Chained, TraceMode::Precise),
                         [](const auto& tested) { return tested.param == TraceMode::Precise ? "Precise" : "Chained"; });

TEST_P(CompiledRecord, KernelsHaveEventsOfTheirOwnInOrder) {
  for (const bool values : {false, true}) {
    const auto vm = compiledVm();
    const Recording recording = record(*vm, {kFirstNs, kSecondNs}, values, GetParam());
    ASSERT_EQ(recording.events.size(), std::size(kExpected));
    for (size_t i = 0; i < std::size(kExpected); ++i) {
      const Seen& seen = recording.events[i];
      EXPECT_EQ(seen.kind, kExpected[i].kind) << i;
      EXPECT_EQ(seen.pc, kExpected[i].pc) << i;
      EXPECT_EQ(seen.function, kExpected[i].function) << i;
      EXPECT_EQ(seen.depth, kExpected[i].depth) << i;
      if (i > 0 && i + 1 < std::size(kExpected)) { EXPECT_GE(seen.start, recording.events[i - 1].end) << i; }
    }
    EXPECT_EQ(recording.events.front().start, recording.events.back().start);
    EXPECT_EQ(recording.events[4].end, recording.events.back().end);
  }
}

TEST_P(CompiledRecord, EachKernelHasItsOwnTimeAndBuiltinsTheirs) {
  const auto vm = compiledVm();
  std::array<double, std::size(kExpected)> least;
  least.fill(1e18);
  for (int run = 0; run < kRuns; ++run) {  // the least time of each event is the one without an interruption
    const Recording recording = record(*vm, {kFirstNs, kSecondNs}, false, GetParam());
    ASSERT_EQ(recording.events.size(), least.size());
    for (size_t i = 0; i < least.size(); ++i)
      least[i] = std::min(least[i], tickClock().toNs(recording.events[i].end - recording.events[i].start));
  }
  EXPECT_NEAR(least[0], kFirstNs, 0.03 * kFirstNs);
  EXPECT_LT(least[1], kMaxBuiltinNs);
  EXPECT_NEAR(least[2], kSecondNs, 0.03 * kSecondNs);
  EXPECT_LT(least[3], kMaxBuiltinNs);
  EXPECT_NEAR(least[4], kFirstNs, 0.03 * kFirstNs);
}

TEST_P(CompiledRecord, StatisticsSeparateKernelsByTheCallsBeforeThem) {
  const auto vm = compiledVm();
  Trace trace;
  vm->describe(trace.info);
  Recording recording = record(*vm, {kFirstNs, kSecondNs}, false, GetParam());
  for (const auto& chunk : recording.chunks) trace.append(*chunk);
  trace.runs = recording.runs;
  const TraceStatistics byCallee = computeStatistics(trace, Grouping::Callee);
  const auto row = [](const TraceStatistics& statistics, EventKind kind) {
    return std::find_if(statistics.rows.begin(), statistics.rows.end(),
                        [kind](const StatisticsRow& each) { return each.kind == kind; });
  };
  const auto kernels = row(byCallee, EventKind::CompiledKernels);
  ASSERT_NE(kernels, byCallee.rows.end());
  EXPECT_EQ(kernels->count, 3u);
  EXPECT_EQ(kernels->callee, 0u);
  EXPECT_EQ(kernels, byCallee.rows.begin()) << "the kernels take most of the time";
  const StatisticsRow* body = rowOfFunction(byCallee, 0);
  ASSERT_NE(body, nullptr);
  EXPECT_EQ(body->kind, EventKind::CompiledBody);
  EXPECT_LT(body->selfNs, 0.05 * body->totalNs);
  const TraceStatistics bySite = computeStatistics(trace, Grouping::Site);
  EXPECT_EQ(std::count_if(bySite.rows.begin(), bySite.rows.end(),
                          [](const StatisticsRow& each) { return isKernels(each.kind) && each.count == 1; }),
            3);
}

TEST(CompiledRecordFailure, LeavesTheNextRecordingSound) {
  const auto vm = compiledVm();
  Recording failing;
  vm->startTrace(TraceMode::Chained, false, failing.sink());
  EXPECT_FALSE(callMain(*vm, {int64_t{1000}, int64_t{-1}}).ok()) << "it fails after the builtin";
  vm->stopTrace();
  EXPECT_EQ(record(*vm, {int64_t{1000}, int64_t{1000}}, false).events.size(), std::size(kExpected));
}

}  // namespace
}  // namespace relaxscope::testing
