// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare/comparison_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/cli/run/summary.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/compare/comparison_summary.h"

namespace relaxscope::cli {
namespace {

// Less is blue and more is yellow, never green and red; the sign says it as well.
constexpr const char* kLess = "\x1b[34m";
constexpr const char* kMore = "\x1b[33m";
constexpr const char* kBold = "\x1b[1m";

const char* colourOf(DifferenceMark mark) {
  return mark == DifferenceMark::Faster ? kLess : mark == DifferenceMark::Slower ? kMore : "";
}

std::string siteText(const TraceInfo& info, const TraceSite& site, EventKind kind) {
  if (site == TraceSite{} || !hasInstruction(kind) || isBody(kind)) return {};
  const std::string name = site.function < info.functionNames.size() ? info.functionNames[site.function] : "?";
  return fmt::format(" at {}:{}", name, site.pc);
}

/// "matmul", "matmul -> matmul1", "matmul at main:7 -> matmul at main:5".
std::string rowText(const ComparedProfiles& p, const ComparedRow& row) {
  const std::string old = row.oldName + siteText(p.old, row.old, row.kind),
                    now = row.newName + siteText(p.now, row.now, row.kind);
  std::string text = old.empty() ? now : old;
  if (!old.empty() && !now.empty() && old != now) text += " -> " + now;
  return text + kindRemark(row.kind);
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

/// The outputs of a row, taken together; nothing if none was compared.
std::optional<ValueDifference> valuesOf(const ComparedProfiles& p, const ComparedRow& row) {
  if (p.values == nullptr || row.kind != EventKind::Call || row.group != ComparedGroup::Both) return std::nullopt;
  std::optional<ValueDifference> sum;
  for (const ComparedOutput& output : p.values->outputs) {
    const bool isOfRow =
        p.comparison.grouping == Grouping::Site ? output.place.old == row.old : output.place.oldCallee == row.oldCallee;
    if (!isOfRow) continue;
    if (!sum) sum.emplace();
    sum->add(output.difference);
  }
  return sum;
}
std::string figure(const std::optional<double>& value) { return value ? fmt::format("{:.3g}", *value) : "0"; }
/// Largest absolute and relative error, and counts of NaN and infinities: "1.2e-06", "3e-05", "NaN 0 -> 2".
std::vector<std::string> valueCells(const ComparedProfiles& p, const ComparedRow& row) {
  const auto values = valuesOf(p, row);
  if (!values) return {};
  if (!values->notCompared.empty()) return {"", "", "not compared: " + values->notCompared};
  const ElementDifference& e = values->elements;
  std::string odd;
  if (e.nanOld + e.nanNow > 0) odd = fmt::format("NaN {} -> {}", e.nanOld, e.nanNow);
  if (values->infinitiesOld + values->infinitiesNew > 0)
    odd += fmt::format("{}inf {} -> {}", odd.empty() ? "" : ", ", values->infinitiesOld, values->infinitiesNew);
  if (e.differing == 0) return {"equal", "", odd};
  return {figure(e.largestAbsolute), figure(e.largestRelative), odd};
}

std::string resultText(const std::string& name, const ValueDifference& difference) {
  if (!difference.notCompared.empty()) return fmt::format("; {}: {}", name, difference.notCompared);
  if (difference.elements.differing == 0) return fmt::format("; {} equal", name);
  return fmt::format("; {} differs by up to {}", name, figure(difference.elements.largestAbsolute));
}
/// "first difference in the order of the run: matmul at main:7, 3 of 64 elements, largest 1.2e-06 (relative 3e-05)".
std::string valuesText(const ComparedProfiles& p) {
  const ValueComparison& v = *p.values;
  const auto number = [](uint64_t value) { return groupedNumber(static_cast<int64_t>(value)); };
  const auto name = [&](uint32_t row) {
    return row < p.old.functionNames.size() ? p.old.functionNames[row] : std::string("?");
  };
  std::string text = v.outputs.empty() ? "no output of a call was compared"
                                       : fmt::format("{} outputs of calls are equal", number(v.outputs.size()));
  if (v.firstDivergence) {
    const ComparedOutput& first = v.outputs[*v.firstDivergence];
    const ElementDifference& e = first.difference.elements;
    text = fmt::format("first difference in the order of the run: {} at {}:{}, ", name(first.place.oldCallee),
                       name(first.place.old.function), first.place.old.pc);
    text += !first.difference.notCompared.empty()
                ? first.difference.notCompared
                : fmt::format("{} of {} elements, largest {} (relative {})", number(e.differing), number(e.elements),
                              figure(e.largestAbsolute), figure(e.largestRelative));
  }
  for (const auto& [result, difference] : v.results) text += resultText(result, difference);
  return v.notCaptured > 0 ? text + fmt::format("; {} tensors were not kept", number(v.notCaptured)) : text;
}

void writeHead(const ComparedProfiles& p, Output& out) {
  const TraceComparison& c = p.comparison;
  const auto line = [&](const char* name, const std::string& text) {
    out.write(fmt::format("  {:<9} {}\n", name, printable(text)));
  };
  out.write(fmt::format("{} -> {}\n", printable(p.oldName), printable(p.newName)));
  for (const ComparisonLine& each : c.summary) line(comparisonTopicText(each.topic), each.text);
  if (p.values != nullptr) line("Values", valuesText(p));
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
}

void writeTable(const ComparedProfiles& p, Output& out) {
  const TraceComparison& c = p.comparison;
  std::vector<std::string> head{
      c.grouping == Grouping::Site ? "SITE" : "CALLEE", "CALLS", "OLD", "NEW", "DIFFERENCE", "±", "SHARE", ""};
  if (p.values != nullptr) head.insert(head.end(), {"ERROR", "RELATIVE", ""});
  TextTable table(std::move(head), {1, 2, 3, 4, 5, 6, 8, 9});
  auto row = c.rows.begin();
  for (size_t g = 0; g < kComparedGroups; ++g) {
    const ComparedSum& group = c.groups[g];
    if (group.rows == 0) continue;
    const auto which = static_cast<ComparedGroup>(g);
    const char* sign = which == ComparedGroup::OnlyOld ? "- " : which == ComparedGroup::OnlyNew ? "+ " : "  ";
    table.add(lineOf(fmt::format("{}, {} {}", comparedGroupText(which), group.rows, group.rows == 1 ? "row" : "rows"),
                     callsText(group.oldCalls, group.newCalls), group.time, group.share),
              kBold);
    for (; row != c.rows.end() && row->group == which; ++row) {
      std::vector<std::string> cells =
          lineOf(sign + rowText(p, *row), callsText(row->oldCalls, row->newCalls), row->time, row->share);
      for (std::string& cell : valueCells(p, *row)) cells.push_back(std::move(cell));
      table.add(std::move(cells), colourOf(row->time.mark));
    }
  }
  table.add(lineOf("sum of the rows", callsText(c.sum.oldCalls, c.sum.newCalls), c.sum.time, c.sum.share), kBold);
  table.add({c.unrecorded ? "recording, not attributed" : "outside of the rows", "",
             signedDurationText(c.notAttributed.oldNs), signedDurationText(c.notAttributed.newNs),
             signedDurationText(c.notAttributed.ns())});
  table.add(lineOf(c.unrecorded  ? "run, unrecorded"
                   : c.corrected ? "run, corrected"
                                 : "run, recorded",
                   "", c.run, std::numeric_limits<double>::quiet_NaN()),
            kBold);
  out.write("\n");
  table.write(out);
}

}  // namespace

void writeComparisonText(const ComparedProfiles& profiles, Output& out) {
  writeHead(profiles, out);
  writeTable(profiles, out);
}

}  // namespace relaxscope::cli
