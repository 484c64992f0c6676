// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/channel.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace relaxscope::worker {
namespace {

/// Duplicates `fd` to a number at or above `lowest`, or to any number where none is free there.
int moved(int fd, int lowest) {
  const int copy = fcntl(fd, F_DUPFD_CLOEXEC, lowest);
  return copy >= 0 ? copy : fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

void pause100us() noexcept {
  const timespec nap{0, 100'000};
  nanosleep(&nap, nullptr);
}

}  // namespace

void leave(int code) noexcept {
  for (;;) syscall(SYS_exit_group, code);
}

Channel::Channel() : pid_(getpid()) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  const auto top = static_cast<int>(std::min<rlim_t>(files.rlim_cur, 1 << 16));
  input_ = moved(STDIN_FILENO, std::max(3, top / 2));
  output_ = moved(STDOUT_FILENO, std::max(3, top / 2));
  spareInput_ = moved(STDIN_FILENO, std::max(3, top - 8));
  spareOutput_ = moved(STDOUT_FILENO, std::max(3, top - 8));
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0) {
    dup2(nothing, STDIN_FILENO);
    close(nothing);
  }
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

bool Channel::inWorker() const noexcept { return getpid() == pid_; }

bool Channel::lock(bool patient) noexcept {
  for (int i = 0; busy_.exchange(true, std::memory_order_acquire); ++i) {
    if (!patient && i > 10'000) return false;
    pause100us();
  }
  return true;
}

void Channel::send(const wire::Message& message) {
  if (!inWorker()) leave(0);
  const auto frames = wire::encode(message);
  lock(true);
  if (!writeAll(frames)) leave(0);
  busy_.store(false, std::memory_order_release);
}

bool Channel::sendRaw(std::span<const uint8_t> frames) noexcept {
  if (!lock(false)) return false;
  const bool written = writeAll(frames);
  busy_.store(false, std::memory_order_release);
  return written;
}

bool Channel::useSpare() noexcept {
  if (spareOutput_ < 0) return false;
  output_ = spareOutput_;
  spareOutput_ = -1;
  return true;
}

bool Channel::writeAll(std::span<const uint8_t> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t n = write(output_, bytes.data(), bytes.size());
    if (n > 0) {
      bytes = bytes.subspan(static_cast<size_t>(n));
    } else if (n < 0 && errno == EBADF) {
      if (!useSpare()) return false;
    } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      pause100us();
    } else if (n == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

ssize_t Channel::receive(std::span<uint8_t> into) noexcept {
  for (;;) {
    const ssize_t n = read(input_, into.data(), into.size());
    if (n >= 0) return n;
    if (errno == EINTR) continue;
    if (errno != EBADF || spareInput_ < 0) return -1;
    input_ = spareInput_;
    spareInput_ = -1;
  }
}

}  // namespace relaxscope::worker
