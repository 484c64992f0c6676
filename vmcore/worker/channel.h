// SPDX-License-Identifier: Apache-2.0
// The worker's end of the protocol stream: whole frames from any thread, also from a signal handler. The descriptors
// are moved to high numbers, twice, so that a kernel that closes all descriptors below a thousand does not break the
// connection. Children forked by kernels never write to it.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "vmcore/wire/messages.h"

namespace relaxscope::worker {

/// Ends the process immediately. Not by _exit, which the worker treats as an exit by native code (crash_guard.h).
[[noreturn]] void leave(int code) noexcept;

class Channel {
 public:
  /// Takes over standard input and output; afterwards 0 is /dev/null and 1 duplicates 2 until OutputCapture moves them.
  Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Writes a message. Ends the process where the peer has closed the stream.
  void send(const wire::Message& message);
  /// Writes encoded frames. Async-signal-safe; false where another thread holds the channel for a second (possibly the
  /// thread that the signal stopped) or the stream is closed.
  bool sendRaw(std::span<const uint8_t> frames) noexcept;
  /// Reads available bytes; 0 at the end of the stream, -1 where nothing arrived or the descriptor is closed.
  ssize_t receive(std::span<uint8_t> into) noexcept;
  /// For poll.
  [[nodiscard]] int inputFd() const { return input_; }
  /// Whether this is the worker process, not a child that a kernel forked.
  [[nodiscard]] bool inWorker() const noexcept;

 private:
  bool lock(bool patient) noexcept;
  bool writeAll(std::span<const uint8_t> bytes) noexcept;
  bool useSpare() noexcept;

  int input_ = -1, output_ = -1;
  int spareInput_ = -1, spareOutput_ = -1;
  pid_t pid_ = 0;
  std::atomic<bool> busy_{false};
};

}  // namespace relaxscope::worker
