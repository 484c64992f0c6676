// SPDX-License-Identifier: Apache-2.0
// Conditions of a run, each caused on purpose.
#include "vmcore/vm/record/run_sampler.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace relaxscope {
namespace {

using namespace std::chrono_literals;

void spinFor(std::chrono::nanoseconds time) {
  for (const auto end = std::chrono::steady_clock::now() + time; std::chrono::steady_clock::now() < end;) {}
}

/// The CPUs that this thread may use; restored at the end.
class Affinity {
 public:
  Affinity() { sched_getaffinity(0, sizeof before_, &before_); }
  ~Affinity() { sched_setaffinity(0, sizeof before_, &before_); }
  Affinity(const Affinity&) = delete;
  Affinity& operator=(const Affinity&) = delete;
  /// The `n`-th of them, or -1.
  [[nodiscard]] int cpu(int n) const {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &before_) && n-- == 0) return cpu;
    return -1;
  }
  static bool pin(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
  }

 private:
  cpu_set_t before_{};
};

TEST(RunSampler, CountsPagesThatTheRunTouches) {
  constexpr size_t kPages = 64;
  const auto pageBytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  auto* memory =
      static_cast<char*>(mmap(nullptr, kPages * pageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, kPages * pageBytes, MADV_NOHUGEPAGE);
  RunSampler sampler;
  sampler.begin();
  for (size_t page = 0; page < kPages; ++page) memory[page * pageBytes] = 1;
  const RunConditions seen = sampler.end();
  munmap(memory, kPages * pageBytes);
  EXPECT_GE(seen.minorFaults, kPages);
  EXPECT_LT(seen.minorFaults, kPages + 32);
  EXPECT_GT(seen.coreNs, 0);
}

TEST(RunSampler, CountsWaits) {
  RunSampler sampler;
  sampler.begin();
  for (int i = 0; i < 3; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_GE(sampler.end().voluntarySwitches, 3u);
  sampler.begin();
  EXPECT_EQ(sampler.end().voluntarySwitches, 0u) << "since begin()";
}

TEST(RunSampler, SeesAMoveToAnotherCpu) {
  const Affinity affinity;
  const int first = affinity.cpu(0), second = affinity.cpu(1);
  if (second < 0) GTEST_SKIP() << "one CPU";
  ASSERT_TRUE(Affinity::pin(first));
  RunSampler sampler;
  sampler.begin();
  ASSERT_TRUE(Affinity::pin(second));
  const RunConditions seen = sampler.end();
  EXPECT_EQ(seen.cpuBegin, static_cast<uint32_t>(first));
  EXPECT_EQ(seen.cpuEnd, static_cast<uint32_t>(second));
}

TEST(RunSampler, SeesARivalOnItsCpu) {
  const Affinity affinity;
  const int cpu = affinity.cpu(0);
  ASSERT_TRUE(Affinity::pin(cpu));
  std::atomic<bool> ended{false};
  std::thread rival([&] {  // pinned as its creator
    while (!ended) spinFor(1ms);
  });
  RunSampler sampler;
  sampler.begin();
  spinFor(100ms);
  const RunConditions seen = sampler.end();
  ended = true;
  rival.join();
  EXPECT_GE(seen.involuntarySwitches, 1u);
}

TEST(RunSampler, CountsStops) {
  RunSampler sampler;
  sampler.begin();
  RunSampler::countContinue();
  EXPECT_EQ(sampler.end().stops, 1u);
  sampler.begin();
  EXPECT_EQ(sampler.end().stops, 0u);
}

TEST(RunSampler, AThreadOfItsOwnIsSeenByItself) {
  RunSampler sampler;
  sampler.begin();
  std::thread([&] {
    sampler.begin();
    EXPECT_GE(sampler.end().delayNs, 0);
  }).join();
  sampler.begin();
  EXPECT_GE(sampler.end().delayNs, 0);
}

}  // namespace
}  // namespace relaxscope
