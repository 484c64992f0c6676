// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/worker.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <new>
#include <thread>

#include "vmcore/base/text/text.h"
#include "vmcore/device/devices.h"
#include "vmcore/worker/crash_guard.h"
#include "vmcore/worker/engine_host.h"
#include "vmcore/worker/stack_thread.h"

namespace relaxscope::worker {
namespace {

using namespace std::chrono_literals;
using SteadyTime = std::chrono::steady_clock::time_point;

constexpr auto kTick = 20ms;
/// What a request has between a polite stop and the end of the process; the host waits longer.
constexpr auto kStopGrace = 1500ms;
/// How long allocations may fail before we believe that nobody handles it.
constexpr auto kExhaustedGrace = 1000ms;

MemoryLimit* gMemory = nullptr;

/// operator new found no memory. Where the limit is used up, engine and kernels alike may be half way
/// through something, so we say so while we can and end; a single request that is too large is an
/// exception for whoever made it. Allocates nothing itself.
void onNoMemory() {
  if (!gMemory->exhausted()) throw std::bad_alloc();
  char text[96];
  std::snprintf(text, sizeof text, "the memory limit of %llu MiB is reached",
                static_cast<unsigned long long>(gMemory->bytes() >> 20));
  dieWith("MemoryLimit", text, 1);
}

class Worker {
 public:
  Worker() : output_(channel_), host_(channel_, output_, memory_) {}
  [[noreturn]] void serve();

 private:
  void greet();
  void engineThread();
  void listen(std::chrono::milliseconds wait);
  void take(std::span<const uint8_t> bytes);
  void handle(wire::Message message);
  void startRequest(wire::Message message);
  void watch();
  void watchMemory();
  bool busy() {
    const std::lock_guard lock(lock_);
    return request_ || working_;
  }

  Channel channel_;
  MemoryLimit memory_;
  OutputCapture output_;
  EngineHost host_;
  wire::Decoder decoder_{true};
  bool greeted_ = false;

  std::mutex lock_;
  std::condition_variable wake_;
  std::optional<wire::Message> request_;  ///< for the engine's thread
  bool working_ = false;

