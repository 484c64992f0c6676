// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/profile_module.h"

#include <fmt/format.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/embed/diff_input.h"
#include "vmcore/export/annotated/annotated.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/layers_of_trace.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/figures/figures_json.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

/// Calls grouped by callee, call site, shapes, kind or layer, as a JSON list; times in nanoseconds.
void writeStatistics(const TraceFile& profile, Grouping grouping, const TextSink& sink) {
  const Trace& trace = *profile.trace;
  const std::shared_ptr<const SiteLayers> layers =
      grouping == Grouping::Layer ? siteLayersOf(profile.executable.get()) : nullptr;
  const auto functionName = [&](uint32_t row) {
    return row < trace.info.functionNames.size() ? trace.info.functionNames[row] : std::string();
  };
  JsonWriter json(sink);
  json.beginArray();
  const TraceStatistics statistics = computeStatistics(trace, grouping, {}, profile.executable, layers);
  for (const StatisticsRow& row : statistics.rows) {
    json.beginObject(Layout::Inline);
    if (grouping == Grouping::Layer)
      writeLayer(json, trace.info, row.layer == kNoIndex ? nullptr : &layers->layers()[row.layer]);
    else if (grouping == Grouping::RunCall) writeRunCall(json, trace.info, row);
    else if (row.callKind) json.field("kind", callKindName(*row.callKind));
    else json.field("callee", eventName(trace.info, row.kind, row.callee)).field("kind", eventKindName(row.kind));
    if (grouping == Grouping::Site)
      json.field("function", functionName(row.function))
          .field("pc", row.pc == kNoIndex || !hasInstruction(row.kind) ? int64_t{-1} : int64_t{row.pc})
          .field("place", row.pc == kNoIndex || !isKernels(row.kind) ? int64_t{-1} : int64_t{row.pc});
    if (grouping == Grouping::Shape)
      json.field("shapes", row.shapes < statistics.shapes.size() ? statistics.shapes[row.shapes] : std::string());
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
  writeIncomplete(json, info);
  json.key("event_account");
  writeAccount(json, figures.events);
  json.field("event_cost_ns", info.cost.perEventNs).field("run_cost_ns", info.cost.perRunNs);
  const RunTimes& times = figures.runTimes;
  const auto known = [&json](const char* key, bool isKnown, double ns) {
    if (isKnown) json.field(key, ns);
    else json.key(key).null();
  };
  known("run_median_ns", times.count > 0, times.medianNs);
  known("run_half_width_95_ns", !std::isnan(times.halfWidthNs), times.halfWidthNs);
  writeTimes(json, "leading_ns", figures.leadingTimes());
  json.field("leading_runs", figures.leadingRuns());
  json.field("peak_live_bytes", figures.peakLiveBytes);
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
  explicit ProfileModuleObj(TraceFile profile) : profile_(std::move(profile)) {}
  const char* kind() const final { return "relaxscope.Profile"; }
  int GetPropertyMask() const final { return ffi::Module::kRunnable; }
  [[nodiscard]] DiffInput diffInput() const final {
    return {profile_.trace->info.executablePath, {profile_.executable, nullptr}, profile_.trace};
  }

  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    const std::string wanted = name;
    constexpr std::pair<const char*, Grouping> kTables[] = {
        {"by_callee", Grouping::Callee}, {"by_site", Grouping::Site},   {"by_shape", Grouping::Shape},
        {"by_kind", Grouping::Kind},     {"by_layer", Grouping::Layer}, {"by_call", Grouping::RunCall}};
    for (const auto& [table, grouping] : kTables)
      if (wanted == table)
        return text([grouping = grouping](const TraceFile& profile, const TextSink& sink) {
          writeStatistics(profile, grouping, sink);
        });
    if (wanted == "events_csv")
      return text(
          [](const TraceFile& profile, const TextSink& sink) { writeTraceCsvForProgram(*profile.trace, sink); });
    if (wanted == "overview")
      return text([](const TraceFile& profile, const TextSink& sink) { writeOverview(*profile.trace, sink); });
    if (wanted == "annotated") return annotated();
    if (wanted == "chrome") return chrome();
    if (wanted == "save") return save();
    if (wanted == "bytes") return bytes();
    return std::nullopt;
  }

 private:
  template <class Write>
  ffi::Function text(Write write) const {
    return ffi::Function::FromTyped([profile = profile_, write] {
      return ffi::String(collectText([&](const TextSink& sink) { write(profile, sink); }));
    });
  }
  /// The listing of the program, or of one function, with the costs of the calls.
  [[nodiscard]] ffi::Function annotated() const {
    return ffi::Function::FromTyped([profile = profile_](const ffi::Optional<ffi::String>& function) {
      if (profile.executable == nullptr) raise("ValueError", "the profile does not hold its executable");
      std::vector<FuncIndex> only;
      if (function.has_value()) {
        only.push_back(profile.executable->findFunction(std::string(*function)));
        if (!only.back().valid()) raise("ValueError", fmt::format("no function \"{}\"", std::string(*function)));
      }
      const TraceStatistics costs = computeStatistics(*profile.trace, Grouping::Site);
      std::vector<std::string> warnings;
      return ffi::String(collectText(
          [&](const TextSink& sink) { writeAnnotated(*profile.executable, only, &costs, sink, warnings); }));
    });
  }
  static Trace written(const TraceFile& profile, bool anonymous) {
    return anonymous ? anonymousCopy(*profile.trace) : *profile.trace;
  }
  [[nodiscard]] ffi::Function chrome() const {
    return ffi::Function::FromTyped([profile = profile_](bool anonymous) {
      const Trace trace = written(profile, anonymous);
      return ffi::String(
          collectText([&](const TextSink& sink) { writeChromeTrace(trace, profile.executable.get(), sink); }));
    });
  }
  [[nodiscard]] ffi::Function save() const {
    return ffi::Function::FromTyped([profile = profile_](const ffi::String& path, bool anonymous) {
      const Result<void> done =
          writeTraceFile(std::string(path), written(profile, anonymous), profile.executable.get());
      if (!done.ok()) raise("RuntimeError", fmt::format("{}: {}", std::string(path), done.error().text()));
    });
  }
  /// The content of the .rsprof, for callers on another machine.
  [[nodiscard]] ffi::Function bytes() const {
    return ffi::Function::FromTyped([profile = profile_] {
      const Result<std::vector<uint8_t>> made = traceFileBytes(*profile.trace, profile.executable.get());
      if (!made.ok()) raise("RuntimeError", made.error().text());
      return ffi::Bytes(reinterpret_cast<const char*>(made->data()), made->size());
    });
  }

  const TraceFile profile_;
};

}  // namespace

ffi::Module profileModule(TraceFile profile) {
  return ffi::Module(ffi::make_object<ProfileModuleObj>(std::move(profile)));
}

}  // namespace relaxscope
