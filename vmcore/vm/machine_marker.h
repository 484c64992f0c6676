// SPDX-License-Identifier: Apache-2.0
// Which machine of this process is at work, for crash reports: set around loads and outermost calls.
#pragma once

#include <atomic>

namespace relaxscope {

class Engine;

/// Makes `engine` the machine at work for the length of a scope.
class MachineMarker {
 public:
  /// Plain stores: with calls on several threads at once it is any of them.
  explicit MachineMarker(const Engine& engine) : before_(atWork_.load(std::memory_order_relaxed)) { atWork_.store(&engine, std::memory_order_relaxed); }
  ~MachineMarker() { atWork_.store(before_, std::memory_order_relaxed); }
  MachineMarker(const MachineMarker&) = delete;
  MachineMarker& operator=(const MachineMarker&) = delete;
  /// The machine at work, or null. Async-signal-safe.
  static const Engine* current() { return atWork_.load(std::memory_order_relaxed); }

 private:
  static inline std::atomic<const Engine*> atWork_{nullptr};
  const Engine* before_;
};

}  // namespace relaxscope
