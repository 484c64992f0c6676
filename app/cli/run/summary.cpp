// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/cli/run/counters.h"
#include "app/cli/run/tenths.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/accuracy_json.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/ledger.h"

namespace relaxscope::cli {
namespace {

std::string calleeName(const TraceInfo& info, const StatisticsRow& row) {
  return printable(eventName(info, row.kind, row.callee));
}

/// The kind of a row, where its name does not show it.
const char* kindRemark(EventKind kind) {
  switch (kind) {
    case EventKind::FunctionBody: return " (body)";
    case EventKind::CompiledBody: return " (compiled)";
    case EventKind::CompiledBuiltin: return " (from compiled code)";
    case EventKind::CompiledKernels: return " (kernels)";
    default: return "";
  }
}

/// A time of a row: a corrected time of next to nothing may be negative.
std::string shown(double ns) { return durationText(std::max(0.0, ns)); }

/// The unrecorded runs, and by how much the recorded ones differ from them.
void writeAccuracyText(const Trace& trace, const TraceStatistics& statistics, const TextSink& sink) {
  if (!trace.unrecordedNs.empty()) {
    const RunTimes times = runTimesOf(trace.unrecordedNs);
    sink(fmt::format("  unrecorded {} beside them: median {} ± {}, min {}, max {}\n",
                     groupedNumber(static_cast<int64_t>(trace.unrecordedNs.size())), durationText(times.medianNs),
                     durationText(times.halfWidthNs), durationText(times.minNs), durationText(times.maxNs)));
  }
  const auto interval = [](const Accuracy& of) {
    return fmt::format("{} ({} to {}, {} pairs", excessText(of.ratio), excessText(of.low), excessText(of.high),
                       groupedNumber(of.pairs));
  };
  const auto recorded = accuracyOf(trace);
  if (!recorded) {
    sink(fmt::format("  accuracy   not measured: {}\n", whyNoAccuracy(trace)));
    return;
  }
  sink(fmt::format("  recorded   runs take {}), by the wall clock {}\n", interval(*recorded),
                   excessText(recorded->wallRatio)));
  const Correction& correction = statistics.correction;
  if (correction.factor > 0 && correction.accuracy)
    sink(fmt::format("  accuracy   of the corrected times below: {}, held out)\n", interval(*correction.accuracy)));
  else sink(fmt::format("  accuracy   times below are as recorded: {}\n", correction.reason));
}

void writeHead(const ProfileSummary& s, const TextSink& sink) {
  const TraceInfo& info = s.trace.info;
  const TraceStatistics& t = s.statistics;
  const LoadTimes load = loadTimesOf(s.trace);
  sink(fmt::format("{} on {}, allocator {}, engine {}, {} recording, {}\n", printable(s.function), info.device,
                   info.allocator, info.engine, info.mode, info.values ? "with values" : "without values"));
  const bool hasValuesRun = s.trace.runCount(RunKind::Values) != 0;
  if (!info.argumentsText.empty()) sink(fmt::format("  arguments  {}\n", info.argumentsText));
  sink(fmt::format("  runs       {} measured, {} warm-up{}: median {} ± {}, mean {}, min {}, max {}\n",
                   groupedNumber(static_cast<int64_t>(t.runs)),
                   groupedNumber(static_cast<int64_t>(s.trace.runCount(RunKind::Warmup))),
                   hasValuesRun ? ", 1 for values" : "", durationText(t.runTimes.medianNs),
                   durationText(t.runTimes.halfWidthNs), durationText(t.runTimes.meanNs),
                   durationText(t.runTimes.minNs), durationText(t.runTimes.maxNs)));
  writeAccuracyText(s.trace, t, sink);
  if (!t.runTimes.outliers.empty()) sink(fmt::format("  outliers   {}\n", outlierText(t.runTimes, t.runNs)));
  sink(fmt::format("  load       {}: library {}, read and verify {}, look-up {}, constants {}\n",
                   durationText(static_cast<double>(s.loadNs)), durationText(load.libraryNs),
                   durationText(load.verifyNs), durationText(load.lookupNs), durationText(load.constantsNs)));
  sink(memoryLines(s.counters, std::max(s.counters.peakBytes, t.peakLiveBytes)));
  sink(fmt::format("  recording  {} per event; one clock reading takes {} ({})\n", durationText(info.cost.perEventNs),
                   durationText(info.cost.clockReadNs), info.clock.source));
  sink(fmt::format("  excluded   {} for {}handing over events\n", durationText(t.recordingNs),
                   info.values && !hasValuesRun ? "recording values and " : ""));
  if (info.lostEvents != 0)
    sink(fmt::format("  dropped    {} events did not fit\n", groupedNumber(static_cast<int64_t>(info.lostEvents))));
  for (const std::string& remark : info.remarks) sink(fmt::format("  note       {}\n", printable(remark)));
}

}  // namespace

void writeSummaryText(const ProfileSummary& s, const TextSink& sink) {
  writeHead(s, sink);
  std::vector<std::array<std::string, 8>> rows{{"CALLEE", "COUNT", "TOTAL", "SELF", "MEAN", "MEDIAN", "P99", "SHARE"}};
  for (const StatisticsRow& row : s.statistics.rows)
    rows.push_back({calleeName(s.trace.info, row) + kindRemark(row.kind) + (row.recursive ? " (recursive)" : ""),
                    groupedNumber(static_cast<int64_t>(row.count)), shown(row.totalNs), shown(row.selfNs),
                    shown(row.meanNs), shown(row.medianNs), shown(row.p99Ns),
                    fmt::format("{:.1f} %", std::max(0.0, 100 * shareOfRuns(s.statistics, row)))});
  std::array<size_t, 8> widths{};
  for (const auto& row : rows)
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], fmt::formatted_size("{}", row[c]));
  sink("\n");
  for (const auto& row : rows) {
    std::string line = row[0] + std::string(widths[0] - row[0].size(), ' ');
    // "µs" has one byte more than display columns; fmt pads by display columns.
    for (size_t c = 1; c < row.size(); ++c) line += "  " + fmt::format("{:>{}}", row[c], widths[c]);
    sink(line + "\n");
  }
}

