// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/compare/trace_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "vmcore/base/text/text.h"
#include "vmcore/base/unknown.h"
#include "vmcore/trace/compare/comparison_summary.h"
#include "vmcore/trace/compare/shared_correction.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/event_values.h"
#include "vmcore/trace/refutation.h"

namespace relaxscope {
namespace {

/// Turns keys of the old trace into those of the new one.
class KeyMap {
 public:
  KeyMap(const Trace& old, const Trace& now, const CallMatch& match, Grouping grouping)
      : old_(old), match_(match), bySite_(grouping == Grouping::Site) {
    for (uint32_t row = 0; row < now.info.names.size(); ++row) names_.try_emplace(now.info.names[row], row);
  }

  /// The key under which a row of the new trace is found.
  [[nodiscard]] GroupKey ofNew(GroupKey key) const {
    if (isAtInstruction(key) && key.kind == EventKind::Call) key.callee = kNoIndex;  // another callee, the same call
    if (isBody(key.kind)) key.pc = kNoIndex;
    return key;
  }
  /// Nothing if the new executable does not have it.
  [[nodiscard]] std::optional<GroupKey> ofOld(GroupKey key) const {
    const bool sameCall = isAtInstruction(key) && key.kind == EventKind::Call;
    if (!sameCall && !mapCallee(key)) return std::nullopt;
    if (isAtInstruction(key)) {
      const auto site = match_.siteOf({key.function, key.pc});
      if (!site) return std::nullopt;
      key.function = site->function;
      key.pc = site->pc;
    } else if (key.function != kNoIndex) {
      key.function = match_.functionOf(key.function);
      if (key.function == kNoIndex) return std::nullopt;
    }
    return ofNew(key);
  }

 private:
  [[nodiscard]] bool isAtInstruction(const GroupKey& key) const {
    return bySite_ && hasInstruction(key.kind) && !isBody(key.kind);
  }
  [[nodiscard]] bool mapCallee(GroupKey& key) const {
    if (key.callee == kNoIndex) return true;
    if (calleeTable(key.kind) == CalleeTable::Names) {
      if (key.callee >= old_.info.names.size()) return false;
      const auto found = names_.find(old_.info.names[key.callee]);
      key.callee = found == names_.end() ? kNoIndex : found->second;
    } else key.callee = match_.functionOf(key.callee);
    return key.callee != kNoIndex;
  }

  const Trace& old_;
  const CallMatch& match_;
  bool bySite_;
  std::unordered_map<std::string_view, uint32_t> names_;
};

/// A sum of rows on both sides.
class RunningSum {
 public:
  void add(const SideTimes& times, const SideRow* row, bool isNew) {
    if (row == nullptr) return;
    Side& side = sides_[isNew ? 1 : 0];
    times.addTo(side.byRun, *row);
    side.costNs += row->costNs;
    if (isCall(row->key.kind)) side.calls += times.callsOf(*row);
  }
  void countRow() { ++rows_; }
  [[nodiscard]] ComparedSum finish(const SideTimes& old, const SideTimes& now, bool inTurns) const {
    const auto figure = [](const SideTimes& times, const Side& side) {
      return times.figureOf(side.byRun, side.costNs);
    };
    return {rows_, sides_[0].calls, sides_[1].calls,
            differenceOf(figure(old, sides_[0]), figure(now, sides_[1]), inTurns)};
  }

