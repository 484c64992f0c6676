// SPDX-License-Identifier: Apache-2.0
// dump_bench [INSTRUCTIONS]: compares the disassembly of one million instructions with TVM's as_text, in alternating
// rounds and measured twice:
//   whole    `rscope dump`: one process from start to end that writes its text to a file. TVM's time is that of loading
//            and as_text in a Python that has already imported it; its memory is what these two steps added.
//   alone    text of a loaded executable as one string, one process each: processor time of the producing thread.
//            TVM's includes the transfer of that string to Python, about a sixth of it.
// Exits with 1 if ours takes more than a fifth of TVM's time in either, or more memory; without TVM
// (RELAXSCOPE_BENCH_PYTHON) it prints ours alone.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/bench/large_program.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/loader.h"

namespace {

using namespace relaxscope;
using namespace relaxscope::bench;

constexpr int kRounds = 5;
constexpr double kTargetRatio = 0.2;

// Prints seconds and megabytes of loading and as_text, processor seconds of as_text, bytes of the text.
constexpr const char* kPython = R"(
import resource, sys, time
import tvm, tvm_ffi
load = tvm_ffi.get_global_func("ffi.Module.load_from_bytes.relax.VMExecutable")
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
before, start = peak(), time.perf_counter()
module = load(open(sys.argv[1], "rb").read())
busy = time.thread_time()
text = module.get_function("as_text")()
busy = time.thread_time() - busy
seconds = time.perf_counter() - start
print(seconds, peak() - before, busy, len(text))
)";

double threadSeconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Child process for our measurement: prints processor seconds of the text alone, and the text's size in bytes.
int disassembleOnce(const std::string& path) {
  const auto file = loadFile(path);
  if (!file.ok()) return 1;
  const double start = threadSeconds();
  std::string text;
  text.reserve(12 * file->executable->code.words.size());  // as the module for TVM's programs does
  std::vector<std::string> warnings;
  writeTvmText(
      *file->executable, {},
      [&](std::string_view piece) {
        text += piece;
        return true;
      },
      warnings);
  const double seconds = threadSeconds() - start;
  fmt::print("{} {}\n", seconds, text.size());
  return 0;
}

/// The figures of one side, one entry per round.
struct Series {
  std::vector<double> whole, memory, alone;
  size_t textBytes = 0;
};

bool measureOurs(const std::string& file, const std::string& out, Series& ours) {
  const auto process = runProcess({RELAXSCOPE_RSCOPE, "dump", file}, out);
  double seconds = 0;
  if (!process || !runProcess({"/proc/self/exe", "--once", file}, out) ||
      !(std::ifstream(out) >> seconds >> ours.textBytes))
    return false;
  ours.whole.push_back(process->seconds);
  ours.memory.push_back(process->megabytes);
  ours.alone.push_back(seconds);
  return true;
}

void measureTheirs(const std::string& file, const std::string& out, Series& theirs) {
  const std::vector<double> numbers = pythonNumbers(kPython, file, out);
  if (numbers.size() != 4) return;
  theirs.whole.push_back(numbers[0]);
  theirs.memory.push_back(numbers[1]);
  theirs.alone.push_back(numbers[2]);
  theirs.textBytes = static_cast<size_t>(numbers[3]);
}

/// Prints both and their ratios; returns the exit code.
int judge(const Series& ours, const Series& theirs) {
  fmt::print("  rscope dump, whole process   {:7.3f} s  {:6.0f} MB\n", median(ours.whole), median(ours.memory));
  if (!theirs.whole.empty())
    fmt::print("  TVM load and as_text         {:7.3f} s  {:6.0f} MB\n", median(theirs.whole), median(theirs.memory));
  fmt::print("  text alone, processor time   {:7.3f} s\n", median(ours.alone));
  if (theirs.whole.empty()) {
    fmt::print("  TVM is not installed for {}\n", benchPython());
    return 0;
  }
  fmt::print("  TVM as_text alone            {:7.3f} s\n", median(theirs.alone));
  const double whole = median(ours.whole) / median(theirs.whole), alone = median(ours.alone) / median(theirs.alone);
  const double memory = median(ours.memory) / median(theirs.memory);
  fmt::print("  ratio whole                  {:7.3f}    {:6.3f}   (at most {} and 1 wanted)\n", whole, memory,
             kTargetRatio);
  fmt::print("  ratio alone                  {:7.3f}             (at most {} wanted)\n", alone, kTargetRatio);
  if (ours.textBytes != theirs.textBytes)
    fmt::print("  the texts differ: {} and {} bytes\n", ours.textBytes, theirs.textBytes);
  return whole > kTargetRatio || alone > kTargetRatio || memory > 1 || ours.textBytes != theirs.textBytes ? 1 : 0;
}

int measure(int64_t instructions) {
  const std::string file = scratchFolder() + "/program.bin", out = scratchFolder() + "/out";
  const size_t bytes = writeProgram(largeProgram(instructions), file);
  Series ours, theirs;
  for (int round = 0; round < kRounds; ++round) {
    if (!measureOurs(file, out, ours)) {
      std::fprintf(stderr, "dump_bench: the dump failed\n");
      return 2;
    }
    measureTheirs(file, out, theirs);
  }
  fmt::print("dump of {} instructions ({:.1f} MB), medians of {} rounds in turns\n", instructions,
             static_cast<double>(bytes) / 1e6, kRounds);
  return judge(ours, theirs);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--once") return disassembleOnce(argv[2]);
  return measure(argc > 1 ? std::max(1000L, std::atol(argv[1])) : 1'000'000);
}
