// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/figures/figures_json.h"

#include <cmath>

#include "vmcore/base/json/writer.h"
#include "vmcore/base/unknown.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/figures/outliers.h"
#include "vmcore/trace/ledger.h"
#include "vmcore/trace/run_calls.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

/// A time that may be unknown.
void writeNs(JsonWriter& json, const char* key, double ns) {
  if (std::isnan(ns)) json.key(key).null();
  else json.field(key, tenths(ns));
}

}  // namespace

double tenths(double ns) { return std::round(ns * 10) / 10; }

void writeAccuracy(JsonWriter& json, const Trace& trace, const TraceStatistics& statistics) {
  const auto write = [&](const char* key, const std::optional<Accuracy>& accuracy, bool withWall,
                         uint32_t processes = 0) {
    json.key(key);
    if (!accuracy) {
      json.null();
      return;
    }
    json.beginObject(Layout::Inline)
        .field("ratio", accuracy->ratio)
        .field("low", accuracy->low)
        .field("high", accuracy->high);
    if (withWall) json.field("wall_ratio", accuracy->wallRatio);
    json.field("pairs", uint64_t{accuracy->pairs});
    if (processes > 0) json.field("processes", uint64_t{processes});
    json.end();
  };
  const std::optional<Accuracy>& corrected = statistics.correction.accuracy;
  std::optional<Accuracy> across;
  if (corrected) across = acrossProcesses(*corrected, statistics.processes);
  write("accuracy", across, false, statistics.processes ? statistics.processes->processes : 1);
  write("accuracy_one_process", corrected, false);
  if (!corrected) json.field("accuracy_reason", whyNoAccuracy(trace));
  write("recorded", accuracyOf(trace), true);
  json.key("correction")
      .beginObject(Layout::Inline)
      .field("factor", statistics.correction.factor)
      .field("reason", statistics.correction.reason)
      .end();
}

void writeIncomplete(JsonWriter& json, const TraceInfo& info) {
  if (info.cutShort.empty()) json.key("incomplete").null();
  else json.field("incomplete", info.cutShort);
}

void writeTimes(JsonWriter& json, const char* key, const RunTimes& times) {
  json.key(key);
  if (times.count == 0) {
    json.null();
    return;
  }
  json.beginObject(Layout::Inline).field("median", tenths(times.medianNs));
  writeNs(json, "half_width_95", times.halfWidthNs);
  writeNs(json, "low_95", times.lowNs);
  writeNs(json, "high_95", times.highNs);
  json.field("mean", tenths(times.meanNs)).field("min", tenths(times.minNs)).field("max", tenths(times.maxNs));
  writeNs(json, "sigma", times.sigmaNs);
  json.end();
}

void writeNsList(JsonWriter& json, const char* key, std::span<const double> ns) {
  json.key(key).beginArray(Layout::Inline);
  for (const double each : ns) json.value(tenths(each));
  json.end();
}

void writeRunFigures(JsonWriter& json, const Trace& trace, const TraceStatistics& statistics) {
  json.key("per_run").beginObject(Layout::Inline).field("kept_runs", uint64_t{statistics.kept.size()});
  writeNs(json, "rows_ns", statistics.kept.size() == 0 ? kUnknown : statistics.perRun(statistics.selfNs));
  writeNs(json, "unrecorded_ns", statistics.unrecordedNs);
  writeNs(json, "not_attributed_ns", statistics.notAttributedNs);
  json.end().field("below_resolution", isBelowResolution(statistics));
  json.key("outliers").beginArray();
  for (const OutlyingRun& run : outlyingRuns(trace, statistics)) {
    json.beginObject(Layout::Inline).field("run", uint64_t{run.run}).field("excess", run.excess);
    json.key("causes").beginArray(Layout::Inline);
    for (const SeenCause& cause : run.causes) json.value(causeText(cause));
    json.end().end();
  }
  json.end();
}

void writeLayer(JsonWriter& json, const TraceInfo& info, const SiteLayer* layer) {
  if (layer == nullptr) {
    for (const char* key : {"layer", "function", "first_pc", "last_pc"}) json.key(key).null();
    return;
  }
  const std::vector<std::string>& names = info.functionNames;
  json.field("layer", layer->name)
      .field("function", layer->function < names.size() ? names[layer->function] : std::string())
      .field("first_pc", uint64_t{layer->firstPc})
      .field("last_pc", uint64_t{layer->lastPc});
}

void writeRunCall(JsonWriter& json, const TraceInfo& info, const StatisticsRow& row) {
  if (row.runCall == kNoIndex) {
    for (const char* key : {"call", "name", "callee", "kind"}) json.key(key).null();
    return;
  }
  const std::string_view callee = eventName(info, row.kind, row.callee);
  const std::string_view listed = nameInList(info, row.runCall);
  json.field("call", uint64_t{row.runCall})
      .field("name", listed.empty() ? callee : listed)
      .field("callee", callee)
      .field("kind", eventKindName(row.kind));
}

void writeRowFigures(JsonWriter& json, const TraceStatistics& statistics, const StatisticsRow& row) {
  const auto all = [&](double sum) { return tenths(statistics.ofAllRuns(sum)); };
  json.field("count", statistics.ofAllRuns(static_cast<int64_t>(row.count)))
      .field("total_ns", all(row.totalNs))
      .field("self_ns", all(row.selfNs));
  writeNs(json, "uncertainty_ns", row.uncertaintyNs * static_cast<double>(statistics.runs));
  json.field("mark", rowMarkText(row.mark))
      .field("raw_total_ns", all(row.rawTotalNs))
      .field("raw_self_ns", all(row.rawSelfNs))
      .field("mean_ns", tenths(row.meanNs))
      .field("median_ns", tenths(row.medianNs))
      .field("p90_ns", tenths(row.p90Ns));
  json.field("p99_ns", tenths(row.p99Ns))
      .field("min_ns", tenths(row.minNs))
      .field("max_ns", tenths(row.maxNs))
      .field("sigma_ns", tenths(row.sigmaNs))
      .field("bytes_allocated", statistics.ofAllRuns(row.bytesAllocated));
  json.field("workspace_peak_bytes", row.workspaceBytes).field("share", shareOf(statistics, row));
}

}  // namespace relaxscope
