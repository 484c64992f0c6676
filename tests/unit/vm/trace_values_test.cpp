// SPDX-License-Identifier: Apache-2.0
// The side columns of a recording: arguments, shape-heap changes, memory.
#include "tests/unit/vm/recording.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/trace.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

TEST(TraceValues, HoldsArgumentsOfCalls) {
  B b;
  const auto text = B::c(b.addConstant(StringConstant{"text"}));
  b.beginFunction("inner", {"x"});
  b.emitRet(0);
  b.beginFunction("main", {"x", "shape"});
  b.emitCall("test.keep", {B::r(0), B::imm(-3), text, B::r(1), B::voidArg(), b.f("main")}, 0);
  b.emitCall("inner", {B::r(1)}, 2);
  b.emitRet(0);
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {makeRaw({3, 16}, {kDLFloat, 32, 1}), ffi::Shape({7, 9})}, true);
  const ValueColumns& values = recording.only().values;
  ASSERT_EQ(values.args.size(), 7u);
  const ArgType want[] = {ArgType::Tensor, ArgType::Int,      ArgType::Str,  ArgType::Shape,
                          ArgType::None,   ArgType::Function, ArgType::Shape};
  for (size_t i = 0; i < 7; ++i) EXPECT_EQ(static_cast<ArgType>(values.args[i].type), want[i]) << i;
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(values.args[i].list, 0u);
    EXPECT_EQ(values.args[i].position, i);
  }
  const auto dims = [&](const ArgRecord& record) {
    return std::vector<int64_t>(values.dims.begin() + record.dimsBegin,
                                values.dims.begin() + record.dimsBegin + record.ndim);
  };
  EXPECT_EQ(values.args[0].dtype, (DataType{2, 32, 1}));
  EXPECT_EQ(values.args[0].value, 3 * 16 * 4);
  EXPECT_EQ(dims(values.args[0]), (std::vector<int64_t>{3, 16}));
  EXPECT_EQ(values.args[1].value, -3);
  EXPECT_EQ(dims(values.args[3]), (std::vector<int64_t>{7, 9}));
  // The call of a VM function: its record belongs to the Call, not to the body.
  ASSERT_EQ(values.uses.size(), 2u);
  EXPECT_EQ(values.uses[0].event, 0u);
  EXPECT_EQ(values.uses[1].list, values.args[6].list);
  const uint32_t owner = values.uses[1].event;
  EXPECT_EQ(recording.events[owner].kind, EventKind::Call);
  EXPECT_EQ(dims(values.args[6]), (std::vector<int64_t>{7, 9}));
}

TEST(TraceValues, EqualArgumentsOfACallAreRecordedOnce) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("test.keep", {B::r(0), B::imm(1)}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x", "y"});
  for (const int64_t argument : {0, 0, 1, 1, 0}) b.emitCall("inner", {B::r(argument)}, 2);
  b.emitRet(2);
  const auto vm = vmFor(b);
  const Recording recording =
      record(*vm, {makeRaw({3, 16}, {kDLFloat, 32, 1}), makeRaw({3, 17}, {kDLFloat, 32, 1})}, true);
  Trace trace;
  trace.append(recording.only());
  const StoredChunk& chunk = *trace.chunks()[0];
  std::vector<int64_t> seen, seenByCaller;
  for (size_t i = 0; i < chunk.size(); ++i) {
    const Arguments arguments = chunk.arguments(i);
    if (arguments.size() == 2) seen.push_back(arguments[0].dims[1]);
    if (arguments.size() == 1) seenByCaller.push_back(arguments[0].dims[1]);
  }
  EXPECT_EQ(seen, (std::vector<int64_t>{16, 16, 17, 17, 16})) << "of one call, called five times";
  EXPECT_EQ(seenByCaller, (std::vector<int64_t>{16, 16, 17, 17, 16})) << "of five calls, each called once";
  // The inner call repeats its arguments twice; the five outer ones have nothing to repeat.
  EXPECT_EQ(recording.only().values.args.size(), 3u * 2 + 5);
  EXPECT_EQ(recording.only().values.uses.size(), 10u);
}

