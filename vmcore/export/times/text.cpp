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
#include "vmcore/trace/figures/kind_remark.h"

namespace relaxscope {
namespace {

TimesRole roleOf(DifferenceMark mark) {
  return mark == DifferenceMark::Faster   ? TimesRole::Less
         : mark == DifferenceMark::Slower ? TimesRole::More
                                          : TimesRole::Plain;
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
std::string shown(double ns) { return durationText(std::max(0.0, ns)); }

std::vector<std::string> timeCells(const TimeDifference& time, double share) {
  const bool known = !std::isnan(time.halfWidthNs);
  return {shown(time.oldNs),
          shown(time.newNs),
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

std::string headOf(const TimesReport& p) {
  const TraceComparison& c = p.comparison;
  std::string head = fmt::format("{} -> {}\n", printable(p.oldName), printable(p.newName));
  const auto line = [&](const char* name, const std::string& text) {
    head += fmt::format("  {:<9} {}\n", name, printable(text));
  };
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
  if (!c.matchedByName.empty()) line("note", "calls are matched by name alone: " + c.matchedByName);
  if (!c.noInterval.empty()) line("note", "no interval: " + c.noInterval);
  for (const std::string& note : c.notes) line("note", note);
  return head;
}

/// The table and what each of its lines is.
class TimesTable {
 public:
  explicit TimesTable(const TimesReport& p) : p_(p), columns_({1, 2, 3, 4, 5, 6, 8, 9}) {
    const TraceComparison& c = p.comparison;
    std::vector<std::string> head{
        c.grouping == Grouping::Site ? "SITE" : "CALLEE", "CALLS", "OLD", "NEW", "DIFFERENCE", "±", "SHARE", ""};
    head.insert(head.end(), p.furtherTitles.begin(), p.furtherTitles.end());
    add(std::move(head));
    auto row = c.rows.begin();
    for (size_t g = 0; g < kComparedGroups; ++g) {
      const auto which = static_cast<ComparedGroup>(g);
      if (c.groups[g].rows > 0) addGroup(which, c.groups[g]);
      for (; row != c.rows.end() && row->group == which; ++row) addRow(*row);
    }
    addSums();
  }

  void write(const TimesSink& sink) const {
    for (size_t i = 0; i < columns_.size(); ++i)
      if (!sink(roles_[i], columns_.line(i))) return;
  }

 private:
  void add(std::vector<std::string> cells, TimesRole role = TimesRole::Plain) {
    columns_.add(std::move(cells));
    roles_.push_back(role);
  }
  void addGroup(ComparedGroup which, const ComparedSum& group) {
    add(lineOf(fmt::format("{}, {} {}", comparedGroupText(which), group.rows, group.rows == 1 ? "row" : "rows"),
               callsText(group.oldCalls, group.newCalls), group.time, group.share),
        TimesRole::Sum);
  }
  void addRow(const ComparedRow& row) {
    const char* sign = row.group == ComparedGroup::OnlyOld ? "- " : row.group == ComparedGroup::OnlyNew ? "+ " : "  ";
    std::vector<std::string> cells =
        lineOf(sign + comparedRowText(p_, row), callsText(row.oldCalls, row.newCalls), row.time, row.share);
    if (p_.furtherCells)
      for (std::string& cell : p_.furtherCells(row)) cells.push_back(std::move(cell));
    add(std::move(cells), roleOf(row.time.mark));
  }
  void addSums() {
    const TraceComparison& c = p_.comparison;
    add(lineOf("sum of the rows", callsText(c.sum.oldCalls, c.sum.newCalls), c.sum.time, c.sum.share), TimesRole::Sum);
    add({c.unrecorded ? "recording, not attributed" : "outside of the rows", "",
         signedDurationText(c.notAttributed.oldNs), signedDurationText(c.notAttributed.newNs),
         signedDurationText(c.notAttributed.ns())});
    const char* run = c.unrecorded ? "run, unrecorded" : c.corrected ? "run, corrected" : "run, recorded";
    add(lineOf(run, "", c.run, std::numeric_limits<double>::quiet_NaN()), TimesRole::Sum);
  }

  const TimesReport& p_;
  TextColumns columns_;
  std::vector<TimesRole> roles_;  ///< by line
};

}  // namespace

std::string comparedRowText(const TimesReport& report, const ComparedRow& row) {
  const std::string old = row.oldName + siteText(report.old, row.old, row.kind),
                    now = row.newName + siteText(report.now, row.now, row.kind);
  std::string text = old.empty() ? now : old;
  if (!old.empty() && !now.empty() && old != now) text += " -> " + now;
  return text + eventKindRemark(row.kind);
}

void writeTimesText(const TimesReport& report, const TimesSink& sink) {
  if (sink(TimesRole::Plain, headOf(report) + "\n")) TimesTable(report).write(sink);
}

}  // namespace relaxscope
