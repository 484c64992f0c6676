// SPDX-License-Identifier: Apache-2.0
// Timing in a recording: events and their nesting, runs, chunks, the load phase.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <tuple>

#include "tests/unit/vm/recording.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/record/recording_cost.h"
#include "vmcore/vm/record/tick_clock.h"

namespace relaxscope::testing {
namespace {

/// inner(x): add; main(x): inner, kill.
std::unique_ptr<VirtualMachine> nested() {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("inner", {B::r(0)}, 1);
  b.emitCall("vm.builtin.null_value", {}, 1);
  b.emitRet(0);
  return vmFor(b);
}

TEST(Trace, ChildrenComeBeforeTheirParents) {
  for (const auto mode : {TraceMode::Chained, TraceMode::Precise}) {
    const auto vm = nested();
    const Recording recording = record(*vm, {int64_t{1}}, false, mode);
    const auto inner = static_cast<uint32_t>(vm->executable().findFunction("inner").value);
    const auto main = static_cast<uint32_t>(vm->executable().findFunction("main").value);
    const auto add = static_cast<uint32_t>(vm->executable().findFunction("test.add").value);
    ASSERT_EQ(recording.events.size(), 5u);
    const auto& [call, body, outer, kill, whole] = std::tie(
        recording.events[0], recording.events[1], recording.events[2], recording.events[3], recording.events[4]);
    EXPECT_EQ(call.callee, add);
    EXPECT_EQ(call.function, inner);
    EXPECT_EQ(call.pc, 0u);
    EXPECT_EQ(call.depth, 3);
    EXPECT_EQ(body.kind, EventKind::FunctionBody);
    EXPECT_EQ(body.function, inner);
    EXPECT_EQ(body.depth, 2);
    EXPECT_EQ(outer.kind, EventKind::Call);
    EXPECT_EQ(outer.callee, inner);
    EXPECT_EQ(outer.function, main);
    EXPECT_EQ(outer.pc, 2u);
    EXPECT_EQ(outer.depth, 1);
    EXPECT_EQ(kill.pc, 3u);
    EXPECT_EQ(whole.kind, EventKind::FunctionBody);
    EXPECT_EQ(whole.function, main);
    EXPECT_EQ(whole.depth, 0);
    // Nested in time.
    EXPECT_LE(body.start, call.start);
    EXPECT_GE(body.end, call.end);
    EXPECT_LE(whole.start, outer.start);
    EXPECT_GE(whole.end, kill.end);
    EXPECT_LE(outer.end, kill.start);
    for (const Seen& event : recording.events) EXPECT_GE(event.start, 0);
  }
}

TEST(Trace, RunsCoverTheirEvents) {
  const auto vm = nested();
  Recording recording;
  vm->startTrace(TraceMode::Chained, false, recording.sink());
  for (uint32_t i = 0; i < 3; ++i) {
    vm->beginRun(i, i == 0 ? RunKind::Warmup : RunKind::Measured);
    ASSERT_TRUE(callMain(*vm, {int64_t{1}}).ok());
    EXPECT_GT(vm->endRun(), 0);
  }
  vm->stopTrace();
  ASSERT_EQ(recording.runs.size(), 3u);
  EXPECT_EQ(recording.runs[0].kind, RunKind::Warmup);
  EXPECT_TRUE(recording.runs[2].measured());
  ASSERT_EQ(recording.events.size(), 15u);
  for (size_t i = 0; i < recording.events.size(); ++i) {
    const RunSpan& run = recording.runs[i / 5];
    EXPECT_GE(recording.events[i].start, run.start);
    EXPECT_LE(recording.events[i].end, run.start + run.duration);
  }
}

TEST(Trace, PausedRunsLeaveNoEventsAndNoTime) {
  const auto vm = nested();
  Recording recording;
  vm->startTrace(TraceMode::Chained, true, recording.sink());
  const int64_t before = readTicks();
  int64_t paused = 0, secondEnded = 0;  // the first pause, and the end of the second run, in ticks
  for (uint32_t i = 0; i < 2; ++i) {
    vm->beginRun(i, RunKind::Measured);
    ASSERT_TRUE(callMain(*vm, {int64_t{1}}).ok());
    vm->endRun();
    secondEnded = readTicks();
    vm->pauseTrace();
    const int64_t pauseBegins = readTicks();
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    while (std::chrono::steady_clock::now() < end) ASSERT_TRUE(callMain(*vm, {int64_t{1}}).ok());
    if (i == 0) paused = readTicks() - pauseBegins;
    vm->resumeTrace();
  }
  vm->pauseTrace();
  vm->stopTrace();
  ASSERT_EQ(recording.runs.size(), 2u);
  EXPECT_EQ(recording.events.size(), 10u);
  EXPECT_LE(recording.runs[1].start - recording.runs[0].start, secondEnded - before - paused) << "the pause is no time";
  for (const Seen& event : recording.events) EXPECT_GE(event.end, event.start);
}

TEST(Trace, EventsArriveInChunksWithoutLoss) {
  B b;
  b.beginFunction("main", {"x"});
  constexpr int kCalls = 10'000;
  for (int i = 0; i < kCalls; ++i) b.emitCall("test.add", {B::r(0), B::imm(i)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {int64_t{1}}, false);
  EXPECT_GT(recording.chunks.size(), 1u);
  ASSERT_EQ(recording.events.size(), kCalls + 1u);
  for (uint32_t i = 0; i < kCalls; ++i) ASSERT_EQ(recording.events[i].pc, i);
  for (const auto& chunk : recording.chunks) {
    EXPECT_TRUE(chunk->values.args.empty());
    EXPECT_TRUE(chunk->values.memory.empty());
  }
}

TEST(Trace, ChunksAreHandedOverBetweenShortRuns) {
  const auto vm = nested();
  Recording recording;
  vm->startTrace(TraceMode::Chained, false, recording.sink());
  for (uint32_t run = 0; run < 100'000; ++run) {
    vm->beginRun(run, RunKind::Measured);
    static_cast<void>(callMain(*vm, {int64_t{1}}));
    vm->endRun();
  }
  vm->stopTrace();
  EXPECT_GT(recording.chunks.size(), 2u);
  ASSERT_EQ(recording.runs.size(), 100'000u);
  const auto cut = [](const RunSpan& run) { return run.recording > 0; };  // a scheduling pause may still cut a run
  EXPECT_LT(std::count_if(recording.runs.begin(), recording.runs.end(), cut), 100);
}

TEST(Trace, HandingChunksOverIsExcludedFromTheTimes) {
  B b;
  b.beginFunction("main", {"x"});
  for (int i = 0; i < 100'000; ++i) b.emitCall("test.add", {B::r(0), B::imm(7)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  constexpr auto kSlow = std::chrono::milliseconds(20);
  Recording recording;
  const TraceSink keep = recording.sink();
  bool running = false;
  int during = 0;
  vm->startTrace(TraceMode::Chained, false, [&](std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> ended) {
    std::this_thread::sleep_for(kSlow);
    during += running ? 1 : 0;
    keep(std::move(chunk), std::move(ended));
  });
  vm->beginRun(0, RunKind::Measured);
  running = true;
  ASSERT_TRUE(callMain(*vm, {int64_t{1}}).ok());
  running = false;
  const double ns = vm->endRun();
  vm->stopTrace();
  ASSERT_GE(recording.chunks.size(), 20u);
  ASSERT_GE(during, 5) << "there is room for 65,536 events, or 33 ms pass";
  ASSERT_EQ(recording.runs.size(), 1u);
  TraceInfo info;
  vm->describe(info);
  const double slowNs = during * 20e6;
  EXPECT_GE(info.clock.toNs(recording.runs[0].recording), slowNs);
  EXPECT_LT(ns, slowNs);
  for (const Seen& event : recording.events) ASSERT_LT(info.clock.toNs(event.end - event.start), slowNs);
}

TEST(Trace, TheClockStandsStillWhileValuesAreRecorded) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 0);  // the result overwrites an argument
  b.emitRet(0);
  b.beginFunction("main", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 1);
  b.emitCall("vm.builtin.copy", {B::r(1)}, 2);
  b.emitCall("inner", {B::r(2)}, 3);
  b.emitCall("test.keep", {B::r(3)});
  b.emitCall("vm.builtin.null_value", {}, 3);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {int64_t{1}}, true);
  // add, copy, add of inner, body of inner, call of inner, keep, kill, body of main.
  const auto& e = recording.events;
  ASSERT_EQ(e.size(), 8u);
  EXPECT_EQ(e[7].start, e[0].start);
  EXPECT_EQ(e[0].end, e[1].start);
  EXPECT_EQ(e[1].end, e[2].start);
  EXPECT_EQ(e[3].start, e[2].start);
  EXPECT_EQ(e[4].end, e[5].start);
  EXPECT_EQ(e[5].end, e[6].start);
  ASSERT_EQ(recording.runs.size(), 1u);
  EXPECT_GT(recording.runs[0].recording, 0);
}

TEST(Trace, NothingIsRecordedAfterItsEnd) {
  const auto vm = nested();
  const Recording recording = record(*vm, {int64_t{1}}, true);
  const size_t before = recording.events.size();
  ASSERT_TRUE(callMain(*vm, {int64_t{1}}).ok());
  EXPECT_EQ(recording.events.size(), before);
}

TEST(Trace, AFailedRunStillShowsWhereItWas) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 1);
  b.emitCall("test.fail", {}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("inner", {B::r(0)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {int64_t{1}}, true);
  ASSERT_EQ(recording.events.size(), 4u);  // add, body of inner, call of inner, body of main
  EXPECT_EQ(recording.events[1].kind, EventKind::FunctionBody);
  EXPECT_EQ(recording.events[2].kind, EventKind::Call);
  EXPECT_EQ(recording.events[3].depth, 0);
}

TEST(Trace, TheLoadPhaseComesFirst) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 0);
  b.emitRet(0);
  LoadOptions options = optionsFor(b);
  options.recordLoad = true;
  auto vm = VirtualMachine::load(std::move(options));
  ASSERT_TRUE(vm.ok());
  for (int repeat = 0; repeat < 2; ++repeat) {
    const Recording recording = record(**vm, {int64_t{1}}, false);
    size_t lookups = 0, constants = 0, loadEvents = 0;
    int64_t loadEnd = 0, firstCall = INT64_MAX;
    for (const Seen& event : recording.events) {
      lookups += event.kind == EventKind::LoadLookup ? 1 : 0;
      constants += event.kind == EventKind::LoadConstants ? 1 : 0;
      if (isLoadPhase(event.kind)) {
        ++loadEvents;
        loadEnd = std::max(loadEnd, event.end);
      } else {
        firstCall = std::min(firstCall, event.start);
      }
    }
    EXPECT_EQ(lookups, 2u);
    EXPECT_EQ(constants, 1u);
    EXPECT_LE(loadEnd, firstCall);
    EXPECT_EQ(recording.events.size(), loadEvents + 2);
  }
}

