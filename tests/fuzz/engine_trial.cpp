// SPDX-License-Identifier: Apache-2.0
// engine_trial COUNT SEED FILE_OR_FOLDER...: mutates programs (of the files, and random ones) until COUNT of them have
// passed the verifier, and runs their functions in this process with arguments of all kinds, under limits. Host
// functions replace kernels: they write to their arguments, call what is callable, and fail. Exits with 1 if a program
// took more than 10 s of processor time (60 s with sanitizers), leaked memory, or kept an argument; a crash prints the
// program's number. engine_trial --only NUMBER SEED FILE_OR_FOLDER...: one program, with the results of its calls.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <map>
#include <stdexcept>

#include "tests/fuzz/engine_program.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/random.h"
#include "tests/fuzz/trial.h"
#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/loader.h"
#include "vmcore/model/builtin.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"

namespace {

using namespace relaxscope;
using fuzz::Random;

fuzz::Trial gTrial{"engine_trial", "program"};

// ---- host functions ---------------------------------------------------------------------------------

/// Writes every byte of a tensor on the CPU, as a kernel does with its output.
void fill(const TVMFFIAny& value, ElementLayout layout) {
  const DLTensor* tensor = tensorOf(value);
  if (tensor == nullptr || !ffi::IsContiguous(*tensor)) return;
  std::memset(tensorData(*tensor), 1, tensorBytes(tensor->shape, tensor->ndim, tensor->dtype, layout));
}

void hostFunction(size_t which, ElementLayout layout, const ffi::AnyView* args, int32_t count, ffi::Any* result) {
  switch (which) {
    case 0:
      if (count > 0) *result = ffi::Any(args[0]);
      return;
    case 1: return;
    case 2: *result = count > 0 && args[0].try_cast<int64_t>().value_or(0) < 3; return;
    case 4: raise("ValueError", "on purpose");
    case 5: throw std::runtime_error("a foreign exception");
    case 6:
      for (int32_t i = 0; i < count; ++i)
        if (const auto function = args[i].as<ffi::Function>(); function && *function != nullptr)
          return function->CallPacked(args + i + 1, count - i - 1, result);
      return;
    case 7: {
      ffi::Array<ffi::Any> tuple;
      for (int32_t i = 0; i < count; ++i) tuple.push_back(ffi::Any(args[i]));
      *result = std::move(tuple);
      return;
    }
    default:
      for (int32_t i = 0; i < count; ++i) fill(args[i].CopyToTVMFFIAny(), layout);
  }
}

void addHostFunctions(const Executable& executable, LoadOptions& options) {
  size_t next = 0;
  const ElementLayout layout = elementLayoutOf(executable.variant);
  for (const Function& function : executable.functions) {
    if (!function.isPacked() || implementedBuiltin(function.name) != BuiltinId::None) continue;
    const size_t which = function.name.starts_with("host.") ? static_cast<size_t>(function.name.back() - '0')
                                                            : (next++ % 4 == 3 ? 0 : 3);
    options.functions.emplace_back(
        function.name,
        ffi::Function::FromPacked([which, layout](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
          hostFunction(which, layout, args, count, result);
        }));
  }
}

// ---- programs ---------------------------------------------------------------------------------------

std::shared_ptr<const Executable> programOf(const std::vector<fuzz::Buffer>& files) {
  Random random(gTrial.seed * 0xD1B54A32D192ED03ULL + gTrial.number);
  const uint64_t seed = random.next();
  Executable executable;
  if (random.oneIn(2)) {
    executable = fuzz::randomProgram(seed);
    if (random.oneIn(4)) return std::make_shared<const Executable>(std::move(executable));
  } else {
    const bool byBytes = random.oneIn(3);
    auto loaded = loadBytes(
        Bytes::own(byBytes ? fuzz::mutated(files, gTrial.seed, gTrial.number) : files[random.below(files.size())]),
        "program");
    if (!loaded.ok() || loaded->executable == nullptr) return nullptr;
    if (byBytes) return loaded->executable;
    executable = *loaded->executable;
  }
  fuzz::changeProgram(executable, seed + 1);
  return std::make_shared<const Executable>(std::move(executable));
}

/// Whether the engine accepts it, given kernels for all its functions.
bool accepted(const Executable& executable) {
  const auto& functions = executable.functions;
  if (!executableObstacles(executable).empty() || verify(executable).hasErrors()) return false;
  return std::none_of(functions.begin(), functions.end(),
                      [](const Function& function) { return function.isVmTir(); }) &&
         std::any_of(functions.begin(), functions.end(),
                     [](const Function& function) { return function.isBytecode(); });
}

// ---- running ----------------------------------------------------------------------------------------

struct Tally {
  uint64_t made = 0, refused = 0, ran = 0, calls = 0, results = 0;
  std::map<std::string, uint64_t> errors;
  fuzz::Slowest slowest;
  bool broken = false, verbose = false;

