// SPDX-License-Identifier: Apache-2.0
// Kernels that builtins call, and builtins that the host calls, as events with a caller.
#include <algorithm>
#include <array>
#include <chrono>

#include "tests/unit/vm/kv_model.h"
#include "tests/unit/vm/recording.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/record/tick_clock.h"

namespace relaxscope::testing {
namespace {

using Duration = std::chrono::nanoseconds;
constexpr Duration kKernel = std::chrono::microseconds(600);

void spin(Duration time) {
  for (const auto end = std::chrono::steady_clock::now() + time; std::chrono::steady_clock::now() < end;) {}
}

/// main(state, out) stores the first state of layer 0 in out; the state's reader is the packed function "reader".
class Program {
 public:
  Program() {
    B builder;
    builder.beginFunction("main", {"state", "out"});
    builder.emitCall("vm.builtin.rnn_state_get", {B::r(0), B::imm(0), B::imm(0), B::r(1)}, 2);
    builder.emitCall("reader", {B::r(0)}, 3);
    builder.emitRet(1);
    vm = vmFor(builder, {{"reader", [](const ffi::AnyView*, int32_t count, ffi::Any*) {
                            if (count == 4) spin(kKernel);  // as a kernel of the state
                          }}});
    using List = ffi::Array<ffi::Any>;
    const uint32_t row = rowOf("reader");
    const ffi::Any reader = vm->engine()->program.functions[row].callable;
    state = host("rnn_state_create",
                 {int64_t{1}, int64_t{2}, int64_t{4}, List{reader}, List{reader}, List{makeFloats({2}, {1, 2})}});
    host("kv_state_add_sequence", {state, int64_t{0}});
    host("kv_state_begin_forward", {state, ints({0}), ints({1})});
  }
  [[nodiscard]] uint32_t rowOf(const std::string& name) const {
    const auto& functions = vm->engine()->program.functions;
    for (uint32_t row = 0; row < functions.size(); ++row)
      if (functions[row].name == name) return row;
    return kNoIndex;
  }
  ffi::Any host(const std::string& name, const std::vector<ffi::Any>& args) {
    const std::vector<ffi::AnyView> views(args.begin(), args.end());
    RunResult result = vm->call("vm.builtin." + name, views);
    EXPECT_TRUE(result.ok()) << name;
    return std::move(result.value);
  }

