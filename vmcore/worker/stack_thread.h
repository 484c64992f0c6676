// SPDX-License-Identifier: Apache-2.0
// A thread with a chosen stack size, which std::thread does not offer. Stack pages are committed on first use, so a
// large stack only costs address space.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>

namespace relaxscope::worker {

class StackThread {
 public:
  /// Runs `body` on a stack of `bytes`, or of half, a quarter and so on, where the address space is too small. Throws
  /// std::system_error where no thread can be created.
  StackThread(size_t bytes, std::function<void()> body);
  /// Waits for the body to end, unless the thread was detached.
  ~StackThread();
  StackThread(const StackThread&) = delete;
  StackThread& operator=(const StackThread&) = delete;
  void detach() noexcept;

 private:
  pthread_t thread_{};
  bool joinable_ = true;
};

/// Stack of the engine's thread, for the 10,000 nested calls that a VM allows by default. A call through a function
/// value takes 0.6 KiB (GCC 12, -O2, x86-64), through a closure with captured values 1.3, through a closure of a
/// closure of a closure 2.7, with an instrument 3.5; the stack use of the last callee is not included. Under
/// AddressSanitizer frames are about five times as large, and calls end before that limit: it supports no thread stack
/// above 64 MiB.
inline constexpr size_t kEngineStackBytes = size_t{64} << 20;

}  // namespace relaxscope::worker
