// SPDX-License-Identifier: Apache-2.0
// Measures the current cost of recording on this host: runs a program of a few thousand calls of a trivial function
// without and with a recorder; the result is the difference of the fastest runs.
#include "vmcore/vm/record/recording_cost.h"

#include <algorithm>

#include "vmcore/model/builder.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {
namespace {

constexpr int kCalls = 4000;
constexpr int kRounds = 12;

std::shared_ptr<const LoadedFile> probeProgram() {
  ExecutableBuilder builder;
  builder.beginFunction("main", {"x", "y"});
  for (int i = 0; i < kCalls; ++i) builder.emitCall("probe", {ExecutableBuilder::r(0), ExecutableBuilder::r(1)}, 2);
  builder.emitRet(2);
  auto file = std::make_shared<LoadedFile>();
  file->path = "probe";
  file->executable = std::make_shared<const Executable>(builder.finish());
  return file;
}

double fastestNs(VirtualMachine& vm, std::span<const ffi::AnyView> args) {
  double best = 1e30;
  for (int i = 0; i < kRounds; ++i) {
    const int64_t start = readTicks();
    static_cast<void>(vm.call("main", args));
    best = std::min(best, tickClock().toNs(readTicks() - start));
  }
  return best / kCalls;
}

InstrumentationCost measure() {
  InstrumentationCost cost;
  LoadOptions options;
  options.file = probeProgram();
  options.functions.emplace_back(
      "probe", ffi::Function::FromPacked([](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = int64_t{1}; }));
  Result<std::unique_ptr<VirtualMachine>> loaded = VirtualMachine::load(std::move(options));
  if (!loaded.ok()) return cost;
  VirtualMachine& vm = **loaded;
  const int64_t dims[2] = {4, 8};
  const ffi::Tensor tensor(makeTensor(vm.engine()->allocator, dims, 2, {kDLFloat, 32, 1}));
  const ffi::AnyView args[2] = {tensor, tensor};
  const auto ignore = [](std::shared_ptr<TraceChunk>, std::vector<RunSpan>) {};
  const double plain = fastestNs(vm, args);
  vm.startTrace(TraceMode::Chained, false, ignore);
  cost.perEventNs = std::max(0.0, fastestNs(vm, args) - plain);
  vm.stopTrace();
  vm.startTrace(TraceMode::Chained, true, ignore);
  cost.perEventValuesNs = std::max(0.0, fastestNs(vm, args) - plain);
  vm.stopTrace();
  constexpr int kReads = 10'000;
  int64_t last = 0;
  const int64_t start = readTicks();
  for (int i = 0; i < kReads; ++i) last = readTicks();
  cost.clockReadNs = tickClock().toNs(last - start) / kReads;
  return cost;
}

}  // namespace

InstrumentationCost measureInstrumentationCost() {
  static const InstrumentationCost cost = measure();
  return cost;
}

}  // namespace relaxscope
