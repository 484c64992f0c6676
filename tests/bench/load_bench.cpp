// SPDX-License-Identifier: Apache-2.0
// load_bench [INSTRUCTIONS]: compares reading and verifying one million instructions with TVM's load of the same file
// (which verifies nothing), in alternating rounds, one process each. Both times cover only the load from the file;
// memory is the increase of the process's private memory during the load. Exits with 1 if ours is slower or larger;
// without TVM (RELAXSCOPE_BENCH_PYTHON) it prints ours alone.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/bench/large_program.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/vm_executable.h"

namespace {

using namespace relaxscope;
using namespace relaxscope::bench;

constexpr int kRounds = 7;
constexpr double kNoise = 1.005;  ///< tolerates a difference of a page

/// Private_Dirty of /proc/self/smaps_rollup: unshared memory that is not backed by a file.
double privateMegabytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  double sum = 0;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("Private_Dirty")) sum += std::strtod(line.c_str() + line.find(':') + 1, nullptr) / 1024;
  return sum;
}

// Python version of loadOnce().
constexpr const char* kPython = R"(
import sys, time
import tvm, tvm_ffi
load = tvm_ffi.get_global_func("ffi.Module.load_from_file.relax.VMExecutable")
def private():
    return sum(int(line.split()[1]) for line in open("/proc/self/smaps_rollup") if line.startswith("Private_Dirty")) / 1024
before, start = private(), time.perf_counter()
module = load(sys.argv[1])
seconds = time.perf_counter() - start
print(seconds, private() - before)
)";

/// Child process for our measurement: prints seconds and megabytes. A small program is loaded first to exclude one-time
/// costs of a process (symbols, first heap pages), as Python's start is excluded too.
int loadOnce(const std::string& path) {
  const auto small = loadBytes(Bytes::own(writeVmExecutable(largeProgram(1000))), "small");
  if (!small.ok() || verify(*small->executable).hasErrors()) return 1;
  const double before = privateMegabytes();
  const auto start = std::chrono::steady_clock::now();
  const auto file = loadFile(path);
  const bool sound = file.ok() && !verify(*file->executable).hasErrors();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!sound) return 1;
  fmt::print("{} {}\n", seconds, privateMegabytes() - before);
  return 0;
}

int measure(int64_t instructions, const std::string& self) {
  const std::string file = scratchFolder() + "/program.bin", out = scratchFolder() + "/out";
  const size_t bytes = writeProgram(largeProgram(instructions), file);
  std::vector<double> ours, theirs, ourMemory, theirMemory;
  for (int round = 0; round < kRounds; ++round) {
    Measure mine;
    if (!runProcess({self, "--once", file}, out) || !(std::ifstream(out) >> mine.seconds >> mine.megabytes)) {
      std::fprintf(stderr, "load_bench: loading failed\n");
      return 2;
    }
    ours.push_back(mine.seconds);
    ourMemory.push_back(mine.megabytes);
    if (const auto tvm = runPython(kPython, file, out)) {
      theirs.push_back(tvm->seconds);
      theirMemory.push_back(tvm->megabytes);
    }
  }
  fmt::print("load of {} instructions ({:.1f} MB), medians of {} rounds in turns\n", instructions,
             static_cast<double>(bytes) / 1e6, kRounds);
  fmt::print("  ours, read and verified      {:7.1f} ms  {:6.1f} MB held\n", median(ours) * 1e3, median(ourMemory));
  if (theirs.empty()) {
    fmt::print("  TVM is not installed for {}\n", benchPython());
    return 0;
  }
  fmt::print("  TVM, read                    {:7.1f} ms  {:6.1f} MB held\n", median(theirs) * 1e3, median(theirMemory));
  fmt::print("  ratio                        {:7.3f}     {:6.3f}   (at most 1 wanted)\n", median(ours) / median(theirs),
             median(ourMemory) / median(theirMemory));
  return median(ours) > median(theirs) || median(ourMemory) > kNoise * median(theirMemory) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--once") return loadOnce(argv[2]);
  return measure(argc > 1 ? std::max(1000L, std::atol(argv[1])) : 1'000'000, "/proc/self/exe");
}