TEST(Trace, ReEntrantCallsNest) {
  B b;
  b.beginFunction("lifted", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), b.f("lifted"), B::r(0)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {int64_t{1}}, false);
  ASSERT_EQ(recording.events.size(), 4u);  // add, body of lifted, invoke_closure, body of main
  EXPECT_EQ(recording.events[0].depth, 3);
  EXPECT_EQ(recording.events[1].depth, 2);
  EXPECT_EQ(recording.events[2].depth, 1);
  EXPECT_LE(recording.events[2].start, recording.events[1].start);
  EXPECT_GE(recording.events[2].end, recording.events[1].end);
}

TEST(Trace, DescribesItself) {
  const auto vm = nested();
  TraceInfo info;
  Recording recording;
  vm->startTrace(TraceMode::Precise, true, recording.sink());
  vm->describe(info);
  vm->stopTrace();
  EXPECT_EQ(info.functionNames, vm->functionNames());
  EXPECT_EQ(info.mode, "precise");
  EXPECT_EQ(info.device, "cpu");
  EXPECT_EQ(info.allocator, "pooled");
  EXPECT_TRUE(info.values);
  EXPECT_GT(info.clock.nsPerTick, 0);
  EXPECT_NE(std::find(info.names.begin(), info.names.end(), "vm.builtin.match_shape"), info.names.end());
}

