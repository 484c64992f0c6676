// SPDX-License-Identifier: Apache-2.0
// Measures the current cost of recording on this host: runs programs of a few thousand trivial calls without and with a
// recorder.
#include "vmcore/vm/record/recording_cost.h"

#include <tvm/ffi/extra/module.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "vmcore/model/builder.h"
#include "vmcore/trace/times/run_times.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/measurement.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {
namespace {

constexpr int kCalls = 4000;
constexpr int kRounds = 12;
constexpr uint32_t kRunRounds = 60;

/// Some 20 ns of work, each step of which needs the one before it, also from call to call: as kernels do, it fills the
/// time of an unrecorded Call. Of calls of an empty one the processor works on several at a time, and on one when they
/// are recorded, a cost of its own that programs do not have.
uint64_t serialWork() {
  constexpr int kSteps = 16;
  static uint64_t value = 1;
  for (int i = 0; i < kSteps; ++i) {
    value *= 0x9E3779B97F4A7C15ULL;
    __asm__ volatile("" : "+r"(value));
  }
  return value;
}

/// The module of a compiled function, "compiled", which kCalls times calls a builtin and works.
class CompiledProbe : public ffi::ModuleObj {
 public:
  [[nodiscard]] const char* kind() const final { return "relaxscope.probe"; }
  [[nodiscard]] int GetPropertyMask() const final { return ffi::Module::kRunnable; }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    if (name != "__vmtir__compiled") return std::nullopt;
    return ffi::Function::FromPacked(
        [builtin = builtinFunction("vm.builtin.null_value")](const ffi::AnyView*, int32_t, ffi::Any*) {
          ffi::Any value;
          for (int i = 0; i < kCalls; ++i) {
            builtin.CallPacked(nullptr, 0, &value);
            static_cast<void>(serialWork());
          }
        });
  }
};

/// "calls": Calls of a packed function that works; "emptyCalls", half as many: of one that does not; "vmCalls", as
/// many: of a VM function that calls nothing; "compiled".
std::shared_ptr<const LoadedFile> probeProgram() {
  using B = ExecutableBuilder;
  B builder;
  builder.beginFunction("same", {"x"});
  builder.emitRet(0);
  builder.beginFunction("calls", {"x", "y"});
  for (int i = 0; i < kCalls; ++i) builder.emitCall("probe", {B::r(0), B::r(1)}, 2);
  builder.emitRet(2);
  builder.beginFunction("emptyCalls", {"x", "y"});
  for (int i = 0; i < kCalls / 2; ++i) builder.emitCall("empty", {B::r(0)}, 2);
  builder.emitRet(2);
  builder.beginFunction("vmCalls", {"x", "y"});
  for (int i = 0; i < kCalls / 2; ++i) builder.emitCall("same", {B::r(0)}, 2);
  builder.emitRet(2);
  builder.addVmTir("compiled", 2, 3, {"x", "y"});
  auto file = std::make_shared<LoadedFile>();
  file->path = "probe";
  file->executable = std::make_shared<const Executable>(builder.finish());
  return file;
}

class Probe {
 public:
  explicit Probe(VirtualMachine& vm)
      : vm_(vm), tensor_(makeTensor(vm.engine()->allocator, kDims, 2, {kDLFloat, 32, 1})), args_{tensor_, tensor_} {}

  /// Nanoseconds that a run of `function` takes longer recorded than not: the difference of the fastest runs, made in
  /// turns.
  double addedNs(const char* function, TraceMode mode, bool values) {
    std::vector<std::shared_ptr<TraceChunk>> kept;
    double plain = 1e30, recorded = 1e30;
    vm_.startTrace(mode, values,
                   [&](std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan>) { kept.push_back(std::move(chunk)); });
    for (int i = 0; i < kRounds; ++i) {
      vm_.pauseTrace();
      plain = std::min(plain, runNs(function));
      vm_.resumeTrace();
      recorded = std::min(recorded, runNs(function));
    }
    vm_.stopTrace();
    return std::max(0.0, recorded - plain);
  }

