// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/compare/comparison_json.h"

#include <cmath>
#include <limits>

#include "vmcore/trace/event_text.h"
#include "vmcore/trace/figures/figures_json.h"

namespace relaxscope {
namespace {

void writeNumber(JsonWriter& json, const char* key, double value) {
  if (std::isfinite(value)) json.field(key, value);
  else json.key(key).null();
}
void nanoseconds(JsonWriter& json, const char* key, double ns) {
  writeNumber(json, key, std::isfinite(ns) ? tenths(ns) + 0.0 : ns);
}
/// Without a negative zero.
double rounded(double value, double steps) { return std::round(value * steps) / steps + 0.0; }

void writeTime(JsonWriter& json, const TimeDifference& time) {
  nanoseconds(json, "old_ns", time.oldNs);
  nanoseconds(json, "new_ns", time.newNs);
  nanoseconds(json, "difference_ns", time.ns());
  nanoseconds(json, "half_width_95", time.halfWidthNs);
  json.field("mark", differenceMarkText(time.mark));
}

void writeRun(JsonWriter& json, const TimeDifference& run) {
  json.key("run_ns").beginObject(JsonWriter::Layout::Inline);
  writeTime(json, run);
  nanoseconds(json, "smallest_ns", run.smallestNs());
  writeNumber(json, "ratio_difference", rounded(run.relative(), 1e6));
  writeNumber(json, "low", rounded(run.relativeLow(), 1e6));
  writeNumber(json, "high", rounded(2 * run.relative() - run.relativeLow(), 1e6));
  json.end();
}

void writeSum(JsonWriter& json, const ComparedSum& sum) {
  json.field("rows", uint64_t{sum.rows})
      .field("old_calls", rounded(sum.oldCalls, 1e3))
      .field("new_calls", rounded(sum.newCalls, 1e3));
  writeTime(json, sum.time);
  writeNumber(json, "share", rounded(sum.share, 1e6));
}

void nameOrNull(JsonWriter& json, const char* key, const std::string& name) {
  if (name.empty()) json.key(key).null();
  else json.field(key, name);
}
void writeSite(JsonWriter& json, const char* key, const TraceInfo& info, const TraceSite& site, EventKind kind) {
  if (site == TraceSite{}) {
    json.key(key).null();
    return;
  }
  const std::string none;
  json.key(key)
      .beginObject(JsonWriter::Layout::Inline)
      .field("function", site.function < info.functionNames.size() ? info.functionNames[site.function] : none)
      .field("pc", hasInstruction(kind) && site.pc != kNoIndex ? int64_t{site.pc} : int64_t{-1})
      .end();
}

void writeRow(JsonWriter& json, const TraceComparison& c, const ComparedRow& row, const TraceInfo& old,
              const TraceInfo& now) {
  json.beginObject(JsonWriter::Layout::Inline).field("group", comparedGroupText(row.group));
  nameOrNull(json, "old", row.oldName);
  nameOrNull(json, "new", row.newName);
  json.field("kind", eventKindName(row.kind)).field("is_group", row.isGroup);
  if (c.grouping == Grouping::Site) {
    writeSite(json, "old_site", old, row.old, row.kind);
    writeSite(json, "new_site", now, row.now, row.kind);
  }
  json.field("old_calls", rounded(row.oldCalls, 1e3)).field("new_calls", rounded(row.newCalls, 1e3));
  writeTime(json, row.time);
  writeNumber(json, "share", rounded(row.share, 1e6));
  json.end();
}

void writePair(JsonWriter& json, const char* key, uint64_t old, uint64_t now) {
  json.key(key).beginObject(JsonWriter::Layout::Inline).field("old", old).field("new", now).end();
}
void writePeaks(JsonWriter& json, const TraceComparison& c) {
  json.key("memory").beginObject(JsonWriter::Layout::Inline);
  for (const auto& [key, peak] : {std::pair("old_peak_bytes", c.oldPeak), std::pair("new_peak_bytes", c.newPeak)})
    if (peak) json.field(key, *peak);
    else json.key(key).null();
  json.end();
}

}  // namespace

void writeComparison(JsonWriter& json, const TraceComparison& c, const TraceInfo& old, const TraceInfo& now) {
  json.key("summary").beginArray();
  for (const ComparisonLine& line : c.summary)
    json.beginObject(JsonWriter::Layout::Inline)
        .field("topic", comparisonTopicText(line.topic))
        .field("text", line.text)
        .end();
  json.end().field("in_turns", c.inTurns).field("turns", uint64_t{c.turns});
  writePair(json, "processes", c.oldProcesses, c.newProcesses);
  writePair(json, "runs", c.oldRuns, c.newRuns);
  json.field("unrecorded", c.unrecorded).field("corrected", c.corrected);
  writeRun(json, c.run);
  if (!c.noInterval.empty()) json.field("no_interval", c.noInterval);
  json.key("not_attributed_ns").beginObject(JsonWriter::Layout::Inline);
  nanoseconds(json, "old_ns", c.notAttributed.oldNs);
  nanoseconds(json, "new_ns", c.notAttributed.newNs);
  nanoseconds(json, "difference_ns", c.notAttributed.ns());
  json.end();
  writePeaks(json, c);
  if (!c.matchedByName.empty()) json.field("matched_by_name", c.matchedByName);
  json.field("notes", c.notes);
  json.key("groups").beginArray();
  for (size_t group = 0; group < kComparedGroups; ++group) {
    json.beginObject(JsonWriter::Layout::Inline).field("group", comparedGroupText(static_cast<ComparedGroup>(group)));
    writeSum(json, c.groups[group]);
    json.end();
  }
  json.end().key("sum").beginObject(JsonWriter::Layout::Inline);
  writeSum(json, c.sum);
  json.end().key("rows").beginArray();
  for (const ComparedRow& row : c.rows) writeRow(json, c, row, old, now);
  json.end();
}

}  // namespace relaxscope
