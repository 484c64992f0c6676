// SPDX-License-Identifier: Apache-2.0
// Engine against TVM's VM in one process over the same executable bytes. Each row: the fastest and the
// median processor time a unit of both, and the median of the ratios of interleaved pairs (a neighbour
// on the machine slows both halves of a pair). Then what recording adds to a Call: the median of the
// pairs' differences, and the difference of the fastest.
//
//   engine_bench [--pairs N] [LIBTVM_RUNTIME.so]
#include <dlfcn.h>
#include <fmt/format.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/extra/module.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>

#include "tests/bench/engine_bench_programs.h"
#include "vmcore/format/vm_executable.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/tick_clock.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope::bench {
namespace {

/// The target of the comparison: at most a quarter of TVM's time for a Call with a stored result.
constexpr double kTargetRatio = 0.25;
constexpr double kTargetRecordingNs = 15;

[[noreturn]] void stop(const std::string& message) {
  fmt::print(stderr, "engine_bench: {}\n", message);
  std::exit(1);
}

int64_t counter = 0;

void registerFunctions() {
  const auto add = [](const char* name, auto body) { ffi::Function::SetGlobal(name, ffi::Function::FromPacked(body)); };
  add("bench.one", [](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = ++counter; });
  add("bench.void", [](const ffi::AnyView*, int32_t, ffi::Any*) { ++counter; });
  add("bench.less", [](const ffi::AnyView* args, int32_t, ffi::Any* result) { *result = static_cast<int64_t>(args[0].cast<int64_t>() < args[1].cast<int64_t>()); });
  add("bench.decrement", [](const ffi::AnyView* args, int32_t, ffi::Any* result) { *result = args[0].cast<int64_t>() - 1; });
}

ffi::Tensor smallTensor() {
  static const auto memory = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  const int64_t dims[2] = {4, 8};
  return ffi::Tensor(makeTensor(memory, dims, 2, {kDLFloat, 32, 1}));
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}
double fastest(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

/// Processor time of this thread: what neighbours on the machine take does not count.
double threadNs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// Nanoseconds of one call of `run`.
template <class Run>
double timeNs(const Run& run) {
  const double start = threadNs();
  run();
  return threadNs() - start;
}

/// One program in both machines.
class Contest {
 public:
  Contest(const BenchProgram& program, bool withTvm) : units_(program.units) {
    argument_ = program.input == Input::Int ? ffi::Any(int64_t{5}) : ffi::Any(smallTensor());
    LoadOptions options;
    auto file = std::make_shared<LoadedFile>();
    file->path = program.name;
    file->executable = std::make_shared<const Executable>(program.executable);
    options.file = file;
    auto loaded = VirtualMachine::load(std::move(options));
    if (!loaded.ok()) stop(program.name + ": " + loaded.error().text());
    ours_ = std::move(*loaded);
    if (!withTvm) return;
    const std::vector<uint8_t> bytes = writeVmExecutable(program.executable);
    const auto load = ffi::Function::GetGlobalRequired("ffi.Module.load_from_bytes.relax.VMExecutable");
    theirs_ = load(ffi::Bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    machine_ = (*theirs_.cast<ffi::Module>()->GetFunction("vm_load_executable"))();
    (*machine_.cast<ffi::Module>()->GetFunction("vm_initialization"))(1, 0, 2);
    main_ = *machine_.cast<ffi::Module>()->GetFunction("main");
  }

  double ours() {
    const ffi::AnyView args[1] = {ffi::AnyView(argument_)};
    return timeNs([&] {
             const RunResult result = ours_->call("main", args);
             if (!result.ok()) stop(result.error->message);
           }) /
           units_;
  }
  double theirs() {
    return timeNs([&] { main_(argument_); }) / units_;
  }
  VirtualMachine& machine() { return *ours_; }

 private:
  int units_;
  ffi::Any argument_;
  std::unique_ptr<VirtualMachine> ours_;
  ffi::Any theirs_, machine_;
  ffi::Function main_{nullptr};
};

void compare(int pairs, bool withTvm) {
  fmt::print("{:<46} {:>10} {:>21} {:>21} {:>8}\n", "ns", "a", "ours fastest/median", "TVM fastest/median", "ratio");
  double first = 0;
  for (const BenchProgram& program : benchPrograms()) {
    Contest contest(program, withTvm);
    contest.ours();
    if (withTvm) contest.theirs();
    std::vector<double> ours, theirs, ratios;
    for (int i = 0; i < pairs; ++i) {
      ours.push_back(contest.ours());
      if (!withTvm) continue;
      theirs.push_back(contest.theirs());
      ratios.push_back(ours.back() / theirs.back());
    }
    if (withTvm) {
      const double ratio = median(ratios);
      if (first == 0) first = ratio;
      fmt::print("{:<46} {:>10} {:>11.2f} /{:>8.2f} {:>11.2f} /{:>8.2f} {:>8.3f}\n", program.name, program.unit, fastest(ours), median(ours), fastest(theirs),
                 median(theirs), ratio);
    } else {
      fmt::print("{:<46} {:>10} {:>11.2f} /{:>8.2f} {:>21} {:>8}\n", program.name, program.unit, fastest(ours), median(ours), "-", "-");
    }
  }
  if (withTvm) fmt::print("\nCall with a stored result, median of {} interleaved pairs: {:.3f} of TVM's time (at most {:.2f} wanted)\n\n", pairs, first, kTargetRatio);
}

struct Recorded {
  uint64_t events = 0, bytes = 0;
};

size_t sideBytes(const ValueColumns& side) {
  return side.args.size() * sizeof(ArgRecord) + side.dims.size() * sizeof(int64_t) + side.slotChanges.size() * sizeof(SlotChange) +
         side.memory.size() * sizeof(MemoryRecord);
}
size_t eventBytes(const EventColumns& events) {
  return events.size() * (sizeof events.start[0] + sizeof events.duration[0] + sizeof events.pc[0] + sizeof events.function[0] + sizeof events.callee[0] +
                          sizeof events.depth[0] + sizeof events.kind[0]);
}

/// What a way of recording adds to a Call, over pairs without and with it.
void recording(const char* name, const BenchProgram& program, wire::TraceMode mode, bool values, int pairs) {
  Contest contest(program, false);
  contest.ours();
  std::vector<double> added, plain, recordedNs;
  Recorded recorded;
  for (int i = 0; i < pairs; ++i) {
    plain.push_back(contest.ours());
    contest.machine().startTrace(mode, values, [&](const std::shared_ptr<TraceChunk>& chunk, const std::vector<RunSpan>&) {
      recorded.events += chunk->events.size();
      recorded.bytes += eventBytes(chunk->events) + sideBytes(chunk->values);
    });
    const double traced = contest.ours();
    contest.machine().stopTrace();
    recordedNs.push_back(traced);
    added.push_back(traced - plain.back());
  }
  fmt::print("{:<46} {:>9.2f} {:>9.2f} {:>9.2f} {:>13.1f}\n", name, median(plain), median(added), fastest(recordedNs) - fastest(plain),
             static_cast<double>(recorded.bytes) / static_cast<double>(recorded.events));
}

void recordings(int pairs) {
  const BenchProgram ints = std::move(benchPrograms().front());
  const BenchProgram tensors = tensorProgram();
  fmt::print("{:<46} {:>9} {:>9} {:>9} {:>13}\n", "recording, ns a Call", "plain", "added", "fastest", "bytes/event");
  recording("chained, no values", ints, wire::TraceMode::Chained, false, pairs);
  recording("precise, no values", ints, wire::TraceMode::Precise, false, pairs);
  recording("chained, values, a register and a number", ints, wire::TraceMode::Chained, true, pairs);
  recording("chained, values, two tensors", tensors, wire::TraceMode::Chained, true, pairs);
  fmt::print("\nwanted: at most {} ns and 32 bytes without values\n", kTargetRecordingNs);
}

/// The runtime library of the TVM in the project's virtual environment, asked for at run time: it may have been
/// installed after the build was configured. Empty where there is none.
std::string installedTvmRuntime() {
  constexpr const char* kAsk =
      " -c \"import importlib.util as u, os; s = u.find_spec('tvm');"
      " print(os.path.join(os.path.dirname(s.origin), 'lib', 'libtvm_runtime.so') if s else '', end='')\"";
  FILE* answer = ::popen((std::string("'") + RELAXSCOPE_PYTHON + "'" + kAsk).c_str(), "r");
  if (answer == nullptr) return {};
  std::string path;
  for (int letter = std::fgetc(answer); letter != EOF; letter = std::fgetc(answer)) path += static_cast<char>(letter);
  return ::pclose(answer) == 0 ? path : std::string();
}

}  // namespace
}  // namespace relaxscope::bench

int main(int argc, char** argv) {
  using namespace relaxscope::bench;
  int pairs = 31;
  std::string library = installedTvmRuntime();
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--pairs") == 0 && i + 1 < argc) {
      pairs = std::max(1, std::atoi(argv[++i]));
    } else {
      library = argv[i];
    }
  }
  bool withTvm = false;
  if (library.empty()) {
    fmt::print("no TVM in {}: only our own figures follow\n", RELAXSCOPE_PYTHON);
  } else {
    withTvm = dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr;
    if (!withTvm) fmt::print("TVM's runtime cannot be loaded: {}\n", dlerror());
  }
  registerFunctions();
  fmt::print("processor time of the thread; recording reads the {}\n\n", relaxscope::tickClock().source);
  compare(pairs, withTvm);
  recordings(pairs);
  return 0;
}