  void fault(const std::string& what) {
    broken = true;
    std::fprintf(stderr, "%s\n", what.c_str());
    fuzz::nameInput(gTrial);
  }
  void count(const RunResult& result) {
    ++calls;
    if (result.ok()) ++results;
    else ++errors[result.error->kind];
    if (verbose)
      std::fprintf(stderr, "%s\n",
                   result.ok() ? "a value" : (result.error->kind + ": " + result.error->message).c_str());
  }
};

/// Arguments of every kind, whose references are counted afterwards.
std::vector<ffi::Any> someArguments() {
  static const auto allocator = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  const auto tensor = [](std::vector<int64_t> dims, DLDataType type) {
    auto made = makeTensor(allocator, dims.data(), static_cast<int64_t>(dims.size()), type);
    std::memset(made->data, 0, tensorBytes(dims.data(), made->ndim, type));
    return ffi::Any(ffi::Tensor(std::move(made)));
  };
  std::vector<ffi::Any> all{tensor({2, 3}, {kDLFloat, 32, 1}),
                            tensor({4}, {kDLInt, 64, 1}),
                            tensor({}, {kDLBool, 8, 1}),
                            tensor({0, 4}, {kDLFloat, 32, 1}),
                            ffi::Shape({2, 3}),
                            ffi::String("a text that is no small one"),
                            int64_t{3},
                            0.5,
                            true,
                            ffi::Any(),
                            DLDataType{kDLInt, 32, 1}};
  // Of values of its own: tuple_reset_item moves fields out of the caller's tuple, as in TVM.
  all.emplace_back(ffi::Array<ffi::Any>{tensor({2, 3}, {kDLFloat, 32, 1}), ffi::Shape({4}), int64_t{1}});
  all.emplace_back(ffi::Function::FromPacked([](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
    if (count > 0) *result = ffi::Any(args[0]);
  }));
  return all;
}
std::vector<int> countsOf(const std::vector<ffi::Any>& values) {
  std::vector<int> counts;
  for (const ffi::Any& value : values)
    if (const auto object = value.as<ffi::ObjectRef>()) counts.push_back(static_cast<int>(object->use_count()));
  return counts;
}

void callFunctions(VirtualMachine& vm, const std::vector<ffi::Any>& pool, Random& random, Tally& tally) {
  for (const Function& function : vm.executable().functions) {
    if (!function.isBytecode() || !vm.hasFunction(function.name)) continue;
    for (int round = 0; round < 3; ++round) {
      std::vector<ffi::AnyView> args;
      const int64_t wanted = random.oneIn(16) ? function.numArgs + 1 : function.numArgs;
      for (int64_t i = 0; i < wanted; ++i) args.emplace_back(pool[round == 0 ? 0 : random.below(pool.size())]);
      if (random.oneIn(8)) {
        tally.count(vm.setInput(function.name, args));
        tally.count(vm.invokeStateful(function.name));
      } else {
        tally.count(vm.call(function.name, args));
      }
    }
  }
}

void runProgram(std::shared_ptr<const Executable> executable, Tally& tally) {
  Random random(gTrial.seed + gTrial.number * 0x9E3779B97F4A7C15ULL);
  const std::vector<ffi::Any> pool = someArguments();
  const std::vector<int> before = countsOf(pool);
  LoadOptions options;
  auto file = std::make_shared<LoadedFile>();
  file->executable = executable;
  options.file = std::move(file);
  options.allocator = random.oneIn(2) ? "naive" : "pooled";
  options.limits = {2'000, 64, 4 << 20, 1 << 20};
  addHostFunctions(*executable, options);
  auto vm = VirtualMachine::load(std::move(options));
  if (!vm.ok()) {  // an unsupported device
    ++tally.refused;
    if (tally.verbose) std::fprintf(stderr, "refused: %s\n", vm.error().text().c_str());
    return;
  }
  ++tally.ran;
  const std::shared_ptr<Allocator> allocator = (*vm)->engine()->allocator;
  uint64_t events = 0;
  const size_t how = random.below(6);
  if (how < 3)
    (*vm)->startTrace(how == 0 ? TraceMode::Precise : TraceMode::Chained, how != 1,
                      [&](const auto& chunk, const auto&) { events += chunk->events.size(); });
  if (how == 3)
    (*vm)->engine()->instrument = ffi::Function::FromPacked([&random](const ffi::AnyView*, int32_t, ffi::Any* answer) {
      *answer = random.oneIn(8) ? int64_t{1} : int64_t{0};
    });
  callFunctions(**vm, pool, random, tally);
  (*vm)->stopTrace();
  vm->reset();
  if (countsOf(pool) != before) tally.fault("an argument is still held after its VM has gone");
  if (allocator->counters().live.load() != 0)
    tally.fault(fmt::format("{} bytes were left behind", allocator->counters().live.load()));
}

void printProgram(const Executable& executable) {
  std::vector<std::string> warnings;
  writeTvmText(
      executable, {},
      [](std::string_view piece) { return std::fwrite(piece.data(), 1, piece.size(), stderr) == piece.size(); },
      warnings);
}

void runOne(const std::vector<fuzz::Buffer>& files, Tally& tally) {
  ++tally.made;
  const auto executable = programOf(files);
  if (executable == nullptr || !accepted(*executable)) return;
  if (tally.verbose) printProgram(*executable);
  tally.slowest.time(gTrial, [&] { runProgram(executable, tally); });
}

int report(const Tally& tally, int terminal) {
  std::string errors;
  for (const auto& [kind, count] : tally.errors) errors += fmt::format(" {} {}", kind, count);
  const std::string text = fmt::format(
      "{} programs made, {} passed the verifier and ran, {} were refused: {} calls, {} with a value; errors:{}; slowest {:.3f} s (program {} of seed {})\n",
      tally.made, tally.ran, tally.refused, tally.calls, tally.results, errors, tally.slowest.seconds,
      tally.slowest.number, gTrial.seed);
  if (::write(terminal, text.data(), text.size()) < 0) return 3;
#ifdef RELAXSCOPE_SANITIZED
  constexpr double kSlowest = 60;
#else
  constexpr double kSlowest = 10;
#endif
  return tally.broken || tally.slowest.seconds > kSlowest ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const bool only = argc > 1 && std::string_view(argv[1]) == "--only";
  const int first = only ? 2 : 1;
  if (argc < first + 3) {
    std::fprintf(stderr, "usage: engine_trial [--only] NUMBER SEED FILE_OR_FOLDER...\n");
    return 2;
  }
  const uint64_t number = std::strtoull(argv[first], nullptr, 10);
  gTrial.seed = std::strtoull(argv[first + 1], nullptr, 10);
  fuzz::nameWhenItDies(gTrial);
  constexpr size_t kMaxBytes = 4 << 20;
  const auto files = fuzz::contentOf(argc - first - 2, argv + first + 2, kMaxBytes);
  if (files.empty()) return 2;
  // Discards the output of the programs.
  const int terminal = ::dup(STDOUT_FILENO);
  if (std::freopen("/dev/null", "w", stdout) == nullptr) return 3;
  Tally tally;
  tally.verbose = only;
  gTrial.number = only ? number : 0;
  if (only) runOne(files, tally);
  else
    for (; tally.ran < number && gTrial.number < 1000 * number; ++gTrial.number) runOne(files, tally);
  if (!only && tally.ran < number) tally.fault("too few programs passed the verifier");
  return report(tally, terminal);
}
