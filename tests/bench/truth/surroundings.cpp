// SPDX-License-Identifier: Apache-2.0
// The figures of profiles where the worker is started by a command, where kernels use all threads, and beside a process
// that computes on the same processors.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/bench/truth/checks.h"
#include "tests/bench/truth/planted.h"
#include "tests/bench/truth/recorded_program.h"
#include "tests/bench/truth/trials.h"
#include "vmcore/device/thread_pool.h"

namespace relaxscope::bench {
namespace {

/// What a command prints; null if it fails.
nlohmann::json outputOf(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return nullptr;
  std::string text;
  char piece[4096];
  for (size_t got = 0; (got = fread(piece, 1, sizeof piece, pipe)) > 0;) text.append(piece, got);
  if (pclose(pipe) != 0) return nullptr;
  return nlohmann::json::parse(text, nullptr, false);
}

/// A kernel that runs `multiply(steps)` on every thread at once.
Kernel onAllThreads(int steps) {
  return [steps] {
    auto task = [](int, ParallelGroupEnv*, void* closure) {
      multiplyOnly(*static_cast<const int*>(closure));
      return 0;
    };
    int count = steps;
    parallelLaunch(task, &count, 0);
  };
}

/// A process that computes on the processors of this one until the object is destroyed.
class Rival {
 public:
  Rival() : child_(fork()) {
    if (child_ != 0) return;
    for (;;) spin(1e6);
  }
  ~Rival() {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Rival(const Rival&) = delete;
  Rival& operator=(const Rival&) = delete;

 private:
  const pid_t child_;
};

bool agreeInBothModes(const std::string& name, const Kernel& kernel, int calls) {
  bool all = true;
  RecordedProgram program({{"work", kernel}}, calls);
  for (const TraceMode mode : {TraceMode::Chained, TraceMode::Precise}) all = agrees(name, mode, program, calls) && all;
  return all;
}

}  // namespace

bool workerOfACommand() {
  constexpr int kTurns = 5;
  const std::string model =
      TRUTH_EXAMPLES "/transformer_block.so --inputs " TRUTH_EXAMPLES "/transformer_block.npz --json 2>/dev/null";
  std::vector<double> ratios;
  int held = 0;
  for (int i = 0; i < kTurns; ++i) {
    const nlohmann::json profile = outputOf(TRUTH_RSCOPE " profile --worker '" TRUTH_WORKER "' --no-values " + model);
    const nlohmann::json time = outputOf(TRUTH_RSCOPE " time " + model);
    if (!profile.is_object() || !time.is_object() || !profile["accuracy"].is_object()) {
      fmt::print("  no figures\n");
      return false;
    }
    ratios.push_back(profile["run_ns"]["median"].get<double>() / time["run_ns"]["median"].get<double>());
    const auto of = [&](const char* name) { return profile["accuracy"][name].get<double>(); };
    held += std::abs(of("ratio") - 1) <= 0.03 || (of("low") <= 1 && of("high") >= 1) ? 1 : 0;
  }
  std::ranges::sort(ratios);
  const double median = ratios[kTurns / 2];
  fmt::print("  profile through --worker over time, {} turns: {:+.1f} % ({:+.1f} to {:+.1f}); accuracy holds in {}\n",
             kTurns, 100 * (median - 1), 100 * (ratios.front() - 1), 100 * (ratios.back() - 1), held);
  return held >= kTurns - 1 && std::abs(median - 1) <= 0.1;
}

bool parallelKernels() {
  fmt::print("  {} threads\n", parallelThreads());
  bool all = agreeInBothModes("20 us on each thread", onAllThreads(18'000), 100);
  all = agreeInBothModes("1 ms on each thread", onAllThreads(900'000), 5) && all;
  const std::vector<Planted> kernels{
      {"parallel1ms", [](double part) { onAllThreads(static_cast<int>(900'000 * part))(); }},
      {"multiply100us", [](double part) { multiply(static_cast<int>(90'000 * part)); }}};
  for (const TraceMode mode : {TraceMode::Chained, TraceMode::Precise}) all = plantedIn(kernels, 3, mode) && all;
  return all;
}

bool besideARivalProcess() {
  const Rival rival;
  bool all = rowsAddUp();
  all = agreeInBothModes("100 ns a call", [] { multiply(85); }, 2000) && all;
  all = agreeInBothModes("10 us a call", [] { multiply(9000); }, 200) && all;
  const std::vector<Planted> kernels{{"multiply10us", [](double part) { multiply(static_cast<int>(9'300 * part)); }},
                                     {"multiply1us", [](double part) { multiply(static_cast<int>(930 * part)); }}};
  return plantedIn(kernels, 20, TraceMode::Precise) && all;
}

}  // namespace relaxscope::bench
