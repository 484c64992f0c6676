// SPDX-License-Identifier: Apache-2.0
// dump_bench [INSTRUCTIONS]: `rscope dump` of one million instructions beside TVM's as_text, in turns.
// Ours is a whole process from start to end, its text written to a file. TVM's time is that of loading
// and as_text alone, inside a Python that has already imported it; its memory is what these two added.
// Ends with 1 where ours takes more than a fifth of TVM's time or more memory; without TVM
// (RELAXSCOPE_BENCH_PYTHON) it prints ours alone.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/bench/large_program.h"

namespace {

using namespace relaxscope::bench;

constexpr int kRounds = 5;
constexpr double kTargetRatio = 0.2;

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

int measure(int64_t instructions) {
  const std::string file = scratchFolder() + "/program.bin", out = scratchFolder() + "/out";
  const size_t bytes = writeProgram(largeProgram(instructions), file);
  std::vector<double> ours, theirs, ourMemory, theirMemory;
  for (int round = 0; round < kRounds; ++round) {
    const auto mine = runProcess({RELAXSCOPE_RSCOPE, "dump", file}, out);
    if (!mine) {
      std::fprintf(stderr, "dump_bench: rscope failed\n");
      return 2;
    }
    ours.push_back(mine->seconds);
    ourMemory.push_back(mine->megabytes);
    if (const auto tvm = runPython(kPython, file, out)) {
      theirs.push_back(tvm->seconds);
      theirMemory.push_back(tvm->megabytes);
    }
  }
  fmt::print("dump of {} instructions ({:.1f} MB), medians of {} rounds in turns\n", instructions, static_cast<double>(bytes) / 1e6, kRounds);
  fmt::print("  rscope dump, whole process   {:7.3f} s  {:6.0f} MB\n", median(ours), median(ourMemory));
  if (theirs.empty()) {
    fmt::print("  TVM is not installed for {}\n", benchPython());
    return 0;
  }
  fmt::print("  TVM load and as_text alone   {:7.3f} s  {:6.0f} MB\n", median(theirs), median(theirMemory));
  fmt::print("  ratio                        {:7.3f}    {:6.3f}   (at most {} and 1 wanted)\n", median(ours) / median(theirs), median(ourMemory) / median(theirMemory), kTargetRatio);
  return median(ours) > kTargetRatio * median(theirs) || median(ourMemory) > median(theirMemory) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) { return measure(argc > 1 ? std::max(1000L, std::atol(argv[1])) : 1'000'000); }
