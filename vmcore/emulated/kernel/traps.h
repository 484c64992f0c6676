// SPDX-License-Identifier: Apache-2.0
// Faulting instructions of a kernel: while an object lives, signals that the calling thread raises itself while it is
// `armed` continue at a function on a stack of its own; all others go to the handlers that were there before.
#pragma once

#include <csignal>
#include <cstdint>
#include <vector>

#include "vmcore/emulated/kernel/fiber.h"

namespace relaxscope::emulated {

struct Trap {
  int signal = 0;
  uint64_t address = 0;
};

class KernelTraps {
 public:
  /// `onTrap` must not return. One object per process at a time.
  KernelTraps(const FiberStacks& stacks, size_t stack, void (*onTrap)());
  ~KernelTraps();
  KernelTraps(const KernelTraps&) = delete;
  KernelTraps& operator=(const KernelTraps&) = delete;

  /// Whether the thread is inside of a kernel.
  static void arm(bool armed);
  /// The signal that led to `onTrap`.
  static Trap last();

 private:
  static void onSignal(int signal, siginfo_t* info, void* context);

  static constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  struct sigaction previous_[4] = {};
  stack_t previousStack_{};
  std::vector<char> signalStack_;
  const FiberStacks& stacks_;
  size_t stack_;
  void (*onTrap_)();
};

}  // namespace relaxscope::emulated
