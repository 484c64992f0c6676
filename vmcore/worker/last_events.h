// SPDX-License-Identifier: Apache-2.0
// The events that a recording holds when the process is about to end: those since the last hand-over. A thread of its
// own sends them with ordinary code while the thread that reports the end, perhaps in a signal handler, waits for it,
// and while the engine's thread stands still. If the memory that they are in is damaged, only they are lost.
#pragma once

#include <semaphore.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>

#include "vmcore/worker/engine_host.h"

namespace relaxscope::worker {

class LastEvents {
 public:
  enum class Outcome : uint8_t { NoRecording, Sent, Lost };

  /// Starts the thread; installs the handler of the signal that stops the engine's thread. Call it once.
  explicit LastEvents(EngineHost& host);
  LastEvents(const LastEvents&) = delete;
  LastEvents& operator=(const LastEvents&) = delete;

  /// The calling thread is the engine's.
  void engineIsHere() noexcept;
  /// Sends them, and waits for that at most a second. Once, on the thread that reports the end; async-signal-safe.
  Outcome send() noexcept;

 private:
  void serve() noexcept;
  bool deliver() noexcept;
  /// Stops the engine's thread, unless it is the reporting one, which waits anyway.
  bool stopEngine() noexcept;

  EngineHost& host_;
  sem_t wanted_{};
  std::atomic<pid_t> engine_{0}, reporter_{0};
  std::atomic<int> outcome_{-1};  ///< an Outcome, once it is known
};

}  // namespace relaxscope::worker