TEST(Trace, MeasuresItsOwnCost) {
  const InstrumentationCost cost = measureInstrumentationCost(TraceMode::Chained);
  EXPECT_GT(cost.clockReadNs, 0);
  EXPECT_GE(cost.perEventValuesNs, 0);
  EXPECT_LT(cost.perEventNs, 100'000);
  EXPECT_GE(cost.perRunNs, 0);
  EXPECT_LT(cost.perRunNs, 100'000);
}

/// main calls test.keep.
auto keeping() {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 1);
  b.emitRet(1);
  return vmFor(b);
}

TEST(VmTrace, ADroppedRunLeavesNoEvents) {
  const auto vm = keeping();
  Recording recording;
  vm->startTrace(TraceMode::Chained, false, recording.sink());
  for (uint32_t i = 0; i < 3; ++i) {
    vm->beginRun(0, RunKind::Warmup);
    static_cast<void>(callMain(*vm, {int64_t{1}}));
    vm->dropRun();
    vm->beginRun(i, RunKind::Measured);
    static_cast<void>(callMain(*vm, {int64_t{1}}));
    vm->endRun();
  }
  vm->stopTrace();
  ASSERT_EQ(recording.runs.size(), 3u);
  ASSERT_EQ(recording.events.size(), 6u) << "a call and a body each";
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_GE(recording.events[i].start, recording.runs[i / 2].start);
    EXPECT_LE(recording.events[i].end, recording.runs[i / 2].start + recording.runs[i / 2].duration);
  }
}

TEST(VmTrace, DroppedRunsLeaveNoEventsHoweverMany) {
  const auto vm = keeping();
  Recording recording;
  vm->startTrace(TraceMode::Chained, false, recording.sink());
  const auto run = [&] { static_cast<void>(callMain(*vm, {int64_t{1}})); };
  vm->beginRun(0, RunKind::Measured);
  run();
  vm->endRun();
  // Longer than several batches last, which are handed over by time.
  using Clock = std::chrono::steady_clock;
  size_t dropped = 0, kept = 0;  // a run is kept if another process took the core, so that its batch was handed over
  for (const auto until = Clock::now() + std::chrono::milliseconds(200); Clock::now() < until;) {
    vm->beginRun(0, RunKind::Warmup);
    run();
    (vm->dropRun() ? dropped : kept) += 1;
  }
  vm->stopTrace();
  EXPECT_GT(dropped, kept);
  EXPECT_EQ(recording.runs.size(), 1 + kept);
  EXPECT_EQ(recording.events.size(), 2 * recording.runs.size()) << "of a run all events or none";
}

}  // namespace
}  // namespace relaxscope::testing
