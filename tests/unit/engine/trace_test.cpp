// SPDX-License-Identifier: Apache-2.0
// What a recording holds: events and their nesting, runs, arguments, shape-heap changes, memory, load phase.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <tuple>

#include "tests/unit/engine/machine.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

/// One event with its side records, by value.
struct Seen {
  int64_t start, end;
  uint32_t pc, function, callee;
  uint16_t depth;
  EventKind kind;
};
struct Recording {
  std::vector<Seen> events;
  std::vector<RunSpan> runs;
  std::vector<std::shared_ptr<TraceChunk>> chunks;

  TraceSink sink() {
    return [this](std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> ended) {
      const EventColumns& c = chunk->events;
      for (size_t i = 0; i < c.size(); ++i)
        events.push_back({c.start[i], c.start[i] + c.duration[i], c.pc[i], c.function[i], c.callee[i], c.depth[i], static_cast<EventKind>(c.kind[i])});
      runs.insert(runs.end(), ended.begin(), ended.end());
      chunks.push_back(std::move(chunk));
    };
  }
  [[nodiscard]] const TraceChunk& only() const {
    EXPECT_EQ(chunks.size(), 1u);
    return *chunks.front();
  }
};

Recording record(VirtualMachine& machine, std::vector<ffi::Any> args, bool values, wire::TraceMode mode = wire::TraceMode::Chained) {
  Recording recording;
  machine.startTrace(mode, values, recording.sink());
  machine.beginRun(0, false);
  static_cast<void>(callMain(machine, std::move(args)));
  machine.endRun();
  machine.stopTrace();
  return recording;
}

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
  return machineFor(b);
}

TEST(Trace, ChildrenComeBeforeTheirParents) {
  for (const auto mode : {wire::TraceMode::Chained, wire::TraceMode::Precise}) {
    const auto machine = nested();
    const Recording recording = record(*machine, {int64_t{1}}, false, mode);
    const auto inner = static_cast<uint32_t>(machine->executable().findFunction("inner").value);
    const auto main = static_cast<uint32_t>(machine->executable().findFunction("main").value);
    const auto add = static_cast<uint32_t>(machine->executable().findFunction("test.add").value);
    ASSERT_EQ(recording.events.size(), 5u);
    const auto& [call, body, outer, kill, whole] = std::tie(recording.events[0], recording.events[1], recording.events[2], recording.events[3], recording.events[4]);
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
    // Nesting in time.
    EXPECT_LE(body.start, call.start);
    EXPECT_GE(body.end, call.end);
    EXPECT_LE(whole.start, outer.start);
    EXPECT_GE(whole.end, kill.end);
    EXPECT_LE(outer.end, kill.start);
    for (const Seen& event : recording.events) EXPECT_GE(event.start, 0);
  }
}

TEST(Trace, RunsCoverTheirEvents) {
  const auto machine = nested();
  Recording recording;
  machine->startTrace(wire::TraceMode::Chained, false, recording.sink());
  for (uint32_t i = 0; i < 3; ++i) {
    machine->beginRun(i, i == 0);
    ASSERT_TRUE(callMain(*machine, {int64_t{1}}).ok());
    EXPECT_GT(machine->endRun(), 0);
  }
  machine->stopTrace();
  ASSERT_EQ(recording.runs.size(), 3u);
  EXPECT_TRUE(recording.runs[0].warmup);
  EXPECT_FALSE(recording.runs[2].warmup);
  ASSERT_EQ(recording.events.size(), 15u);
  for (size_t i = 0; i < recording.events.size(); ++i) {
    const RunSpan& run = recording.runs[i / 5];
    EXPECT_GE(recording.events[i].start, run.start);
    EXPECT_LE(recording.events[i].end, run.start + run.duration);
  }
}

