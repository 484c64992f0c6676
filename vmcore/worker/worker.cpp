// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/worker.h"

#include <alloca.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <memory>
#include <mutex>
#include <new>
#include <random>
#include <thread>
#include <vector>

#include "vmcore/base/split_mix.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/version.h"
#include "vmcore/device/devices.h"
#include "vmcore/vm/record/run_sampler.h"
#include "vmcore/wire/agreement.h"
#include "vmcore/worker/crash_guard.h"
#include "vmcore/worker/engine_host.h"
#include "vmcore/worker/last_events.h"
#include "vmcore/worker/stack_thread.h"

namespace relaxscope::worker {
namespace {

using namespace std::chrono_literals;
using SteadyTime = std::chrono::steady_clock::time_point;

constexpr auto kTick = 20ms;
/// Time from a stop request to the end of the process; the host waits longer.
constexpr auto kStopGrace = 1500ms;
/// How long allocations may fail before the failure counts as unhandled.
constexpr auto kExhaustedGrace = 1000ms;

MemoryLimit* gMemory = nullptr;

/// The new handler: operator new found no memory. At the limit, engine and kernels may be in an inconsistent state, so
/// it reports while it can and ends the process; a single request that is too large throws to its caller. Allocates
/// nothing itself.
void onNoMemory() {
  if (!gMemory->exhausted()) throw std::bad_alloc();
  char text[96];
  std::snprintf(text, sizeof text, "the memory limit of %llu MiB is reached",
                static_cast<unsigned long long>(gMemory->bytes() >> 20));
  dieWith(FailureKind::MemoryLimit, text, 1);
}

/// Where a process has its stack and its heap changes times by up to 8 % in short programs. An undisturbed process has
/// the same place on a page for both each time, and what differs for another reason, such as the length of a file's
/// path, shifts it: times of two files then differ though their programs are the same. Here both are drawn at random
/// per process, so that their effect is part of what differs between processes. To be created on the thread whose heap
/// and stack it shifts, before anything is loaded.
class RandomLayout {
 public:
  RandomLayout() : random_(seed()) {
    stackBytes_ = random_.next() % (kPage / kAlignment) * kAlignment;
    const size_t count = 1 + random_.next() % kMostBlocks;
    for (size_t i = 0; i < count; ++i) {
      // Small ones are as frequent as large ones: 16 bytes to two pages.
      const size_t most = kAlignment << random_.next() % 10;
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(1 + random_.next() % most));
    }
    std::erase_if(blocks_, [this](const auto&) { return (random_.next() >> 63) != 0; });
  }
  /// By which to move the stack: a multiple of 16 below a page.
  [[nodiscard]] size_t stackBytes() const { return stackBytes_; }

 private:
  static constexpr size_t kPage = 4096, kAlignment = 16, kMostBlocks = 128;
  static uint64_t seed() {
    try {
      std::random_device device;
      return uint64_t{device()} << 32 | device();
    } catch (
        const std::exception&) {  // the system has no random numbers; the time differs from process to process, too
      return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    }
  }

  SplitMix64 random_;
  size_t stackBytes_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;  ///< with gaps between them, which later allocations fill
};

class Worker {
 public:
  Worker() : output_(channel_), host_(channel_, output_, memory_), lastEvents_(host_) {}
  [[noreturn]] void serve();

 private:
  void greet();
  [[noreturn]] void end();
  void engineThread();
  void listen(std::chrono::milliseconds wait);
  void take(std::span<const uint8_t> bytes);
  void handle(wire::Message message);
  void takeHello(const wire::Hello& hello);
  void takePart(const wire::FilePart& part);
  void limitRequest(const wire::Message& request);
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
  LastEvents lastEvents_;
  wire::Decoder decoder_{true};

  std::mutex lock_;
  std::condition_variable wake_;
  std::optional<wire::Message> request_;  ///< for the engine's thread
  bool working_ = false;
  std::chrono::steady_clock::duration loadTime_{};  ///< until the next run; the engine's thread writes it while busy()

