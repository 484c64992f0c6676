// SPDX-License-Identifier: Apache-2.0
// Analyses of dataflow on one function of a million instructions.
#include <benchmark/benchmark.h>

#include "vmcore/analysis/flow/aliases.h"
#include "vmcore/analysis/flow/call_graph.h"
#include "vmcore/analysis/flow/fingerprint.h"
#include "vmcore/analysis/flow/liveness.h"
#include "vmcore/model/builder.h"

namespace {

using namespace relaxscope;

constexpr int64_t kInstructions = 1'000'000;

/// Calls as models have them, each tensor in a register that is cleared after its last use. With `branches` every
/// twentieth call is in one of two arms that meet.
Executable oneFunction(bool branches) {
  using Maker = ExecutableBuilder;
  constexpr int64_t kParams = 300, kRegisters = 500;
  Maker b;
  const Arg dtype = Maker::c(b.addConstant(DataType{2, 32, 1}));
  const Arg shape = Maker::c(b.addConstant(ShapeConstant{{1, 12, 64}}));
  b.beginFunction("main", kParams);
  b.emitCall("vm.builtin.alloc_storage", {Maker::vm(), shape, Maker::imm(0), dtype}, kParams);
  for (int64_t i = 0; b.here().value < kInstructions; ++i) {
    const int64_t now = kParams + 1 + i % kRegisters, before = kParams + 1 + (i + kRegisters - 1) % kRegisters;
    b.emitCall("vm.builtin.alloc_tensor", {Maker::r(kParams), Maker::imm(0), shape, dtype}, now);
    if (branches && i % 20 == 19) {
      b.emitIf(0, 3);
      b.emitCall("relu", {Maker::r(i % kParams), Maker::r(now)}, now);
      b.emitGoto(2);
      b.emitCall("gelu", {Maker::r(i % kParams), Maker::r(now)}, now);
    }
    b.emitCall("matmul", {Maker::r(i % kParams), Maker::r(i == 0 ? 0 : before), Maker::r(now)});
    if (i != 0) b.emitCall("vm.builtin.null_value", {}, before);
  }
  for (int64_t i = 0; i < kParams; ++i) b.emitCall("vm.builtin.null_value", {}, i);
  b.emitRet(kParams);
  return b.finish();
}
const Executable& program(int64_t kind) {
  static const Executable straight = oneFunction(false), branches = oneFunction(true);
  return kind == 0 ? straight : branches;
}
void label(benchmark::State& state) {
  state.SetLabel(state.range(0) == 0 ? "one block" : "branches");
  state.SetItemsProcessed(kInstructions * static_cast<int64_t>(state.iterations()));
}
FuncIndex mainOf(const Executable& executable) { return executable.findFunction("main"); }

void definitions(benchmark::State& state) {
  const Executable& executable = program(state.range(0));
  for (auto _ : state) {
    const Definitions made = *definitionsOf(executable, mainOf(executable));
    if (!made.complete) state.SkipWithError("incomplete");
    benchmark::DoNotOptimize(made.values.size());
  }
  label(state);
}
BENCHMARK(definitions)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void liveness(benchmark::State& state) {
  const Executable& executable = program(state.range(0));
  const Definitions made = *definitionsOf(executable, mainOf(executable));
  for (auto _ : state) {
    const Liveness found = *livenessOf(executable, mainOf(executable), made);
    if (!found.complete) state.SkipWithError("incomplete");
    benchmark::DoNotOptimize(found.peak);
  }
  label(state);
}
BENCHMARK(liveness)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void aliases(benchmark::State& state) {
  const Executable& executable = program(state.range(0));
  const Definitions made = *definitionsOf(executable, mainOf(executable));
  for (auto _ : state) {
    const Aliases found = *aliasesOf(executable, mainOf(executable), made);
    if (!found.complete) state.SkipWithError("incomplete");
    benchmark::DoNotOptimize(found.held.size());
  }
  label(state);
}
BENCHMARK(aliases)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void fingerprint(benchmark::State& state) {
  const Executable& executable = program(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(Fingerprints(executable).of(mainOf(executable))->whole.bytes[0]);
  label(state);
}
BENCHMARK(fingerprint)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void callGraph(benchmark::State& state) {
  const Executable& executable = program(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(callGraphOf(executable)->edges.size());
  label(state);
}
BENCHMARK(callGraph)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