TEST(Trace, EventsArriveInChunksWithoutLoss) {
  B b;
  b.beginFunction("main", {"x"});
  constexpr int kCalls = 10'000;
  for (int i = 0; i < kCalls; ++i) b.emitCall("test.add", {B::r(0), B::imm(i)}, 1);
  b.emitRet(1);
  const auto machine = machineFor(b);
  const Recording recording = record(*machine, {int64_t{1}}, false);
  EXPECT_GT(recording.chunks.size(), 1u);
  ASSERT_EQ(recording.events.size(), kCalls + 1u);
  for (uint32_t i = 0; i < kCalls; ++i) ASSERT_EQ(recording.events[i].pc, i);
  for (const auto& chunk : recording.chunks) {
    EXPECT_TRUE(chunk->values.args.empty());
    EXPECT_TRUE(chunk->values.memory.empty());
  }
}

TEST(Trace, ChunksAreHandedOverBetweenShortRuns) {
  const auto machine = nested();
  Recording recording;
  machine->startTrace(wire::TraceMode::Chained, false, recording.sink());
  for (uint32_t run = 0; run < 100'000; ++run) {
    machine->beginRun(run, false);
    static_cast<void>(callMain(*machine, {int64_t{1}}));
    machine->endRun();
  }
  machine->stopTrace();
  size_t whole = 0;   // a pause of the machine may still cut a run
  for (const auto& chunk : recording.chunks) whole += !chunk->events.depth.empty() && chunk->events.depth.back() == 0;
  EXPECT_GT(recording.chunks.size(), 2u);
  EXPECT_GT(2 * whole, recording.chunks.size()) << "handing over would count as time of the run that it cuts";
}

TEST(Trace, HandingChunksOverIsNobodysTime) {
  B b;
  b.beginFunction("main", {"x"});
  for (int i = 0; i < 10'000; ++i) b.emitCall("test.add", {B::r(0), B::imm(i)}, 1);
  b.emitRet(1);
  const auto machine = machineFor(b);
  constexpr auto kSlow = std::chrono::milliseconds(200);
  Recording recording;
  const TraceSink keep = recording.sink();
  machine->startTrace(wire::TraceMode::Chained, false, [&](std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> ended) {
    std::this_thread::sleep_for(kSlow);
    keep(std::move(chunk), std::move(ended));
  });
  machine->beginRun(0, false);
  ASSERT_TRUE(callMain(*machine, {int64_t{1}}).ok());
  const double ns = machine->endRun();
  machine->stopTrace();
  ASSERT_GE(recording.chunks.size(), 3u);
  ASSERT_EQ(recording.runs.size(), 1u);
  TraceInfo info;
  machine->describe(info);
  EXPECT_GE(info.clock.toNs(recording.runs[0].recording), 2 * 200e6) << "two chunks were handed over during the run";
  EXPECT_LT(ns, 200e6);
  for (const Seen& event : recording.events) ASSERT_LT(info.clock.toNs(event.end - event.start), 200e6);
}

TEST(Trace, TheClockStandsStillWhileValuesAreRecorded) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 0);   // its result takes an argument's place
  b.emitRet(0);
  b.beginFunction("main", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 1);
  b.emitCall("vm.builtin.copy", {B::r(1)}, 2);
  b.emitCall("inner", {B::r(2)}, 3);
  b.emitCall("test.keep", {B::r(3)});
  b.emitCall("vm.builtin.null_value", {}, 3);
  b.emitRet(1);
  const auto machine = machineFor(b);
  const Recording recording = record(*machine, {int64_t{1}}, true);
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
  const auto machine = nested();
  const Recording recording = record(*machine, {int64_t{1}}, true);
  const size_t before = recording.events.size();
  ASSERT_TRUE(callMain(*machine, {int64_t{1}}).ok());
  EXPECT_EQ(recording.events.size(), before);
}

