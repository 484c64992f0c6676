// SPDX-License-Identifier: Apache-2.0
// A host's side of a worker without the process: what goes out, what came in, and until when an answer is due. The
// owner moves the bytes, passes the time in, and ends the process where a fault says so. Used by rscope and by the
// window alike.
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
  enum class Fault : uint8_t { None, NoGreeting, NoAnswerToCancel, NoAnswerInTime, Protocol };

  /// Queues the greeting, which the worker must answer within `grace`.
  void start(const std::string& program, Time now, std::chrono::milliseconds grace = kGreetingGrace);
  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] const Session& session() const { return session_; }

  /// Queues what session() made.
  void send(std::span<const uint8_t> bytes);
  /// Asks the worker to stop the run; it must answer within kCancelGrace.
  void cancel(Time now);
  /// For the request that was queued last: the worker must answer within so many seconds and kTimeLimitGrace; 0: no
  /// limit.
  void setTimeLimit(double seconds, Time now);

  /// What is queued and not yet written.
  [[nodiscard]] std::span<const uint8_t> outgoing() const { return std::span(outgoing_).subspan(written_); }
  void written(size_t bytes);
  void feed(std::span<const uint8_t> bytes) { session_.feed(bytes); }
  /// What the process printed on standard error; its end is kept.
  void feedErrorText(std::string_view text);
  /// Without line ends at its own end.
  [[nodiscard]] std::string errorText() const;

  /// The next message but a fatal Failure, after which the process ends by itself (hasEnded). Nothing: none is there.
  std::optional<Message> next();
  /// A fatal Failure came: what it says comes by ended(), completed by how the process ended.
  [[nodiscard]] bool hasEnded() const { return session_.state() == Session::State::Ended && fault_ == Fault::None; }
  /// Whether something is wrong by now. A fault stays.
  Fault check(Time now);
  /// When check() has to be asked at the latest.
  [[nodiscard]] std::optional<Time> wakeUp() const;
  /// What is wrong with the worker: Fault::Protocol only.
  [[nodiscard]] const std::string& protocolError() const { return protocolError_; }
  /// As Session::ended().
  RunFailure ended(const WorkerEnd& end) { return session_.ended(end); }

 private:
  Session session_;
  std::vector<uint8_t> outgoing_;
  size_t written_ = 0;
  std::string errorText_, protocolError_;
  std::optional<Time> greetBy_, cancelBy_, answerBy_;
  Fault fault_ = Fault::None;
};

}  // namespace relaxscope::wire