 private:
  struct Side {
    std::vector<double> byRun;
    double costNs = 0, calls = 0;
  };
  std::array<Side, 2> sides_;
  size_t rows_ = 0;
};

/// The statistics of both traces, with one correction.
struct BothStatistics {
  TraceStatistics old, now;
  SharedCorrection shared;
  std::string
      reason;  ///< why times are as recorded on both sides, though a side has a correction; empty if they are not
  BothStatistics(const Trace& oldTrace, const Trace& newTrace, const std::stop_token& stop)
      : old(computeStatistics(oldTrace, Grouping::Callee, stop)),
        now(computeStatistics(newTrace, Grouping::Callee, stop)),
        shared(SharedCorrection::Neither) {
    if (stop.stop_requested()) return;
    const std::string oldReason = old.correction.reason, newReason = now.correction.reason;
    shared = shareCorrection(oldTrace, old, newTrace, now);
    if (shared == SharedCorrection::NotOld) reason = reasonOf("old", oldReason);
    if (shared == SharedCorrection::NotNew) reason = reasonOf("new", newReason);
    if (shared != SharedCorrection::Both) return;
    std::string negative = calleeBelowZero(oldTrace, EventValues(oldTrace), old.correction, old.runNs);
    if (negative.empty()) negative = calleeBelowZero(newTrace, EventValues(newTrace), now.correction, now.runNs);
    if (negative.empty()) return;
    withdrawCorrection(oldTrace, old, newTrace, now);
    shared = SharedCorrection::Neither;
    reason = negativeTimeReason(negative);
  }

 private:
  static std::string reasonOf(const char* side, const std::string& reason) {
    return reason == kUnexplainedCost ? fmt::format("{} to the {} runs", kUnexplainedCost, side) : reason;
  }
};

class Comparer {
 public:
  Comparer(const Trace& old, const Trace& now, const CallMatch& match, Grouping grouping, const std::stop_token& stop)
      : Comparer(old, now, BothStatistics(old, now, stop), match, grouping, stop) {}
  Comparer(const Trace& old, const Trace& now, BothStatistics statistics, const CallMatch& match, Grouping grouping,
           const std::stop_token& stop)
      : old_(old),
        now_(now),
        match_(match),
        turns_(commonTurns(old, now)),
        inTurns_(!turns_.old.empty()),
        oldTimes_(old, std::move(statistics.old), grouping, inTurns_ ? turns_.old : old.turns, stop,
                  groupsOf(match, grouping, false)),
        newTimes_(now, std::move(statistics.now), grouping, inTurns_ ? turns_.now : now.turns, stop,
                  groupsOf(match, grouping, true)),
        keys_(old, now, match, grouping),
        stop_(stop) {
    result_.grouping = grouping;
    describeCorrection(statistics);
    if (!inTurns_) return;
    const std::vector<bool> used = undisturbedTurns(turns_.old, oldTimes_, newTimes_);
    oldTimes_.useTurns(used);
    newTimes_.useTurns(used);
  }

  TraceComparison run() {
    pairRows();
    if (stop_.stop_requested()) return {};
    for (size_t group = 0; group < kComparedGroups; ++group)
      result_.groups[group] = groupSums_[group].finish(oldTimes_, newTimes_, inTurns_);
    result_.sum = all_.finish(oldTimes_, newTimes_, inTurns_);
    compareRuns();
    setShares();
    describe();
    sortRows();
    result_.summary = comparisonSummary(result_, old_.info, now_.info);
    return std::move(result_);
  }