  std::unique_ptr<VirtualMachine> vm;
  ffi::Any state;
};

double nsOf(const Seen& event) { return tickClock().toNs(event.end - event.start); }

TEST(NestedCalls, AKernelWithinABuiltinIsAnEventOfItsOwn) {
  Program program;
  for (const TraceMode mode : {TraceMode::Chained, TraceMode::Precise}) {
    const Recording recording = record(*program.vm, {program.state, makeRaw({1, 2}, {kDLFloat, 32, 1})}, false, mode);
    ASSERT_EQ(recording.events.size(), 4u);  // by end: the kernel, its builtin, the direct call, main
    const Seen &kernel = recording.events[0], &builtin = recording.events[1], &direct = recording.events[2];
    EXPECT_EQ(kernel.kind, EventKind::NestedKernel);
    EXPECT_EQ(kernel.callee, program.rowOf("reader"));
    EXPECT_EQ(kernel.pc, builtin.pc) << "the place of the builtin's call";
    EXPECT_EQ(kernel.function, builtin.function);
    EXPECT_EQ(kernel.depth, builtin.depth + 1);
    EXPECT_EQ(builtin.kind, EventKind::Call);
    EXPECT_GE(nsOf(kernel), 600'000) << "its own time";
    EXPECT_GE(kernel.start, builtin.start);
    EXPECT_LE(kernel.end, builtin.end);
    EXPECT_EQ(direct.kind, EventKind::Call) << "a call by an instruction is none within a builtin";
    EXPECT_EQ(direct.depth, builtin.depth);
  }
}

TEST(NestedCalls, APackedFunctionThatABuiltinIsGivenIsAnEvent) {
  B builder;
  builder.beginFunction("main", {"x", "shape"});
  builder.emitCall("vm.builtin.call_tir_dyn", {builder.f("work"), B::r(0), B::r(1)}, 2);
  builder.emitCall("vm.builtin.invoke_closure", {B::vm(), builder.f("work"), B::r(0)}, 2);
  builder.emitRet(2);
  int arguments = 0;
  int64_t inKernels = 0;  // ticks
  const auto vm = vmFor(builder, {{"work", [&](const ffi::AnyView*, int32_t count, ffi::Any* result) {
                                     const int64_t begin = readTicks();
                                     arguments = count;
                                     spin(kKernel);
                                     *result = int64_t{7};
                                     inKernels += readTicks() - begin;
                                   }}});
  for (const TraceMode mode : {TraceMode::Chained, TraceMode::Precise}) {
    for (int run = 0; run < 5; ++run) {
      inKernels = 0;
      const int64_t begin = readTicks();
      const Recording recording = record(*vm, {makeFloats({1}, {2}), ints({3, 4})}, false, mode);
      const int64_t outside = readTicks() - begin - inKernels;
      ASSERT_EQ(recording.events.size(), 5u);
      int64_t own = 0;  // of both builtins, in ticks
      for (const size_t i : {size_t{0}, size_t{2}}) {
        const Seen &kernel = recording.events[i], &builtin = recording.events[i + 1];
        EXPECT_EQ(kernel.kind, EventKind::NestedKernel);
        EXPECT_EQ(vm->functionNames().at(kernel.callee), "work");
        EXPECT_EQ(kernel.pc, i / 2) << "the place of the builtin's call";
        EXPECT_EQ(builtin.kind, EventKind::Call);
        EXPECT_GE(nsOf(kernel), 600'000);
        EXPECT_LE(builtin.start, kernel.start);
        EXPECT_GE(builtin.end, kernel.end);
        own += (builtin.end - builtin.start) - (kernel.end - kernel.start);
      }
      EXPECT_LE(own, outside) << "the own time of builtins is without that of kernels";
    }
  }
  EXPECT_EQ(arguments, 1);
}

TEST(NestedCalls, KernelsOfAPagedCacheAreEvents) {
  KvModel cache;
  cache.add(0);
  Recording recording;
  cache.call.vm().startTrace(TraceMode::Chained, false, recording.sink());
  cache.call.vm().beginRun(0, RunKind::Measured);
  const auto host = [&](const std::string& name, const std::vector<ffi::Any>& args) {
    const std::vector<ffi::AnyView> views(args.begin(), args.end());
    EXPECT_TRUE(cache.call.vm().call("vm.builtin." + name, views).ok()) << name;
  };
  constexpr int64_t kTokens = 5;
  host("kv_state_begin_forward", {cache.object, ints({0}), ints({kTokens})});
  const ffi::Tensor qkv = makeRaw({kTokens, 3 * cache.setup.heads, cache.setup.width}, {kDLFloat, 32, 1}),
                    output = makeRaw({kTokens, cache.setup.heads, cache.setup.width}, {kDLFloat, 32, 1});
  for (int64_t layer = 0; layer < static_cast<int64_t>(cache.setup.kinds.size()); ++layer)
    host("attention_kv_cache_attention_with_fused_qkv", {cache.object, layer, kKvScale, qkv, output});
  host("kv_state_end_forward", {cache.object});
  cache.call.vm().endRun();
  cache.call.vm().stopTrace();
  const KvCounts& called = *cache.counts;
  const int all = called.ragged + called.prefill + called.decode + called.merge + called.append + called.copy;
  const auto layers = static_cast<int>(cache.setup.kinds.size());
  EXPECT_EQ(std::ranges::count(recording.events, EventKind::NestedKernel, &Seen::kind), all + layers)
      << "and a split of queries, keys and values per layer, which is not counted";
  EXPECT_GE(all, 2 * layers) << "append and attention of each layer";
  for (const Seen& event : recording.events) EXPECT_EQ(event.depth, event.kind == EventKind::NestedKernel ? 1 : 0);
}

TEST(NestedCalls, ItsArgumentsAreRecordedWithValues) {
  Program program;
  const Recording recording = record(*program.vm, {program.state, makeRaw({1, 2}, {kDLFloat, 32, 1})}, true);
  Trace trace;
  trace.append(recording.only());
  const Arguments arguments = trace.chunks()[0]->arguments(0);
  for (size_t i = 0; i < arguments.size(); ++i) EXPECT_EQ(arguments[i].type, ArgType::Tensor);
  EXPECT_EQ(arguments.size(), 4u) << "storage, slots, positions, output";
}

TEST(NestedCalls, ABuiltinOfAListOfCallsIsAnEvent) {
  Program program;
  Recording recording;
  program.vm->startTrace(TraceMode::Chained, true, recording.sink());
  program.vm->beginRun(0, RunKind::Measured);
  program.host("rnn_state_get", {program.state, int64_t{0}, int64_t{0}, ffi::Any(makeRaw({1, 2}, {kDLFloat, 32, 1}))});
  program.vm->endRun();
  program.vm->stopTrace();
  ASSERT_EQ(recording.events.size(), 2u);
  const Seen &kernel = recording.events[0], &builtin = recording.events[1];
  EXPECT_EQ(builtin.kind, EventKind::ScriptBuiltin);
  EXPECT_EQ(builtin.depth, 0);
  TraceInfo info;
  program.vm->describe(info);
  EXPECT_EQ(info.names.at(builtin.callee), "vm.builtin.rnn_state_get");
  EXPECT_EQ(kernel.kind, EventKind::NestedKernel);
  EXPECT_EQ(kernel.depth, 1);
  EXPECT_EQ(kernel.pc, kNoIndex) << "no instruction called the builtin";
  EXPECT_GE(nsOf(kernel), 600'000);
}

TEST(NestedCalls, AFailingBuiltinOfAListLeavesTheDepthAsItWas) {
  Program program;
  Recording recording;
  program.vm->startTrace(TraceMode::Chained, false, recording.sink());
  const std::vector<ffi::Any> args{program.state};
  EXPECT_FALSE(program.vm->call("vm.builtin.rnn_state_get", std::vector<ffi::AnyView>(args.begin(), args.end())).ok());
  EXPECT_EQ(program.vm->engine()->depth, 0u);
  program.vm->stopTrace();
  EXPECT_TRUE(recording.events.empty());
}

}  // namespace
}  // namespace relaxscope::testing
