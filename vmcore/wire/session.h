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
#include "vmcore/wire/file_sender.h"
#include "vmcore/wire/greeting_finder.h"
#include "vmcore/wire/messages.h"

namespace relaxscope::wire {

/// How long an owner waits for the greeting, for an answer to Cancel, for the worker's own report of a time limit, and
/// for a worker that takes no part of the files sent to it (with a short time limit at least the last), before it kills
/// the worker.
inline constexpr std::chrono::milliseconds kGreetingGrace{20'000}, kCancelGrace{2'000}, kTimeLimitGrace{4'000},
    kSendingGrace{60'000}, kLeastSendingGrace{10'000};

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
  // allowed. cancel() ends the session while files are being sent: next() then returns a fatal Failure.
  std::vector<uint8_t> greet(const std::string& program);
  std::vector<uint8_t> listDevices();
  /// Of a worker with kCanCompile.
  std::vector<uint8_t> compile(const Compile& request);
  /// `files`, if any, are sent to a worker that lacks them before the request, by more(). A worker that receives no
  /// files opens its own at the paths of the request.
  std::vector<uint8_t> load(const Load& request, const LoadFiles& files = nullptr);
  std::vector<uint8_t> run(const Run& request);
  std::vector<uint8_t> cancel();
  std::vector<uint8_t> quit();

  /// Whether the request of load() waits for files to be sent.
  [[nodiscard]] bool isSendingFiles() const { return sender_.has_value(); }
  /// Of the files that are being sent, with what more() has returned; nothing if there are none.
  [[nodiscard]] std::optional<FileProgress> fileProgress() const {
    return sender_ && sender_->progress().wanted > 0 ? std::optional(sender_->progress()) : std::nullopt;
  }
  /// Bytes to write once all others are written: a part of a file, or the request that waited for them. Empty if there
  /// are none now.
  std::vector<uint8_t> more();
  /// Bytes of the files that were offered for the load in progress.
  [[nodiscard]] uint64_t offeredBytes() const { return sender_ ? sender_->offeredBytes() : 0; }
  /// Whether a list of devices was asked for and has not arrived.
  [[nodiscard]] bool awaitsDevices() const { return devicesAsked_ > 0; }
  /// Bytes of files sent so far.
  [[nodiscard]] uint64_t fileBytesSent() const { return fileBytesSent_; }

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
  void acceptFailure(Failure& failure);
  Failure failureOf(const WorkerEnd& end);
  /// Ends the session by a failure on the host's side, which next() returns.
  void fail(FailureKind kind, std::string message);
  /// The trace says why it ends early.
  void cutShort(const Failure& failure);
  [[nodiscard]] Error notAWorker(const std::string& cause) const;
  /// ": its output begins ..." where the command printed text before its greeting; else empty.
  [[nodiscard]] std::string textBefore() const;

  State state_ = State::Greeting;
  GreetingFinder finder_;
  Decoder decoder_{true};
  Hello own_, worker_;
  std::optional<FileSender> sender_;
  Load waiting_;               ///< sent after the files
  bool withoutFiles_ = false;  ///< the worker of the last load() receives no files
  uint64_t fileBytesSent_ = 0;
  std::optional<Failure> localFailure_;
  std::optional<TraceOrigin> origin_;
  Trace trace_;
  uint64_t traceBytes_ = 0;
  bool traceOpen_ = false;  ///< RunStarted arrived in this run
  uint32_t devicesAsked_ = 0, compilesAsked_ = 0;
  std::optional<Failure> fatalFailure_;
};

}  // namespace relaxscope::wire