TEST(TraceValues, NumbersAndObjectsAreComparedToo) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"a", "b", "c", "d"});
  for (const int64_t argument : {0, 0, 1, 2, 2, 3, 3, 0}) b.emitCall("inner", {B::r(argument)}, 4);
  b.emitRet(4);
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {int64_t{5}, 2.5, ffi::Shape({7, 9}), ffi::Shape({7, 8})}, true);
  Trace trace;
  trace.append(recording.only());
  std::vector<std::string> seen;
  for (size_t i = 0; i < trace.chunks()[0]->size(); ++i)
    if (trace.chunks()[0]->site(i).depth == 3) seen.push_back(argText(trace.chunks()[0]->arguments(i)[0]));
  EXPECT_EQ(seen, (std::vector<std::string>{"i5", "i5", "2.5", "shape(7, 9)", "shape(7, 9)", "shape(7, 8)",
                                            "shape(7, 8)", "i5"}));
}

TEST(TraceValues, HoldsChangesOfTheShapeHeapByBuiltinsAndKernels) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(3)}, 1);
  b.emitCall("vm.builtin.match_shape", {B::r(0), B::r(1), B::imm(2), B::imm(1), B::imm(0), B::imm(1), B::imm(1)});
  b.emitCall("kernel", {B::r(1)});
  b.emitCall("kernel", {B::r(1)});
  b.emitRet(1);
  const auto vm = vmFor(b, {{"kernel", [](const ffi::AnyView* args, int32_t, ffi::Any*) {
                               auto* slots = static_cast<int64_t*>(args[0].cast<ffi::Tensor>().data_ptr());
                               slots[2] = slots[0] * slots[1];
                             }}});
  const Recording recording = record(*vm, {makeRaw({5, 6}, {kDLFloat, 32, 1})}, true);
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
  EXPECT_EQ(changes[0].function, static_cast<uint32_t>(vm->executable().findFunction("main").value));
}

TEST(TraceValues, AWatchedHeapLivesUntilItsFunctionEnds) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(3)}, 1);
  b.emitCall("kernel", {B::r(1)});
  b.emitRet(0);
  int holders = 0;
  const auto vm =
      vmFor(b, {{"kernel", [&](const ffi::AnyView* args, int32_t, ffi::Any*) { holders = useCount(args[0]); }}});
  static_cast<void>(record(*vm, {int64_t{1}}, false));
  const int plain = holders;
  static_cast<void>(record(*vm, {int64_t{1}}, true));
  EXPECT_EQ(holders, plain + 1) << "its slots are read after calls that may have dropped it";
}

TEST(TraceValues, AHeapMadeAgainTakesTheOldOnesPlace) {
  B b;
  b.beginFunction("main", {"x"});
  for (int i = 0; i < 3; ++i) {
    b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(1)}, 1);
    b.emitCall("vm.builtin.match_prim_value", {B::imm(7 + i), B::r(1), B::imm(1), B::imm(0), B::voidArg()});
  }
  b.emitRet(0);
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {int64_t{1}}, true);
  ASSERT_EQ(recording.only().values.slotChanges.size(), 3u);
  EXPECT_EQ(recording.only().values.slotChanges[2].value, 9);
  EXPECT_TRUE(vm->engine()->watches.empty()) << "or a long recording would fill the memory";
}

/// Slots that a compiled main changes in a heap from `allocator`, which is called with the arguments `with`.
std::vector<SlotChange> changesInCompiledMain(const std::string& allocator, std::vector<int64_t> with) {
  B b;
  b.addVmTir("main", 0, 1);
  LoadOptions options = optionsFor(b);
  options.modules.push_back(moduleWith("__vmtir__main", [=](const ffi::AnyView*, int32_t, ffi::Any*) {
    const std::vector<ffi::AnyView> numbers(with.begin(), with.end());
    ffi::Any heap, ignored;
    builtinFunction(allocator).CallPacked(numbers.data(), static_cast<int32_t>(numbers.size()), &heap);
    const ffi::Shape shape({5, 6});
    const ffi::AnyView args[] = {shape, heap, int64_t{1}, int64_t{0}};
    builtinFunction("vm.builtin.store_shape").CallPacked(args, 4, &ignored);
  }));
  auto vm = VirtualMachine::load(std::move(options));
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return record(**vm, {}, true).only().values.slotChanges;
}

TEST(TraceValues, HoldsChangesOfEachKindOfHeapInCompiledCode) {
  for (const char* allocator : {"vm.builtin.alloc_heap", "vm.builtin.alloc_shape_heap"}) {
    const std::vector<SlotChange> changes = changesInCompiledMain(allocator, {2});
    ASSERT_EQ(changes.size(), 2U) << allocator;
    EXPECT_EQ(changes[0].value, 6) << allocator;
    EXPECT_EQ(changes[1].value, 5) << allocator;
  }
}

