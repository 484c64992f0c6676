// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/output_capture.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "vmcore/worker/signal_cbor.h"

namespace relaxscope::worker {
namespace {

/// Above the descriptors that kernels usually touch.
constexpr int kLowestFd = 200;
constexpr size_t kPieceBytes = 1 << 16;
/// Capacity of a Linux pipe, in pieces: the most that was printed before the drain began.
constexpr int kPiecesInPipe = (1 << 20) / kPieceBytes;

}  // namespace

OutputCapture::OutputCapture(Channel& channel) : channel_(channel) {
  for (int i = 0; i < 2; ++i) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    Stream& stream = streams_[static_cast<size_t>(i)];
    stream.target = i + 1;
    stream.readEnd = fcntl(ends[0], F_DUPFD_CLOEXEC, kLowestFd);
    stream.writeEnd = fcntl(ends[1], F_DUPFD_CLOEXEC, kLowestFd);
    close(ends[0]);
    close(ends[1]);
    fcntl(stream.readEnd, F_SETFL, O_NONBLOCK);
  }
  attach();
  // Into a pipe the C library would buffer text until its buffer is full; a crash would lose it.
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  std::thread([this] { readForEver(); }).detach();
}

void OutputCapture::attach() noexcept {
  for (const Stream& stream : streams_) dup2(stream.writeEnd, stream.target);
}

bool OutputCapture::readOnce(const Stream& stream) {
  std::string text(kPieceBytes, '\0');
  const ssize_t n = read(stream.readEnd, text.data(), text.size());
  if (n <= 0) return false;
  text.resize(static_cast<size_t>(n));
  channel_.send(wire::Output{stream.target == STDERR_FILENO, std::move(text)});
  return true;
}

void OutputCapture::readForEver() {
  for (;;) {
    std::array<pollfd, 2> waiting{{{streams_[0].readEnd, POLLIN, 0}, {streams_[1].readEnd, POLLIN, 0}}};
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return;
    // A kernel that closed our descriptors would make this loop spin.
    if ((waiting[0].revents | waiting[1].revents) & POLLNVAL) return;
    const std::lock_guard lock(reading_);
    for (const Stream& stream : streams_) readOnce(stream);
  }
}

void OutputCapture::drain() {
  std::fflush(nullptr);
  const std::lock_guard lock(reading_);
  for (const Stream& stream : streams_)
    for (int i = 0; i < kPiecesInPipe && readOnce(stream); ++i) {  // bounded: other threads may keep printing
    }
}

void OutputCapture::drainInCrash() noexcept {
  char text[2048];
  for (const Stream& stream : streams_) {
    for (int i = 0; i < 64; ++i) {
      const ssize_t n = read(stream.readEnd, text, sizeof text);
      if (n <= 0) break;
      SignalCbor frame(kOutputFrame);
      frame.map(2);
      frame.text("error");
      frame.boolean(stream.target == STDERR_FILENO);
      frame.text("text");
      frame.text(text, static_cast<size_t>(n));
      if (!channel_.sendRaw(frame.finish())) return;  // no reader: each attempt would take a second
    }
  }
}

}  // namespace relaxscope::worker
