// SPDX-License-Identifier: Apache-2.0
// Excludes threads from a VM: one executes at a time, from its outermost call to the end of that. Signal handlers and
// other threads may ask who holds it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "vmcore/vm/machine_marker.h"

namespace relaxscope {

/// What a thread does while another one holds the mutex.
enum class WhenBusy : uint8_t { Refuse, Wait };

class ExecutionMutex {
 public:
  /// Whether any thread holds it.
  [[nodiscard]] bool isHeld() const { return holder_.load(std::memory_order_relaxed) != nullptr; }
  [[nodiscard]] bool isHeldHere() const {
    return holder_.load(std::memory_order_relaxed) == MachineMarker::thisThread();
  }

  /// For a thread that does not hold it. Raises "RuntimeError" where another one does: at once, or after a minute of
  /// waiting. The message names what was to be executed.
  void lock(std::string_view what, WhenBusy whenBusy) {
    if (!tryLock()) [[unlikely]]
      lockBusy(what, whenBusy);
  }
  void unlock() { holder_.store(nullptr, std::memory_order_release); }

 private:
  bool tryLock() {
    const void* nobody = nullptr;
    return holder_.compare_exchange_strong(nobody, MachineMarker::thisThread(), std::memory_order_acquire,
                                           std::memory_order_relaxed);
  }
  void lockBusy(std::string_view what, WhenBusy whenBusy);

  std::atomic<const void*> holder_{nullptr};  ///< MachineMarker::thisThread() of the holder
};

}  // namespace relaxscope
