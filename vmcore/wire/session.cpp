// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/session.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <csignal>
#include <utility>

#include "vmcore/base/text/text.h"
#include "vmcore/run/value_check.h"
#include "vmcore/trace/column_counts.h"
#include "vmcore/trace/device/device_check.h"
#include "vmcore/trace/event_account.h"
#include "vmcore/trace/trace_check.h"
#include "vmcore/wire/agreement.h"

namespace relaxscope::wire {
namespace {

/// Checks that times are finite and in range.
Result<void> checkTimes(const std::vector<double>& times) {
  constexpr double kMaxNs = 1e18;  // 31 years
  for (const double ns : times)
    if (!std::isfinite(ns) || ns < 0 || ns > kMaxNs) return Error(fmt::format("invalid run time of {} ns", ns));
  return {};
}

/// Checks times and results.
Result<void> checkFinished(const RunFinished& finished) {
  RS_CHECK(checkTimes(finished.runNs));
  RS_CHECK(checkTimes(finished.unrecordedNs));
  if (!finished.unrecordedNs.empty() && finished.unrecordedNs.size() != finished.runNs.size())
    return Error(
        fmt::format("{} unrecorded runs beside {} measured ones", finished.unrecordedNs.size(), finished.runNs.size()));
  for (size_t i = 0; i < finished.results.size(); ++i)
    if (auto sound = checkReturned(finished.results[i]); !sound.ok())
      return Error(fmt::format("result {}: {}", i, sound.error().text()));
  for (const CapturedTensor& tensor : finished.captured)
    if (auto sound = checkReturned(tensor.value); !sound.ok())
      return Error(fmt::format("tensor of pc {}: {}", tensor.pc, sound.error().text()));
  return {};
}

}  // namespace

std::vector<uint8_t> Session::greet(const std::string& program) {
  own_.program = program;
  own_.machine = machineToken();
  return encode(own_);
}

std::vector<uint8_t> Session::listDevices() {
  ++devicesAsked_;
  return encode(ListDevices{});
}

std::vector<uint8_t> Session::compile(const Compile& request) {
  ++compilesAsked_;
  return encode(request);
}

std::vector<uint8_t> Session::load(const Load& request, const LoadFiles& files) {
  assert(state_ == State::Ready || state_ == State::Loaded);
  state_ = State::Loading;
  sender_.reset();
  const bool offers = files != nullptr && !files->empty();
  withoutFiles_ = offers && !hasCapability(worker_, kCanReceiveFiles);
  if (!offers || withoutFiles_) return encode(request);
  waiting_ = request;
  return encode(sender_.emplace(files).offers());
}

std::vector<uint8_t> Session::more() {
  if (!sender_) return {};
  if (sender_->isDone()) {
    sender_.reset();
    return encode(std::exchange(waiting_, {}));
  }
  if (!sender_->hasPart()) return {};
  auto part = sender_->nextPart();
  if (!part) {
    fail(FailureKind::FileChanged, part.error().text());
    return {};
  }
  fileBytesSent_ += part->data.size();
  return encode(*std::move(part));
}

void Session::fail(FailureKind kind, std::string message) {
  sender_.reset();
  localFailure_ = Failure{failureKindName(kind), std::move(message), std::nullopt, 0, true};
}

std::vector<uint8_t> Session::run(const Run& request) {
  assert(state_ == State::Loaded);
  state_ = State::Running;
  traceOpen_ = false;
  trace_ = {};
  traceBytes_ = 0;
  return encode(request);
}

std::vector<uint8_t> Session::cancel() {
  // The request would wait behind what is already on its way.
  if (sender_) fail(FailureKind::Cancelled, "cancelled while files were sent to the worker");
  return encode(Cancel{});
}
std::vector<uint8_t> Session::quit() { return encode(Quit{}); }

void Session::feed(std::span<const uint8_t> bytes) {
  if (finder_.isFound()) decoder_.feed(bytes);
  else decoder_.feed(finder_.feed(bytes));
}

Result<std::optional<Message>> Session::next() {
  const auto end = [this](const Error& error) {
    const bool isGreeting = std::exchange(state_, State::Ended) == State::Greeting;
    return isGreeting ? error : Error("the worker violated the protocol: " + error.text());
  };
  if (localFailure_) {
    acceptFailure(*localFailure_);
    return std::optional<Message>(*std::exchange(localFailure_, std::nullopt));
  }
  for (;;) {
    if (finder_.isTooMuch()) return end(notAWorker("no greeting in 64 KiB of output"));
    auto message = decoder_.next();
    if (!message) return end(state_ == State::Greeting ? notAWorker(message.error().text()) : message.error());
    if (!*message) return message;
    if (auto accepted = accept(**message); !accepted) return end(accepted.error());
    if (!std::holds_alternative<WantedFiles>(**message)) return message;
  }
}

std::string Session::textBefore() const {
  const std::string line = finder_.firstLine();
  return line.empty() ? std::string() : fmt::format("; its output begins \"{}\"", printable(line));
}

Error Session::notAWorker(const std::string& cause) const {
  return Error(fmt::format("the worker command is not a RelaxScope worker ({}){}", cause, textBefore()));
}

Result<void> Session::accept(Message& message) {
  const auto wrongTime = [&] { return Error(fmt::format("unexpected {}", messageName(message))); };
  if (state_ == State::Ended) return wrongTime();
  if (const auto* hello = std::get_if<Hello>(&message))
    return state_ == State::Greeting ? acceptHello(*hello) : wrongTime();
  if (auto* failure = std::get_if<Failure>(&message)) {
    acceptFailure(*failure);
    return {};
  }
  if (state_ == State::Greeting) return wrongTime();
  if (std::holds_alternative<Output>(message)) return {};
  if (std::holds_alternative<Devices>(message)) {
    if (devicesAsked_ == 0) return wrongTime();
    --devicesAsked_;
    return {};
  }
  if (std::holds_alternative<Compiled>(message)) {
    if (compilesAsked_ == 0) return wrongTime();
    --compilesAsked_;
    return {};
  }
  if (const auto* wanted = std::get_if<WantedFiles>(&message)) return sender_ ? sender_->take(*wanted) : wrongTime();
  if (std::holds_alternative<Loaded>(message)) {
    if (state_ != State::Loading || sender_) return wrongTime();
    state_ = State::Loaded;
    return {};
  }
  if (state_ != State::Running) return wrongTime();
  if (auto* started = std::get_if<RunStarted>(&message)) {
    if (traceOpen_) return wrongTime();
    RS_CHECK(checkInfo(started->info));
    traceOpen_ = true;
    if (origin_) {
      started->info.executablePath = origin_->executablePath;
      started->info.executableDigest = origin_->executableDigest;
      started->info.argumentsText = origin_->argumentsText;
      started->info.command = origin_->command;
      if (origin_->edited) started->info.remarks.emplace_back(kEditedCode);
      if (!origin_->entry.empty()) started->info.entry = origin_->entry;
    }
    trace_.info = started->info;
    return {};
  }
  if (auto* batch = std::get_if<EventBatch>(&message)) return traceOpen_ ? acceptEvents(*batch) : wrongTime();
  if (const auto* part = std::get_if<DeviceTablesPart>(&message))
    return traceOpen_ ? acceptTables(part->added) : wrongTime();
  if (auto* work = std::get_if<WorkBatch>(&message)) return traceOpen_ ? acceptWork(*work) : wrongTime();
  if (const auto* finished = std::get_if<RunFinished>(&message)) {
    RS_CHECK(checkFinished(*finished));
    trace_.info.lostEvents += finished->lostEvents;
    trace_.unrecordedNs = finished->unrecordedNs;
    state_ = State::Loaded;
    return {};
  }
  if (const auto* runs = std::get_if<UnrecordedRuns>(&message))
    return traceOpen_ ? acceptUnrecorded(*runs) : wrongTime();
  return std::holds_alternative<Progress>(message) ? Result<void>() : wrongTime();
}

Result<void> Session::acceptUnrecorded(const UnrecordedRuns& runs) {
  RS_CHECK(checkTimes(runs.ns));
  traceBytes_ += runs.ns.size() * sizeof(double);
  if (traceBytes_ <= kMaxTraceBytes)
    trace_.unrecordedNs.insert(trace_.unrecordedNs.end(), runs.ns.begin(), runs.ns.end());
  return {};
}

Result<void> Session::acceptTables(const DeviceTables& added) { return addTables(trace_.device, added); }

Result<void> Session::acceptWork(WorkBatch& batch) {
  RS_CHECK(checkWork(batch.rows, trace_.device));
  traceBytes_ += batch.rows.size() * kDeviceWorkBytes;
  if (traceBytes_ > kMaxTraceBytes) trace_.device.droppedRecords += batch.rows.size();
  else trace_.appendWork(std::move(batch.rows));
  return {};
}

Result<void> Session::acceptHello(const Hello& hello) {
  if (const auto agreed = agreedProtocol(own_, hello); !agreed) return agreed.error();
  worker_ = hello;
  state_ = State::Ready;
  return {};
}

Result<void> Session::acceptEvents(EventBatch& batch) {
  RS_CHECK(checkNames(*batch.chunk, trace_.info));
  traceBytes_ += bytesOf(*batch.chunk) + batch.runs.size() * sizeof(RunSpan);
  if (traceBytes_ > kMaxTraceBytes) {
    trace_.info.lostEvents += batch.chunk->events.size();
    return {};
  }
  trace_.runs.insert(trace_.runs.end(), batch.runs.begin(), batch.runs.end());
  if (batch.chunk->events.size() != 0) trace_.append(*batch.chunk);
  return {};
}

void Session::acceptFailure(Failure& failure) {
  if (state_ == State::Running) cutShort(failure);
  sender_.reset();
  if (state_ == State::Loading && withoutFiles_ && !failure.fatal)
    failure.message += fmt::format("; {} receives no files, so each must be on its host under the same path",
                                   worker_.program.empty() ? "the worker" : printable(worker_.program));
  if (failure.fatal) {
    fatalFailure_ = failure;
    state_ = State::Ended;
  } else if (state_ == State::Loading) {
    state_ = State::Ready;
  } else if (state_ == State::Running) {
    state_ = State::Loaded;
  }
}

void Session::cutShort(const Failure& failure) {
  const std::string place = failure.position ? " " + positionText(*failure.position) : std::string();
  trace_.info.cutShort = failure.is(FailureKind::Cancelled) ? "stopped" + place : failureText(failure);
}

Failure Session::ended(const WorkerEnd& end) {
  const State before = state_;
  const Failure failure = failureOf(end);
  if (before == State::Running || !trace_.info.cutShort.empty()) cutShort(failure);
  // Without a report, before which the worker sends what its recording holds.
  if (before == State::Running && traceOpen_) trace_.info.cutShort += "; the events since the last hand-over are lost";
  return failure;
}

Failure Session::failureOf(const WorkerEnd& end) {
  const State before = std::exchange(state_, State::Ended);
  if (fatalFailure_) {
    Failure words = *fatalFailure_;
    if (words.signal == 0 && end.signal != 0 && words.is(FailureKind::Crash)) words.signal = end.signal;
    return words;
  }
  Failure lost{failureKindName(FailureKind::WorkerLost), "", std::nullopt, 0, true};
  const char* during = before == State::Loading    ? " while it loaded the file"
                       : before == State::Running  ? " while it ran"
                       : before == State::Greeting ? " before its greeting"
                                                   : "";
  if (!end.killedBecause.empty())
    lost.message = fmt::format("the worker was terminated{}: {}", during, end.killedBecause);
  else if (end.signal != 0)
    lost.message = fmt::format("the worker was killed by {}{}{}", signalName(end.signal), during,
                               end.signal == SIGKILL ? " (killed externally, possibly out of memory)" : "");
  else lost.message = fmt::format("the worker ended with exit code {}{}", end.exitCode, during);
  if (before == State::Greeting) lost.message += textBefore();
  return lost;
}

}  // namespace relaxscope::wire
