// SPDX-License-Identifier: Apache-2.0
// The VM that is active in this process and on each thread: for crash reports, function lookup and the execution lock.
// Set around loads and outermost calls.
#pragma once

#include <atomic>

#include "vmcore/base/thread_variable.h"

namespace relaxscope {

class Engine;

/// Makes `engine` the active VM during a scope. With active VMs on several threads it is any of them, or none; never a
/// destroyed one. Always inlined, like ExecutionLock, as each call of a short function uses it.
class VmMarker {
 public:
  [[gnu::always_inline]] explicit VmMarker(Engine& engine) : before_(onThisThread_) { set(&engine); }
  [[gnu::always_inline]] ~VmMarker() { set(before_); }
  VmMarker(const VmMarker&) = delete;
  VmMarker& operator=(const VmMarker&) = delete;
  /// The active VM, or null. Async-signal-safe.
  static const Engine* current() { return active_.load(std::memory_order_relaxed); }
  /// The active VM of this thread, or null.
  static Engine* currentOnThisThread() { return onThisThread_; }
  /// An address that is unique to this thread.
  static const void* thisThread() { return &onThisThread_; }

 private:
  static void set(Engine* engine) {
    onThisThread_ = engine;
    active_.store(engine, std::memory_order_relaxed);
  }

  static inline std::atomic<const Engine*> active_{nullptr};
  /// Per thread: a marker must not restore another thread's VM.
  RS_THREAD_VARIABLE static inline Engine* onThisThread_ = nullptr;
  Engine* const before_;
};

}  // namespace relaxscope
