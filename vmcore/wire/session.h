// SPDX-License-Identifier: Apache-2.0
// A host's side of a conversation with a worker, without pipes, threads or clocks: the owner moves the
// bytes and keeps the deadlines (kCancelGrace and friends), Session keeps the order of messages, checks
// what a worker claims against what it said before, and assembles the trace. After an error the
// session is over: end the process. Used by rscope and by the window alike.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/trace/trace.h"
#include "vmcore/wire/messages.h"

namespace relaxscope::wire {

/// How long an owner waits: for the greeting; for an answer to Cancel before it kills; for the worker to
/// report a time limit itself before it is killed for silence.
inline constexpr std::chrono::milliseconds kGreetingGrace{20'000}, kCancelGrace{2'000}, kTimeLimitGrace{4'000};

/// How a worker process ended, as its owner learned it.
struct WorkerEnd {
  int exitCode = 0;
  int signal = 0;             ///< when a signal ended it
  std::string killedBecause;  ///< not empty: the owner killed it, and why ("no answer to Cancel in 2 s")
};

class Session {
 public:
  enum class State : uint8_t { Greeting, Ready, Loading, Loaded, Running, Ended };
  /// Events of a trace beyond so many bytes are counted as lost, so that no run and no liar fills the host.
  static constexpr uint64_t kMaxTraceBytes = uint64_t{3} << 30;

  [[nodiscard]] State state() const { return state_; }
  /// What the worker said of itself; empty before its greeting.
  [[nodiscard]] const Hello& worker() const { return worker_; }

  /// For the traces of the runs that follow.
  void setOrigin(TraceOrigin origin) { origin_ = std::move(origin); }

  // Each gives the bytes to write. load() in Ready or Loaded, run() in Loaded, the others at any time.
  std::vector<uint8_t> greet(const std::string& program);
  std::vector<uint8_t> listDevices();
  std::vector<uint8_t> load(const Load& request);
  std::vector<uint8_t> run(const Run& request);
  std::vector<uint8_t> cancel();
  std::vector<uint8_t> quit();

  void feed(std::span<const uint8_t> bytes);
  /// The next message that is legal now, or nothing yet, or what is wrong with the worker.
  /// A Failure leads back to Ready or Loaded, a fatal one to Ended.
  Result<std::optional<Message>> next();
  /// The worker's stream ended, and so did the process: what to tell the person, with the place where
  /// the worker said it was. Gives the worker's own last words where it had any.
  Failure ended(const WorkerEnd& end);

  /// The trace of the run under way or of the last one; empty before the first RunStarted.
  [[nodiscard]] const Trace& trace() const { return trace_; }
  /// A copy that shares the sealed chunks, for readers on other threads.
  [[nodiscard]] std::shared_ptr<const Trace> snapshot() const { return std::make_shared<const Trace>(trace_); }

 private:
  Result<void> accept(Message& message);
  Result<void> acceptHello(const Hello& hello);
  Result<void> acceptEvents(EventBatch& batch);
  void acceptFailure(const Failure& failure);
  Error foreignSpeech(const Error& cause) const;

  State state_ = State::Greeting;
  Decoder decoder_{true};
  std::vector<uint8_t> firstBytes_;  ///< for saying what a stranger said
  Hello worker_;
  std::optional<TraceOrigin> origin_;
  Trace trace_;
  uint64_t traceBytes_ = 0;
  bool traceOpen_ = false;  ///< RunStarted came in this run
  uint32_t devicesAsked_ = 0;
  std::optional<Failure> lastWords_;  ///< a fatal Failure
};

}  // namespace relaxscope::wire
