// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/host_driver.h"

#include <algorithm>
#include <utility>

namespace relaxscope::wire {
namespace {

constexpr size_t kMaxErrorText = 4'096;
/// Longer time limits count as none: they would overflow the clock.
constexpr double kMaxSeconds = 3e7;

}  // namespace

void HostDriver::start(const std::string& program, Time now, std::chrono::milliseconds grace) {
  greetBy_ = now + grace;
  send(session_.greet(program));
}

void HostDriver::send(std::span<const uint8_t> bytes) { outgoing_.insert(outgoing_.end(), bytes.begin(), bytes.end()); }

void HostDriver::cancel(Time now) {
  send(session_.cancel());
  cancelBy_ = now + kCancelGrace;
}

void HostDriver::setTimeLimit(double seconds, Time now) {
  clearLimit();
  if (seconds <= 0 || seconds >= kMaxSeconds) return;
  const auto limit =
      std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(seconds)) + kTimeLimitGrace;
  if (session_.isSendingFiles()) limitToStart_ = limit;
  else answerBy_ = now + limit;
}

void HostDriver::clearLimit() {
  answerBy_.reset();
  limitToStart_.reset();
}

void HostDriver::refill() {
  if (!outgoing_.empty()) return;
  const uint64_t before = session_.fileBytesSent();
  outgoing_ = session_.more();
  partBytes_ = session_.fileBytesSent() - before;
  written_ = 0;
}

std::optional<FileProgress> HostDriver::fileProgress(uint64_t buffered) const {
  auto progress = session_.fileProgress();
  if (!progress) return std::nullopt;
  const uint64_t unwritten = std::min<uint64_t>(outgoing().size(), partBytes_) + buffered;
  progress->sent -= std::min(progress->sent, unwritten);
  return progress;
}

void HostDriver::written(size_t bytes) {
  written_ += bytes;
  if (written_ < outgoing_.size()) return;
  outgoing_.clear();
  refill();
}

void HostDriver::feedErrorText(std::string_view text) {
  errorText_ += text;
  if (errorText_.size() > kMaxErrorText) errorText_.erase(0, errorText_.size() - kMaxErrorText);
}

std::string HostDriver::errorText() const { return errorText_.substr(0, errorText_.find_last_not_of('\n') + 1); }

std::optional<Message> HostDriver::next() {
  if (fault_ != Fault::None) return std::nullopt;
  auto message = session_.next();
  refill();
  if (!message) {
    protocolError_ = message.error().text();
    fault_ = Fault::Protocol;
    return std::nullopt;
  }
  if (!*message) return std::nullopt;
  const auto* failure = std::get_if<Failure>(&**message);
  if (std::holds_alternative<Hello>(**message)) greetBy_.reset();
  if (failure != nullptr || std::holds_alternative<RunFinished>(**message)) cancelBy_.reset();
  if (failure != nullptr || std::holds_alternative<RunFinished>(**message) || std::holds_alternative<Loaded>(**message))
    clearLimit();
  if (failure != nullptr && failure->fatal) {
    greetBy_.reset();
    return std::nullopt;
  }
  return std::move(*message);
}

HostDriver::Fault HostDriver::check(Time now) {
  if (fault_ != Fault::None) return fault_;
  if (limitToStart_ && !session_.isSendingFiles()) answerBy_ = now + *std::exchange(limitToStart_, std::nullopt);
  if (greetBy_ && now > *greetBy_) fault_ = Fault::NoGreeting;
  else if (cancelBy_ && now > *cancelBy_) fault_ = Fault::NoAnswerToCancel;
  else if (answerBy_ && now > *answerBy_) fault_ = Fault::NoAnswerInTime;
  return fault_;
}

std::optional<HostDriver::Time> HostDriver::wakeUp() const {
  std::optional<Time> first;
  for (const auto& due : {greetBy_, cancelBy_, answerBy_})
    if (due && (!first || *due < *first)) first = due;
  return first;
}

}  // namespace relaxscope::wire
