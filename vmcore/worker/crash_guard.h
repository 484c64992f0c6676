// SPDX-License-Identifier: Apache-2.0
// Crash reports. When native code faults, aborts, throws an uncaught exception or calls exit() or _exit(), a Failure
// frame with the current call is written by async-signal-safe means, after what a recording still held; then the
// process ends as it would have without the guard. Children forked by kernels report nothing and end with the worker.
// SIGKILL and a direct system call cannot be reported: the host only learns how the process ended.
#pragma once

#include <string>

#include "vmcore/run/failure_kind.h"
#include "vmcore/worker/channel.h"
#include "vmcore/worker/last_events.h"
#include "vmcore/worker/memory_limit.h"
#include "vmcore/worker/output_capture.h"

namespace relaxscope::worker {

/// State that the handlers need; valid until the process ends.
struct CrashContext {
  Channel* channel = nullptr;
  OutputCapture* output = nullptr;
  const MemoryLimit* memory = nullptr;
  LastEvents* lastEvents = nullptr;
};

/// Installs the handlers. Called once per process, before foreign native code is loaded.
void installCrashGuard(const CrashContext& context);
/// Gives the calling thread a signal stack, so that an overflow of its own stack can be reported.
void guardThisThread();
/// Implements the program's _exit, which libraries opened later resolve before the C library's.
[[noreturn]] void endAtOnce(int status) noexcept;
/// Ends the process with a fatal Failure that carries the current call. From ordinary code, on any thread.
[[noreturn]] void dieWith(FailureKind kind, const char* message, int exitCode);
[[noreturn]] inline void dieWith(FailureKind kind, const std::string& message, int exitCode) {
  dieWith(kind, message.c_str(), exitCode);
}
/// Whether this process is a child that a kernel forked.
bool inForkedChild() noexcept;

}  // namespace relaxscope::worker
