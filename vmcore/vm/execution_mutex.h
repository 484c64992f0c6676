// SPDX-License-Identifier: Apache-2.0
// Mutual exclusion of threads on a VM: one thread executes at a time, from start to end of its outermost call. Signal
// handlers and other threads may query the holder.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "vmcore/vm/vm_marker.h"

namespace relaxscope {

/// What a thread does if another one holds the mutex.
enum class WhenBusy : uint8_t { Refuse, Wait };

class ExecutionMutex {
 public:
  /// Whether any thread holds it.
  [[nodiscard]] bool isHeld() const { return holder_.load(std::memory_order_relaxed) != nullptr; }
  [[nodiscard]] bool isHeldHere() const { return holder_.load(std::memory_order_relaxed) == VmMarker::thisThread(); }

  /// Not recursive. Raises "RuntimeError" if another thread holds the mutex: at once, or after waiting one minute.
  /// `what` names the intended execution in the message.
  void lock(std::string_view what, WhenBusy whenBusy) {
    if (!tryLock()) [[unlikely]]
      lockBusy(what, whenBusy);
  }
  void unlock() { holder_.store(nullptr, std::memory_order_release); }

 private:
  bool tryLock() {
    const void* unheld = nullptr;
    return holder_.compare_exchange_strong(unheld, VmMarker::thisThread(), std::memory_order_acquire,
                                           std::memory_order_relaxed);
  }
  void lockBusy(std::string_view what, WhenBusy whenBusy);

  std::atomic<const void*> holder_{nullptr};  ///< VmMarker::thisThread() of the holder
};

/// Holds the mutex for a scope, unless this thread holds it already.
class ExecutionHold {
 public:
  [[gnu::always_inline]] ExecutionHold(ExecutionMutex& mutex, std::string_view what,
                                       WhenBusy whenBusy = WhenBusy::Refuse)
      : mutex_(mutex), outermost_(!mutex.isHeldHere()) {
    if (outermost_) mutex_.lock(what, whenBusy);
  }
  [[gnu::always_inline]] ~ExecutionHold() {
    if (outermost_) mutex_.unlock();
  }
  ExecutionHold(const ExecutionHold&) = delete;
  ExecutionHold& operator=(const ExecutionHold&) = delete;
  [[nodiscard]] bool isOutermost() const { return outermost_; }

 private:
  ExecutionMutex& mutex_;
  const bool outermost_;
};

}  // namespace relaxscope
