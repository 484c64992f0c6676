// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <vector>

#include "app/cli/run/counters.h"
#include "app/cli/run/device_summary.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_columns.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/figures/figures_json.h"
#include "vmcore/trace/figures/kind_remark.h"
#include "vmcore/trace/figures/outliers.h"
#include "vmcore/trace/ledger.h"
#include "vmcore/trace/run_calls.h"

namespace relaxscope::cli {
namespace {

std::string calleeName(const TraceInfo& info, const StatisticsRow& row) {
  return printable(eventName(info, row.kind, row.callee));
}

/// A time of a row: a corrected time of next to nothing may be negative.
std::string shown(double ns) { return durationText(std::max(0.0, ns)); }

/// The unrecorded runs, and by how much the recorded ones differ from them.
void writeAccuracyText(const ProfileSummary& s, const TextSink& sink) {
  const Trace& trace = s.trace;
  const TraceStatistics& statistics = s.statistics;
  if (!trace.unrecordedNs.empty()) {
    const RunTimes times = runTimesOf(trace.unrecordedNs);
    sink(fmt::format("  unrecorded {} beside them: median {}, min {}, max {}\n",
                     groupedNumber(static_cast<int64_t>(trace.unrecordedNs.size())), medianText(times),
                     durationText(times.minNs), durationText(times.maxNs)));
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
  if (const auto& ratios = statistics.processes)
    sink(fmt::format("  processes  {}; the times below of one over the unrecorded times of another: {} to {}\n",
                     ratios->processes, excessText(ratios->low), excessText(ratios->high)));
  if (!s.processesNote.empty())
    sink(fmt::format("  note       the accuracy is that of {}: {}\n",
                     statistics.processes ? fmt::format("{} processes", statistics.processes->processes)
                                          : std::string("one process"),
                     printable(s.processesNote)));
}

/// What the rows are made of, and their marks.
void writeRowsText(const TraceStatistics& t, const TextSink& sink) {
  const auto number = [](uint64_t value) { return groupedNumber(static_cast<int64_t>(value)); };
  if (t.kept.size() > 1 && t.kept.size() < t.runs)
    sink(
        fmt::format("  rows       per run: means of the {} runs in the middle half of times\n", number(t.kept.size())));
  else if (t.runs > 0)
    sink(fmt::format("  rows       per run: {}\n", t.runs > 1 ? "means of all runs" : "of a single run"));
  std::vector<std::string_view> marks;
  const auto has = [&](RowMark mark) {
    return std::ranges::any_of(t.rows, [&](const StatisticsRow& row) { return row.mark == mark; });
  };
  if (has(RowMark::Tied)) marks.emplace_back("= tied with the row above");
  if (has(RowMark::Corrected)) marks.emplace_back("~ recording took over 30 % of it");
  if (has(RowMark::BelowUncertainty)) marks.emplace_back("< within its uncertainty");
  if (!marks.empty()) sink(fmt::format("  marks      {}\n", fmt::join(marks, "; ")));
  if (isBelowResolution(t))
    sink("  note       below resolution: the run, or its calls, are too short for rows to say much\n");
}

/// Where the time of the rows went, by what calls are for.
void writeLedgerText(const ProfileSummary& s, const TextSink& sink) {
  std::vector<std::string> parts;
  for (const KindShare& each : timeByKind(s.statistics, s.trace.info, s.executable))
    parts.push_back(fmt::format("{} {:.1f} %", callKindName(each.kind), 100 * each.share));
  if (!parts.empty()) sink(fmt::format("  time       {}\n", fmt::join(parts, ", ")));
}

/// Where the profile comes from: library, host, program.
void writeOriginText(const TraceInfo& info, const TextSink& sink) {
  const auto line = [&](const char* name, std::initializer_list<std::string> parts) {
    std::vector<std::string> given;
    for (const std::string& part : parts)
      if (!part.empty()) given.push_back(printable(part));
    if (!given.empty()) sink(fmt::format("  {:<10} {}\n", name, fmt::join(given, ", ")));
  };
  line("library",
       {info.executablePath, info.executableDigest.empty() ? std::string() : "SHA-256 " + info.executableDigest});
  line("origin", {info.startedAt, info.host, info.processor, info.version});
}

/// Which kernels had workspaces in use, by the most.
void writeWorkspacesText(const ProfileSummary& s, const TextSink& sink) {
  constexpr size_t kShown = 3;
  if (s.statistics.grouping != Grouping::Callee) return;
  std::vector<const StatisticsRow*> rows;
  for (const StatisticsRow& row : s.statistics.rows)
    if (row.workspaceBytes != 0) rows.push_back(&row);
  if (rows.empty()) return;
  std::ranges::stable_sort(rows, std::greater(), &StatisticsRow::workspaceBytes);
  std::string text;
  for (size_t i = 0; i < std::min(rows.size(), kShown); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", calleeName(s.trace.info, *rows[i]),
                        byteSizeText(rows[i]->workspaceBytes));
  if (rows.size() > kShown) text += fmt::format(", {} more", rows.size() - kShown);
  sink(fmt::format("  workspaces {} in use at once\n", text));
}

void writeHead(const ProfileSummary& s, const TextSink& sink) {
  const TraceInfo& info = s.trace.info;
  const TraceStatistics& t = s.statistics;
  const LoadTimes load = loadTimesOf(s.trace);
  sink(fmt::format("{} on {}, allocator {}, engine {}, {} recording, {}\n", printable(s.function), info.device,
                   info.allocator, info.engine, info.mode, info.values ? "with values" : "without values"));
  const bool hasValuesRun = s.trace.runCount(RunKind::Values) != 0;
  if (!info.argumentsText.empty()) sink(fmt::format("  arguments  {}\n", info.argumentsText));
  writeOriginText(info, sink);
  if (!info.cutShort.empty()) sink(fmt::format("  incomplete {}\n", printable(info.cutShort)));
  if (t.leadingTimes().count > 0)
    sink(fmt::format("  run        {}: median of {} {} {}\n", medianText(t.leadingTimes()),
                     groupedNumber(static_cast<int64_t>(t.leadingTimes().count)), t.leadingRuns(),
                     t.leadingTimes().count == 1 ? "run" : "runs"));
  const std::string times = t.runTimes.count == 0
                                ? ""
                                : fmt::format("; recorded: median {}, mean {}, min {}, max {}", medianText(t.runTimes),
                                              durationText(t.runTimes.meanNs), durationText(t.runTimes.minNs),
                                              durationText(t.runTimes.maxNs));
  sink(fmt::format("  runs       {} measured, {} warm-up{}{}\n", groupedNumber(static_cast<int64_t>(t.runs)),
                   groupedNumber(static_cast<int64_t>(s.trace.runCount(RunKind::Warmup))),
                   hasValuesRun ? ", 1 for values" : "", times));
  writeAccuracyText(s, sink);
  if (const auto outlying = outlyingRuns(s.trace, t); !outlying.empty())
    sink(fmt::format("  outliers   {} of {}, not in the rows: {}\n",
                     groupedNumber(static_cast<int64_t>(outlying.size())), groupedNumber(static_cast<int64_t>(t.runs)),
                     outlyingRunsText(outlying)));
  writeLedgerText(s, sink);
  writeRowsText(t, sink);
  const std::string loadText = s.loadNs ? durationText(static_cast<double>(*s.loadNs)) + ": " : std::string();
  sink(fmt::format("  load       {}library {}, read and verify {}, look-up {}, constants {}\n", loadText,
                   durationText(load.libraryNs), durationText(load.verifyNs), durationText(load.lookupNs),
                   durationText(load.constantsNs)));
  if (s.counters != nullptr) sink(memoryLines(*s.counters, std::max(s.counters->peakBytes, t.peakLiveBytes)));
  else if (info.values)
    sink(fmt::format("  memory     peak {} in the recorded calls\n", byteSizeText(t.peakLiveBytes)));
  writeWorkspacesText(s, sink);
  sink(fmt::format("  recording  {} per event and {} per run; one clock reading takes {} ({})\n",
                   durationText(info.cost.perEventNs), durationText(info.cost.perRunNs),
                   durationText(info.cost.clockReadNs), info.clock.source));
  sink(fmt::format("  excluded   {} for {}handing over events\n", durationText(t.recordingNs),
                   info.values && !hasValuesRun ? "recording values and " : ""));
  sink(fmt::format("  events     {}\n", accountText(t.events)));
  for (const std::string& remark : info.remarks) sink(fmt::format("  note       {}\n", printable(remark)));
}

using TableLine = std::vector<std::string>;

/// The self time of a row with its mark.
std::string selfText(const TraceStatistics& statistics, const StatisticsRow& row) {
  if (row.mark == RowMark::BelowResolution) return "below resolution";
  if (row.mark == RowMark::BelowUncertainty) return "< " + durationText(statistics.selfBoundNs(row));
  const std::string mark = rowMarkText(row.mark);
  return (mark.empty() ? "" : mark + " ") + shown(statistics.perRun(row.selfNs));
}
std::string uncertaintyText(const StatisticsRow& row) {
  const bool stated = row.mark != RowMark::BelowResolution && row.mark != RowMark::BelowUncertainty;
  return stated && !std::isnan(row.uncertaintyNs) ? durationText(row.uncertaintyNs) : std::string();
}
std::string signedDuration(double ns) { return (ns < 0 ? "-" : "") + durationText(std::abs(ns)); }

std::string shapesOf(const TraceStatistics& statistics, const StatisticsRow& row) {
  return row.shapes < statistics.shapes.size() ? statistics.shapes[row.shapes] : std::string();
}
std::string functionName(const TraceInfo& info, const StatisticsRow& row) {
  return row.function < info.functionNames.size() ? printable(info.functionNames[row.function]) : std::string("?");
}
bool hasPc(const StatisticsRow& row) { return row.pc != kNoIndex && hasInstruction(row.kind); }
/// Whether its pc numbers the places of compiled code (EventKind::CompiledKernels).
bool hasPlace(const StatisticsRow& row) { return row.pc != kNoIndex && isKernels(row.kind); }

const SiteLayer* layerOf(const TraceStatistics& statistics, const StatisticsRow& row) {
  return statistics.layers != nullptr && row.layer != kNoIndex ? &statistics.layers->layers()[row.layer] : nullptr;
}
/// "layer 0 at forward:2-92".
std::string layerText(const ProfileSummary& s, const StatisticsRow& row) {
  const SiteLayer* layer = layerOf(s.statistics, row);
  if (layer == nullptr) return "outside layers";
  const std::vector<std::string>& names = s.trace.info.functionNames;
  return fmt::format("{} at {}:{}-{}", printable(layer->name),
                     layer->function < names.size() ? printable(names[layer->function]) : std::string("?"),
                     layer->firstPc, layer->lastPc);
}

/// What the rows are grouped by: "matmul", "matmul at main:27", "matmul f32[3, 16], f32[16, 24]", "kernel".
std::string groupText(const ProfileSummary& s, const StatisticsRow& row) {
  if (s.statistics.grouping == Grouping::Layer) return layerText(s, row);
  if (s.statistics.grouping == Grouping::RunCall) {
    if (row.runCall == kNoIndex) return "outside of calls";
    const std::string_view listed = nameInList(s.trace.info, row.runCall);
    return fmt::format("{} {}", row.runCall, listed.empty() ? calleeName(s.trace.info, row) : printable(listed));
  }
  if (row.callKind) return callKindName(*row.callKind);
  std::string text = calleeName(s.trace.info, row) + eventKindRemark(row.kind) + (row.recursive ? " (recursive)" : "");
  if (hasPc(row)) text += fmt::format(" at {}:{}", functionName(s.trace.info, row), row.pc);
  else if (hasPlace(row)) text += fmt::format(" at place {}", row.pc);
  if (const std::string shapes = shapesOf(s.statistics, row); !shapes.empty()) text += " " + shapes;
  return text;
}

TableLine lineOf(const ProfileSummary& s, const StatisticsRow& row) {
  const TraceStatistics& t = s.statistics;
  TableLine line{groupText(s, row),
                 callsPerRunText(t.perRun(row.count)),
                 selfText(t, row),
                 uncertaintyText(row),
                 shown(t.perRun(row.totalNs)),
                 shown(row.meanNs),
                 shown(row.medianNs),
                 shown(row.p99Ns),
                 fmt::format("{:.1f} %", std::max(0.0, 100 * shareOf(t, row)))};
  if (s.raw) {
    line.push_back(durationText(t.perRun(row.rawSelfNs)));
    line.push_back(durationText(t.perRun(row.rawTotalNs)));
  }
  return line;
}

void writeTableLines(const std::vector<TableLine>& lines, const TextSink& sink) {
  std::vector<size_t> widths(lines.front().size());
  for (const auto& line : lines)
    for (size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], columnsOf(line[c]));
  for (const auto& line : lines) {
    std::string text = line[0] + std::string(widths[0] - columnsOf(line[0]), ' ');
    for (size_t c = 1; c < line.size(); ++c) text += "  " + std::string(widths[c] - columnsOf(line[c]), ' ') + line[c];
    text.erase(text.find_last_not_of(' ') + 1);
    sink(text + "\n");
  }
}

}  // namespace

void writeSummaryText(const ProfileSummary& s, const TextSink& sink) {
  writeHead(s, sink);
  const TraceStatistics& t = s.statistics;
  const DeviceStatistics device = deviceStatistics(s.trace, t);
  writeDeviceText(s.trace, t, device, sink);
  constexpr const char* kTitles[] = {"CALLEE", "SITE", "SHAPES", "KIND", "LAYER", "CALL"};
  std::vector<TableLine> lines{
      {kTitles[static_cast<size_t>(t.grouping)], "CALLS", "SELF", "±", "TOTAL", "MEAN", "MEDIAN", "P99", "SHARE"}};
  if (s.raw) lines.front().insert(lines.front().end(), {"RAW SELF", "RAW TOTAL"});
  for (size_t i = 0; i < t.rows.size(); ++i) {
    lines.push_back(lineOf(s, t.rows[i]));
    if (i < device.rows.size() && device.rows[i].any()) lines.push_back(onDeviceLine(t, device.rows[i]));
  }
  lines.push_back({"sum of the rows", "", shown(t.perRun(t.selfNs)), "", "", "", "", "", t.selfNs > 0 ? "100 %" : ""});
  if (!std::isnan(t.notAttributedNs)) {
    lines.push_back({"recording, not attributed", "", signedDuration(t.notAttributedNs)});
    lines.push_back({"run, unrecorded (mean)", "", durationText(t.unrecordedNs)});
  }
  sink("\n");
  writeTableLines(lines, sink);
}

static void writeCallsJson(JsonWriter& json, const TraceInfo& info, const TraceStatistics& t,
                           const DeviceStatistics& device) {
  json.key("calls").beginArray();
  for (size_t i = 0; i < t.rows.size(); ++i) {
    const StatisticsRow& row = t.rows[i];
    json.beginObject(JsonWriter::Layout::Inline);
    if (t.grouping == Grouping::Layer) writeLayer(json, info, layerOf(t, row));
    else if (t.grouping == Grouping::RunCall) writeRunCall(json, info, row);
    else if (row.callKind) json.field("kind", callKindName(*row.callKind));
    else json.field("callee", calleeName(info, row)).field("kind", eventKindName(row.kind));
    if (t.grouping == Grouping::Site)
      json.field("function", functionName(info, row))
          .field("pc", hasPc(row) ? int64_t{row.pc} : int64_t{-1})
          .field("place", hasPlace(row) ? int64_t{row.pc} : int64_t{-1});
    if (t.grouping == Grouping::Shape) json.field("shapes", shapesOf(t, row));
    json.field("recursive", row.recursive);
    writeRowFigures(json, t, row);
    if (i < device.rows.size() && device.rows[i].any()) writeOnDeviceJson(json, t, device.rows[i]);
    json.end();
  }
  json.end();
}

void writeSummaryJson(const ProfileSummary& s, const TextSink& sink) {
  const TraceInfo& info = s.trace.info;
  const TraceStatistics& t = s.statistics;
  const LoadTimes load = loadTimesOf(s.trace);
  JsonWriter json(sink);
  json.beginDocument()
      .field("file", info.executablePath)
      .field("sha256", info.executableDigest)
      .field("host", info.host)
      .field("processor", info.processor)
      .field("command", info.command)
      .field("recorded_by", info.version)
      .field("function", s.function);
  json.field("device", info.device)
      .field("allocator", info.allocator)
      .field("engine", info.engine)
      .field("mode", info.mode)
      .field("values", info.values);
  json.field("started_at", info.startedAt).field("arguments", info.argumentsText).field("clock", info.clock.source);
  writeIncomplete(json, info);
  json.field("runs", t.runs).field("warmup_runs", s.trace.runCount(RunKind::Warmup));
  writeTimes(json, "run_ns", t.runTimes);
  writeTimes(json, "raw_run_ns", t.rawRunTimes);
  writeTimes(json, "leading_ns", t.leadingTimes());
  json.field("leading_runs", t.leadingRuns());
  if (s.trace.unrecordedNs.empty()) json.key("unrecorded_ns").null();
  else writeTimes(json, "unrecorded_ns", runTimesOf(s.trace.unrecordedNs));
  writeAccuracy(json, s.trace, t);
  writeRunFigures(json, s.trace, t);
  json.key("load_ns").beginObject(JsonWriter::Layout::Inline).key("total");
  if (s.loadNs) json.value(*s.loadNs);
  else json.null();
  json.field("library", tenths(load.libraryNs)).field("verify", tenths(load.verifyNs));
  json.field("lookup", tenths(load.lookupNs)).field("constants", tenths(load.constantsNs)).end();
  json.key("memory");
  if (s.counters != nullptr) writeMemory(json, *s.counters, std::max(s.counters->peakBytes, t.peakLiveBytes));
  else writePeak(json, info.values, t.peakLiveBytes);
  json.key("recording_ns")
      .beginObject(JsonWriter::Layout::Inline)
      .field("event", tenths(info.cost.perEventNs))
      .field("event_with_values", tenths(info.cost.perEventValuesNs))
      .field("run", tenths(info.cost.perRunNs));
  json.field("clock_read", tenths(info.cost.clockReadNs))
      .field("all", tenths(t.eventCostNs))
      .field("kept_out", tenths(t.recordingNs))
      .end();
  json.field("events", s.trace.eventCount()).field("lost_events", info.lostEvents).field("remarks", info.remarks);
  json.key("event_account");
  writeAccount(json, t.events);
  json.key("time_by_kind").beginObject(JsonWriter::Layout::Inline);
  for (const KindShare& each : timeByKind(t, info, s.executable)) json.field(callKindName(each.kind), each.share);
  json.end();
  const DeviceStatistics device = deviceStatistics(s.trace, t);
  if (!s.trace.device.empty()) writeDeviceJson(json, s.trace, t, device);
  writeCallsJson(json, info, t, device);
  json.end();
}

}  // namespace relaxscope::cli