  /// Nanoseconds that a run of `function`, which calls nothing, takes longer recorded than not, measured in the rounds
  /// of a profile; its body's event included. Of fast runs, as addedNs(): the first quartile.
  double addedToRunNs(const char* function, TraceMode mode) {
    const PreparedCall call(vm_, function, {tensor_});
    RunResult last;
    Measurement measurement(vm_, callOf(call, last));
    std::vector<std::shared_ptr<TraceChunk>> kept;
    vm_.startTrace(mode, false,
                   [&](std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan>) { kept.push_back(std::move(chunk)); });
    MeasuredTimes times;
    measurement.run({.warmup = 3, .repeat = kRunRounds}, RunRecording::Paired, false, times);
    vm_.stopTrace();
    const auto undisturbed = [](std::vector<double>& ns) { return quantile(ns.begin(), ns.end(), 0.25); };
    return std::max(0.0, undisturbed(times.runNs) - undisturbed(times.unrecordedNs));
  }

 private:
  static constexpr int64_t kDims[2] = {4, 8};
  double runNs(const char* function) {
    const int64_t start = readTicks();
    static_cast<void>(vm_.call(function, args_));
    return tickClock().toNs(readTicks() - start);
  }
  VirtualMachine& vm_;
  ffi::Tensor tensor_;
  ffi::AnyView args_[2];
};

/// The median of several batches; measured again while half of them disagree, as when a probe is interrupted.
double clockReadNs() {
  constexpr int kReads = 1000, kBatches = 11, kAttempts = 5;
  constexpr double kAgree = 1.2;
  double median = 0;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::vector<double> batches;
    for (int batch = 0; batch < kBatches; ++batch) {
      int64_t last = 0;
      const int64_t start = readTicks();
      for (int i = 0; i < kReads; ++i) last = readTicks();
      batches.push_back(tickClock().toNs(last - start) / kReads);
    }
    const double low = quantile(batches.begin(), batches.end(), 0.25),
                 high = quantile(batches.begin(), batches.end(), 0.75);
    median = quantile(batches.begin(), batches.end(), 0.5);
    if (high <= kAgree * low) break;
  }
  return median;
}

InstrumentationCost measureMode(TraceMode mode) {
  InstrumentationCost cost;
  LoadOptions options;
  options.file = probeProgram();
  options.functions.emplace_back("probe", ffi::Function::FromPacked([](const ffi::AnyView*, int32_t, ffi::Any* result) {
                                   *result = static_cast<int64_t>(serialWork());
                                 }));
  options.functions.emplace_back(
      "empty", ffi::Function::FromPacked([](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = int64_t{1}; }));
  options.modules.emplace_back(ffi::Module(ffi::make_object<CompiledProbe>()));
  Result<std::unique_ptr<VirtualMachine>> loaded = VirtualMachine::load(std::move(options));
  if (!loaded.ok()) return cost;
  Probe probe(**loaded);
  cost.perEventNs = probe.addedNs("calls", mode, false) / kCalls;
  cost.perEventValuesNs = probe.addedNs("calls", mode, true) / kCalls;
  // The difference to Calls that the processor overlaps as much.
  const double emptyCalls = probe.addedNs("emptyCalls", mode, false), vmCalls = probe.addedNs("vmCalls", mode, false);
  cost.perBodyNs = std::max(0.0, (vmCalls - emptyCalls) / (kCalls / 2));
  cost.perCompiledCallNs = probe.addedNs("compiled", mode, false) / kCalls;
  cost.clockReadNs = clockReadNs();
  cost.perRunNs = std::max(0.0, probe.addedToRunNs("same", mode) - cost.perBodyNs);
  return cost;
}

}  // namespace

InstrumentationCost measureInstrumentationCost(TraceMode mode) {
  if (mode == TraceMode::Precise) {
    static const InstrumentationCost precise = measureMode(TraceMode::Precise);
    return precise;
  }
  static const InstrumentationCost chained = measureMode(TraceMode::Chained);
  return chained;
}

}  // namespace relaxscope