  // Of the current request; this thread only.
  double timeLimit_ = 0;
  std::optional<SteadyTime> deadline_;
  std::optional<SteadyTime> stopBy_;
  StopReason stopReason_ = StopReason::None;
  std::optional<SteadyTime> exhaustedSince_;
};

void Worker::greet() {
  wire::Hello hello;
  hello.program = withVersion("relaxscope-worker");
  hello.pid = static_cast<uint64_t>(getpid());
  hello.devices = {"cpu"};
  hello.deviceText = hostText();
  hello.machine = machineToken();
  channel_.send(hello);
}

void Worker::end() {
  host_.files().discard();
  leave(0);
}

void Worker::serve() {
  gMemory = &memory_;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // the worker ends with its host
  const rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);  // crashes of kernels are expected
  installCrashGuard({&channel_, &output_, &memory_, &lastEvents_});
  std::signal(SIGCONT, [](int) { RunSampler::countContinue(); });
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
    // Idle: waits for the host only. Active: short waits, to enforce limits and to notice the end of a request.
    listen(active ? std::chrono::milliseconds(kTick) : 200ms);
    if (active) watch();
  }
}

/// On a stack that begins at a random place of its first page; see RandomLayout.
void Worker::engineThread() {
  const RandomLayout layout;
  auto* const shift = static_cast<volatile char*>(alloca(layout.stackBytes() + 1));
  *shift = 0;  // so that it is not left out
  guardThisThread();
  lastEvents_.engineIsHere();
  for (;;) {
    std::unique_lock lock(lock_);
    working_ = false;
    wake_.wait(lock, [this] { return request_.has_value(); });
    const wire::Message request = *std::exchange(request_, std::nullopt);
    working_ = true;
    lock.unlock();
    try {
      if (const auto* load = std::get_if<wire::Load>(&request)) {
        const auto start = std::chrono::steady_clock::now();
        host_.load(*load);
        loadTime_ = std::chrono::steady_clock::now() - start;
      } else if (const auto* run = std::get_if<wire::Run>(&request)) host_.run(*run);
      else if (const auto* offers = std::get_if<wire::FileOffers>(&request)) host_.offer(*offers);
      else if (const auto* compile = std::get_if<wire::Compile>(&request)) host_.compile(*compile);
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
  if (n == 0) end();  // the host closed the stream
  if (n < 0) dieWith(FailureKind::Protocol, "native code closed the worker's output", 1);
  try {
    take(std::span(bytes).first(static_cast<size_t>(n)));
  } catch (const std::bad_alloc&) { dieWith(FailureKind::MemoryLimit, "not enough memory for the host's message", 1); }
}

void Worker::take(std::span<const uint8_t> bytes) {
  decoder_.feed(bytes);
  for (;;) {
    auto message = decoder_.next();
    if (!message) dieWith(FailureKind::Protocol, "the host violated the protocol: " + message.error().text(), 1);
    if (!*message) return;
    handle(**std::move(message));
  }
}

void Worker::handle(wire::Message message) {
  if (const auto* hello = std::get_if<wire::Hello>(&message)) {
    takeHello(*hello);
  } else if (const auto* part = std::get_if<wire::FilePart>(&message)) {
    takePart(*part);
  } else if (std::holds_alternative<wire::Quit>(message)) {
    end();
  } else if (std::holds_alternative<wire::Cancel>(message)) {
    if (!busy() || stopBy_) return;
    stopReason_ = StopReason::Cancel;
    stopBy_ = std::chrono::steady_clock::now() + kStopGrace;
    host_.requestStop(StopReason::Cancel);
  } else if (std::holds_alternative<wire::Load>(message) || std::holds_alternative<wire::Run>(message) ||
             std::holds_alternative<wire::ListDevices>(message) || std::holds_alternative<wire::FileOffers>(message) ||
             std::holds_alternative<wire::Compile>(message)) {
    startRequest(std::move(message));
  } else {
    dieWith(FailureKind::Protocol, fmt::format("the host sent {}, which only workers send", messageName(message)), 1);
  }
}

void Worker::takeHello(const wire::Hello& hello) {
  wire::Hello own;
  own.program = withVersion("relaxscope-worker");
  if (const auto agreed = wire::agreedProtocol(own, hello); !agreed)
    dieWith(FailureKind::Protocol, agreed.error().text(), 1);
  host_.files().setHostMachine(hello.machine);
}

void Worker::takePart(const wire::FilePart& part) {
  FileReceiver& files = host_.files();
  if (!files.expectsPart()) dieWith(FailureKind::Protocol, "the host sent a part of a file that was not wanted", 1);
  const auto done = files.add(part);
  if (!done)
    channel_.send(wire::Failure{failureKindName(FailureKind::Load), files.withHostNames(done.error().text()),
                                std::nullopt, 0, false});
  else if (*done) channel_.send(wire::WantedFiles{});
}

/// One time limit for a load and the first run after it, one for each later run.
void Worker::limitRequest(const wire::Message& request) {
  deadline_.reset();
  auto used = std::chrono::steady_clock::duration::zero();
  if (const auto* load = std::get_if<wire::Load>(&request)) timeLimit_ = load->limits.timeSeconds;
  else if (std::holds_alternative<wire::Run>(request)) used = std::exchange(loadTime_, used);
  else return;
  // More than a year counts as no limit; larger numbers would overflow the clock.
  if (timeLimit_ <= 0 || timeLimit_ >= 3e7) return;
  deadline_ =
      std::chrono::steady_clock::now() - used +
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(timeLimit_));
}

void Worker::startRequest(wire::Message message) {
  // The engine's thread may have sent its last answer without being idle yet.
  for (int i = 0; busy() && i < 2000; ++i) std::this_thread::sleep_for(5ms);
  if (busy())
    dieWith(FailureKind::Protocol, fmt::format("the host sent {} during another request", messageName(message)), 1);
  limitRequest(message);
  stopBy_.reset();
  exhaustedSince_.reset();
  stopReason_ = StopReason::None;
  host_.prepare();
  const std::lock_guard lock(lock_);
  request_ = std::move(message);
  wake_.notify_one();
}

/// Enforces the limits of the current request: first by a stop request, then by the end of the process.
void Worker::watch() {
  const auto now = std::chrono::steady_clock::now();
  if (deadline_ && now >= *deadline_ && !stopBy_) {
    stopReason_ = StopReason::TimeLimit;
    stopBy_ = now + kStopGrace;
    host_.requestStop(StopReason::TimeLimit);
  }
  if (stopBy_ && now >= *stopBy_ && busy()) {
    std::string cause = host_.unfinishedText();
    if (cause.empty()) cause = "native code did not return";
    if (stopReason_ == StopReason::TimeLimit)
      dieWith(FailureKind::TimeLimit, fmt::format("{}, and {}", timeLimitText(timeLimit_), cause), 1);
    dieWith(FailureKind::Cancelled, "cancelled, and " + cause, 1);
  }
  watchMemory();
}

void Worker::watchMemory() {
  const auto limit = [this] { return byteSizeText(static_cast<int64_t>(memory_.bytes())); };
  if (memory_.exceeded())
    dieWith(FailureKind::MemoryLimit, fmt::format("the run exceeded its memory limit of {}", limit()), 1);
  const auto now = std::chrono::steady_clock::now();
  if (!memory_.exhausted()) exhaustedSince_.reset();
  else if (!exhaustedSince_) exhaustedSince_ = now;
  else if (now - *exhaustedSince_ > kExhaustedGrace)
    dieWith(FailureKind::MemoryLimit, fmt::format("the memory limit of {} is reached", limit()), 1);
}

}  // namespace

void serve() {
  // Never destroyed: threads and handlers use it until the process ends.
  static auto* worker = new Worker;
  worker->serve();
}

}  // namespace relaxscope::worker
