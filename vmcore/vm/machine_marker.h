// SPDX-License-Identifier: Apache-2.0
// Which machine of this process is at work, for crash reports: set around loads and outermost calls.
#pragma once

#include <atomic>

namespace relaxscope {

class Engine;

/// Makes `engine` the machine at work for the length of a scope. With machines at work on several threads it is any of
/// them, or none; never one that has gone. Inlined at all costs, as ExecutionLock: each call of a short function goes
/// through it.
class MachineMarker {
 public:
  [[gnu::always_inline]] explicit MachineMarker(Engine& engine) : before_(onThisThread_) { set(&engine); }
  [[gnu::always_inline]] ~MachineMarker() { set(before_); }
  MachineMarker(const MachineMarker&) = delete;
  MachineMarker& operator=(const MachineMarker&) = delete;
  /// The machine at work, or null. Async-signal-safe.
  static const Engine* current() { return atWork_.load(std::memory_order_relaxed); }
  /// The machine at work on this thread, or null.
  static Engine* currentOnThisThread() { return onThisThread_; }
  /// An address that no other thread has.
  static const void* thisThread() { return &onThisThread_; }

 private:
  static void set(Engine* engine) {
    onThisThread_ = engine;
    atWork_.store(engine, std::memory_order_relaxed);
  }

  static inline std::atomic<const Engine*> atWork_{nullptr};
  static inline thread_local Engine* onThisThread_ =
      nullptr;  ///< what another thread set would not be ours to set again
  Engine* const before_;
};

}  // namespace relaxscope
