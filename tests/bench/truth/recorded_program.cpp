// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/truth/recorded_program.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <random>

#include "vmcore/vm/record/recording_cost.h"

namespace relaxscope::bench {
namespace {

[[noreturn]] void fail(const std::string& why) {
  fmt::print(stderr, "truth_bench: {}\n", why);
  std::exit(2);
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

PreparedCall RecordedProgram::prepared() { return {*vm_, "main", arguments_}; }

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
  const PreparedCall call = prepared();
  RunResult last;
  const Measurement::Call once = callOf(call, last);
  std::optional<uint32_t> measured;  // the measured run in progress
  Measurement measurement(*vm_, [&](Measurement& run) {
    const bool good = once(run);
    if (disturb && measured) disturb(*measured);
    return good;
  });
  measurement.beforeRecorded = [&](uint32_t run, RunKind kind) {
    measured = kind == RunKind::Measured ? std::optional(run) : std::nullopt;
  };
  measurement.afterRecorded = [&](RunKind) { measured.reset(); };
  MeasuredTimes times;
  if (!measurement.run({.warmup = 3, .repeat = rounds}, RunRecording::Paired, false, times)) fail(last.error->message);
  vm_->stopTrace();
  trace.unrecordedNs = times.unrecordedNs;
  return trace;
}

std::pair<std::vector<double>, std::vector<double>> RecordedProgram::unrecordedPairs(uint32_t rounds) {
  const PreparedCall call = prepared();
  PairedCalls calls;
  calls.recorded.call = calls.unrecorded.call = [&] {
    if (const RunResult result = call(); !result.ok()) fail(result.error->message);
    return true;
  };
  calls.leadIn = [&](bool) { return calls.recorded.call(); };
  PairedTiming timing;
  evaluatePairs({.warmup = 3, .repeat = rounds}, calls, std::random_device()(), timing);
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
