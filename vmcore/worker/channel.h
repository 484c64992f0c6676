// SPDX-License-Identifier: Apache-2.0
// The worker's end of the protocol stream: whole frames from any thread, also from a signal handler.
// The descriptors are moved to high numbers, twice, so that a kernel that closes all it finds below
// a thousand does not cut the line. A child that a kernel forks never speaks.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "vmcore/wire/messages.h"

namespace relaxscope::worker {

/// Ends the process at once. Not _exit: in the worker that is taken for native code's (crash_guard.h).
[[noreturn]] void leave(int code) noexcept;

class Channel {
 public:
  /// Takes standard input and output over; afterwards 0 is /dev/null and 1 is 2 until OutputCapture moves them.
  Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Writes a message. A peer that has gone ends the process: nobody is left to work for.
  void send(const wire::Message& message);
  /// Writes encoded frames. Async-signal-safe; false when another thread keeps the line busy for a second
  /// (it may be the one that the signal stopped) or the line is cut.
  bool sendRaw(std::span<const uint8_t> frames) noexcept;
  /// Reads what is there: bytes, 0 at the end of the stream, -1 when nothing came or the line is cut.
  ssize_t receive(std::span<uint8_t> into) noexcept;
  /// For poll.
  [[nodiscard]] int inputFd() const { return input_; }
  /// Whether this is the process that began, not a child that a kernel forked.
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
