// SPDX-License-Identifier: Apache-2.0
// Last words. When native code faults, aborts, throws where nobody catches or calls exit() or _exit(), a
// Failure frame with the Call under way is written by async-signal-safe means; then the process dies as
// it would have. Children that kernels fork stay silent and die with the worker. SIGKILL and a bare
// system call leave no time for words: the host then knows only how the process ended.
#pragma once

#include <string>

#include "vmcore/worker/channel.h"
#include "vmcore/worker/memory_limit.h"
#include "vmcore/worker/output_capture.h"

namespace relaxscope::worker {

/// What the handlers need; lives as long as the process.
struct CrashContext {
  Channel* channel = nullptr;
  OutputCapture* output = nullptr;
  const MemoryLimit* memory = nullptr;
};

/// Installs the handlers. Once a process, before native code of others is loaded.
void installCrashGuard(const CrashContext& context);
/// Gives the calling thread a stack for the handlers, so that its own overflow can be told.
void guardThisThread();
/// What the program's _exit does, which libraries opened later find before the C library's.
[[noreturn]] void endAtOnce(int status) noexcept;
/// Ends the process with a fatal Failure that carries the Call under way. From ordinary code of any thread.
[[noreturn]] void dieWith(const char* kind, const char* message, int exitCode);
[[noreturn]] inline void dieWith(const char* kind, const std::string& message, int exitCode) {
  dieWith(kind, message.c_str(), exitCode);
}
/// Whether this process is a child that a kernel forked.
bool inForkedChild() noexcept;

}  // namespace relaxscope::worker
