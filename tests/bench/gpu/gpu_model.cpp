// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/gpu/gpu_model.h"

#include <tvm/ffi/extra/module.h>

#include <ctime>

#include "tests/bench/peer/contest.h"
#include "vmcore/analysis/params.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::bench {

double wallNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

GpuModel::GpuModel(const std::string& path, const std::string& device, bool withTvm) {
  LoadOptions options;
  options.path = path;
  options.devices = {device};
  auto loaded = VirtualMachine::load(options);
  if (!loaded.ok()) stop(loaded.error().text());
  vm_ = *std::move(loaded);
  const auto engine = vm_->engine();
  device_ = engine->devices.front().device.get();
  main_ = engine->makeFunction(engine->functionIndex.at("main"));
  const Executable& executable = vm_->executable();
  for (const ParamInfo& param : recoverParams(executable, executable.findFunction("main"))) {
    std::vector<int64_t> dims;
    for (const DimSpec& dim : param.dims) dims.push_back(dim.value);
    RunResult placed = vm_->toFirstDevice(someTensor(dims));
    if (!placed.ok()) stop(placed.error->message);
    arguments_.push_back(std::move(placed.value));
  }
  if (!withTvm) return;
  constexpr int kCpu = 1, kCuda = 2, kPooled = 2;
  theirVm_ = (*ffi::Module::LoadFromFile(path)->GetFunction("vm_load_executable"))();
  const auto vm = theirVm_.cast<ffi::Module>();
  (*vm->GetFunction("vm_initialization"))(kCuda, device_->id().index, kPooled, kCpu, 0, kPooled);
  theirMain_ = *vm->GetFunction("main");
}

double GpuModel::timeOf(const ffi::Function& main, int runs) {
  const std::vector<ffi::AnyView> views(arguments_.begin(), arguments_.end());
  const double start = wallNs();
  for (int i = 0; i < runs; ++i) {
    ffi::Any result;
    main.CallPacked(views.data(), static_cast<int32_t>(views.size()), &result);
    device_->synchronize();
  }
  return (wallNs() - start) / runs;
}

double GpuModel::ours(int runs) { return timeOf(main_, runs); }
double GpuModel::theirs(int runs) { return timeOf(theirMain_, runs); }

double GpuModel::recorded(int runs) {
  double spent = 0;
  vm_->startTrace(TraceMode::Chained, false, [](std::shared_ptr<TraceChunk>, std::vector<RunSpan>) {},
                  {[](DeviceTables, DeviceWorkColumns) {}, LaunchMode::Asynchronous});
  for (int i = 0; i < runs; ++i) {
    vm_->beginRun(static_cast<uint32_t>(i), RunKind::Measured);
    spent += timeOf(main_, 1);
    vm_->endRun();
  }
  vm_->stopTrace();
  return spent / runs;
}

}  // namespace relaxscope::bench
