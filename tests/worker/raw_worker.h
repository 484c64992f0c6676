// SPDX-License-Identifier: Apache-2.0
// A worker process that a test talks to message by message.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <span>

#include "vmcore/wire/messages.h"

namespace relaxscope {

class RawWorker {
 public:
  RawWorker() {
    int in[2], out[2];
    EXPECT_EQ(pipe2(in, O_CLOEXEC), 0);
    EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(in[0], 0);
      dup2(out[1], 1);
      execl(WORKER_PATH, "relaxscope-worker", static_cast<char*>(nullptr));
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~RawWorker() {
    hangUp();
    close(from_);
    if (pid_ > 0) kill(pid_, SIGKILL), waitpid(pid_, nullptr, 0);
  }
  void say(std::span<const uint8_t> bytes) {
    EXPECT_EQ(write(to_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void hangUp() {
    if (to_ >= 0) close(to_);
    to_ = -1;
  }
  /// The next message; nothing at the end of the stream.
  std::optional<wire::Message> next() {
    for (;;) {
      auto message = decoder_.next();
      EXPECT_TRUE(message.ok());
      if (!message.ok() || message->has_value()) return message.ok() ? *message : std::nullopt;
      if (!readSome()) return std::nullopt;
    }
  }
  /// The last message before the stream ends; the process must exit by itself.
  std::optional<wire::Message> lastMessage() {
    std::optional<wire::Message> last;
    for (auto message = next(); message; message = next()) last = std::move(message);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
    return last;
  }

 private:
  bool readSome() {
    uint8_t bytes[4096];
    const ssize_t n = read(from_, bytes, sizeof bytes);
    if (n > 0) decoder_.feed({bytes, static_cast<size_t>(n)});
    return n > 0;
  }

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  wire::Decoder decoder_;
};

}  // namespace relaxscope
