// SPDX-License-Identifier: Apache-2.0
// Early termination of a call: stop requests and the instruction limit. Polled at calls and backward jumps, so a
// running kernel is never interrupted.
#pragma once

#include <atomic>
#include <cstdint>

namespace relaxscope {

class Interrupts {
 public:
  /// Sets the instruction limit; zero: no limit.
  void limitSteps(uint64_t most) { maxSteps_ = most; }
  /// Resets the instruction count.
  void beginCall() { steps_ = 0; }

  /// Makes poll() raise until clearStop(). Any thread, async-signal-safe.
  void requestStop() { stop_.store(true, std::memory_order_relaxed); }
  void clearStop() { stop_.store(false, std::memory_order_relaxed); }

  /// Raises "Cancelled" if a stop was requested.
  void poll() const {
    if (stop_.load(std::memory_order_relaxed)) [[unlikely]]
      raiseCancelled();
  }
  /// Counts instructions; raises "StepLimit" above the limit.
  void countSteps(uint64_t steps) {
    addSteps(steps);
    if (maxSteps_ != 0 && steps_ > maxSteps_) [[unlikely]]
      raiseStepLimit();
  }
  /// Counts instructions without checking the limit, which the next countSteps() does.
  void addSteps(uint64_t steps) { steps_ += steps; }

 private:
  [[noreturn]] static void raiseCancelled();
  [[noreturn]] void raiseStepLimit() const;

  uint64_t steps_ = 0, maxSteps_ = 0;
  std::atomic<bool> stop_{false};
};

}  // namespace relaxscope
