// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/crash_guard.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cxxabi.h>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <new>
#include <typeinfo>

#include "vmcore/vm/virtual_machine.h"
#include "vmcore/worker/signal_cbor.h"

namespace relaxscope::worker {
namespace {

CrashContext gContext;
std::atomic<pid_t> gReporter{0};  ///< the thread that writes the crash report, which is written once
std::atomic<bool> gForkedChild{false};
thread_local const char* tStackLow = nullptr;  ///< lowest address of this thread's stack

constexpr int kDeadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
constexpr size_t kSignalStackBytes = 64 << 10;

/// A message that also says that the last events are missing.
struct LossText {
  char text[512];
};
LossText withLoss(const char* message) noexcept {
  LossText made;
  const size_t size = strnlen(message, 440);
  std::memcpy(made.text, message, size);
  std::snprintf(made.text + size, sizeof made.text - size, "%s%s", size == 0 ? "" : "; ",
                "the events since the last hand-over are lost");
  return made;
}

/// Writes the Failure frame from plain data, after the events that a recording still holds; async-signal-safe.
void writeReport(FailureKind kind, const char* message, int signal) noexcept {
  const Activity activity = VirtualMachine::currentActivity();
  if (gContext.output != nullptr) gContext.output->drainInCrash();
  const bool lost = gContext.lastEvents != nullptr && gContext.lastEvents->send() == LastEvents::Outcome::Lost;
  SignalCbor frame(kFailureFrame);
  frame.map(5);
  frame.text("kind");
  frame.text(failureKindName(kind));
  frame.text("message");
  if (lost) frame.text(withLoss(message).text);
  else frame.text(message);
  frame.text("signal");
  frame.number(signal);
  frame.text("fatal");
  frame.boolean(true);
  frame.text("position");
  if (activity.state == Activity::State::Idle) {
    frame.null();
  } else {
    frame.map(3);
    frame.text("function");
    frame.text(activity.functionName);
    frame.text("callee");
    frame.text(activity.calleeName);
    frame.text("pc");
    frame.number(activity.pc == kNoIndex ? -1 : static_cast<int64_t>(activity.pc));
  }
  if (gContext.channel != nullptr) gContext.channel->sendRaw(frame.finish());
}

/// Whether this thread writes the crash report. If another thread writes it (tasks of a parallel kernel often fault
/// together), waits for the end of the process: returning would end it in the middle of the report.
bool claimCrashReport() noexcept {
  if (gContext.channel == nullptr || !gContext.channel->inWorker()) return false;
  const auto self = static_cast<pid_t>(syscall(SYS_gettid));
  pid_t reporter = 0;
  if (gReporter.compare_exchange_strong(reporter, self)) return true;
  if (reporter == self) return false;  // a fault while writing the report
  constexpr int kMaxNaps = 200;        // the reporting thread itself waits up to a second for the channel
  for (int i = 0; i < kMaxNaps; ++i) {
    const timespec nap{0, 10'000'000};
    nanosleep(&nap, nullptr);
  }
  return false;
}

/// Why an access to memory failed. The processor names no address where it cannot be one of memory at all: on x86-64
/// the kernel then reports the fault as its own, at address 0.
const char* accessFault(const siginfo_t& info) noexcept {
  if (info.si_code == SI_KERNEL) return "access through a pointer that is not an address";
  return info.si_addr == nullptr ? "access through a null pointer" : "access to unmapped memory";
}

bool nearStackEnd(const void* address) noexcept {
  if (tStackLow == nullptr || address == nullptr) return false;
  const auto at = reinterpret_cast<uintptr_t>(address), low = reinterpret_cast<uintptr_t>(tStackLow);
  constexpr uintptr_t kNear = 1 << 20;
  return at + kNear > low && at < low + (64 << 10);
}

void onDeadlySignal(int signal, siginfo_t* info, void*) {
  if (claimCrashReport()) {
    const char* why = "";
    if (gContext.memory != nullptr && gContext.memory->exhausted()) why = "its memory limit was reached";
    else if (signal == SIGSEGV && nearStackEnd(info->si_addr)) why = "its stack overflowed";
    else if (signal == SIGSEGV || signal == SIGBUS) why = accessFault(*info);
    else if (signal == SIGABRT) why = "native code called abort()";
    else if (signal == SIGFPE) why = "an arithmetic fault such as a division by zero";
    writeReport(FailureKind::Crash, why, signal);
  }
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  // A fault recurs on return; an abort, a breakpoint, a forbidden system call and a sent signal must be raised again.
  const bool repeats = signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
  if (info->si_code <= 0 || !repeats) raise(signal);
}

/// Ends the process after native code called `function`; the worker itself ends by leave().
[[noreturn]] void endBy(const char* function, int status) noexcept {
  if (claimCrashReport()) {
    char message[64];
    std::snprintf(message, sizeof message, "native code ended the process by %s(%d)", function, status);
    writeReport(FailureKind::Exit, message, 0);
  }
  leave(status == 0 ? 1 : status);
}
void onExit(int status, void*) { endBy("exit", status); }

[[noreturn]] void onTerminate() {
  if (claimCrashReport()) {
    char message[512] = "an uncaught exception";
    if (const auto current = std::current_exception()) {
      try {
        std::rethrow_exception(current);
      } catch (const std::exception& e) {
        std::snprintf(message, sizeof message, "an uncaught exception: %s", e.what());
      } catch (...) {
        if (const std::type_info* type = abi::__cxa_current_exception_type())
          std::snprintf(message, sizeof message, "an uncaught exception of type %s", type->name());
      }
    }
    writeReport(FailureKind::Crash, message, SIGABRT);
  }
  std::signal(SIGABRT, SIG_DFL);
  std::abort();
}

void afterForkInChild() {
  gForkedChild = true;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // processes that kernels start must not outlive the worker
}

}  // namespace

void guardThisThread() {
  void* memory = mmap(nullptr, kSignalStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = kSignalStackBytes;
  sigaltstack(&stack, nullptr);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* low = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  tStackLow = static_cast<const char*>(low);
}

void installCrashGuard(const CrashContext& context) {
  gContext = context;
  struct sigaction action{};
  action.sa_sigaction = onDeadlySignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (const int signal : kDeadly) sigaction(signal, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::set_terminate(onTerminate);
  on_exit(onExit, nullptr);
  pthread_atfork(nullptr, nullptr, afterForkInChild);
  guardThisThread();
}

void dieWith(FailureKind kind, const char* message, int exitCode) {
  if (gForkedChild) leave(0);
  if (claimCrashReport()) writeReport(kind, message, 0);
  leave(exitCode);
}

void endAtOnce(int status) noexcept {
  if (gForkedChild || gContext.channel == nullptr || !gContext.channel->inWorker()) leave(status);
  endBy("_exit", status);
}

bool inForkedChild() noexcept { return gForkedChild; }

}  // namespace relaxscope::worker
