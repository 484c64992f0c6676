// SPDX-License-Identifier: Apache-2.0
// Figures of a GPU: the host's cost of a kernel's Call against the driver's own launch, what recording adds, copies
// against the memory's peak, and models against TVM's VM on the same file, in turns.
//
//   gpu_bench [--device NAME] [--pairs N] [--models FOLDER] [--tvm LIBRARY]...
//
// The device is cuda:0, or emulated:0 where there is none: its times are no measure and no target is judged. FOLDER
// holds the libraries of tests/bench/peer/models.py FOLDER cuda; without it they are made, if TVM is installed. LIBRARY
// is a runtime of TVM, in the order of their loading; without one, ours are the only figures of models. Exit code: 0
// all targets are met, 1 one is missed, 2 the benchmark failed.
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/gpu/gpu_model.h"
#include "tests/bench/large_program.h"
#include "tests/bench/peer/contest.h"
#include "vmcore/device/cuda/cuda_device.h"
#include "vmcore/device/cuda/device_code.h"
#include "vmcore/format/loader.h"
#include "vmcore/model/builder.h"
#include "vmcore/run/gpu_emulation.h"

namespace relaxscope::bench {
namespace {

struct Options {
  std::string device = "cuda:0", models;
  std::vector<std::string> tvm;
  int pairs = 20;
};
bool judged = true, holds = true;

/// `target` 0: none is set.
void printRow(const std::string& name, const char* other, const Timings& timings, double target) {
  const Interval ours = medianOf(timings.ours), theirs = medianOf(timings.theirs), ratio = medianOf(timings.ratios);
  std::string verdict;
  if (target > 0 && judged) {
    const bool met = ratio.high <= target;
    holds = holds && met;
    verdict = fmt::format("  {} at most {:.2f}", met ? "holds" : "MISSED:", target);
  }
  fmt::print("{:<28} {:>12.0f} ns {:>12.0f} ns {:<14} {:>6.3f} ({:.3f} to {:.3f}){}\n", name, ours.median,
             theirs.median, other, ratio.median, ratio.low, ratio.high, verdict);
  std::fflush(stdout);
}

std::string softmaxLibrary() {
  const char* folder = std::getenv("RELAXSCOPE_TEST_DATA");
  return std::string(folder != nullptr ? folder : RELAXSCOPE_TEST_DATA) + "/relax/softmax_cuda.so";
}

constexpr int kCalls = 200;  ///< fewer than a GPU's queue holds: more would wait for it

/// main(x, out): kCalls calls of softmax(x, out).
std::shared_ptr<const LoadedFile> launchingProgram() {
  ExecutableBuilder b;
  b.beginFunction("main", {"x", "out"});
  for (int i = 0; i < kCalls; ++i) b.emitCall("softmax", {ExecutableBuilder::r(0), ExecutableBuilder::r(1)}, 2);
  b.emitRet(2);
  auto file = std::make_shared<LoadedFile>();
  file->path = "launches";
  file->executable = std::make_shared<const Executable>(b.finish());
  return file;
}

/// Host time of a Call that launches a kernel, and of the driver's function alone, with the same shape.
void compareLaunch(const Options& options) {
  LoadOptions load;
  load.file = launchingProgram();
  load.libraries = {softmaxLibrary()};
  load.devices = {options.device};
  const auto vm = VirtualMachine::load(load);
  if (!vm.ok()) stop(vm.error().text());
  const ffi::Any x = (*vm)->toFirstDevice(someTensor({16, 128})).value, out = (*vm)->toFirstDevice(x).value;
  const std::vector<ffi::AnyView> views{x, out};
  GpuModel model(softmaxLibrary(), options.device, false);
  auto& device = static_cast<cuda::CudaDevice&>(model.device());
  CodePart part;
  const std::string source = "extern \"C\" __global__ void __launch_bounds__(256) same(float* out, float* x) {}\n";
  part.bytes = Bytes({}, reinterpret_cast<const uint8_t*>(source.data()), source.size());
  part.content = "CUDA C++ source";
  part.isText = true;
  cuda::DeviceCode code(part, "the benchmark's kernel");
  device.activate();
  const cuda::Function function = code.kernel(device, "same");
  void* block = device.take(1 << 16, 256);
  void* parameters[] = {&block, &block};
  const auto ours = [&] {
    const double start = wallNs();
    const RunResult result = (*vm)->call("main", views);
    const double spent = wallNs() - start;
    if (!result.ok()) stop(result.error->message);
    device.synchronize();
    return spent / kCalls;
  };
  const auto floor = [&] {
    const double start = wallNs();
    for (int i = 0; i < kCalls; ++i)
      device.check(
          device.driver().launch(function, 16, 1, 1, 256, 1, 1, 0, device.currentStream(), parameters, nullptr),
          "cuLaunchKernel");
    const double spent = wallNs() - start;
    device.synchronize();
    return spent / kCalls;
  };
  printRow("Call of a kernel, on the host", "cuLaunchKernel", takeTurns(options.pairs, ours, floor), 1.15);
  device.give(block);
}

void measureCopies(const Options& options) {
  constexpr size_t kBytes = size_t{64} << 20;
  GpuModel model(softmaxLibrary(), options.device, false);
  Device& device = model.device();
  void *a = device.take(kBytes, 256), *b = device.take(kBytes, 256), *pinned = device.pinnedMemory().take(kBytes, 256);
  std::vector<uint8_t> pageable(kBytes);
  if (a == nullptr || b == nullptr || pinned == nullptr) stop("no memory for the copies");
  const auto row = [&](const char* name, double peak, auto copy) {
    std::vector<double> rates;
    for (int i = 0; i <= options.pairs; ++i) {
      const double start = wallNs();
      copy();
      device.synchronize();
      if (i > 0) rates.push_back(kBytes / (wallNs() - start));
    }
    const Interval rate = medianOf(rates);
    fmt::print(
        "{:<28} {:>9.2f} GB/s ({:.2f} to {:.2f}){}\n", name, rate.median, rate.low, rate.high,
        peak > 0 && judged ? fmt::format(", {:.0f} % of the memory's peak", 100 * rate.median * 1e9 / peak) : "");
  };
  // A copy within the device reads and writes its memory.
  row("copy on the device", device.limits().memoryBytesPerSecond / 2, [&] { device.copyWithin(b, a, kBytes); });
  row("fill", device.limits().memoryBytesPerSecond, [&] { device.fill(a, 1, kBytes); });
  row("to the device, pinned", 0, [&] { device.copyFromHost(a, pinned, kBytes); });
  row("to the device, pageable", 0, [&] { device.copyFromHost(a, pageable.data(), kBytes); });
  row("to the host, pinned", 0, [&] { device.copyToHost(pinned, a, kBytes); });
  row("to the host, pageable", 0, [&] { device.copyToHost(pageable.data(), a, kBytes); });
  device.pinnedMemory().give(pinned);
  device.give(a);
  device.give(b);
}

std::vector<std::string> modelsOf(const Options& options) {
  if (!options.models.empty())
    return {options.models + "/mlp_784_cuda.so", options.models + "/transformer_d128_cuda.so"};
  return linesOf(
      fmt::format("'{}' '{}/peer/models.py' '{}' cuda", benchPython(), RELAXSCOPE_BENCH_SOURCE, scratchFolder()));
}

void compareModels(const Options& options) {
  const std::vector<std::string> models = modelsOf(options);
  if (models.empty()) fmt::print("models: not measured, as TVM is not installed\n");
  const int runs = judged ? 20 : 1;
  for (const std::string& path : models) {
    const std::string name = std::filesystem::path(path).stem();
    GpuModel model(path, options.device, !options.tvm.empty());
    printRow(name + ", recorded", "unrecorded",
             takeTurns(options.pairs, [&] { return model.recorded(runs); }, [&] { return model.ours(runs); }), 1.05);
    if (options.tvm.empty()) continue;
    printRow(name, "TVM",
             takeTurns(options.pairs, [&] { return model.ours(runs); }, [&] { return model.theirs(runs); }), 1.05);
  }
  if (options.tvm.empty()) fmt::print("TVM: not compared, as no runtime of it was given\n");
}

int run(const Options& asked) {
  Options options = asked;
  LoadOptions load;
  load.path = softmaxLibrary();
  load.devices = {options.device};
  if (const auto vm = VirtualMachine::load(load); !vm.ok()) {
    fmt::print("{}\n", vm.error().text());
    options.device = "emulated:0";
    options.tvm.clear();
  }
  for (const std::string& library : options.tvm)
    if (dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) stop(dlerror());
  judged = !options.device.starts_with("emulated") && !cudaIsEmulated();
  fmt::print("on {}{}\n{:<28} {:>15} {:>15}\n", options.device,
             judged ? "" : ", on the CPU: times are no measure, and no target is judged", "median", "ours", "other");
  compareLaunch(options);
  measureCopies(options);
  compareModels(options);
  return holds ? 0 : 1;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view key = argv[i], value = argv[i + 1];
    if (key == "--device") options.device = value;
    else if (key == "--models") options.models = value;
    else if (key == "--tvm") options.tvm.emplace_back(value);
    else if (key == "--pairs") options.pairs = std::max(std::atoi(argv[i + 1]), 6);
    else stop(fmt::format("unknown option {}", key));
  }
  if (argc % 2 == 0) stop("an option has no value");
  return options;
}

}  // namespace
}  // namespace relaxscope::bench

int main(int argc, char** argv) { return relaxscope::bench::run(relaxscope::bench::parse(argc, argv)); }
