// SPDX-License-Identifier: Apache-2.0
// The host's side of the worker protocol with the time passed in. The input is a script of what the owner does, what
// the worker sends, and how much time passes.
#include <algorithm>

#include "tests/fuzz/entries.h"
#include "vmcore/wire/host_driver.h"

namespace relaxscope::fuzz {
namespace {

using namespace wire;
using namespace std::chrono_literals;
using Fault = HostDriver::Fault;
using State = Session::State;

constexpr size_t kContentBytes = kMaxFilePart + 1;

LoadFiles filesToSend() {
  static const LoadFiles files = std::make_shared<const std::vector<LoadFile>>(
      std::vector<LoadFile>{{"a", "/a", std::string(64, 'a'), Bytes::own(std::vector<uint8_t>(kContentBytes)), {}},
                            {"b", "/b", std::string(64, 'b'), Bytes(), {}}});
  return files;
}

/// Messages of a conforming worker: random bytes alone rarely get past the greeting.
std::vector<uint8_t> messageOf(uint8_t choice) {
  switch (choice % 8) {
    case 0: return encode(Hello{});
    case 1: {
      Hello hello;
      hello.capabilities.clear();
      return encode(hello);
    }
    case 2: return encode(Loaded{});
    case 3: return encode(RunFinished{});
    case 4: return encode(WantedFiles{{std::string(64, 'a')}});
    case 5: return encode(WantedFiles{});
    case 6: return encode(RunFailure{"RunError", "failed", std::nullopt, 0, false});
    default: return encode(RunFailure{"Crash", "died", std::nullopt, 11, true});
  }
}

class HostScript {
 public:
  explicit HostScript(std::span<const uint8_t> input) : input_(input) {
    driver_.start("fuzz 1", now_, std::chrono::milliseconds(1000 * number()));
  }

  void run() {
    while (at_ < input_.size() && !over()) {
      step(number());
      receive();
      check();
    }
    if (!over()) waitForTheEnd();
  }

 private:
  uint8_t number() { return at_ < input_.size() ? input_[at_++] : 0; }
  [[nodiscard]] bool over() const { return fault_ != Fault::None || driver_.hasEnded(); }
  [[nodiscard]] State state() const { return driver_.session().state(); }

  void step(uint8_t what) {
    switch (what % 9) {
      case 0: return driver_.feed(messageOf(number()));
      case 1: {
        const size_t wanted = number();
        const size_t size = std::min(wanted, input_.size() - at_);
        driver_.feed(input_.subspan(at_, size));
        at_ += size;
        return;
      }
      case 2: now_ += std::chrono::milliseconds(20 * number()); return;
      case 3: return driver_.written(driver_.outgoing().size() * number() / 255);
      case 4:
        if (state() != State::Ready && state() != State::Loaded) return;
        driver_.send(driver_.session().load({}, number() % 2 == 0 ? filesToSend() : nullptr));
        ++loads_;
        return;
      case 5:
        if (state() == State::Loaded) driver_.send(driver_.session().run({}));
        return;
      case 6: limit(number()); return;
      case 7: driver_.cancel(now_); return;
      default: driver_.feedErrorText(std::string(number(), 'x')); return;
    }
  }
  void limit(uint8_t seconds) {
    driver_.setTimeLimit(seconds, now_);
    promise(driver_.limitSeconds() == seconds, "the limit is the one that was set");
  }
  void receive() {
    while (driver_.next().has_value()) {}
  }
  void check() {
    const Fault fault = driver_.check(now_);
    promise(fault_ == Fault::None || fault == fault_, "a fault is permanent");
    fault_ = fault;
    promise(driver_.session().fileBytesSent() <= loads_ * kContentBytes, "each file is sent once per load");
    const auto progress = driver_.fileProgress();
    promise(!progress || progress->sent <= progress->wanted, "no more is sent than is wanted");
    promise(driver_.errorText().size() <= 4'096, "the error text is bounded");
  }
  /// A worker that reads and says nothing more: with a limit its host waits for a bounded time.
  void waitForTheEnd() {
    const bool waits = state() == State::Greeting || state() == State::Loading || state() == State::Running;
    const auto most = std::chrono::duration<double>(driver_.limitSeconds()) + kTimeLimitGrace + kSendingGrace + 300s;
    if (!waits || driver_.limitSeconds() == 0) return;
    for (auto waited = 0s; waited < most && fault_ == Fault::None; waited += 1s) {
      driver_.written(driver_.outgoing().size());
      now_ += 1s;
      check();
    }
    promise(fault_ != Fault::None, "no wait is without end");
    promise(driver_.check(now_ + 1h) == fault_, "a fault is permanent");
  }

  std::span<const uint8_t> input_;
  size_t at_ = 0;
  HostDriver::Time now_ = HostDriver::Time() + 1h;
  HostDriver driver_;
  Fault fault_ = Fault::None;
  uint64_t loads_ = 0;
};

}  // namespace

void runHost(const Bytes& input) { HostScript(input.span()).run(); }

}  // namespace relaxscope::fuzz
