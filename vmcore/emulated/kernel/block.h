// SPDX-License-Identifier: Apache-2.0
// The threads of one block: fibers that take turns. A thread runs until it waits at a barrier or for other lanes of its
// warp, or ends. Whoever can never be released has diverged, which is a fault.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/emulated/kernel/fiber.h"
#include "vmcore/emulated/kernel_image.h"

namespace relaxscope::emulated {

class Block {
 public:
  static constexpr uint32_t kMaxThreads = 1024;
  Block(FiberStacks& stacks, const KernelImage& image, const KernelEntry& kernel, Triple size, void** params);

  /// Runs the block with this index; false after a fault.
  bool run(Triple index);

  // For the running thread.
  BarrierCount barrier(bool predicate);
  const WarpValues* exchange(const char* operation, uint32_t mask, uint64_t value);
  uint32_t activeLanes(uint32_t site);
  /// Ends the block, after fail(). Destructors of the thread's frames do not run.
  [[noreturn]] void leave();

  /// Records a fault: `text` follows the kernel, block and thread.
  void fail(int status, const std::string& text);
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Lowest address of the running thread's stack.
  [[nodiscard]] uint64_t stackLow() const;

 private:
  struct Thread {
    FiberContext context;
    int stack = -1;
    Triple index;
    uint32_t mask = 0;
    uint64_t value = 0;
    const char* operation = nullptr;
    uint32_t site = 0;
  };
  /// Sets of lanes by what they do; those in none have ended.
  struct Warp {
    uint32_t first = 0, existing = 0;
    uint32_t runnable = 0, atBarrier = 0, exchanging = 0, asking = 0;
    WarpValues values{};
    uint32_t active = 0;
    [[nodiscard]] uint32_t ended() const { return existing & ~(runnable | atBarrier | exchanging | asking); }
  };

  static void threadMain();
  void threadBody();
  void start(Triple index);
  void select(uint32_t thread);
  void resume(Warp& warp, uint32_t lane);
  void runWarp(Warp& warp);
  bool releaseExchanges(Warp& warp);
  bool releaseAsking(Warp& warp);
  bool releaseBarrier();
  void failDiverged(const Warp& warp);
  /// Gives the processor up until the waiting thread is released.
  void wait();

  FiberStacks& stacks_;
  const KernelImage& image_;
  const KernelEntry& kernel_;
  void** params_;
  Triple* threadIndex_;   ///< the image's variable
  AccessLimits* limits_;  ///< that the image reads
  FiberContext scheduler_;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;
  std::vector<int> freeStacks_;
  uint32_t current_ = 0;
  bool running_ = false;  ///< a thread runs, not the scheduler
  BarrierCount count_{};
  uint32_t nonZero_ = 0;
  Triple index_;
  int status_ = 0;
  std::string text_;
};

/// "(3,0,0)".
std::string tripleText(Triple value);

}  // namespace relaxscope::emulated
