// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/truth/recorded_program.h"

#include <fmt/format.h>

#include <cstdlib>
#include <random>

#include "vmcore/vm/record/recording_cost.h"
#include "vmcore/vm/time_evaluator.h"

namespace relaxscope::bench {
namespace {

[[noreturn]] void fail(const std::string& why) {
  fmt::print(stderr, "truth_bench: {}\n", why);
  std::exit(2);
}

/// Rounds after three warm-ups.
PairedTiming timePairs(const PairedCalls& calls, uint32_t rounds) {
  TimingPlan plan;
  plan.warmup = 3;
  plan.repeat = rounds;
  PairedTiming timing;
  evaluatePairs(plan, calls, std::random_device()(), timing);
  return timing;
}

}  // namespace

tvm::ffi::Function nativeFunction(Kernel kernel) {
  return tvm::ffi::Function::FromPacked(
      [kernel = std::move(kernel)](const tvm::ffi::AnyView*, int32_t, tvm::ffi::Any*) { kernel(); });
}

RecordedProgram::RecordedProgram(const std::vector<std::pair<std::string, Kernel>>& kernels, int repeats) {
  using B = ExecutableBuilder;
  B builder;
  builder.beginFunction("main", {});
  for (int i = 0; i < repeats; ++i)
    for (const auto& kernel : kernels) builder.emitCall(kernel.first, {}, 0);
  builder.emitRet(0);
  load(builder, kernels);
}

RecordedProgram::RecordedProgram(ExecutableBuilder& builder,
                                 const std::vector<std::pair<std::string, Kernel>>& kernels) {
  load(builder, kernels);
}

RecordedProgram::RecordedProgram(ExecutableBuilder& builder, const std::string& library,
                                 std::vector<tvm::ffi::Any> arguments)
    : arguments_(std::move(arguments)) {
  load(builder, {}, {library});
}

void RecordedProgram::load(ExecutableBuilder& builder, const std::vector<std::pair<std::string, Kernel>>& kernels,
                           std::vector<std::string> libraries) {
  auto file = std::make_shared<LoadedFile>();
  file->path = "truth";
  file->executable = std::make_shared<const Executable>(builder.finish());
  LoadOptions options;
  options.file = file;
  options.libraries = std::move(libraries);
  for (const auto& [name, kernel] : kernels) options.functions.emplace_back(name, nativeFunction(kernel));
  auto loaded = VirtualMachine::load(std::move(options));
  if (!loaded) fail(loaded.error().text());
  vm_ = *std::move(loaded);
}

void RecordedProgram::call() {
  const std::vector<tvm::ffi::AnyView> views(arguments_.begin(), arguments_.end());
  if (const RunResult result = vm_->call("main", views); !result.ok()) fail(result.error->message);
}

Trace RecordedProgram::profile(TraceMode mode, uint32_t rounds) {
  Trace trace;
  trace.info.cost = measureInstrumentationCost(mode);
  vm_->describe(trace.info);
  trace.info.mode = mode == TraceMode::Precise ? "precise" : "chained";
  trace.info.values = false;
  vm_->startTrace(mode, false, [&](const std::shared_ptr<TraceChunk>& chunk, const std::vector<RunSpan>& runs) {
    if (chunk) trace.append(*chunk);
    trace.runs.insert(trace.runs.end(), runs.begin(), runs.end());
  });
  uint32_t measured = 0;
  PairedCalls calls;
  calls.recorded.begin = [&](uint32_t repeat, bool warmup) {
    vm_->beginRun(warmup ? repeat : measured++, warmup ? RunKind::Warmup : RunKind::Measured);
    return true;
  };
  calls.recorded.call = [&] {
    call();
    if (disturb && measured > 0) disturb(measured - 1);
    return true;
  };
  calls.recorded.end = [&](double) { return vm_->endRun(); };
  calls.unrecorded.begin = [&](uint32_t, bool) {
    vm_->pauseTrace();
    return true;
  };
  calls.unrecorded.call = [&] {
    call();
    return true;
  };
  calls.unrecorded.end = [&](double ns) {
    vm_->resumeTrace();
    return ns;
  };
  calls.leadIn = [&] {
    vm_->beginRun(0, RunKind::Warmup);
    call();
    vm_->dropRun();
    return true;
  };
  const PairedTiming timing = timePairs(calls, rounds);
  vm_->stopTrace();
  trace.unrecordedNs = timing.unrecordedNs;
  return trace;
}

std::pair<std::vector<double>, std::vector<double>> RecordedProgram::unrecordedPairs(uint32_t rounds) {
  PairedCalls calls;
  calls.recorded.call = calls.unrecorded.call = calls.leadIn = [&] {
    call();
    return true;
  };
  const PairedTiming timing = timePairs(calls, rounds);
  return {timing.recordedNs, timing.unrecordedNs};
}

const StatisticsRow* rowOf(const TraceStatistics& statistics, const Trace& trace, const std::string& name,
                           EventKind kind) {
  for (const StatisticsRow& row : statistics.rows)
    if (row.kind == kind && row.callee < trace.info.functionNames.size() &&
        trace.info.functionNames[row.callee] == name)
      return &row;
  return nullptr;
}

}  // namespace relaxscope::bench
