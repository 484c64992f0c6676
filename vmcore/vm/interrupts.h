// SPDX-License-Identifier: Apache-2.0
// Early termination of a call: stop requests, signals of the host program and the instruction limit. Polled at calls,
// returns and backward jumps, so a running kernel is never interrupted.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

namespace relaxscope {

class Interrupts {
 public:
  /// Sets the instruction limit; zero: no limit. `longest` is at least the number of instructions between two calls of
  /// countSteps().
  void limitSteps(uint64_t most, uint64_t longest);
  /// Resets the instruction count.
  void beginCall() {
    steps_ = 0;
    if (has(kNearLimit)) [[unlikely]]
      clear(kNearLimit);
  }

  /// Makes attend() raise until clearStop(). Any thread, async-signal-safe.
  void requestStop() { set(kStop); }
  void clearStop() { clear(kStop); }
  /// Makes the next attend() ask the host program whether a signal ends the call. Any thread, async-signal-safe.
  void requestSignalCheck() { set(kSignal); }

  /// Whether attend() has to be called.
  [[nodiscard]] bool needAttention() const { return pending_.load(std::memory_order_relaxed) != 0; }
  /// Raises "Cancelled" if a stop was requested, the host program's error if one of its signal handlers raised one, and
  /// "StepLimit" if the limit permits no further instruction after the `uncounted` ones since countSteps().
  void attend(int64_t uncounted = 0);
  /// Counts instructions; near the limit, attend() has to be called from now on.
  void countSteps(int64_t steps) {
    addSteps(steps);
    if (steps_ > near_) [[unlikely]]
      set(kNearLimit);
  }
  /// Counts instructions without a look at the limit. A negative number takes back those that a forward jump skips, as
  /// instructions are counted by their distance.
  void addSteps(int64_t steps) { steps_ += steps; }

 private:
  static constexpr uint32_t kStop = 1, kSignal = 2, kNearLimit = 4;
  [[nodiscard]] bool has(uint32_t reason) const { return (pending_.load(std::memory_order_relaxed) & reason) != 0; }
  void set(uint32_t reason) { pending_.fetch_or(reason, std::memory_order_relaxed); }
  void clear(uint32_t reason) { pending_.fetch_and(~reason, std::memory_order_relaxed); }
  [[noreturn]] void raiseStepLimit() const;

  int64_t steps_ = 0;
  int64_t near_ = std::numeric_limits<int64_t>::max();  ///< the limit may be exceeded before the next countSteps()
  int64_t maxSteps_ = near_;
  std::atomic<uint32_t> pending_{0};  ///< why attend() has to be called
};

}  // namespace relaxscope