TEST(Trace, HoldsArgumentsOfCalls) {
  B b;
  const auto text = B::c(b.addConstant(StringConstant{"text"}));
  b.beginFunction("inner", {"x"});
  b.emitRet(0);
  b.beginFunction("main", {"x", "shape"});
  b.emitCall("test.keep", {B::r(0), B::imm(-3), text, B::r(1), B::voidArg(), b.f("main")}, 0);
  b.emitCall("inner", {B::r(1)}, 2);
  b.emitRet(0);
  const auto machine = machineFor(b);
  const Recording recording = record(*machine, {makeRaw({3, 16}, {kDLFloat, 32, 1}), ffi::Shape({7, 9})}, true);
  const ValueColumns& values = recording.only().values;
  ASSERT_EQ(values.args.size(), 7u);
  const ArgType want[] = {ArgType::Tensor, ArgType::Int, ArgType::Str, ArgType::Shape, ArgType::None, ArgType::Function, ArgType::Shape};
  for (size_t i = 0; i < 7; ++i) EXPECT_EQ(static_cast<ArgType>(values.args[i].type), want[i]) << i;
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(values.args[i].event, 0u);
    EXPECT_EQ(values.args[i].position, i);
  }
  const auto dims = [&](const ArgRecord& record) {
    return std::vector<int64_t>(values.dims.begin() + record.dimsBegin, values.dims.begin() + record.dimsBegin + record.ndim);
  };
  EXPECT_EQ(values.args[0].dtype, (DataType{2, 32, 1}));
  EXPECT_EQ(values.args[0].value, 3 * 16 * 4);
  EXPECT_EQ(dims(values.args[0]), (std::vector<int64_t>{3, 16}));
  EXPECT_EQ(values.args[1].value, -3);
  EXPECT_EQ(dims(values.args[3]), (std::vector<int64_t>{7, 9}));
  // The call of a VM function: its record belongs to the Call, not to the body.
  const uint32_t owner = values.args[6].event;
  EXPECT_EQ(recording.events[owner].kind, EventKind::Call);
  EXPECT_EQ(dims(values.args[6]), (std::vector<int64_t>{7, 9}));
}

TEST(Trace, HoldsChangesOfTheShapeHeapByBuiltinsAndKernels) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(3)}, 1);
  b.emitCall("vm.builtin.match_shape", {B::r(0), B::r(1), B::imm(2), B::imm(1), B::imm(0), B::imm(1), B::imm(1)});
  b.emitCall("kernel", {B::r(1)});
  b.emitCall("kernel", {B::r(1)});
  b.emitRet(1);
  const auto machine = machineFor(b, {{"kernel", [](const ffi::AnyView* args, int32_t, ffi::Any*) {
    auto* slots = static_cast<int64_t*>(args[0].cast<ffi::Tensor>().data_ptr());
    slots[2] = slots[0] * slots[1];
  }}});
  const Recording recording = record(*machine, {makeRaw({5, 6}, {kDLFloat, 32, 1})}, true);
  const auto& changes = recording.only().values.slotChanges;
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(changes[0].slot, 0u);
  EXPECT_EQ(changes[0].value, 5);
  EXPECT_EQ(changes[0].event, 1u);
  EXPECT_EQ(changes[1].value, 6);
  EXPECT_EQ(changes[2].slot, 2u);
  EXPECT_EQ(changes[2].value, 30);
  EXPECT_EQ(changes[2].event, 2u);
  EXPECT_EQ(changes[0].frame, changes[2].frame);
  EXPECT_EQ(changes[0].function, static_cast<uint32_t>(machine->executable().findFunction("main").value));
}

TEST(Trace, AWatchedHeapLivesUntilItsFunctionEnds) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(3)}, 1);
  b.emitCall("kernel", {B::r(1)});
  b.emitRet(0);
  int holders = 0;
  const auto machine = machineFor(b, {{"kernel", [&](const ffi::AnyView* args, int32_t, ffi::Any*) { holders = useCount(args[0]); }}});
  static_cast<void>(record(*machine, {int64_t{1}}, false));
  const int plain = holders;
  static_cast<void>(record(*machine, {int64_t{1}}, true));
  EXPECT_EQ(holders, plain + 1) << "its slots are read after calls that may have dropped it";
}

