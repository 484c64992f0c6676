// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/kernel/traps.h"

#include <atomic>
#include <cstddef>

namespace relaxscope::emulated {
namespace {

constexpr size_t kSignalStackBytes = size_t{64} << 10;
std::atomic<KernelTraps*> gTraps{nullptr};
Trap gLast;
thread_local volatile bool tArmed = false;

/// Does what the handler that was installed before would have done.
void passOn(const struct sigaction& previous, int signal, siginfo_t* info, void* context) {
  if ((previous.sa_flags & SA_SIGINFO) != 0 && previous.sa_sigaction != nullptr) {
    previous.sa_sigaction(signal, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
  } else {
    // The instruction is executed again and ends the process.
    struct sigaction standard{};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    if (info->si_code <= 0) raise(signal);
  }
}

}  // namespace

KernelTraps::KernelTraps(const FiberStacks& stacks, size_t stack, void (*onTrap)())
    : stacks_(stacks), stack_(stack), onTrap_(onTrap) {
  sigaltstack(nullptr, &previousStack_);
  if ((previousStack_.ss_flags & SS_DISABLE) != 0) {
    signalStack_.resize(kSignalStackBytes);
    stack_t own{};
    own.ss_sp = signalStack_.data();
    own.ss_size = signalStack_.size();
    sigaltstack(&own, nullptr);
  }
  gTraps = this;
  struct sigaction action{};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &action, &previous_[i]);
}

KernelTraps::~KernelTraps() {
  for (size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &previous_[i], nullptr);
  gTraps = nullptr;
  if (!signalStack_.empty()) sigaltstack(&previousStack_, nullptr);
}

void KernelTraps::arm(bool armed) { tArmed = armed; }

Trap KernelTraps::last() { return gLast; }

void KernelTraps::onSignal(int signal, siginfo_t* info, void* context) {
  KernelTraps* traps = gTraps;
  if (traps == nullptr) return;
  if (tArmed && info->si_code > 0) {
    tArmed = false;
    gLast = {signal, signal == SIGSEGV || signal == SIGBUS ? reinterpret_cast<uintptr_t>(info->si_addr) : 0};
    if (divertSignal(context, traps->stacks_, traps->stack_, traps->onTrap_)) return;
  }
  for (size_t i = 0; i < std::size(kSignals); ++i) {
    if (kSignals[i] == signal) passOn(traps->previous_[i], signal, info, context);
  }
}

}  // namespace relaxscope::emulated
