// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/compare/comparison_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "vmcore/base/text/text.h"
#include "vmcore/trace/event_text.h"

namespace relaxscope {
namespace {

constexpr size_t kNamed = 3, kMostLines = 5;

std::string percentText(double ratio) { return std::isnan(ratio) ? "" : fmt::format(" ({:+.1f} %)", 100 * ratio); }

/// "matmul, matmul4, matmul5 and 2 more": distinct names in the order of the rows.
std::string namesOf(const std::vector<const ComparedRow*>& rows) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const ComparedRow* row : rows)
    if (const std::string& name = row->oldName.empty() ? row->newName : row->oldName; seen.insert(name).second)
      names.push_back(printable(name));
  std::string text;
  for (size_t i = 0; i < std::min(kNamed, names.size()); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > kNamed ? text + fmt::format(" and {} more", names.size() - kNamed) : text;
}

class Summary {
 public:
  Summary(const TraceComparison& comparison, const TraceInfo& old, const TraceInfo& now)
      : c_(comparison), entry_(old.entry.empty() ? now.entry : old.entry) {}

  std::vector<ComparisonLine> lines() {
    addTime();
    addOneSided(ComparedGroup::OnlyOld, ComparisonTopic::Gone);
    addOneSided(ComparedGroup::OnlyNew, ComparisonTopic::Added);
    const double slower = addMarked(DifferenceMark::Slower, ComparisonTopic::Slower);
    const double faster = addMarked(DifferenceMark::Faster, ComparisonTopic::Faster);
    addCalls();
    addMemory();
    const auto drop = [&](ComparisonTopic topic) {
      if (lines_.size() > kMostLines)
        std::erase_if(lines_, [&](const ComparisonLine& line) { return line.topic == topic; });
    };
    drop(ComparisonTopic::Calls);
    drop(std::abs(slower) < std::abs(faster) ? ComparisonTopic::Slower : ComparisonTopic::Faster);
    return std::move(lines_);
  }

 private:
  void add(ComparisonTopic topic, std::string text) { lines_.push_back({topic, std::move(text)}); }
  void addTime() {
    const TimeDifference& run = c_.run;
    std::string text = fmt::format("{}{} -> {}, {}", entry_.empty() ? "" : printable(entry_) + " ",
                                   durationText(run.oldNs), durationText(run.newNs), signedDurationText(run.ns()));
    if (!std::isnan(run.halfWidthNs)) text += " ± " + durationText(run.halfWidthNs);
    text += percentText(run.relative());
    switch (run.mark) {
      case DifferenceMark::Unknown: text += "; whether this is a difference is not known: " + c_.noInterval; break;
      case DifferenceMark::Same:
        text += std::abs(run.ns()) <= run.halfWidthNs ? ": no difference beyond the uncertainty"
                                                      : ": a difference too small to matter";
        break;
      case DifferenceMark::Faster:
      case DifferenceMark::Slower: text += ": a difference beyond the uncertainty"; break;
    }
    add(ComparisonTopic::Time, std::move(text));
  }
  void addOneSided(ComparedGroup group, ComparisonTopic topic) {
    const ComparedSum& sum = c_.groups[static_cast<size_t>(group)];
    if (sum.rows == 0) return;
    std::vector<const ComparedRow*> rows = rowsIf([&](const ComparedRow& row) { return row.group == group; });
    const double calls = group == ComparedGroup::OnlyOld ? sum.oldCalls : sum.newCalls;
    add(topic,
        fmt::format("{} {} per run only in the {} profile, {}: {}", callsPerRunText(calls),
                    callsPerRunText(calls) == "1" ? "call" : "calls", group == ComparedGroup::OnlyOld ? "old" : "new",
                    signedDurationText(sum.time.ns()), namesOf(rows)));
  }
  /// Returns the sum of their differences; 0 without a line.
  double addMarked(DifferenceMark mark, ComparisonTopic topic) {
    const double least = kLeastDifference * std::max(c_.run.oldNs, c_.run.newNs);
    const std::vector<const ComparedRow*> rows = rowsIf([&](const ComparedRow& row) {
      return row.group == ComparedGroup::Both && row.time.mark == mark && std::abs(row.time.ns()) >= least;
    });
    if (rows.empty()) return 0;
    double ns = 0, old = 0;
    for (const ComparedRow* row : rows) {
      ns += row->time.ns();
      old += row->time.oldNs;
    }
    add(topic, fmt::format("{} {}{}{}", namesOf(rows), rows.size() > 1 ? "together " : "", signedDurationText(ns),
                           old > 0 ? percentText(ns / old) : ""));
    return ns;
  }
  void addCalls() {
    if (callsPerRunText(c_.sum.oldCalls) == callsPerRunText(c_.sum.newCalls)) return;
    add(ComparisonTopic::Calls,
        fmt::format("{} -> {} per run", callsPerRunText(c_.sum.oldCalls), callsPerRunText(c_.sum.newCalls)));
  }
  void addMemory() {
    if (!c_.oldPeak || !c_.newPeak || *c_.oldPeak == *c_.newPeak) return;
    add(ComparisonTopic::Memory,
        fmt::format("live peak {} -> {} B{}", groupedNumber(*c_.oldPeak), groupedNumber(*c_.newPeak),
                    percentText(static_cast<double>(*c_.newPeak) / static_cast<double>(*c_.oldPeak) - 1)));
  }
  template <class Wanted>
  std::vector<const ComparedRow*> rowsIf(Wanted wanted) {
    std::vector<const ComparedRow*> rows;
    for (const ComparedRow& row : c_.rows)
      if (wanted(row)) rows.push_back(&row);
    return rows;
  }

  const TraceComparison& c_;
  const std::string& entry_;
  std::vector<ComparisonLine> lines_;
};

}  // namespace

std::vector<ComparisonLine> comparisonSummary(const TraceComparison& comparison, const TraceInfo& old,
                                              const TraceInfo& now) {
  return Summary(comparison, old, now).lines();
}

const char* comparisonTopicText(ComparisonTopic topic) {
  switch (topic) {
    case ComparisonTopic::Time: return "Time";
    case ComparisonTopic::Gone: return "Gone";
    case ComparisonTopic::Added: return "Added";
    case ComparisonTopic::Slower: return "Slower";
    case ComparisonTopic::Faster: return "Faster";
    case ComparisonTopic::Calls: return "Calls";
    case ComparisonTopic::Memory: break;
  }
  return "Memory";
}

std::string signedDurationText(double ns) { return (ns < 0 ? "-" : ns > 0 ? "+" : "") + durationText(std::abs(ns)); }

}  // namespace relaxscope
