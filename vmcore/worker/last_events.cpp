// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/last_events.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <new>

#include "vmcore/worker/stack_thread.h"

namespace relaxscope::worker {
namespace {

constexpr size_t kStackBytes = size_t{1} << 20;
constexpr int kNapNs = 1'000'000;
constexpr int kMaxNaps = 1000, kMaxNapsToStop = 300;

/// What the handler of stopSignal() obeys: handlers have no other argument.
std::atomic<bool> gStop{false}, gStopped{false};

int stopSignal() { return SIGRTMAX - 3; }

void nap() noexcept {
  const timespec time{0, kNapNs};
  nanosleep(&time, nullptr);
}

void standStill(int) {
  const int before = errno;
  gStopped = true;
  while (gStop) nap();
  gStopped = false;
  errno = before;
}

pid_t threadId() noexcept { return static_cast<pid_t>(syscall(SYS_gettid)); }

}  // namespace

LastEvents::LastEvents(EngineHost& host) : host_(host) {
  sem_init(&wanted_, 0, 0);
  struct sigaction action{};
  action.sa_handler = standStill;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(stopSignal(), &action, nullptr);
  StackThread(kStackBytes, [this] { serve(); }).detach();
}

void LastEvents::engineIsHere() noexcept { engine_ = threadId(); }

LastEvents::Outcome LastEvents::send() noexcept {
  if (!host_.isRecording()) return Outcome::NoRecording;
  reporter_ = threadId();
  sem_post(&wanted_);
  for (int i = 0; outcome_ < 0 && i < kMaxNaps; ++i) nap();
  const int known = outcome_;
  return known < 0 ? Outcome::Lost : static_cast<Outcome>(known);
}

void LastEvents::serve() noexcept {
  while (sem_wait(&wanted_) != 0) {}
  std::set_new_handler(nullptr);  // a lack of memory loses the events only
  outcome_ = static_cast<int>(deliver() ? Outcome::Sent : Outcome::Lost);
}

bool LastEvents::deliver() noexcept {
  if (!stopEngine()) return false;
  bool sent = false;
  try {
    sent = host_.sendLastEvents();
  } catch (...) {
    // They are lost, and the end is reported without them.
  }
  // If the thread was about to hand over, it holds what the report needs.
  if (!sent) gStop = false;
  return sent;
}

bool LastEvents::stopEngine() noexcept {
  if (engine_ == 0 || engine_ == reporter_) return engine_ != 0;
  gStop = true;
  if (syscall(SYS_tgkill, getpid(), static_cast<pid_t>(engine_), stopSignal()) != 0) return false;
  for (int i = 0; !gStopped && i < kMaxNapsToStop; ++i) nap();
  if (!gStopped) gStop = false;
  return gStopped;
}

}  // namespace relaxscope::worker
