// SPDX-License-Identifier: Apache-2.0
// The host's side of the protocol, without pipes, threads or clocks: the owner transfers the bytes and enforces the
// deadlines (kCancelGrace and others); Session checks the order of messages and the worker's claims against earlier
// ones, and assembles the trace. After an error the session is over: end the process. Used by rscope and the window.
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

/// How long an owner waits for the greeting, for an answer to Cancel, and for the worker's own report of a time limit,
/// before it kills the worker.
inline constexpr std::chrono::milliseconds kGreetingGrace{20'000}, kCancelGrace{2'000}, kTimeLimitGrace{4'000};

/// How a worker process ended, as observed by its owner.
struct WorkerEnd {
  int exitCode = 0;
  int signal = 0;             ///< that ended it, or 0
  std::string killedBecause;  ///< not empty: the owner killed it, and why ("no answer to Cancel in 2 s")
};

class Session {
 public:
  enum class State : uint8_t { Greeting, Ready, Loading, Loaded, Running, Ended };
  [[nodiscard]] State state() const { return state_; }
  /// What the worker reported about itself; empty before its greeting.
  [[nodiscard]] const Hello& worker() const { return worker_; }

  /// Applies to the traces of later runs.
  void setOrigin(TraceOrigin origin) { origin_ = std::move(origin); }

  // Each returns the bytes to write. load() requires Ready or Loaded, run() requires Loaded; the others are always
  // allowed.
  std::vector<uint8_t> greet(const std::string& program);
  std::vector<uint8_t> listDevices();
  std::vector<uint8_t> load(const Load& request);
  std::vector<uint8_t> run(const Run& request);
  std::vector<uint8_t> cancel();
  std::vector<uint8_t> quit();

  void feed(std::span<const uint8_t> bytes);
  /// The next valid message, nothing where none is complete, or an error about the worker. A Failure leads back to
  /// Ready or Loaded, a fatal one to Ended.
  Result<std::optional<Message>> next();
  /// To be called after the worker's stream and process ended. Returns the worker's fatal Failure where it sent one,
  /// else a WorkerLost that reports how the process ended.
  Failure ended(const WorkerEnd& end);

  /// The trace of the current run or of the last one; empty before the first RunStarted.
  [[nodiscard]] const Trace& trace() const { return trace_; }
  /// A copy that shares the sealed chunks, for readers on other threads.
  [[nodiscard]] std::shared_ptr<const Trace> snapshot() const { return std::make_shared<const Trace>(trace_); }

 private:
  Result<void> accept(Message& message);
  Result<void> acceptHello(const Hello& hello);
  Result<void> acceptEvents(EventBatch& batch);
  Result<void> acceptTables(const DeviceTables& added);
  Result<void> acceptWork(WorkBatch& batch);
  Result<void> acceptUnrecorded(const UnrecordedRuns& runs);
  void acceptFailure(const Failure& failure);
  Failure failureOf(const WorkerEnd& end);
  /// The trace says why it ends early.
  void cutShort(const Failure& failure);
  Error protocolError(const Error& cause) const;

  State state_ = State::Greeting;
  Decoder decoder_{true};
  std::vector<uint8_t> firstBytes_;  ///< quoted in the error about a peer that is not a worker
  Hello worker_;
  std::optional<TraceOrigin> origin_;
  Trace trace_;
  uint64_t traceBytes_ = 0;
  bool traceOpen_ = false;  ///< RunStarted arrived in this run
  uint32_t devicesAsked_ = 0;
  std::optional<Failure> fatalFailure_;
};

}  // namespace relaxscope::wire
