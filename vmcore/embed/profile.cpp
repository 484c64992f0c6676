// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/profile.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/command_line_text.h"
#include "vmcore/base/version.h"
#include "vmcore/device/devices.h"
#include "vmcore/embed/errors.h"
#include "vmcore/embed/profile_module.h"
#include "vmcore/trace/event_text.h"
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

}  // namespace

ProfileRecording::ProfileRecording(VirtualMachine& vm, bool precise, bool values, Origin origin)
    : vm_(vm), trace_(std::make_shared<Trace>()) {
  TraceInfo& info = trace_->info;
  info.executablePath = vm.file().path;
  info.executableDigest = sha256Hex(vm.file().bytes);
  info.entry = std::move(origin.entry);
  info.noReference = std::move(origin.noReference);
  info.command = commandLineText();
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

void ProfileRecording::beginUnrecorded() {
  vm_.pauseTrace();
  unrecordedSince_ = std::chrono::steady_clock::now();
}

double ProfileRecording::endRun() {
  wait();
  return vm_.endRun();
}

void ProfileRecording::dropRun() {
  wait();
  vm_.dropRun();
}

void ProfileRecording::wait() {
  if (const RunResult done = vm_.synchronize(); !done.ok()) raiseInHost(*done.error);
}

double ProfileRecording::endUnrecorded(int64_t calls) {
  wait();
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - unrecordedSince_;
  vm_.resumeTrace();
  trace_->unrecordedNs.push_back(spent.count() / static_cast<double>(std::max<int64_t>(1, calls)));
  return trace_->unrecordedNs.back();
}

ffi::Module ProfileRecording::finish(std::string cutShort) {
  vm_.stopTrace();
  recording_ = false;
  trace_->info.cutShort = std::move(cutShort);
  if (trace_->info.entry.empty()) trace_->info.entry = calledByHost(*trace_);
  return profileModule({trace_, vm_.file().executable});
}

}  // namespace relaxscope