TEST(Trace, AHeapMadeAgainTakesTheOldOnesPlace) {
  B b;
  b.beginFunction("main", {"x"});
  for (int i = 0; i < 3; ++i) {
    b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(1)}, 1);
    b.emitCall("vm.builtin.match_prim_value", {B::imm(7 + i), B::r(1), B::imm(1), B::imm(0), B::voidArg()});
  }
  b.emitRet(0);
  const auto machine = machineFor(b);
  const Recording recording = record(*machine, {int64_t{1}}, true);
  ASSERT_EQ(recording.only().values.slotChanges.size(), 3u);
  EXPECT_EQ(recording.only().values.slotChanges[2].value, 9);
  EXPECT_TRUE(machine->engine()->watches.empty()) << "or a long recording would fill the memory";
}

TEST(Trace, ArgumentsOfVmFunctionsDoNotFillAChunkWithoutBound) {
  constexpr int kParams = 2000, kCalls = 400;
  B b;
  std::vector<std::string> names;
  for (int i = 0; i < kParams; ++i) names.push_back("p" + std::to_string(i));
  b.beginFunction("inner", names);
  b.emitRet(0);
  b.beginFunction("main", {"x"});
  const std::vector<Arg> args(kParams, B::r(0));
  for (int i = 0; i < kCalls; ++i) b.emitCall("inner", args, 1);
  b.emitRet(1);
  const auto machine = machineFor(b);
  const Recording recording = record(*machine, {int64_t{1}}, true);
  size_t all = 0;
  for (const auto& chunk : recording.chunks) {
    EXPECT_LE(chunk->values.args.size(), (size_t{1} << 19) + kParams);
    all += chunk->values.args.size();
  }
  EXPECT_EQ(all, size_t{kParams} * kCalls);
}

TEST(Trace, HeapsOfCallersAndCalleesAreKeptApart) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(1)}, 1);
  b.emitCall("vm.builtin.match_prim_value", {B::imm(7), B::r(1), B::imm(1), B::imm(0), B::voidArg()});
  b.emitRet(0);
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(1)}, 1);
  b.emitCall("inner", {B::r(0)}, 2);
  b.emitCall("vm.builtin.match_prim_value", {B::imm(8), B::r(1), B::imm(1), B::imm(0), B::voidArg()});
  b.emitRet(0);
  const auto machine = machineFor(b);
  const Recording recording = record(*machine, {int64_t{1}}, true);
  const auto& changes = recording.only().values.slotChanges;
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].value, 7);
  EXPECT_EQ(changes[1].value, 8);
  EXPECT_NE(changes[0].frame, changes[1].frame);
  EXPECT_NE(changes[0].function, changes[1].function);
}

TEST(Trace, HoldsBytesTakenAndGivenBack) {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto bytes = B::c(b.addConstant(ShapeConstant{{4096}}));
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 1);
  b.emitCall("test.keep", {B::r(0)}, 2);
  b.emitCall("vm.builtin.null_value", {}, 1);
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 1);
  b.emitRet(0);
  const auto machine = machineFor(b);
  const Recording recording = record(*machine, {int64_t{1}}, true);
  const auto& memory = recording.only().values.memory;
  ASSERT_EQ(memory.size(), 4u);
  EXPECT_EQ(memory[0].event, 0u);
  EXPECT_EQ(memory[0].allocated, 4096);
  EXPECT_EQ(memory[0].live, 4096);
  EXPECT_EQ(memory[1].event, 2u);
  EXPECT_EQ(memory[1].freed, 4096);
  EXPECT_EQ(memory[1].live, 0);
  EXPECT_EQ(memory[3].freed, 4096);   // the frame's registers, at the end of the body
  EXPECT_EQ(recording.events[memory[3].event].kind, EventKind::FunctionBody);
  EXPECT_EQ(machine->counters().poolHits, 1u);
  EXPECT_EQ(machine->counters().allocations, 2u);
  EXPECT_EQ(machine->counters().peakBytes, 4096);
}

TEST(Trace, ResettingCountersDoesNotUpsetTheBytes) {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto bytes = B::c(b.addConstant(ShapeConstant{{4096}}));
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 1);
  b.emitRet(1);
  const auto machine = machineFor(b);
  const RunResult kept = callMain(*machine, {int64_t{1}});
  Recording recording;
  machine->startTrace(wire::TraceMode::Chained, true, recording.sink());
  machine->resetCounters();
  ASSERT_TRUE(callMain(*machine, {int64_t{1}}).ok());
  machine->stopTrace();
  const auto& memory = recording.only().values.memory;
  ASSERT_EQ(memory.size(), 1u);
  EXPECT_EQ(memory[0].allocated, 4096);
  EXPECT_EQ(memory[0].freed, 0);
  EXPECT_EQ(memory[0].live, 2 * 4096);
}

