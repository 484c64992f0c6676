// SPDX-License-Identifier: Apache-2.0
// dump_bench [INSTRUCTIONS]: `rscope dump` of one million instructions beside TVM's as_text, in turns.
// Ours is a whole process from start to end, its text written to a file. TVM's time is that of loading
// and as_text alone, inside a Python that has already imported it; its memory is what these two added.
// Ends with 1 where ours is slower or larger; without TVM (RELAXSCOPE_BENCH_PYTHON) it prints ours alone.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/format/relax_vm.h"
#include "vmcore/model/builder.h"

namespace {

using namespace relaxscope;
namespace fs = std::filesystem;

constexpr int kRounds = 5;

/// A hundred functions of calls as models have them: most with three arguments, short names and long ones, some branches.
Executable largeProgram(int64_t instructions) {
  using B = ExecutableBuilder;
  B b;
  const ConstIndex dtype = b.addConstant(DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1});
  static const char* const kCallees[] = {"vm.builtin.alloc_tensor", "matmul", "fused_layer_norm_add_relu", "vm.builtin.null_value", "add"};
  const int64_t each = std::max<int64_t>(instructions / 100, 4);
  for (int64_t done = 0; done < instructions; done += each) {
    b.beginFunction(fmt::format("subgraph_{}", done / each), {"x", "w"});
    for (int64_t i = 0; i + 1 < each; ++i) {
      if (i % 50 == 49) b.emitIf(2 + i % 60, 2);
      else b.emitCall(kCallees[i % 5], {B::r(i % 60), B::imm(i * 64), B::c(dtype), B::r((i + 7) % 60)}, i % 3 == 0 ? kVoidRegister : 2 + i % 58);
    }
    b.emitRet(2);
  }
  return b.finish();
}

struct Measure {
  double seconds = 0;
  double megabytes = 0;
};

/// Runs a program to its end with standard output in `outPath`; wall time and peak memory of the process.
std::optional<Measure> runProcess(const std::vector<std::string>& arguments, const std::string& outPath) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    const int out = ::open(outPath.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out < 0 || ::dup2(out, STDOUT_FILENO) < 0) std::_Exit(127);
    ::execvp(argv[0], argv.data());
    std::_Exit(127);
  }
  int status = 0;
  struct rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return Measure{seconds, static_cast<double>(usage.ru_maxrss) / 1024};
}

// Prints seconds and megabytes of loading and as_text.
constexpr const char* kPython = R"(
import resource, sys, time
import tvm, tvm_ffi
load = tvm_ffi.get_global_func("ffi.Module.load_from_bytes.relax.VMExecutable")
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
before, start = peak(), time.perf_counter()
module = load(open(sys.argv[1], "rb").read())
text = module.get_function("as_text")()
seconds = time.perf_counter() - start
print(seconds, peak() - before, len(text))
)";

std::optional<Measure> runTvm(const std::string& python, const std::string& file, const std::string& outPath) {
  if (python.empty() || !runProcess({python, "-c", kPython, file}, outPath)) return std::nullopt;
  std::ifstream answer(outPath);
  Measure measure;
  if (!(answer >> measure.seconds >> measure.megabytes)) return std::nullopt;
  return measure;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int measure(int64_t instructions, const fs::path& folder) {
  const std::string file = folder / "program.bin", out = folder / "out";
  const Executable program = largeProgram(instructions);
  const std::vector<uint8_t> bytes = writeRelaxVm(program);
  std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const char* python = std::getenv("RELAXSCOPE_BENCH_PYTHON");
  const std::string interpreter = python != nullptr ? python : RELAXSCOPE_PYTHON;

  std::vector<double> ours, theirs, ourMemory, theirMemory;
  for (int round = 0; round < kRounds; ++round) {
    const auto mine = runProcess({RELAXSCOPE_RSCOPE, "dump", file}, out);
    if (!mine) {
      std::fprintf(stderr, "dump_bench: rscope failed\n");
      return 2;
    }
    ours.push_back(mine->seconds);
    ourMemory.push_back(mine->megabytes);
    if (const auto tvm = runTvm(interpreter, file, out)) {
      theirs.push_back(tvm->seconds);
      theirMemory.push_back(tvm->megabytes);
    }
  }
  fmt::print("dump of {} instructions ({:.1f} MB), medians of {} rounds in turns\n", program.code.size(), static_cast<double>(bytes.size()) / 1e6, kRounds);
  fmt::print("  rscope dump, whole process   {:7.3f} s  {:6.0f} MB\n", median(ours), median(ourMemory));
  if (theirs.empty()) {
    fmt::print("  TVM is not installed for {}\n", interpreter);
    return 0;
  }
  fmt::print("  TVM load and as_text alone   {:7.3f} s  {:6.0f} MB\n", median(theirs), median(theirMemory));
  fmt::print("  ratio                        {:7.3f}    {:6.3f}\n", median(ours) / median(theirs), median(ourMemory) / median(theirMemory));
  return median(ours) > median(theirs) || median(ourMemory) > median(theirMemory) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int64_t instructions = argc > 1 ? std::max(1000L, std::atol(argv[1])) : 1'000'000;
  const fs::path folder = fs::temp_directory_path() / fmt::format("relaxscope_dump_bench_{}", ::getpid());
  fs::create_directories(folder);
  const int code = measure(instructions, folder);
  fs::remove_all(folder);
  return code;
}
