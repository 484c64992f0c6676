// SPDX-License-Identifier: Apache-2.0
// Compared times for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_columns.h"
#include "vmcore/export/times/exporter.h"
#include "vmcore/trace/compare/comparison_summary.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/figures/kind_remark.h"

namespace relaxscope {
namespace {

char signOfMark(DifferenceMark mark) {
  return mark == DifferenceMark::Faster ? '-' : mark == DifferenceMark::Slower ? '+' : '=';
}
TimesRole roleOfRow(const DiffSection::Row& row) {
  if (row.isSum) return TimesRole::Sum;
  return row.sign == '-' ? TimesRole::Less : row.sign == '+' ? TimesRole::More : TimesRole::Plain;
}

std::string siteText(const TraceInfo& info, const TraceSite& site, EventKind kind) {
  if (site == TraceSite{} || !hasInstruction(kind) || isBody(kind)) return {};
  const std::string name = site.function < info.functionNames.size() ? info.functionNames[site.function] : "?";
  return fmt::format(" at {}:{}", name, site.pc);
}

std::string callsText(double old, double now) {
  const std::string before = callsPerRunText(old), after = callsPerRunText(now);
  return before == after ? before : before + " -> " + after;
}

std::vector<std::string> timeCells(const TimeDifference& time, double share) {
  const bool known = !std::isnan(time.halfWidthNs);
  return {durationText(time.oldNs),
          durationText(time.newNs),
          signedDurationText(time.ns()),
          known ? durationText(time.halfWidthNs) : std::string(),
          std::isnan(share) ? std::string() : fmt::format("{:.1f} %", 100 * share + 0.0),
          differenceMarkText(time.mark)};
}
std::vector<std::string> lineOf(std::string name, std::string calls, const TimeDifference& time, double share) {
  std::vector<std::string> cells{std::move(name), std::move(calls)};
  for (std::string& cell : timeCells(time, share)) cells.push_back(std::move(cell));
  return cells;
}

void addLines(const TimesReport& p, DiffSection& section) {
  const TraceComparison& c = p.comparison;
  const auto line = [&](const char* name, std::string text) { section.lines.emplace_back(name, std::move(text)); };
  for (const ComparisonLine& each : c.summary) line(comparisonTopicText(each.topic), each.text);
  for (const auto& [name, text] : p.furtherLines) line(name.c_str(), text);
  const auto number = [](size_t value) { return groupedNumber(static_cast<int64_t>(value)); };
  if (c.inTurns)
    line("measured", fmt::format("{} and {} runs in {} pairs of turns of {} pairs of processes; ± is half the 95 % "
                                 "interval of their differences",
                                 number(c.oldRuns), number(c.newRuns), number(c.turns), number(c.oldProcesses)));
  else
    line("measured", fmt::format("{} and {} runs in {} and {} processes", number(c.oldRuns), number(c.newRuns),
                                 number(c.oldProcesses), number(c.newProcesses)));
  if (const double smallest = c.run.smallestNs(); smallest > 0 && c.run.oldNs > 0)
    line("smallest", fmt::format("{} ({:.1f} %): a smaller difference of the run could not have been told",
                                 durationText(smallest), 100 * smallest / c.run.oldNs));
  if (!c.matchedByName.empty()) line("note", "calls are matched by name alone: " + c.matchedByName);
  if (!c.noInterval.empty()) line("note", "no interval: " + c.noInterval);
  for (const std::string& note : c.notes) line("note", note);
}

void addRows(const TimesReport& p, DiffSection& section) {
  const TraceComparison& c = p.comparison;
  const auto add = [&](std::vector<std::string> cells, bool isSum, char sign = '=') {
    section.rows.push_back({std::move(cells), isSum, sign});
  };
  auto row = c.rows.begin();
  for (size_t g = 0; g < kComparedGroups; ++g) {
    const auto which = static_cast<ComparedGroup>(g);
    const ComparedSum& group = c.groups[g];
    const char* sign = which == ComparedGroup::OnlyOld ? "- " : which == ComparedGroup::OnlyNew ? "+ " : "  ";
    if (group.rows > 0)
      add(lineOf(fmt::format("{}, {} {}", comparedGroupText(which), group.rows, group.rows == 1 ? "row" : "rows"),
                 callsText(group.oldCalls, group.newCalls), group.time, group.share),
          true);
    for (; row != c.rows.end() && row->group == which; ++row) {
      std::vector<std::string> cells =
          lineOf(sign + comparedRowText(p, *row), callsText(row->oldCalls, row->newCalls), row->time, row->share);
      if (p.furtherCells)
        for (std::string& cell : p.furtherCells(*row)) cells.push_back(std::move(cell));
      add(std::move(cells), false, signOfMark(row->time.mark));
    }
  }
  add(lineOf("sum of the rows", callsText(c.sum.oldCalls, c.sum.newCalls), c.sum.time, c.sum.share), true);
  add({c.unrecorded ? "recording, not attributed" : "outside of the rows", "",
       signedDurationText(c.notAttributed.oldNs), signedDurationText(c.notAttributed.newNs),
       signedDurationText(c.notAttributed.ns())},
      false);
  const char* run = c.unrecorded ? "run, unrecorded" : c.corrected ? "run, corrected" : "run, recorded";
  add(lineOf(run, "", c.run, std::numeric_limits<double>::quiet_NaN()), true);
}

}  // namespace

std::string comparedRowText(const TimesReport& report, const ComparedRow& row) {
  const bool bySite = !row.isGroup || report.comparison.grouping == Grouping::Site;  // else it has many places
  const std::string old = row.oldName + (bySite ? siteText(report.old, row.old, row.kind) : std::string()),
                    now = row.newName + (bySite ? siteText(report.now, row.now, row.kind) : std::string());
  std::string text = old.empty() ? now : old;
  if (!old.empty() && !now.empty() && old != now) text += " -> " + now;
  return text + eventKindRemark(row.kind);
}

DiffSection timesSection(const TimesReport& report) {
  DiffSection section;
  section.title = "Run";
  const char* what = report.comparison.grouping == Grouping::Site ? "SITE" : "CALLEE";
  section.columns = {what, "CALLS", "OLD", "NEW", "DIFFERENCE", "±", "SHARE", ""};
  section.columns.insert(section.columns.end(), report.furtherTitles.begin(), report.furtherTitles.end());
  addLines(report, section);
  addRows(report, section);
  return section;
}

void writeTimesText(const TimesReport& report, const TimesSink& sink) {
  const DiffSection section = timesSection(report);
  std::string head = fmt::format("{} -> {}\n", printable(report.oldName), printable(report.newName));
  for (const auto& [subject, text] : section.lines) head += fmt::format("  {:<9} {}\n", subject, printable(text));
  if (!sink(TimesRole::Plain, head + "\n")) return;
  TextColumns columns({1, 2, 3, 4, 5, 6, 8, 9});
  columns.add(section.columns);
  for (const DiffSection::Row& row : section.rows) columns.add(row.cells);
  for (size_t i = 0; i < columns.size(); ++i)
    if (!sink(i == 0 ? TimesRole::Plain : roleOfRow(section.rows[i - 1]), columns.line(i))) return;
}

}  // namespace relaxscope
