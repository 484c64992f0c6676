// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/measurement.h"

#include <algorithm>
#include <utility>

#include "vmcore/model/builtin.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {

TupleFields::TupleFields(const Executable& executable, std::span<const tvm::ffi::Any> arguments) {
  const auto clears = [](const Function& function) {
    const BuiltinRow* const row = function.isPacked() ? findBuiltin(function.name) : nullptr;
    return row != nullptr && row->id == BuiltinId::TupleResetItem;
  };
  if (std::ranges::none_of(executable.functions, clears)) return;
  for (const tvm::ffi::Any& argument : arguments) add(argument);
}

void TupleFields::add(const tvm::ffi::Any& value) {
  const auto tuple = value.as<tvm::ffi::Array<tvm::ffi::Any>>();
  if (!tuple) return;
  for (size_t i = 0; i < tuple->size(); ++i) {
    fields_.push_back({*tuple, static_cast<int64_t>(i), (*tuple)[static_cast<int64_t>(i)]});
    add(fields_.back().value);
  }
}

void TupleFields::restore() const {
  for (const Field& field : fields_) {
    auto* const tuple = const_cast<tvm::ffi::ArrayObj*>(field.tuple.GetArrayObj());
    if (!(*tuple)[static_cast<size_t>(field.index)].same_as(field.value)) tuple->SetItem(field.index, field.value);
  }
}

PreparedCall::PreparedCall(VirtualMachine& vm, std::string function, std::vector<tvm::ffi::Any> placed)
    : vm_(&vm),
      function_(std::move(function)),
      row_(kNoIndex),
      placed_(std::move(placed)),
      fields_(vm.executable(), placed_) {
  views_.assign(placed_.begin(), placed_.end());
  const auto& rows = vm.engine()->functionIndex;
  if (const auto at = rows.find(function_); at != rows.end()) row_ = at->second;
}

RunResult PreparedCall::operator()() const {
  if (row_ == kNoIndex) return vm_->call(function_, views_);
  return vm_->engine()->run(row_, rawValues(views_.data()), static_cast<int32_t>(views_.size()));
}

void Measurement::exclude(Clock::time_point since) {
  const auto spent = std::chrono::duration<double, std::nano>(Clock::now() - since).count();
  if (recorded_) vm_.excludeTime(spent);
  else excludedNs_ += spent;
}

void Measurement::restore(const TupleFields& fields) {
  if (fields.empty()) return;
  const auto since = Clock::now();
  fields.restore();
  exclude(since);
}

void Measurement::beginRecorded(uint32_t index, RunKind kind, ReadConditions read) {
  if (beforeRecorded) beforeRecorded(index, kind);
  kind_ = kind;
  recorded_ = true;
  vm_.beginRun(index, kind, read);
}

double Measurement::endRecorded() {
  const double ns = vm_.endRun();
  recorded_ = false;
  if (afterRecorded) afterRecorded(kind_);
  return ns;
}

bool Measurement::recordValues() {
  vm_.setTraceValues(true);
  beginRecorded(0, RunKind::Values, ReadConditions::Now);
  const bool good = callOnce();
  endRecorded();
  vm_.setTraceValues(false);
  return good;
}

TimedCalls Measurement::unrecordedCalls() {
  TimedCalls calls;
  calls.call = [this] { return callOnce(); };
  calls.begin = [this](uint32_t, bool) {
    excludedNs_ = 0;
    return ready();
  };
  calls.end = [this](double ns) { return ns - excludedNs_; };
  return calls;
}

TimedCalls Measurement::recordedCalls() {
  TimedCalls calls;
  calls.call = [this] { return callOnce(); };
  calls.begin = [this](uint32_t repeat, bool warmup) {
    if (!ready()) return false;
    beginRecorded(warmup ? repeat : measured_++, warmup ? RunKind::Warmup : RunKind::Measured,
                  std::exchange(read_, ReadConditions::Now));
    return true;
  };
  calls.end = [this](double) { return endRecorded(); };
  return calls;
}

bool Measurement::leadIn(uint32_t index, bool last) {
  if (!ready()) return false;
  // Read before the last one, whose successor finds the caches of its own kind again.
  beginRecorded(index, RunKind::Warmup, last ? ReadConditions::Now : ReadConditions::AsBefore);
  const bool good = callOnce();
  const bool dropped = vm_.dropRun();
  read_ = last && dropped ? ReadConditions::AsBefore : ReadConditions::Now;
  recorded_ = false;
  if (afterRecorded) afterRecorded(RunKind::Warmup);
  return good;
}

bool Measurement::runPairs(const TimingPlan& plan, TimedCalls recorded) {
  PairedCalls pairs;
  pairs.recorded = std::move(recorded);
  pairs.unrecorded = unrecordedCalls();
  pairs.unrecorded.begin = [this, begin = std::move(pairs.unrecorded.begin)](uint32_t repeat, bool warmup) {
    if (!begin(repeat, warmup)) return false;
    vm_.pauseTrace();
    return true;
  };
  pairs.unrecorded.end = [this, end = std::move(pairs.unrecorded.end)](double ns) {
    vm_.resumeTrace();
    return end(ns);
  };
  pairs.leadIn = [this, &plan](bool last) { return leadIn(plan.warmup, last); };
  pairs.beforeRound = beforeRound;
  const auto seed = static_cast<uint64_t>(Clock::now().time_since_epoch().count());
  return evaluatePairs(plan, pairs, seed, pairs_);
}

bool Measurement::run(const TimingPlan& plan, RunRecording recording, bool values, MeasuredTimes& times) {
  times = {};
  pairs_ = {};
  measured_ = 0;
  calls_ = 0;
  TimedCalls calls = recording == RunRecording::None ? unrecordedCalls() : recordedCalls();
  uint32_t rounds = 0;
  calls.begin = [&, begin = std::move(calls.begin)](uint32_t repeat, bool warmup) {
    if (warmup && beforeWarmup) beforeWarmup(repeat);
    if (!warmup && recording != RunRecording::Paired && beforeRound) beforeRound(rounds++, std::max(1u, plan.repeat));
    return begin(repeat, warmup);
  };
  if (values) calls.afterWarmup = [this] { return ready() && recordValues(); };
  if (recording == RunRecording::Paired) {
    const bool ran = runPairs(plan, std::move(calls));
    times.runNs = pairs_.recordedNs;
    times.unrecordedNs = pairs_.unrecordedNs;
    return ran;
  }
  Timing timing;
  const bool ran = evaluateTime(plan, calls, timing);
  times.runNs = std::move(timing.callNs);
  times.number = timing.number;
  return ran;
}

Measurement::Call callOf(const PreparedCall& call, RunResult& last) {
  return [&call, &last](Measurement& run) {
    last.value.reset();  // avoids two results alive at once
    run.restore(call.fields());
    run.callBegins();
    last = call();
    if (last.ok()) last.error = call.vm().synchronize().error;
    return last.ok();
  };
}

}  // namespace relaxscope