static void writeCallsJson(JsonWriter& json, const TraceInfo& info, const TraceStatistics& t) {
  json.key("calls").beginArray();
  for (const StatisticsRow& row : t.rows) {
    json.beginObject(JsonWriter::Layout::Inline)
        .field("callee", calleeName(info, row))
        .field("kind", eventKindName(row.kind))
        .field("count", row.count);
    json.field("total_ns", tenths(row.totalNs))
        .field("self_ns", tenths(row.selfNs))
        .field("raw_total_ns", tenths(row.rawTotalNs))
        .field("raw_self_ns", tenths(row.rawSelfNs))
        .field("mean_ns", tenths(row.meanNs))
        .field("median_ns", tenths(row.medianNs))
        .field("p90_ns", tenths(row.p90Ns));
    json.field("p99_ns", tenths(row.p99Ns))
        .field("min_ns", tenths(row.minNs))
        .field("max_ns", tenths(row.maxNs))
        .field("sigma_ns", tenths(row.sigmaNs))
        .field("bytes_allocated", row.bytesAllocated);
    json.field("share", shareOfRuns(t, row)).end();
  }
  json.end();
}

static void writeTimesJson(JsonWriter& json, const char* key, const RunTimes& times) {
  json.key(key)
      .beginObject(JsonWriter::Layout::Inline)
      .field("median", tenths(times.medianNs))
      .field("half_width_95", tenths(times.halfWidthNs))
      .field("mean", tenths(times.meanNs));
  json.field("min", tenths(times.minNs))
      .field("max", tenths(times.maxNs))
      .field("sigma", tenths(times.sigmaNs))
      .field("outliers", uint64_t{times.outliers.size()})
      .end();
}

void writeSummaryJson(const ProfileSummary& s, const TextSink& sink) {
  const TraceInfo& info = s.trace.info;
  const TraceStatistics& t = s.statistics;
  const LoadTimes load = loadTimesOf(s.trace);
  JsonWriter json(sink);
  json.beginObject()
      .field("file", info.executablePath)
      .field("sha256", info.executableDigest)
      .field("function", s.function);
  json.field("device", info.device)
      .field("allocator", info.allocator)
      .field("engine", info.engine)
      .field("mode", info.mode)
      .field("values", info.values);
  json.field("started_at", info.startedAt).field("arguments", info.argumentsText).field("clock", info.clock.source);
  json.field("runs", t.runs).field("warmup_runs", s.trace.runCount(RunKind::Warmup));
  writeTimesJson(json, "run_ns", t.runTimes);
  writeTimesJson(json, "raw_run_ns", t.rawRunTimes);
  if (s.trace.unrecordedNs.empty()) json.key("unrecorded_ns").null();
  else writeTimesJson(json, "unrecorded_ns", runTimesOf(s.trace.unrecordedNs));
  writeAccuracy(json, s.trace, t);
  json.key("load_ns")
      .beginObject(JsonWriter::Layout::Inline)
      .field("total", s.loadNs)
      .field("library", tenths(load.libraryNs))
      .field("verify", tenths(load.verifyNs));
  json.field("lookup", tenths(load.lookupNs)).field("constants", tenths(load.constantsNs)).end();
  json.key("memory");
  writeMemory(json, s.counters, std::max(s.counters.peakBytes, t.peakLiveBytes));
  json.key("recording_ns")
      .beginObject(JsonWriter::Layout::Inline)
      .field("event", tenths(info.cost.perEventNs))
      .field("event_with_values", tenths(info.cost.perEventValuesNs));
  json.field("clock_read", tenths(info.cost.clockReadNs))
      .field("all", tenths(t.eventCostNs))
      .field("kept_out", tenths(t.recordingNs))
      .end();
  json.field("events", s.trace.eventCount()).field("lost_events", info.lostEvents).field("remarks", info.remarks);
  writeCallsJson(json, info, t);
  json.end();
}

}  // namespace relaxscope::cli
