// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peer/contest.h"

#include <fmt/format.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/extra/module.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "vmcore/analysis/params.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::bench {
namespace {

constexpr int kCpu = 1, kPooled = 2;

ffi::Any theirModuleOf(const std::vector<uint8_t>& bytes) {
  const auto load = ffi::Function::GetGlobalRequired("ffi.Module.load_from_bytes.relax.VMExecutable");
  return load(ffi::Bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}
ffi::Any theirVmOf(const ffi::Any& module) {
  ffi::Any vm = (*module.cast<ffi::Module>()->GetFunction("vm_load_executable"))();
  (*vm.cast<ffi::Module>()->GetFunction("vm_initialization"))(kCpu, 0, kPooled);
  return vm;
}

LoadOptions optionsOf(const BenchProgram& program) {
  auto file = std::make_shared<LoadedFile>();
  file->path = program.name;
  file->executable = std::make_shared<const Executable>(program.executable);
  LoadOptions options;
  options.file = std::move(file);
  return options;
}

std::vector<ffi::Any> argumentsOf(const Executable& executable) {
  std::vector<ffi::Any> arguments;
  for (const ParamInfo& param : recoverParams(executable, executable.findFunction("main"))) {
    std::vector<int64_t> dims;
    for (const DimSpec& dim : param.dims) dims.push_back(dim.value);
    arguments.push_back(someTensor(dims));
  }
  return arguments;
}

}  // namespace

void stop(const std::string& message) {
  fmt::print(stderr, "{}: {}\n", program_invocation_short_name, message);
  std::exit(2);
}

double threadNs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

Interval medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double n = static_cast<double>(values.size());
  // The number of values below the median is binomial (n, 1/2); 1.96 standard deviations to either side.
  const double reach = 0.98 * std::sqrt(n);
  const auto at = [&](double place) { return values[static_cast<size_t>(std::clamp(place, 0.0, n - 1))]; };
  return {at(std::floor((n - 1) / 2 - reach)), values[values.size() / 2], at(std::ceil((n - 1) / 2 + reach))};
}

ffi::Any someTensor(const std::vector<int64_t>& dims) {
  static const auto memory = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  auto tensor = makeTensor(memory, dims.data(), static_cast<int64_t>(dims.size()), {kDLFloat, 32, 1});
  auto* numbers = static_cast<float*>(tensor->data);
  for (int64_t i = 0; i < elementCount(dims.data(), static_cast<int64_t>(dims.size())); ++i)
    numbers[i] = static_cast<float>(i % 17) / 17 - 0.5F;
  return ffi::Tensor(std::move(tensor));
}

/// Enough that the cost of reading the clock is negligible.
constexpr int kShortCalls = 20'000;

Contest::Contest(const BenchProgram& program, bool withTvm)
    : calls_(program.units == 1 ? kShortCalls : 1), units_(program.units) {
  arguments_.push_back(program.input == Input::Int ? ffi::Any(int64_t{5}) : someTensor({4, 8}));
  openOurs(optionsOf(program));
  if (withTvm) openTheirs(theirModuleOf(writeVmExecutable(program.executable)));
}

Contest::Contest(const std::string& path, bool withTvm, bool oursFirst) {
  LoadOptions options;
  options.path = path;
  if (oursFirst) openOurs(std::move(options));
  if (withTvm) openTheirs(ffi::Module::LoadFromFile(path));
  if (!oursFirst) openOurs(std::move(options));
  arguments_ = argumentsOf(ours_->executable());
}

void Contest::openOurs(LoadOptions options) {
  const std::string name = options.file ? options.file->path : options.path;
  auto loaded = VirtualMachine::load(std::move(options));
  if (!loaded.ok()) stop(name + ": " + loaded.error().text());
  ours_ = std::move(*loaded);
  const auto engine = ours_->engine();
  ourMain_ = engine->makeFunction(engine->functionIndex.at("main"));
}

void Contest::openTheirs(const ffi::Any& module) {
  theirs_ = theirVmOf(module);
  theirMain_ = *theirs_.cast<ffi::Module>()->GetFunction("main");
}

namespace {

double timeOf(const ffi::Function& main, const std::vector<ffi::Any>& arguments, int calls, int units) {
  const std::vector<ffi::AnyView> views(arguments.begin(), arguments.end());
  ffi::Any result;
  const double spent = timeNs([&] {
    for (int i = 0; i < calls; ++i) main.CallPacked(views.data(), static_cast<int32_t>(views.size()), &result);
  });
  return spent / calls / units;
}

}  // namespace

double Contest::ours() { return timeOf(ourMain_, arguments_, calls_, units_); }
double Contest::ourCall() { return timeOf(ourMain_, arguments_, 1, units_); }
double Contest::theirs() { return timeOf(theirMain_, arguments_, calls_, units_); }

namespace {

void makeVm(Result<LoadedFile> file) {
  if (!file.ok()) stop(file.error().text());
  LoadOptions options;
  options.file = std::make_shared<const LoadedFile>(std::move(*file));
  const auto vm = VirtualMachine::load(std::move(options));
  if (!vm.ok()) stop(vm.error().text());
}

}  // namespace

double ourLoad(const std::vector<uint8_t>& bytes) {
  return timeNs([&] { makeVm(loadBytes(Bytes({}, bytes.data(), bytes.size()), "bytes")); });
}
double theirLoad(const std::vector<uint8_t>& bytes) {
  return timeNs([&] { const ffi::Any vm = theirVmOf(theirModuleOf(bytes)); });
}
double ourLoad(const std::string& path) {
  return timeNs([&] { makeVm(loadFile(path)); });
}
double theirLoad(const std::string& path) {
  static const auto load = ffi::Function::GetGlobalRequired("ffi.Module.load_from_file.relax.VMExecutable");
  return timeNs([&] { const ffi::Any vm = theirVmOf(load(ffi::String(path))); });
}

std::vector<ffi::Any> argumentsOf(const std::string& path) {
  const auto file = loadFile(path);
  if (!file.ok()) stop(file.error().text());
  return argumentsOf(*file->executable);
}

void callOnce(const std::string& path, const std::vector<ffi::Any>& arguments, bool ours) {
  const std::vector<ffi::AnyView> views(arguments.begin(), arguments.end());
  if (ours) {
    LoadOptions options;
    options.path = path;
    const auto vm = VirtualMachine::load(std::move(options));
    if (!vm.ok()) stop(vm.error().text());
    const RunResult result = (*vm)->call("main", views);
    if (!result.ok()) stop(result.error->message);
    return;
  }
  const ffi::Any vm = theirVmOf(ffi::Any(ffi::Module::LoadFromFile(path)));
  ffi::Any result;
  (*vm.cast<ffi::Module>()->GetFunction("main")).CallPacked(views.data(), static_cast<int32_t>(views.size()), &result);
}

}  // namespace relaxscope::bench
