// SPDX-License-Identifier: Apache-2.0
// The host's side of a worker without the process: outgoing bytes, received messages and the deadlines of answers. The
// owner transfers the bytes, passes the time, and ends the process where a fault requires it. Used by rscope and the
// window.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/wire/session.h"

namespace relaxscope::wire {

class HostDriver {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Why the process must be ended.
  enum class Fault : uint8_t { None, NoGreeting, NoAnswerToCancel, NoAnswerInTime, SendingStopped, Protocol };

  /// Queues the greeting, which the worker must answer within `grace`.
  void start(const std::string& program, Time now, std::chrono::milliseconds grace = kGreetingGrace);
  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] const Session& session() const { return session_; }

  /// Queues bytes made by session().
  void send(std::span<const uint8_t> bytes);
  /// Asks the worker to stop the run; it must answer within kCancelGrace.
  void cancel(Time now);
  /// One limit from `now` to the end of the next run or failure: of the greeting, the offer of files, the load and the
  /// run together; 0: no limit. The worker, which reports the limit of a load or run itself, has kTimeLimitGrace
  /// besides. The time in which files are sent does not count, but a worker that takes none of the bytes for
  /// kSendingGrace is a fault; with a shorter limit it has that, but at least kLeastSendingGrace.
  void setTimeLimit(double seconds, Time now);

  /// Queued bytes that are not yet written. While files are sent, there may be more once these are written.
  [[nodiscard]] std::span<const uint8_t> outgoing() const { return std::span(outgoing_).subspan(written_); }
  void written(size_t bytes);
  /// Of the files that are being sent, without queued bytes and `buffered`, which the owner took but has not yet
  /// written; nothing if none are sent.
  [[nodiscard]] std::optional<FileProgress> fileProgress(uint64_t buffered = 0) const;
  void feed(std::span<const uint8_t> bytes) { session_.feed(bytes); }
  /// Text of the process's standard error; only its end is kept.
  void feedErrorText(std::string_view text);
  /// Without trailing line ends.
  [[nodiscard]] std::string errorText() const;

  /// The next message; nothing if none has arrived, after a fault (check()), or for a fatal Failure, after which the
  /// process ends (hasEnded()).
  std::optional<Message> next();
  /// Whether a fatal Failure arrived: ended() returns it, completed with how the process ended.
  [[nodiscard]] bool hasEnded() const { return session_.state() == Session::State::Ended && fault_ == Fault::None; }
  /// Checks the deadlines. A fault is permanent. `buffered` as for fileProgress().
  Fault check(Time now, uint64_t buffered = 0);
  /// The latest time for the next check().
  [[nodiscard]] std::optional<Time> wakeUp() const;
  /// The error of Fault::Protocol.
  [[nodiscard]] const std::string& protocolError() const { return protocolError_; }
  /// The seconds of Fault::NoAnswerInTime; 0 without a limit.
  [[nodiscard]] double limitSeconds() const;
  /// The seconds of Fault::SendingStopped.
  [[nodiscard]] double sendingSeconds() const { return std::chrono::duration<double>(grace_).count(); }
  /// See Session::ended().
  RunFailure ended(const WorkerEnd& end) { return session_.ended(end); }

 private:
  void refill();
  void noticeSending(Time now, uint64_t buffered);
  [[nodiscard]] Time::duration sendingGrace(bool bytesWait) const;
  [[nodiscard]] std::optional<Time> limitBy() const;

  Session session_;
  std::vector<uint8_t> outgoing_;
  size_t written_ = 0;
  uint64_t partBytes_ = 0;  ///< of a file, at the end of outgoing_
  std::string errorText_, protocolError_;
  std::optional<Time> greetBy_, cancelBy_;
  std::optional<Time::duration> limit_;
  Time limitFrom_;                    ///< with limit_; moved by the time in which files were sent
  std::optional<Time> sendingSince_;  ///< files are being sent; the last time that was looked at
  std::optional<Time> progressBy_;    ///< while files are offered or sent
  Time::duration grace_{};            ///< with progressBy_
  uint64_t handedOver_ = 0;           ///< bytes that the owner took
  uint64_t taken_ = 0;                ///< those that it had written at the last progress
  Fault fault_ = Fault::None;
};

}  // namespace relaxscope::wire
