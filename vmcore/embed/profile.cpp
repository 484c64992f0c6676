// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/profile.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/base/text/command_line_text.h"
#include "vmcore/base/version.h"
#include "vmcore/device/devices.h"
#include "vmcore/embed/errors.h"
#include "vmcore/embed/profile_module.h"
#include "vmcore/embed/signal_watch.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/figures/figures_json.h"
#include "vmcore/trace/times/run_times.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/record/recording_cost.h"

namespace relaxscope {
namespace {

std::string nowUtc() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

/// What the host called, each once, in the order of the first calls: "prefill; decode". At most ten.
std::string calledByHost(const Trace& trace) {
  constexpr size_t kShown = 10;
  std::vector<std::string_view> names;
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size() && names.size() <= kShown; ++i) {
      const EventSite& site = chunk->site(i);
      if (site.depth != 0 || isLoadPhase(site.kind) || site.kind == EventKind::DeviceWait) continue;
      const std::string_view name = eventName(trace.info, site.kind, site.callee);
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  if (names.size() > kShown) names[kShown] = "...";
  return names.empty() ? "no call" : fmt::format("{}", fmt::join(names, "; "));
}

/// Lets the host's handlers of signals run, at most every few milliseconds, as they need the interpreter.
class SignalChecks {
 public:
  void operator()() {
    const auto now = Measurement::Clock::now();
    if (now - last_ < std::chrono::milliseconds(5)) return;
    last_ = now;
    watchSignals();
    if (TVMFFIEnvCheckSignals() != 0) throw ffi::EnvErrorAlreadySet();
  }

 private:
  Measurement::Clock::time_point last_;
};

MeasuredTimes measure(const PreparedCall& call, const TimingPlan& plan, RunRecording recording, bool values) {
  RunResult last;
  Measurement measurement(call.vm(), callOf(call, last));
  measurement.isReady = [checkSignals = SignalChecks()]() mutable {
    checkSignals();
    return true;
  };
  MeasuredTimes times;
  if (!measurement.run(plan, recording, values, times)) static_cast<void>(unwrap(std::move(last)));
  return times;
}

}  // namespace

ProfileRecording::ProfileRecording(VirtualMachine& vm, bool precise, bool values, Origin origin)
    : vm_(vm), trace_(std::make_shared<Trace>()) {
  TraceInfo& info = trace_->info;
  info.executablePath = vm.file().path;
  info.executableDigest = sha256Hex(vm.file().bytes);
  info.entry = std::move(origin.entry);
  info.noReference = std::move(origin.noReference);
  info.command = commandLineText();
  info.callsAlone = true;
  info.host = hostName();
  info.processor = processorText();
  info.version = withVersion("RelaxScope");
  info.startedAt = nowUtc();
  info.cost = measureInstrumentationCost(precise ? TraceMode::Precise : TraceMode::Chained);
  vm.describe(info);
  info.mode = precise ? "precise" : "chained";
  info.values = values;
  const auto keep = [trace = trace_](const std::shared_ptr<TraceChunk>& chunk, const std::vector<RunSpan>& runs) {
    if (chunk != nullptr) trace->append(*chunk);
    trace->runs.insert(trace->runs.end(), runs.begin(), runs.end());
  };
  const auto keepWork = [trace = trace_](const DeviceTables& added, DeviceWorkColumns rows) {
    if (addTables(trace->device, added).ok() && rows.size() != 0) trace->appendWork(std::move(rows));
  };
  vm.startTrace(precise ? TraceMode::Precise : TraceMode::Chained, values, keep, {keepWork, LaunchMode::Asynchronous});
}

ProfileRecording::~ProfileRecording() {
  if (recording_) vm_.stopTrace();
}

void ProfileRecording::beginRun(RunKind kind) {
  const auto place = static_cast<size_t>(kind);
  const bool first = runs_[static_cast<size_t>(RunKind::Values)] == 0;
  vm_.setTraceValues(trace_->info.values && (kind == RunKind::Values || (kind == RunKind::Measured && first)));
  vm_.beginRun(runs_[place]++, kind);
}

double ProfileRecording::endRun() {
  if (const RunResult done = vm_.synchronize(); !done.ok()) raiseInHost(*done.error);
  return vm_.endRun();
}

void ProfileRecording::record(const PreparedCall& call, const TimingPlan& plan, bool reference) {
  vm_.setTraceValues(false);
  MeasuredTimes times =
      measure(call, plan, reference ? RunRecording::Paired : RunRecording::Measured, trace_->info.values);
  trace_->unrecordedNs = std::move(times.unrecordedNs);
}

ffi::Module ProfileRecording::finish(std::string cutShort) {
  vm_.stopTrace();
  recording_ = false;
  trace_->info.cutShort = std::move(cutShort);
  if (trace_->info.entry.empty()) trace_->info.entry = calledByHost(*trace_);
  return profileModule({trace_, vm_.file().executable});
}

MeasuredTimes timeCalls(const PreparedCall& call, const TimingPlan& plan) {
  return measure(call, plan, RunRecording::None, false);
}

std::string timesJson(const MeasuredTimes& times) {
  return collectText([&](const TextSink& sink) {
    JsonWriter json(sink);
    json.beginObject(JsonWriter::Layout::Inline).field("number", uint64_t{times.number});
    writeTimes(json, "run_ns", runTimesOf(times.runNs));
    json.field("interval", kWithinOneProcess);
    writeNsList(json, "repeats_ns", times.runNs);
    json.end();
  });
}

}  // namespace relaxscope
