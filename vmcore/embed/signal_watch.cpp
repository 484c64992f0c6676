// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/signal_watch.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <mutex>

#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGALRM};
constexpr int64_t kPeriodMs = 10;

/// The handlers found, by the index of their signal.
std::array<struct sigaction, kSignals.size()> gBefore;
/// Whether the main thread called a VM: its thread-local variables can be read in a handler.
std::atomic<bool> gMainThreadCalled{false};

bool onMainThread() { return syscall(SYS_gettid) == getpid(); }

void onSignal(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  if (!onMainThread()) {  // Python handles signals on its main thread
    syscall(SYS_tgkill, getpid(), getpid(), signal);
    errno = error;
    return;
  }
  for (size_t i = 0; i < kSignals.size(); ++i) {
    if (kSignals[i] != signal) continue;
    if ((gBefore[i].sa_flags & SA_SIGINFO) != 0) gBefore[i].sa_sigaction(signal, info, context);
    else gBefore[i].sa_handler(signal);
  }
  if (gMainThreadCalled.load(std::memory_order_relaxed))
    if (Engine* const engine = VmMarker::currentOnThisThread()) engine->interrupts.requestSignalCheck();
  errno = error;
}

/// Whether a handler is another one than ours.
bool isForeign(const struct sigaction& action) {
  if ((action.sa_flags & SA_SIGINFO) != 0) return action.sa_sigaction != onSignal;
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

void putFirst(size_t place) {
  struct sigaction found{};
  if (sigaction(kSignals[place], nullptr, &found) != 0 || !isForeign(found)) return;
  gBefore[place] = found;
  struct sigaction ours = found;
  ours.sa_flags |= SA_SIGINFO;
  ours.sa_sigaction = onSignal;
  sigaction(kSignals[place], &ours, nullptr);
}

bool isPython() {
  static const bool found = dlsym(RTLD_DEFAULT, "PyErr_CheckSignals") != nullptr;
  return found;
}

}  // namespace

void watchSignals() noexcept {
  static std::atomic<int64_t> looked{-kPeriodMs};
  static std::mutex one;
  static thread_local bool known = false;
  if (!known) {
    known = true;
    if (onMainThread() && VmMarker::thisThread() != nullptr) gMainThreadCalled.store(true, std::memory_order_relaxed);
  }
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  const int64_t ms = int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
  if (ms - looked.load(std::memory_order_relaxed) < kPeriodMs) return;
  looked.store(ms, std::memory_order_relaxed);
  if (!isPython()) return;
  const std::lock_guard hold(one);
  for (size_t i = 0; i < kSignals.size(); ++i) putFirst(i);
}

}  // namespace relaxscope
