// SPDX-License-Identifier: Apache-2.0
// A thread whose stack has a size of our choice, which std::thread does not offer. Pages of the stack are taken as they
// are touched, so a large one costs address space alone.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>

namespace relaxscope::worker {

class StackThread {
 public:
  /// Runs `body` on a stack of `bytes`, or of half of it, a quarter, and so on, where the address space is too small.
  /// Throws std::system_error where no thread can be had at all.
  StackThread(size_t bytes, std::function<void()> body);
  /// Waits for the body's end, unless the thread was detached.
  ~StackThread();
  StackThread(const StackThread&) = delete;
  StackThread& operator=(const StackThread&) = delete;
  void detach() noexcept;

 private:
  pthread_t thread_{};
  bool joinable_ = true;
};

/// Stack of the thread that runs the engine, for the 10,000 nested calls that a machine allows by default. One through
/// a function as a value takes 0.6 KiB (GCC 12, -O2, x86-64), through a closure with captured values 1.3, through a
/// closure of a closure of a closure 2.7, with an instrument 3.5; the last callee takes what it likes. Under
/// AddressSanitizer the frames are some five times as large, and calls end before that limit: it takes no stack above
/// 64 MiB for one.
inline constexpr size_t kEngineStackBytes = size_t{64} << 20;

}  // namespace relaxscope::worker
