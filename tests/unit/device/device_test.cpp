// SPDX-License-Identifier: Apache-2.0
// Allocators, the thread pool for parallel kernels, kernel workspace, the device table.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/error.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <ctime>
#include <numeric>
#include <thread>
#include <vector>

#include "vmcore/device/allocator.h"
#include "vmcore/device/devices.h"
#include "vmcore/device/thread_pool.h"
#include "vmcore/device/workspace.h"

namespace relaxscope {
namespace {

class Allocators : public ::testing::TestWithParam<Allocator::Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Allocators, ::testing::Values(Allocator::Kind::Naive, Allocator::Kind::Pooled),
                         [](const auto& tested) {
                           return tested.param == Allocator::Kind::Naive ? "naive" : "pooled";
                         });

TEST_P(Allocators, GiveAlignedBlocksAndCount) {
  Allocator allocator(GetParam(), 0);
  std::vector<void*> blocks;
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{64}, size_t{65}, size_t{100'000}}) {
    void* block = allocator.allocate(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % kBufferAlignment, 0u);
    blocks.push_back(block);
  }
  EXPECT_EQ(allocator.counters().live, 64 + 64 + 64 + 128 + 100'032);
  EXPECT_EQ(allocator.counters().allocations, 5u);
  size_t at = 0;
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{64}, size_t{65}, size_t{100'000}})
    allocator.release(blocks[at++], bytes);
  EXPECT_EQ(allocator.counters().live, 0);
  EXPECT_EQ(allocator.counters().freed, allocator.counters().allocated);
}

TEST_P(Allocators, KeepTheLimit) {
  Allocator allocator(GetParam(), 1000);
  void* first = allocator.allocate(512);
  try {
    allocator.allocate(512);
    FAIL() << "passed the limit";
  } catch (const OutOfMemory& fault) {
    EXPECT_TRUE(fault.overLimit);
    EXPECT_EQ(fault.limit, 1000u);
    EXPECT_EQ(fault.live, 512u);
  }
  allocator.release(first, 512);
  void* second = allocator.allocate(900);  // the pooled block of 512 must not be in the way
  allocator.release(second, 900);
  try {
    allocator.allocate(SIZE_MAX - 5);
    FAIL() << "more than the address space";
  } catch (const OutOfMemory& fault) { EXPECT_FALSE(fault.overLimit); }
}

TEST_P(Allocators, TakeBlocksBackOnAnyThread) {
  Allocator allocator(GetParam(), 0);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        const size_t bytes = static_cast<size_t>(i % 7) * 64 + 1;
        allocator.release(allocator.allocate(bytes), bytes);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(allocator.counters().live, 0);
  EXPECT_EQ(allocator.counters().allocations, 8000u);
}

TEST(PooledAllocator, GivesTheSameBlockAgain) {
  Allocator allocator(Allocator::Kind::Pooled, 0);
  void* block = allocator.allocate(4096);
  allocator.release(block, 4096);
  EXPECT_EQ(allocator.unusedBytes(), 4096u);
  EXPECT_EQ(allocator.allocate(4096), block);
  EXPECT_EQ(allocator.unusedBytes(), 0u);
  EXPECT_EQ(allocator.counters().poolHits, 1u);
  allocator.release(block, 4096);
  allocator.trim();
  allocator.release(allocator.allocate(4096), 4096);
  EXPECT_EQ(allocator.counters().poolHits, 1u);
}

TEST(PooledAllocator, WastesAtMostAnEighth) {
  for (size_t bytes = 1; bytes <= 4096; ++bytes) ASSERT_EQ(pooledBlockBytes(bytes), (bytes + 63) / 64 * 64);
  size_t last = 4096;
  for (size_t bytes = 4097; bytes < size_t{1} << 46; bytes += bytes / 97) {
    const size_t block = pooledBlockBytes(bytes);
    ASSERT_GE(block, bytes);
    ASSERT_LE(block - bytes, bytes / 8 + 64) << bytes;
    ASSERT_GE(block, last);
    last = block;
  }
  for (size_t power = 12; power <= 46; ++power) EXPECT_EQ(pooledBlockBytes(size_t{1} << power), size_t{1} << power);
}

/// As calls with dynamic shapes do: four storages of a different size each time.
TEST(PooledAllocator, HoldsLittleMoreThanWasInUse) {
  Allocator allocator(Allocator::Kind::Pooled, 0);
  uint64_t seed = 1, most = 0;
  for (int call = 0; call < 400; ++call) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const size_t bytes = ((seed >> 33) % 100'000 + 1) * 256;  // up to 25 MB, never touched
    std::array<void*, 4> blocks{};
    for (void*& block : blocks) block = allocator.allocate(bytes);
    for (void* block : blocks) allocator.release(block, bytes);
    most = std::max(most, allocator.unusedBytes());
  }
  const auto peak = static_cast<uint64_t>(allocator.counters().peak);
  EXPECT_LE(most, 2 * peak + peak / 8 + (64 << 20)) << "what was unused, and the blocks of one call";
  EXPECT_GT(allocator.counters().poolHits, 800u) << "of 1,600: other sizes serve";
  EXPECT_EQ(allocator.counters().live, 0);
}

TEST(PooledAllocator, LendsLittleUnderALimit) {
  constexpr size_t kMiB = size_t{1} << 20;
  Allocator allocator(Allocator::Kind::Pooled, 1024 * kMiB);
  void* const large = allocator.allocate(600 * kMiB);
  allocator.release(large, 600 * kMiB);
  void* const small = allocator.allocate(321 * kMiB);
  EXPECT_EQ(allocator.counters().poolHits, 0u) << "279 MiB more than asked for";
  allocator.release(small, 321 * kMiB);
  allocator.trim();
  allocator.release(allocator.allocate(100 * kMiB), 100 * kMiB);
  void* const lent = allocator.allocate(80 * kMiB);
  EXPECT_EQ(allocator.counters().poolHits, 1u);
  allocator.release(lent, 80 * kMiB);
  EXPECT_EQ(allocator.unusedBytes(), 104 * kMiB) << "the whole block";
}

TEST(PooledAllocator, KeepsTheSizesThatAreAskedFor) {
  Allocator allocator(Allocator::Kind::Pooled, 0);
  constexpr size_t kOften = 1 << 20;
  void* const often = allocator.allocate(kOften);
  allocator.release(often, kOften);
  for (size_t i = 1; i <= 40; ++i) {  // 40 sizes of up to 40 MiB, 820 MiB in total
    ASSERT_EQ(allocator.allocate(kOften), often) << i;
    allocator.release(often, kOften);
    const size_t bytes = (i << 20) + 1;
    allocator.release(allocator.allocate(bytes), bytes);
  }
  EXPECT_LT(allocator.unusedBytes(), uint64_t{160} << 20);
  allocator.trim();
  EXPECT_EQ(allocator.unusedBytes(), 0u);
}

struct Sums {
  std::vector<std::atomic<int>> byTask = std::vector<std::atomic<int>>(64);
  std::atomic<int> tasks{0};
  std::atomic<int> beforeBarrier{0};
  std::atomic<bool> ordered{true};
};

TEST(ParallelLaunch, RunsEveryTaskOnce) {
  for (int repeat = 0; repeat < 200; ++repeat) {
    Sums sums;
    ASSERT_EQ(parallelLaunch(
                  [](int task, ParallelGroupEnv* env, void* closure) {
                    auto& all = *static_cast<Sums*>(closure);
                    all.byTask[static_cast<size_t>(task)].fetch_add(1);
                    all.tasks.store(env->numTask);
                    return 0;
                  },
                  &sums, 0),
              0);
    ASSERT_EQ(sums.tasks, parallelThreads());
    for (int task = 0; task < 64; ++task)
      ASSERT_EQ(sums.byTask[static_cast<size_t>(task)], task < parallelThreads() ? 1 : 0);
  }
}

TEST(ParallelLaunch, BarriersHoldAllTasks) {
  Sums sums;
  ASSERT_EQ(parallelLaunch(
                [](int task, ParallelGroupEnv* env, void* closure) {
                  auto& all = *static_cast<Sums*>(closure);
                  for (int round = 1; round <= 50; ++round) {
                    all.beforeBarrier.fetch_add(1);
                    if (parallelBarrier(task, env) != 0) return -1;
                    if (all.beforeBarrier.load() < round * env->numTask) all.ordered.store(false);
                    if (parallelBarrier(task, env) != 0) return -1;
                  }
                  return 0;
                },
                &sums, 0),
            0);
  EXPECT_TRUE(sums.ordered);
}

double threadCpuMs() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6;
}

/// Every task but 0 works for kWorkMs; task 0 returns at once or waits for them at a barrier.
constexpr int kWorkMs = 60;
int workUnlessFirst(int task, ParallelGroupEnv* env, void* barrier) {
  if (task != 0)
    for (const double end = threadCpuMs() + kWorkMs; threadCpuMs() < end;) {}
  return barrier != nullptr ? parallelBarrier(task, env) : 0;
}

TEST(ParallelLaunch, AThreadThatWaitsTakesNoProcessorTime) {
  if (parallelThreads() < 2) GTEST_SKIP() << "one processor: there is nobody to wait for";
  int barrier = 0;
  for (void* where : {static_cast<void*>(nullptr), static_cast<void*>(&barrier)}) {
    const double before = threadCpuMs();
    ASSERT_EQ(parallelLaunch(workUnlessFirst, where, 2), 0);
    EXPECT_LT(threadCpuMs() - before, kWorkMs / 4.0) << (where != nullptr ? "at a barrier" : "at the end");
  }
}

TEST(ParallelLaunch, MovesAnErrorToTheLaunchingThread) {
  ASSERT_EQ(parallelLaunch(
                [](int task, ParallelGroupEnv* env, void*) {
                  if (task != env->numTask - 1) return 0;
                  TVMFFIErrorSetRaisedFromCStr("ValueError", "from a task");
                  return -1;
                },
                nullptr, 0),
            -1);
  const tvm::ffi::Error error = tvm::ffi::detail::MoveFromSafeCallRaised();
  EXPECT_EQ(error.kind(), "ValueError");
  EXPECT_EQ(error.message(), "from a task");
}

#ifndef __SANITIZE_THREAD__  // TSan supports no threads in such a child
TEST(ParallelLaunch, WorksInTheChildOfAFork) {
  std::atomic<int> ran{0};
  const auto task = [](int, ParallelGroupEnv*, void* closure) {
    static_cast<std::atomic<int>*>(closure)->fetch_add(1);
    return 0;
  };
  ASSERT_EQ(parallelLaunch(task, &ran, 0), 0);
  const int before = ran.load();
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    const bool good =
        parallelLaunch(task, &ran, 0) == 0 && parallelLaunch(task, &ran, 0) == 0 && ran.load() == 3 * before;
    ::_exit(good ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}
#endif

TEST(ParallelLaunch, WorksInsideATask) {
  ASSERT_EQ(parallelLaunch(
                [](int, ParallelGroupEnv*, void*) {
                  return parallelLaunch(
                      [](int task, ParallelGroupEnv* env, void*) { return task == 0 && env->numTask == 1 ? 0 : -1; },
                      nullptr, 4);
                },
                nullptr, 0),
            0);
}

#if !defined(RELAXSCOPE_SANITIZED)
TEST(ParallelLaunchDeathTest, MakesDoWithTheThreadsItGets) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a separate process without a pool
  const auto launch = [] {
    setenv("RELAXSCOPE_NUM_THREADS", "1000", 1);
    const rlimit room{uint64_t{2} << 30, uint64_t{2} << 30};  // enough for about two hundred stacks
    setrlimit(RLIMIT_AS, &room);
    Sums sums;
    const int code = parallelLaunch(
        [](int, ParallelGroupEnv* env, void* closure) {
          static_cast<Sums*>(closure)->tasks.store(env->numTask);
          return static_cast<Sums*>(closure)->beforeBarrier.fetch_add(1) >= 0 ? 0 : -1;
        },
        &sums, 0);
    _exit(code == 0 && sums.tasks > 1 && sums.tasks < 1000 && sums.beforeBarrier == sums.tasks ? 0 : 1);
  };
  EXPECT_EXIT(launch(), ::testing::ExitedWithCode(0), "");
}
#endif

TEST(Workspace, GrowsInsteadOfPilingUp) {
  std::thread([] {  // a thread without blocks
    for (uint64_t bytes = 1 << 20; bytes <= 8 << 20; bytes += 1 << 20) {
      void* const outer = workspaceAllocate(bytes);
      void* const inner = workspaceAllocate(64);
      EXPECT_TRUE(workspaceFree(inner));
      EXPECT_TRUE(workspaceFree(outer));
      void* const again = workspaceAllocate(1 << 20);
      EXPECT_EQ(again, outer) << "no smaller one was left";
      EXPECT_TRUE(workspaceFree(again));
    }
  })
      .join();
}

TEST(Workspace, IsAlignedAndReused) {
  void* outer = workspaceAllocate(5000);
  void* inner = workspaceAllocate(64);
  ASSERT_NE(outer, nullptr);
  EXPECT_NE(outer, inner);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(inner) % kBufferAlignment, 0u);
  EXPECT_TRUE(workspaceFree(inner));
  EXPECT_TRUE(workspaceFree(outer));
  EXPECT_FALSE(workspaceFree(outer));
  EXPECT_EQ(workspaceAllocate(4500), outer);
  EXPECT_TRUE(workspaceFree(outer));
  EXPECT_EQ(workspaceAllocate(UINT64_MAX), nullptr);
}

TEST(Workspace, CountsWholePages) {
  const uint64_t before = workspaceBytes().held;
  std::thread([&] {
    void* const outer = workspaceAllocate(5000);  // two pages
    void* const inner = workspaceAllocate(1);     // one
    EXPECT_TRUE(workspaceFree(inner));
    WorkspaceBytes bytes = workspaceBytes();
    EXPECT_EQ(bytes.held - before, 3 * kWorkspacePageBytes) << "kept for the next kernel";
    EXPECT_EQ(bytes.inUse, 3 * kWorkspacePageBytes);
    EXPECT_EQ(workspaceBytes().inUse, 0u) << "nothing was taken since";
    void* const next = workspaceAllocate(1);  // in use together with the outer one
    EXPECT_EQ(workspaceBytes().inUse, 3 * kWorkspacePageBytes);
    EXPECT_TRUE(workspaceFree(outer));
    EXPECT_TRUE(workspaceFree(next));
  }).join();
  EXPECT_EQ(workspaceBytes().held, before) << "a thread's blocks end with it";
}

TEST(DeviceTable, ListsTheCpuAndSaysWhyOthersCannotBeUsed) {
  const auto rows = listDevices();
  ASSERT_GE(rows.size(), 2u);
  EXPECT_EQ(rows[0].id, "cpu");
  EXPECT_TRUE(rows[0].usable);
  EXPECT_GT(rows[0].memoryBytes, 0u);
  for (const auto& row : rows) {
    EXPECT_EQ(row.usable, row.reason.empty()) << row.id;
    if (!row.usable || row.id == "cpu") continue;
    EXPECT_FALSE(row.architecture.empty());
    EXPECT_EQ(std::count(row.missing.begin(), row.missing.end(), "cuDNN"), 1) << "what executables may ask for";
    const bool found = !row.libraries.empty() && row.libraries[0].find("cuBLAS ") != std::string::npos;
    EXPECT_EQ(std::count_if(row.missing.begin(), row.missing.end(),
                            [](const std::string& each) { return each.starts_with("cuBLAS was not found"); }),
              found ? 0 : 1);
  }
  EXPECT_TRUE(parseDevice("cpu").ok());
  EXPECT_FALSE(parseDevice("cpu:x").ok());
  EXPECT_FALSE(parseDevice("").ok());
  EXPECT_FALSE(hostText().empty());
}

}  // namespace
}  // namespace relaxscope