TEST(Trace, WhatIsReleasedBetweenRunsIsNoCallsDoing) {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto bytes = B::c(b.addConstant(ShapeConstant{{4096}}));
  b.beginFunction("main", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 1);
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 1);
  b.emitRet(1);
  const auto machine = machineFor(b);
  Recording recording;
  machine->startTrace(wire::TraceMode::Chained, true, recording.sink());
  for (uint32_t run = 0; run < 2; ++run) {
    machine->beginRun(run, false);
    ASSERT_TRUE(callMain(*machine, {int64_t{1}}).ok());   // its storage goes with the result, before the next run
    machine->endRun();
  }
  machine->stopTrace();
  const auto& memory = recording.only().values.memory;
  ASSERT_EQ(memory.size(), 2u);
  for (const MemoryRecord& record : memory) {
    EXPECT_EQ(record.allocated, 4096);
    EXPECT_EQ(record.freed, 0);
  }
}

TEST(Trace, ShapesOfEmptyTensorsMayBeHuge) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 1);
  b.emitCall("vm.builtin.print", {B::r(0)});
  b.emitCall("relax.run.nonzero", {B::r(0)}, 2);
  b.emitRet(2);
  const auto machine = machineFor(b);
  const int64_t huge = int64_t{1} << 40;
  ::testing::internal::CaptureStdout();
  const Recording recording = record(*machine, {makeRaw({huge, huge, 0}, {kDLFloat, 32, 1})}, true);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "[]\n");
  EXPECT_EQ(recording.only().values.args[0].value, 0);
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
  const auto machine = machineFor(b);
  const Recording recording = record(*machine, {int64_t{1}}, true);
  ASSERT_EQ(recording.events.size(), 4u);   // add, body of inner, call of inner, body of main
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
  auto machine = VirtualMachine::load(std::move(options));
  ASSERT_TRUE(machine.ok());
  for (int repeat = 0; repeat < 2; ++repeat) {
    const Recording recording = record(**machine, {int64_t{1}}, false);
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
  const auto machine = machineFor(b);
  const Recording recording = record(*machine, {int64_t{1}}, false);
  ASSERT_EQ(recording.events.size(), 4u);   // add, body of lifted, invoke_closure, body of main
  EXPECT_EQ(recording.events[0].depth, 3);
  EXPECT_EQ(recording.events[1].depth, 2);
  EXPECT_EQ(recording.events[2].depth, 1);
  EXPECT_LE(recording.events[2].start, recording.events[1].start);
  EXPECT_GE(recording.events[2].end, recording.events[1].end);
}

TEST(Trace, DescribesItself) {
  const auto machine = nested();
  TraceInfo info;
  Recording recording;
  machine->startTrace(wire::TraceMode::Precise, true, recording.sink());
  machine->describe(info);
  machine->stopTrace();
  EXPECT_EQ(info.functionNames, machine->functionNames());
  EXPECT_EQ(info.mode, "precise");
  EXPECT_EQ(info.device, "cpu");
  EXPECT_EQ(info.allocator, "pooled");
  EXPECT_TRUE(info.values);
  EXPECT_GT(info.clock.nsPerTick, 0);
  EXPECT_NE(std::find(info.names.begin(), info.names.end(), "vm.builtin.match_shape"), info.names.end());
}

TEST(Trace, MeasuresItsOwnCost) {
  const InstrumentationCost cost = VirtualMachine::measureInstrumentationCost();
  EXPECT_GT(cost.clockReadNs, 0);
  EXPECT_GE(cost.perEventValuesNs, 0);
  EXPECT_LT(cost.perEventNs, 100'000);
}

}  // namespace
}  // namespace relaxscope::testing