TEST(TraceValues, ArgumentsOfVmFunctionsDoNotFillAChunkWithoutBound) {
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
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {int64_t{1}}, true);
  size_t all = 0;
  for (const auto& chunk : recording.chunks) {
    EXPECT_LE(chunk->values.args.size(), (size_t{1} << 19) + kParams);
    all += chunk->values.args.size();
  }
  EXPECT_EQ(all, size_t{kParams} * kCalls);
}

TEST(TraceValues, HeapsOfCallersAndCalleesAreKeptApart) {
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
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {int64_t{1}}, true);
  const auto& changes = recording.only().values.slotChanges;
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].value, 7);
  EXPECT_EQ(changes[1].value, 8);
  EXPECT_NE(changes[0].frame, changes[1].frame);
  EXPECT_NE(changes[0].function, changes[1].function);
}

TEST(TraceValues, HoldsBytesTakenAndGivenBack) {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto bytes = B::c(b.addConstant(ShapeConstant{{4096}}));
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 1);
  b.emitCall("test.keep", {B::r(0)}, 2);
  b.emitCall("vm.builtin.null_value", {}, 1);
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 1);
  b.emitRet(0);
  const auto vm = vmFor(b);
  const Recording recording = record(*vm, {int64_t{1}}, true);
  const auto& memory = recording.only().values.memory;
  ASSERT_EQ(memory.size(), 4u);
  EXPECT_EQ(memory[0].event, 0u);
  EXPECT_EQ(memory[0].allocated, 4096);
  EXPECT_EQ(memory[0].live, 4096);
  EXPECT_EQ(memory[1].event, 2u);
  EXPECT_EQ(memory[1].freed, 4096);
  EXPECT_EQ(memory[1].live, 0);
  EXPECT_EQ(memory[3].freed, 4096);  // the frame's registers are released at the end of the body
  EXPECT_EQ(recording.events[memory[3].event].kind, EventKind::FunctionBody);
  EXPECT_EQ(vm->counters().poolHits, 1u);
  EXPECT_EQ(vm->counters().allocations, 2u);
  EXPECT_EQ(vm->counters().peakBytes, 4096);
}

TEST(TraceValues, ResettingCountersDoesNotUpsetTheBytes) {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto bytes = B::c(b.addConstant(ShapeConstant{{4096}}));
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const RunResult kept = callMain(*vm, {int64_t{1}});
  Recording recording;
  vm->startTrace(TraceMode::Chained, true, recording.sink());
  vm->resetCounters();
  ASSERT_TRUE(callMain(*vm, {int64_t{1}}).ok());
  vm->stopTrace();
  const auto& memory = recording.only().values.memory;
  ASSERT_EQ(memory.size(), 1u);
  EXPECT_EQ(memory[0].allocated, 4096);
  EXPECT_EQ(memory[0].freed, 0);
  EXPECT_EQ(memory[0].live, 2 * 4096);
}

TEST(TraceValues, WhatIsReleasedBetweenRunsIsNoCallsDoing) {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto bytes = B::c(b.addConstant(ShapeConstant{{4096}}));
  b.beginFunction("main", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 1);
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  Recording recording;
  vm->startTrace(TraceMode::Chained, true, recording.sink());
  for (uint32_t run = 0; run < 2; ++run) {
    vm->beginRun(run, RunKind::Measured);
    ASSERT_TRUE(callMain(*vm, {int64_t{1}}).ok());  // its storage is released with the result, before the next run
    vm->endRun();
  }
  vm->stopTrace();
  const auto& memory = recording.only().values.memory;
  ASSERT_EQ(memory.size(), 2u);
  for (const MemoryRecord& record : memory) {
    EXPECT_EQ(record.allocated, 4096);
    EXPECT_EQ(record.freed, 0);
  }
}

TEST(TraceValues, ShapesOfEmptyTensorsMayBeHuge) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 1);
  b.emitCall("vm.builtin.print", {B::r(0)});
  b.emitCall("relax.run.nonzero", {B::r(0)}, 2);
  b.emitRet(2);
  const auto vm = vmFor(b);
  const int64_t huge = int64_t{1} << 40;
  ::testing::internal::CaptureStdout();
  const Recording recording = record(*vm, {makeRaw({huge, huge, 0}, {kDLFloat, 32, 1})}, true);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "[]\n");
  EXPECT_EQ(recording.only().values.args[0].value, 0);
}

}  // namespace
}  // namespace relaxscope::testing