  // Of the request under way; this thread alone.
  double timeLimit_ = 0;
  std::optional<SteadyTime> deadline_;
  std::optional<SteadyTime> stopBy_;
  StopReason stopReason_ = StopReason::None;
  std::optional<SteadyTime> exhaustedSince_;
};

void Worker::greet() {
  wire::Hello hello;
  hello.program = "relaxscope-worker " RELAXSCOPE_VERSION;
  hello.pid = static_cast<uint64_t>(getpid());
  hello.devices = {"cpu"};
  hello.deviceText = hostText();
  channel_.send(hello);
}

void Worker::serve() {
  gMemory = &memory_;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a host that dies takes us along
  const rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);  // kernels die here by design
  installCrashGuard({&channel_, &output_, &memory_});
  std::set_new_handler(onNoMemory);
  greet();
  StackThread(kEngineStackBytes, [this] { engineThread(); }).detach();
  for (;;) {
    const bool active = busy();
    if (!active) {
      deadline_.reset();
      stopBy_.reset();
      exhaustedSince_.reset();
    }
    // Idle, we wait for the host alone; a short wait catches the end of a request that has just begun.
    listen(active ? std::chrono::milliseconds(kTick) : 200ms);
    if (active) watch();
  }
}

void Worker::engineThread() {
  guardThisThread();
  for (;;) {
    std::unique_lock lock(lock_);
    working_ = false;
    wake_.wait(lock, [this] { return request_.has_value(); });
    const wire::Message request = *std::exchange(request_, std::nullopt);
    working_ = true;
    lock.unlock();
    try {
      if (const auto* load = std::get_if<wire::Load>(&request)) host_.load(*load);
      else if (const auto* run = std::get_if<wire::Run>(&request)) host_.run(*run);
      else host_.listDevices();
    } catch (const std::bad_alloc&) {
      channel_.send(wire::Failure{"MemoryError", "not enough memory for the answer", std::nullopt, 0, false});
    } catch (const std::exception& error) {
      channel_.send(wire::Failure{"InternalError", error.what(), std::nullopt, 0, false});
    }
  }
}

void Worker::listen(std::chrono::milliseconds wait) {
  pollfd line{channel_.inputFd(), POLLIN, 0};
  if (poll(&line, 1, static_cast<int>(wait.count())) <= 0) return;
  std::array<uint8_t, 1 << 16> bytes;
  const ssize_t n = channel_.receive(bytes);
  if (n == 0) leave(0);  // the host closed the line
  if (n < 0) dieWith("Protocol", "native code closed the worker's output", 1);
  try {
    take(std::span(bytes).first(static_cast<size_t>(n)));
  } catch (const std::bad_alloc&) { dieWith("MemoryLimit", "not enough memory for the host's message", 1); }
}

void Worker::take(std::span<const uint8_t> bytes) {
  decoder_.feed(bytes);
  for (;;) {
    auto message = decoder_.next();
    if (!message) dieWith("Protocol", "the host violated the protocol: " + message.error().text(), 1);
    if (!*message) return;
    handle(**std::move(message));
  }
}

void Worker::handle(wire::Message message) {
  if (const auto* hello = std::get_if<wire::Hello>(&message)) {
    if (hello->protocol != wire::kProtocolVersion)
      dieWith("Protocol",
              fmt::format("this worker uses protocol version {}, the host version {}", wire::kProtocolVersion,
                          hello->protocol),
              1);
    greeted_ = true;
  } else if (std::holds_alternative<wire::Quit>(message)) {
    leave(0);
  } else if (std::holds_alternative<wire::Cancel>(message)) {
    if (!busy() || stopBy_) return;
    stopReason_ = StopReason::Cancel;
    stopBy_ = std::chrono::steady_clock::now() + kStopGrace;
    host_.requestStop(StopReason::Cancel);
  } else if (std::holds_alternative<wire::Load>(message) || std::holds_alternative<wire::Run>(message) ||
             std::holds_alternative<wire::ListDevices>(message)) {
    startRequest(std::move(message));
  } else {
    dieWith("Protocol", fmt::format("the host sent {}, which only workers send", messageName(message)), 1);
  }
}

void Worker::startRequest(wire::Message message) {
  // The answer to the last request may be out before its thread has come to rest.
  for (int i = 0; busy() && i < 2000; ++i) std::this_thread::sleep_for(5ms);
  if (busy()) dieWith("Protocol", fmt::format("the host sent {} during another request", messageName(message)), 1);
  if (const auto* load = std::get_if<wire::Load>(&message)) timeLimit_ = load->limits.timeSeconds;
  const bool limited = timeLimit_ > 0 && !std::holds_alternative<wire::ListDevices>(message);
  deadline_.reset();
  // Beyond a year is no limit; larger numbers would overflow the clock.
  if (limited && timeLimit_ < 3e7)
    deadline_ = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                       std::chrono::duration<double>(timeLimit_));
  stopBy_.reset();
  exhaustedSince_.reset();
  stopReason_ = StopReason::None;
  host_.prepare();
  const std::lock_guard lock(lock_);
  request_ = std::move(message);
  wake_.notify_one();
}

/// Limits of the request under way: first politely, then by the end of the process.
void Worker::watch() {
  const auto now = std::chrono::steady_clock::now();
  if (deadline_ && now >= *deadline_ && !stopBy_) {
    stopReason_ = StopReason::TimeLimit;
    stopBy_ = now + kStopGrace;
    host_.requestStop(StopReason::TimeLimit);
  }
  if (stopBy_ && now >= *stopBy_ && busy()) {
    if (stopReason_ == StopReason::TimeLimit)
      dieWith("TimeLimit", timeLimitText(timeLimit_) + ", and native code did not return", 1);
    dieWith("Cancelled", "cancelled, and native code did not return", 1);
  }
  watchMemory();
}

void Worker::watchMemory() {
  const auto limit = [this] { return byteSizeText(static_cast<int64_t>(memory_.bytes())); };
  if (memory_.exceeded()) dieWith("MemoryLimit", fmt::format("the run exceeded its memory limit of {}", limit()), 1);
  const auto now = std::chrono::steady_clock::now();
  if (!memory_.exhausted()) exhaustedSince_.reset();
  else if (!exhaustedSince_) exhaustedSince_ = now;
  else if (now - *exhaustedSince_ > kExhaustedGrace)
    dieWith("MemoryLimit", fmt::format("the memory limit of {} is reached", limit()), 1);
}

}  // namespace

void serve() {
  // Never destroyed: threads and handlers use it until the process is gone.
  static auto* worker = new Worker;
  worker->serve();
}

}  // namespace relaxscope::worker
