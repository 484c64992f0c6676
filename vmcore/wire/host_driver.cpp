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
  limit_.reset();
  sendingSince_.reset();
  if (seconds <= 0 || seconds >= kMaxSeconds) return;
  limit_ = std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(seconds));
  limitFrom_ = now;
}

double HostDriver::limitSeconds() const { return limit_ ? std::chrono::duration<double>(*limit_).count() : 0; }

/// How long nothing may be taken: of bytes that wait for the worker, with a short limit less; and while it looks for
/// files that it has or checks those that it got, whose bytes it reads.
HostDriver::Time::duration HostDriver::sendingGrace(bool bytesWait) const {
  constexpr uint64_t kReadPerSecond = 20'000'000;
  if (!bytesWait) return kSendingGrace + std::chrono::seconds(session_.offeredBytes() / kReadPerSecond);
  return limit_ ? std::clamp<Time::duration>(*limit_, kLeastSendingGrace, kSendingGrace) : kSendingGrace;
}

/// What the worker has taken, and for how long files have been sent.
void HostDriver::noticeSending(Time now, uint64_t buffered) {
  const bool sends = session_.fileProgress().has_value(), sent = sendingSince_.has_value();
  if (sent) limitFrom_ += now - *sendingSince_;
  sendingSince_ = sends ? std::optional(now) : std::nullopt;
  if (!session_.isSendingFiles()) return progressBy_.reset();
  const uint64_t taken = handedOver_ - std::min(handedOver_, buffered);
  if (progressBy_ && taken == taken_ && sends == sent) return;
  taken_ = taken;
  grace_ = sendingGrace(buffered > 0 || !outgoing().empty());
  progressBy_ = now + grace_;
}

/// Of what the worker does now; nothing while files are sent and between requests.
std::optional<HostDriver::Time> HostDriver::limitBy() const {
  using State = Session::State;
  const State state = session_.state();
  const bool answers =
      state == State::Greeting || state == State::Loading || state == State::Running || session_.awaitsDevices();
  if (!limit_ || !answers || sendingSince_) return std::nullopt;
  return limitFrom_ + *limit_ + kTimeLimitGrace;
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
  handedOver_ += bytes;
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
  if (failure != nullptr || std::holds_alternative<RunFinished>(**message)) {
    cancelBy_.reset();
    limit_.reset();
  }
  if (failure != nullptr && failure->fatal) {
    greetBy_.reset();
    return std::nullopt;
  }
  return std::move(*message);
}

HostDriver::Fault HostDriver::check(Time now, uint64_t buffered) {
  if (fault_ != Fault::None) return fault_;
  noticeSending(now, buffered);
  const auto isPast = [now](const std::optional<Time>& due) { return due && now > *due; };
  if (isPast(limitBy())) fault_ = Fault::NoAnswerInTime;
  else if (isPast(greetBy_)) fault_ = Fault::NoGreeting;
  else if (isPast(cancelBy_)) fault_ = Fault::NoAnswerToCancel;
  else if (isPast(progressBy_)) fault_ = Fault::SendingStopped;
  return fault_;
}

std::optional<HostDriver::Time> HostDriver::wakeUp() const {
  std::optional<Time> first;
  for (const auto& due : {greetBy_, cancelBy_, progressBy_, limitBy()})
    if (due && (!first || *due < *first)) first = due;
  return first;
}

}  // namespace relaxscope::wire
