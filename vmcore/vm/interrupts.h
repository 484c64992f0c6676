// SPDX-License-Identifier: Apache-2.0
// What ends a call early: a request to stop it, and the limit of instructions. Polled at calls and jumps back, so a
// running kernel is never interrupted.
#pragma once

#include <atomic>
#include <cstdint>

namespace relaxscope {

class Interrupts {
 public:
  /// Zero: no limit.
  void limitSteps(uint64_t most) { mostSteps_ = most; }
  /// Starts counting from zero.
  void beginCall() { steps_ = 0; }

  /// Makes poll() raise until clearStop(). Any thread, async-signal-safe.
  void requestStop() { stop_.store(true, std::memory_order_relaxed); }
  void clearStop() { stop_.store(false, std::memory_order_relaxed); }

  /// Raises "Cancelled" where a stop was requested.
  void poll() const {
    if (stop_.load(std::memory_order_relaxed)) [[unlikely]]
      raiseCancelled();
  }
  /// Counts instructions; raises "StepLimit" above the limit.
  void countSteps(uint64_t steps) {
    addSteps(steps);
    if (mostSteps_ != 0 && steps_ > mostSteps_) [[unlikely]]
      raiseStepLimit();
  }
  /// Counts instructions; the next countSteps() compares with the limit.
  void addSteps(uint64_t steps) { steps_ += steps; }

 private:
  [[noreturn]] static void raiseCancelled();
  [[noreturn]] void raiseStepLimit() const;

  uint64_t steps_ = 0, mostSteps_ = 0;
  std::atomic<bool> stop_{false};
};

}  // namespace relaxscope