 private:
  /// By site each group is a row, by callee all with the same texts.
  static GroupOfSite groupsOf(const CallMatch& match, Grouping grouping, bool isNew) {
    if (match.groups().empty()) return {};
    return [&match, grouping, isNew](const TraceSite& site) {
      const uint32_t group = match.groupOf(site, isNew);
      return group == kNoIndex || grouping == Grouping::Site ? group : match.groups()[group].first;
    };
  }
  void describeCorrection(const BothStatistics& statistics) {
    result_.corrected = statistics.shared == SharedCorrection::Both;
    if (!statistics.reason.empty())
      result_.notes.push_back("times of calls are as recorded on both sides: " + statistics.reason);
  }
  void pairRows() {
    std::unordered_map<GroupKey, const SideRow*, GroupHash> waiting;
    for (const SideRow& row : newTimes_.rows())
      waiting.try_emplace(row.group != kNoIndex ? row.key : keys_.ofNew(row.key), &row);
    std::unordered_map<const SideRow*, bool> taken;
    for (const SideRow& row : oldTimes_.rows()) {
      if (stop_.stop_requested()) return;
      const auto key = row.group != kNoIndex ? std::optional(row.key) : keys_.ofOld(row.key);
      const auto found = key ? waiting.find(*key) : waiting.end();
      const SideRow* partner =
          found == waiting.end() || !taken.emplace(found->second, true).second ? nullptr : found->second;
      addRow(&row, partner);
    }
    for (const SideRow& row : newTimes_.rows())
      if (!taken.contains(&row)) addRow(nullptr, &row);
  }
  void addRow(const SideRow* old, const SideRow* now) {
    ComparedRow row;
    row.group = old == nullptr ? ComparedGroup::OnlyNew : now == nullptr ? ComparedGroup::OnlyOld : ComparedGroup::Both;
    row.kind = (old != nullptr ? old : now)->key.kind;
    const bool bySite = result_.grouping == Grouping::Site;
    if (const uint32_t group = (old != nullptr ? old : now)->group; group != kNoIndex) {
      describeGroup(row, match_.groups()[group], old, now);
    } else if (old != nullptr) {
      row.oldName = eventName(old_.info, row.kind, old->key.callee);
      row.oldCallee = old->key.callee;
      if (bySite) row.old = {old->key.function, old->key.pc};
      row.oldCalls = oldTimes_.callsOf(*old);
    }
    if (now != nullptr && !row.isGroup) {
      row.newName = eventName(now_.info, row.kind, now->key.callee);
      row.newCallee = now->key.callee;
      if (bySite) row.now = {now->key.function, now->key.pc};
      row.newCalls = newTimes_.callsOf(*now);
    }
    row.time = differenceOf(old != nullptr ? oldTimes_.figureOf(*old) : oldTimes_.figureOf({}, 0),
                            now != nullptr ? newTimes_.figureOf(*now) : newTimes_.figureOf({}, 0), inTurns_);
    for (RunningSum* sum : {&groupSums_[static_cast<size_t>(row.group)], &all_}) {
      sum->add(oldTimes_, old, false);
      sum->add(newTimes_, now, true);
      sum->countRow();
    }
    result_.rows.push_back(std::move(row));
  }

  void describeGroup(ComparedRow& row, const CallMatch::Group& group, const SideRow* old, const SideRow* now) {
    row.isGroup = true;
    if (old != nullptr) {
      row.oldName = group.oldText;
      row.old = group.old;
      row.oldCalls = oldTimes_.callsOf(*old);
    }
    if (now != nullptr) {
      row.newName = group.newText;
      row.now = group.now;
      row.newCalls = newTimes_.callsOf(*now);
    }
  }

  void compareRuns() {
    const auto oldRuns = oldTimes_.unrecorded(), newRuns = newTimes_.unrecorded();
    result_.unrecorded = oldRuns && newRuns;
    result_.run = result_.unrecorded ? differenceOf(*oldRuns, *newRuns, inTurns_)
                                     : differenceOf(oldTimes_.recorded(), newTimes_.recorded(), inTurns_);
    result_.notAttributed = {result_.run.oldNs - result_.sum.time.oldNs, result_.run.newNs - result_.sum.time.newNs,
                             kUnknown, DifferenceMark::Unknown};
  }
  void setShares() {
    const double all = result_.sum.time.ns();
    const bool known = all != 0 && result_.sum.time.mark != DifferenceMark::Same;
    const auto shareOf = [&](const TimeDifference& time) { return known ? time.ns() / all : kUnknown; };
    for (ComparedRow& row : result_.rows) row.share = shareOf(row.time);
    for (ComparedSum& group : result_.groups) group.share = shareOf(group.time);
    result_.sum.share = shareOf(result_.sum.time);
  }
  void sortRows() {
    std::ranges::stable_sort(result_.rows, [](const ComparedRow& a, const ComparedRow& b) {
      return a.group != b.group ? a.group < b.group : std::abs(a.time.ns()) > std::abs(b.time.ns());
    });
  }

