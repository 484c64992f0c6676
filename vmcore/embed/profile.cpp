// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/profile.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <ctime>
#include <utility>
#include <vector>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/base/text/command_line_text.h"
#include "vmcore/base/version.h"
#include "vmcore/device/devices.h"
#include "vmcore/embed/diff_input.h"
#include "vmcore/embed/errors.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/layers_of_trace.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/figures/figures_json.h"
#include "vmcore/trace/file/trace_file.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/record/recording_cost.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

std::string nowUtc() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

/// Fields of a row by layer; each null for what is in none.
void writeLayer(JsonWriter& json, const TraceStatistics& statistics, const StatisticsRow& row,
                const std::string& function) {
  if (row.layer == kNoIndex) {
    for (const char* key : {"layer", "function", "first_pc", "last_pc"}) json.key(key).null();
    return;
  }
  const SiteLayer& layer = statistics.layers->layers()[row.layer];
  json.field("layer", layer.name)
      .field("function", function)
      .field("first_pc", uint64_t{layer.firstPc})
      .field("last_pc", uint64_t{layer.lastPc});
}

/// Calls grouped by callee, by call site, or by layer, as a JSON list; times in nanoseconds.
void writeStatistics(const Trace& trace, Grouping grouping, const TextSink& sink,
                     const std::shared_ptr<const SiteLayers>& layers = nullptr) {
  const auto functionName = [&](uint32_t row) {
    return row < trace.info.functionNames.size() ? trace.info.functionNames[row] : std::string();
  };
  JsonWriter json(sink);
  json.beginArray();
  const TraceStatistics statistics = computeStatistics(trace, grouping, {}, nullptr, layers);
  for (const StatisticsRow& row : statistics.rows) {
    json.beginObject(Layout::Inline);
    if (grouping == Grouping::Layer)
      writeLayer(json, statistics, row,
                 row.layer != kNoIndex ? functionName(layers->layers()[row.layer].function) : std::string());
    else json.field("callee", eventName(trace.info, row.kind, row.callee)).field("kind", eventKindName(row.kind));
    if (grouping == Grouping::Site)
      json.field("function", functionName(row.function))
          .field("pc", row.pc == kNoIndex || !hasInstruction(row.kind) ? int64_t{-1} : int64_t{row.pc})
          .field("place", row.pc == kNoIndex || !isKernels(row.kind) ? int64_t{-1} : int64_t{row.pc});
    json.field("recursive", row.recursive);
    writeRowFigures(json, statistics, row);
    json.end();
  }
  json.end();
}

/// The recording's settings and the duration of each run.
void writeOverview(const Trace& trace, const TextSink& sink) {
  const TraceInfo& info = trace.info;
  const TraceStatistics figures = computeStatistics(trace, Grouping::Callee);
  JsonWriter json(sink);
  json.beginDocument()
      .field("file", info.executablePath)
      .field("entry", info.entry)
      .field("device", info.device)
      .field("allocator", info.allocator);
  json.field("mode", info.mode)
      .field("values", info.values)
      .field("clock", info.clock.source)
      .field("started_at", info.startedAt);
  json.field("host", info.host)
      .field("processor", info.processor)
      .field("recorded_by", info.version)
      .field("command", info.command)
      .field("sha256", info.executableDigest);
  json.field("events", trace.eventCount()).field("lost_events", info.lostEvents).field("remarks", info.remarks);
  json.key("event_account");
  writeAccount(json, figures.events);
  json.field("event_cost_ns", info.cost.perEventNs).field("run_cost_ns", info.cost.perRunNs);
  json.field("run_median_ns", figures.runTimes.medianNs)
      .field("run_half_width_95_ns", figures.runTimes.halfWidthNs)
      .field("peak_live_bytes", figures.peakLiveBytes);
  json.key("unrecorded_ns").beginArray();
  for (const double ns : trace.unrecordedNs) json.value(ns);
  json.end();
  writeAccuracy(json, trace, figures);
  writeRunFigures(json, trace, figures);
  json.key("runs").beginArray();
  size_t measured = 0;
  for (const RunSpan& run : trace.runs)
    json.beginObject(Layout::Inline)
        .field("index", uint64_t{run.index})
        .field("kind", runKindName(run.kind))
        .field("warmup", !run.measured())
        .field("duration_ns", run.measured() ? figures.runNs[measured++] : info.clock.toNs(run.duration))
        .field("raw_duration_ns", info.clock.toNs(run.duration))
        .end();
  json.end().end();
}

class ProfileModuleObj : public DiffInputObj {
 public:
  ProfileModuleObj(std::shared_ptr<const Trace> trace, std::shared_ptr<const Executable> executable)
      : trace_(std::move(trace)), executable_(std::move(executable)) {}
  const char* kind() const final { return "relaxscope.Profile"; }
  int GetPropertyMask() const final { return ffi::Module::kRunnable; }
  [[nodiscard]] DiffInput diffInput() const final {
    return {trace_->info.executablePath, {executable_, nullptr}, trace_};
  }

  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    const auto text = [this](auto write) {
      return ffi::Function::FromTyped([trace = trace_, executable = executable_, write] {
        return ffi::String(collectText([&](const TextSink& sink) { write(*trace, executable.get(), sink); }));
      });
    };
    const std::string wanted = name;
    if (wanted == "events_csv") return text(writeTraceCsv);
    if (wanted == "chrome")
      return ffi::Function::FromTyped([trace = trace_, executable = executable_](bool anonymous) {
        const Trace written = anonymous ? anonymousCopy(*trace) : *trace;
        return ffi::String(
            collectText([&](const TextSink& sink) { writeChromeTrace(written, executable.get(), sink); }));
      });
    if (wanted == "overview")
      return text([](const Trace& trace, const Executable*, const TextSink& sink) { writeOverview(trace, sink); });
    if (wanted == "by_callee")
      return text([](const Trace& trace, const Executable*, const TextSink& sink) {
        writeStatistics(trace, Grouping::Callee, sink);
      });
    if (wanted == "by_site")
      return text([](const Trace& trace, const Executable*, const TextSink& sink) {
        writeStatistics(trace, Grouping::Site, sink);
      });
    if (wanted == "by_layer")
      return text([](const Trace& trace, const Executable* executable, const TextSink& sink) {
        writeStatistics(trace, Grouping::Layer, sink, siteLayersOf(executable));
      });
    if (wanted == "save")
      return ffi::Function::FromTyped(
          [trace = trace_, executable = executable_](const ffi::String& path, bool anonymous) {
            const Trace written = anonymous ? anonymousCopy(*trace) : *trace;
            if (const Result<void> done = writeTraceFile(std::string(path), written, executable.get()); !done.ok())
              raise("RuntimeError", fmt::format("{}: {}", std::string(path), done.error().text()));
          });
    return std::nullopt;
  }

 private:
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const Executable> executable_;
};

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

ffi::Module ProfileRecording::finish() {
  vm_.stopTrace();
  recording_ = false;
  return ffi::Module(ffi::make_object<ProfileModuleObj>(trace_, vm_.file().executable));
}

}  // namespace relaxscope
