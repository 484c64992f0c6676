// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/run_sampler.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>

namespace relaxscope {
namespace {

std::atomic<uint32_t> continues{0};
static_assert(std::atomic<uint32_t>::is_always_lock_free, "a signal handler increments it");

uint32_t currentCpu() {
  const int cpu = sched_getcpu();
  return cpu >= 0 ? static_cast<uint32_t>(cpu) : kNoIndex;
}

/// Nanoseconds of 2,000 multiplications that wait for each other (some 3 us); the lesser of two, as an interrupt may
/// lie in one.
double measureCore() {
  constexpr int kSteps = 2000;
  using Clock = std::chrono::steady_clock;
  double least = 1e18;
  for (int turn = 0; turn < 2; ++turn) {
    const auto start = Clock::now();
    uint64_t value = 0x9E3779B97F4A7C15ULL;
    for (int i = 0; i < kSteps; ++i) {
      value *= 0xBF58476D1CE4E5B9ULL;
#if defined(__GNUC__)
      __asm__ volatile("" : "+r"(value));  // neither folded nor reordered
#endif
    }
    least = std::min(least, std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  return least;
}

uint32_t counterGrowth(long before, long after) {
  return static_cast<uint32_t>(std::clamp(after - before, 0L, 0x7FFFFFFFL));
}

}  // namespace

RunSampler::~RunSampler() {
  if (schedstat_ >= 0) close(schedstat_);
}

void RunSampler::countContinue() { continues.fetch_add(1, std::memory_order_relaxed); }

int64_t RunSampler::readDelay() {
  const auto thread = static_cast<int>(syscall(SYS_gettid));
  if (thread != schedstatThread_) {
    if (schedstat_ >= 0) close(schedstat_);
    schedstat_ = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    schedstatThread_ = thread;
  }
  char text[128];
  const ssize_t size = schedstat_ >= 0 ? pread(schedstat_, text, sizeof text, 0) : -1;
  if (size <= 0) return 0;
  // "time on the CPU, time waiting for one, number of time slices", nanoseconds.
  const char* const begin = text;
  const char* const end = begin + size;
  const char* const second = std::find(begin, end, ' ');
  int64_t delay = 0;
  if (second != end) std::from_chars(second + 1, end, delay);
  return delay;
}

void RunSampler::begin() {
  delayBefore_ = readDelay();
  stopsBefore_ = continues.load(std::memory_order_relaxed);
  getrusage(RUSAGE_THREAD, &before_);
  cpuBefore_ = currentCpu();
}

RunConditions RunSampler::end() {
  RunConditions seen;
  seen.cpuBegin = cpuBefore_;
  seen.cpuEnd = currentCpu();
  rusage after{};
  getrusage(RUSAGE_THREAD, &after);
  seen.involuntarySwitches = counterGrowth(before_.ru_nivcsw, after.ru_nivcsw);
  seen.voluntarySwitches = counterGrowth(before_.ru_nvcsw, after.ru_nvcsw);
  seen.minorFaults = counterGrowth(before_.ru_minflt, after.ru_minflt);
  seen.majorFaults = counterGrowth(before_.ru_majflt, after.ru_majflt);
  seen.delayNs = std::max<int64_t>(0, readDelay() - delayBefore_);
  seen.stops = continues.load(std::memory_order_relaxed) - stopsBefore_;
  seen.coreNs = measureCore();
  return seen;
}

}  // namespace relaxscope