  /// What the figures are of, and why they may not be comparable.
  void describe() {
    result_.oldRuns = oldTimes_.statistics().runs;
    result_.newRuns = newTimes_.statistics().runs;
    result_.inTurns = inTurns_;
    result_.turns = turns_.old.size();
    result_.oldProcesses = std::max(oldTimes_.countedProcesses(), old_.otherProcesses.size() + 1);
    result_.newProcesses = std::max(newTimes_.countedProcesses(), now_.otherProcesses.size() + 1);
    if (const size_t left = oldTimes_.processes() - oldTimes_.countedProcesses(); left > 0)
      result_.notes.push_back(fmt::format("{} of {} pairs of processes {} disturbed and {} not count", left,
                                          oldTimes_.processes(), left == 1 ? "was" : "were",
                                          left == 1 ? "does" : "do"));
    result_.matchedByName = match_.byNameReason();
    const auto peak = [](const SideTimes& times) {
      const int64_t bytes = times.statistics().peakLiveBytes;
      return bytes > 0 ? std::optional(bytes) : std::nullopt;
    };
    result_.oldPeak = peak(oldTimes_);
    result_.newPeak = peak(newTimes_);
    if (std::isnan(result_.run.halfWidthNs)) result_.noInterval = whyNoInterval();
    if (!inTurns_)
      result_.notes.emplace_back(
          result_.noInterval.empty()
              ? "not recorded in turns: the interval is that of two times of independent processes, and what the speed "
                "of the machine did in between is not in it"
              : "not recorded in turns: what the speed of the machine did in between is part of the differences");
    noteDifferences();
  }
  [[nodiscard]] std::string whyNoInterval() const {
    const auto of = [](const char* side, size_t processes, bool hasUnrecorded) {
      if (!hasUnrecorded) return fmt::format("the {} profile has no unrecorded runs", side);
      return fmt::format("the {} profile has times of {} process{}, {} are needed", side, processes,
                         processes == 1 ? "" : "es", kMinProcesses);
    };
    if (inTurns_)
      return fmt::format("the turns are of {} pairs of processes, {} are needed", oldTimes_.processes(), kMinProcesses);
    if (result_.oldProcesses < kMinProcesses || old_.unrecordedNs.empty())
      return of("old", result_.oldProcesses, !old_.unrecordedNs.empty());
    if (result_.newProcesses < kMinProcesses || now_.unrecordedNs.empty())
      return of("new", result_.newProcesses, !now_.unrecordedNs.empty());
    return "a profile has a single run";
  }
  void noteDifferences() {
    const TraceInfo &a = old_.info, &b = now_.info;
    const std::pair<const char*, std::pair<const std::string&, const std::string&>> facts[] = {
        {"hosts", {a.host, b.host}},       {"processors", {a.processor, b.processor}},
        {"devices", {a.device, b.device}}, {"allocators", {a.allocator, b.allocator}},
        {"engines", {a.engine, b.engine}}, {"modes of recording", {a.mode, b.mode}},
        {"functions", {a.entry, b.entry}}, {"arguments", {a.argumentsText, b.argumentsText}}};
    for (const auto& [what, texts] : facts)
      if (texts.first != texts.second && !texts.first.empty() && !texts.second.empty())
        result_.notes.push_back(fmt::format("recorded with different {}: {} and {}", what, printable(texts.first),
                                            printable(texts.second)));
    if (a.callsAlone != b.callsAlone)
      result_.notes.push_back(
          fmt::format("the {} profile is of an earlier release, whose runs include the preparation of their arguments",
                      a.callsAlone ? "new" : "old"));
    if (!result_.unrecorded)
      result_.notes.push_back(
          fmt::format("run times are those of recorded runs{}", result_.corrected ? ", corrected" : ""));
  }

  const Trace &old_, &now_;
  const CallMatch& match_;
  CommonTurns turns_;
  bool inTurns_;
  SideTimes oldTimes_, newTimes_;
  KeyMap keys_;
  std::stop_token stop_;
  std::array<RunningSum, kComparedGroups> groupSums_;
  RunningSum all_;
  TraceComparison result_;
};

}  // namespace

const char* comparedGroupText(ComparedGroup group) {
  switch (group) {
    case ComparedGroup::OnlyOld: return "only in the old";
    case ComparedGroup::Both: return "in both";
    case ComparedGroup::OnlyNew: break;
  }
  return "only in the new";
}

TraceComparison compareTraces(const Trace& old, const Trace& now, const CallMatch& match, Grouping grouping,
                              const std::stop_token& stop) {
  return Comparer(old, now, match, grouping, stop).run();
}

}  // namespace relaxscope
