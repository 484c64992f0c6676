// SPDX-License-Identifier: Apache-2.0
// Disturbs single runs of a profile and looks for the cause that it names.
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

#include "tests/bench/truth/planted.h"
#include "tests/bench/truth/recorded_program.h"
#include "tests/bench/truth/trials.h"
#include "vmcore/trace/figures/outliers.h"
#include "vmcore/vm/record/run_sampler.h"

namespace relaxscope::bench {
namespace {

constexpr size_t kDisturbedRun = 7;

bool pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

void besideARival() {
  std::atomic<bool> ended{false};
  std::thread rival([&] {  // on the CPU of its creator
    while (!ended) spin(100'000);
  });
  spin(40e6);
  ended = true;
  rival.join();
}

void onFreshPages() {
  constexpr size_t kBytes = size_t{16} << 20;
  auto* memory = static_cast<char*>(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (memory == MAP_FAILED) return;
  madvise(memory, kBytes, MADV_NOHUGEPAGE);
  for (size_t at = 0; at < kBytes; at += 4096) memory[at] = 1;
  munmap(memory, kBytes);
}

/// A child stops this process for 20 ms.
void stopped() {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    kill(parent, SIGSTOP);
    usleep(20'000);
    kill(parent, SIGCONT);
    _exit(0);
  }
  spin(40e6);
  if (child > 0) waitpid(child, nullptr, 0);
}

bool isNamed(const char* what, RunCause wanted, const std::function<void()>& disturbance) {
  RecordedProgram program({{"work", [] { multiply(3000); }}}, 300);
  program.disturb = [&](size_t run) {
    if (run == kDisturbedRun) disturbance();
  };
  const Trace trace = program.profile(TraceMode::Chained, 20);
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
  bool named = false;
  std::string text = "not an outlier";
  for (const OutlyingRun& run : outlyingRuns(trace, statistics)) {
    if (run.run != kDisturbedRun) continue;
    text = outlyingRunsText(std::vector{run});
    for (const SeenCause& cause : run.causes) named = named || cause.cause == wanted;
  }
  fmt::print("  {:<14} {}{}\n", what, text, named ? "" : "  MISSED");
  return named && statistics.kept.placeOf(kDisturbedRun) == MiddleHalf::kLeftOut;
}

}  // namespace

bool namedDisturbances() {
  std::signal(SIGCONT, [](int) { RunSampler::countContinue(); });
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  int cpus[2] = {-1, -1};
  for (int cpu = 0, found = 0; cpu < CPU_SETSIZE && found < 2; ++cpu)
    if (CPU_ISSET(cpu, &before)) cpus[found++] = cpu;
  pin(cpus[0]);
  bool all = isNamed("rival thread", RunCause::Descheduled, besideARival);
  all = isNamed("fresh pages", RunCause::PageFaults, onFreshPages) && all;
  if (cpus[1] >= 0)
    all = isNamed("moved", RunCause::MovedToCpu,
                  [&] {
                    pin(cpus[1]);
                    spin(5e6);
                  }) &&
          all;
  pin(cpus[0]);
  all = isNamed("stopped", RunCause::Stopped, stopped) && all;
  all = isNamed("sleep", RunCause::Waited, [] { usleep(5000); }) && all;
  sched_setaffinity(0, sizeof before, &before);
  return all;
}

}  // namespace relaxscope::bench
