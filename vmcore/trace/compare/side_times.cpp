// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/compare/side_times.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "vmcore/base/unknown.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/event_times.h"
#include "vmcore/trace/refutation.h"

namespace relaxscope {
namespace {

double meanOrZero(std::span<const double> values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
double deviationOf(std::span<const double> values) {
  const double mean = meanOrZero(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// Measured runs by the time of their start.
std::unordered_map<int64_t, uint32_t> measuredByStart(const Trace& trace) {
  std::unordered_map<int64_t, uint32_t> runs;
  uint32_t measured = 0;
  for (const RunSpan& run : trace.runs)
    if (run.measured()) runs.emplace(run.start, measured++);
  return runs;
}

}  // namespace

double halfWidthOfFew(std::span<const double> values) {
  if (values.size() < kMinProcesses) return kUnknown;
  return studentQuantile(values.size() - 1) * deviationOf(values) / std::sqrt(static_cast<double>(values.size()));
}

SideTimes::SideTimes(const Trace& trace, Grouping grouping, std::vector<Turn> turns, const std::stop_token& stop)
    : SideTimes(trace, computeStatistics(trace, Grouping::Callee, stop), grouping, std::move(turns), stop) {}

SideTimes::SideTimes(const Trace& trace, TraceStatistics statistics, Grouping grouping, std::vector<Turn> turns,
                     const std::stop_token& stop, const GroupOfSite& groupOf)
    : turns_(std::move(turns)),
      statistics_(std::move(statistics)),
      rawNs_(measuredRunsNs(trace)),
      unrecordedNs_(trace.unrecordedNs),
      otherProcesses_(trace.otherProcesses) {
  std::erase_if(turns_, [&](const Turn& turn) {
    return turn.runs == 0 || uint64_t{turn.firstRun} + turn.runs > statistics_.runNs.size();
  });
  if (turns_.empty()) turns_.push_back({0, static_cast<uint32_t>(statistics_.runNs.size()), 0, 0});
  used_.assign(turns_.size(), true);
  placeRuns();
  readEvents(trace, grouping, stop, groupOf);
  spreadOfRows_ = spreadOfRows();
}

void SideTimes::placeRuns() {
  turnOfRun_.assign(statistics_.runNs.size(), kNoIndex);
  for (uint32_t turn = 0; turn < turns_.size(); ++turn) {
    const Turn& each = turns_[turn];
    kept_.emplace_back(std::span(statistics_.runNs).subspan(each.firstRun, each.runs));
    for (const uint32_t run : kept_.back().runs()) turnOfRun_[each.firstRun + run] = turn;
    processes_.push_back(each.process);
  }
  std::ranges::sort(processes_);
  processes_.erase(std::unique(processes_.begin(), processes_.end()), processes_.end());
}

/// A key that no other row has: that of the calls of a group.
static GroupKey keyOfGroup(uint32_t group) {
  GroupKey key;
  key.layer = group;  // no grouping of SideTimes sets it
  return key;
}

void SideTimes::readEvents(const Trace& trace, Grouping grouping, const std::stop_token& stop,
                           const GroupOfSite& groupOf) {
  const auto runs = measuredByStart(trace);
  RunLookup lookup(trace.runs);
  EventGroups groups(trace, grouping, nullptr);
  EventTimes times(trace, statistics_.correction);
  std::unordered_map<GroupKey, size_t, GroupHash> rowOf;
  const RunSpan* lastRun = nullptr;
  uint32_t run = kNoIndex;
  for (const auto& chunk : trace.chunks()) {
    if (stop.stop_requested()) return;
    for (size_t i = 0; i < chunk->size(); ++i) {
      const EventSite& site = chunk->site(i);
      const EventTimes::Times time = times.next(site, chunk->duration(i), chunk->duration(i));
      if (isLoadPhase(site.kind)) continue;
      if (const RunSpan* at = lookup.at(chunk->start(i)); at != lastRun) {
        lastRun = at;
        const auto found = at == nullptr || !at->measured() ? runs.end() : runs.find(at->start);
        run = found == runs.end() || turnOfRun_[found->second] == kNoIndex ? kNoIndex : found->second;
      }
      if (run == kNoIndex) continue;
      const uint32_t group =
          groupOf && site.kind == EventKind::Call ? groupOf({site.function, site.pc}) : uint32_t{kNoIndex};
      const GroupKey key = group != kNoIndex
                               ? keyOfGroup(group)
                               : groups.keyOf(site, EventIndex(static_cast<int64_t>(chunk->firstEvent + i)));
      const auto [place, fresh] = rowOf.try_emplace(key, rows_.size());
      if (fresh) rows_.push_back({key, group, {}, 0});
      SideRow& row = rows_[place->second];
      if (row.runs.empty() || row.runs.back().run != run) row.runs.push_back({run, 0, 0});
      ++row.runs.back().calls;
      row.runs.back().ns += time.selfNs;
      row.costNs += time.costNs;
    }
  }
}

void SideTimes::addTo(std::vector<double>& byRun, const SideRow& row) const {
  byRun.resize(turnOfRun_.size(), 0.0);
  for (const RowInRun& each : row.runs) byRun[each.run] += each.ns;
}

SideFigure SideTimes::figureOf(const SideRow& row) const {
  std::vector<double> byRun;
  addTo(byRun, row);
  return figureOf(byRun, row.costNs, spreadOfRows_);
}

/// How much more a row differs between processes than the run, in proportion to their times: rows differ each on its
/// own, by where the process has their code and data, and in a run they cancel in part.
double SideTimes::spreadOfRows() const {
  double sum = 0, squares = 0;
  for (const SideRow& row : rows_) {
    double ns = 0;
    for (const RowInRun& each : row.runs) ns += std::max(0.0, each.ns);
    sum += ns;
    squares += ns * ns;
  }
  return squares > 0 ? sum / std::sqrt(squares) : 1;
}

std::vector<double> SideTimes::byTurn(const std::vector<double>& byRun) const {
  std::vector<double> times(turns_.size(), 0.0), ofKept;
  for (size_t turn = 0; turn < turns_.size() && !byRun.empty(); ++turn) {
    ofKept.clear();
    for (const uint32_t run : kept_[turn].runs()) ofKept.push_back(byRun[turns_[turn].firstRun + run]);
    times[turn] = meanOrZero(ofKept);
  }
  return times;
}

SideFigure SideTimes::figureOf(const std::vector<double>& byRun, double costNs, double spread) const {
  SideFigure figure = reduce(byTurn(byRun));
  double kept = 0;
  for (const MiddleHalf& each : kept_) kept += static_cast<double>(each.size());
  // Most of what differs from call to call does so alike in both executables, where many processes recorded them; a
  // single one has its code at a place of its own.
  const double differsBetween = isSingle() ? kCostDiffers : kCostDiffers / 2;
  const Correction& correction = statistics_.correction;
  figure.correctionNs =
      kept > 0 ? costNs / kept * std::hypot(correction.factorHalfWidth, differsBetween * correction.factor) : 0;
  if (isSingle() && !byRun.empty()) {
    std::vector<double> ofKept;
    for (const uint32_t run : kept_.front().runs()) ofKept.push_back(byRun[turns_.front().firstRun + run]);
    figure.halfWidthNs = std::hypot(kept_.front().halfWidthOfMean(ofKept), spread * betweenProcesses(figure.ns));
  }
  figure.halfWidthNs = std::hypot(figure.halfWidthNs, figure.correctionNs);
  return figure;
}

double SideTimes::callsOf(const SideRow& row) const {
  std::vector<double> calls(turns_.size(), 0.0);
  for (const RowInRun& each : row.runs) calls[turnOfRun_[each.run]] += each.calls;
  for (size_t turn = 0; turn < turns_.size(); ++turn)
    if (kept_[turn].size() > 0) calls[turn] /= static_cast<double>(kept_[turn].size());
  return reduce(calls).ns;
}

SideFigure SideTimes::recorded() const {
  SideFigure figure = figureOf(statistics_.runNs, statistics_.eventCostNs);
  if (statistics_.runNs.empty()) figure.halfWidthNs = kUnknown;
  return figure;
}

/// Of each turn the mean of the middle half; empty if a turn has no time.
static std::vector<double> middleByTurn(std::span<const Turn> turns, std::span<const double> ns) {
  std::vector<double> times;
  for (const Turn& turn : turns) {
    const size_t first = std::min<size_t>(turn.firstRun, ns.size());
    const auto runs = ns.subspan(first, std::min<size_t>(turn.runs, ns.size() - first));
    if (runs.empty()) return {};
    times.push_back(interquartileMean(runs));
  }
  return times;
}
std::vector<double> SideTimes::recordedByTurn() const { return middleByTurn(turns_, rawNs_); }
std::vector<double> SideTimes::unrecordedByTurn() const { return middleByTurn(turns_, unrecordedNs_); }

std::optional<SideFigure> SideTimes::unrecorded() const {
  const std::vector<double> times = unrecordedByTurn();
  if (times.empty()) return std::nullopt;
  SideFigure figure = reduce(times);
  if (isSingle()) {
    const MiddleHalf kept(unrecordedNs_);
    std::vector<double> ofKept;
    for (const uint32_t run : kept.runs()) ofKept.push_back(unrecordedNs_[run]);
    figure.halfWidthNs = std::hypot(kept.halfWidthOfMean(ofKept), betweenProcesses(figure.ns));
  }
  return figure;
}

SideFigure SideTimes::reduce(const std::vector<double>& byTurn) const {
  SideFigure figure;
  std::vector<double> counts(processes_.size(), 0.0);
  figure.byProcess.assign(processes_.size(), 0.0);
  for (size_t turn = 0; turn < turns_.size(); ++turn) {
    if (!used_[turn]) continue;
    const auto at =
        static_cast<size_t>(std::ranges::lower_bound(processes_, turns_[turn].process) - processes_.begin());
    figure.byProcess[at] += byTurn[turn];
    counts[at] += 1;
  }
  size_t counted = 0;
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) figure.byProcess[counted++] = figure.byProcess[i] / counts[i];
  figure.byProcess.resize(counted);
  figure.ns = meanOrZero(figure.byProcess);
  figure.halfWidthNs = isSingle() ? 0 : halfWidthOfFew(figure.byProcess);
  return figure;
}

size_t SideTimes::countedProcesses() const {
  std::set<uint32_t> counted;
  for (size_t turn = 0; turn < turns_.size(); ++turn)
    if (used_[turn]) counted.insert(turns_[turn].process);
  return counted.size();
}

double SideTimes::betweenProcesses(double ns) const {
  if (otherProcesses_.size() + 1 < kMinProcesses || unrecordedNs_.empty()) return kUnknown;
  std::vector<double> times{runTimesOf(unrecordedNs_).medianNs};
  for (const ProcessTimes& each : otherProcesses_) times.push_back(each.unrecordedNs);
  const double mean = meanOrZero(times);
  return mean > 0 ? studentQuantile(times.size() - 1) * deviationOf(times) / mean * std::abs(ns) : kUnknown;
}

CommonTurns commonTurns(const Trace& old, const Trace& now) {
  CommonTurns common;
  if (old.info.session.empty() || old.info.session != now.info.session) return common;
  std::unordered_map<uint32_t, const Turn*> partners;
  for (const Turn& turn : now.turns)
    if (turn.runs > 0) partners.try_emplace(turn.place, &turn);
  for (const Turn& turn : old.turns) {
    const auto found = partners.find(turn.place);
    if (turn.runs == 0 || found == partners.end() || found->second->process != turn.process) continue;
    common.old.push_back(turn);
    common.now.push_back(*found->second);
    partners.erase(found);
  }
  return common;
}

/// Raises the scores to how far each difference is from the median, in medians of that.
static void scoreTurns(std::vector<double>& scores, const std::vector<size_t>& turns, const std::vector<double>& old,
                       const std::vector<double>& now) {
  if (old.empty() || now.empty()) return;
  std::vector<double> far, ordered;
  for (const size_t turn : turns) far.push_back(now[turn] - old[turn]);
  ordered = far;
  const double middle = quantile(ordered.begin(), ordered.end(), 0.5);
  for (double& each : far) each = std::abs(each - middle);
  ordered = far;
  constexpr double kLeastNs = 1e-3;  // where most do not differ at all
  const double usual = std::max(kLeastNs, quantile(ordered.begin(), ordered.end(), 0.5));
  for (size_t i = 0; i < far.size(); ++i) scores[i] = std::max(scores[i], far[i] / usual);
}

/// Leaves out the processes whose differences, of runs of one kind by turn, are far from the median of all.
static void leaveOutProcesses(std::vector<bool>& used, const std::map<uint32_t, std::vector<size_t>>& ofProcess,
                              const std::vector<double>& old, const std::vector<double>& now) {
  constexpr size_t kFewest = 6, kLeftOutPart = 4;
  constexpr double kFar = 8;  // medians of the distances from the median: none in 10,000 of a normal distribution
  if (ofProcess.size() < kFewest || old.empty() || now.empty()) return;
  std::vector<std::pair<double, uint32_t>> far;  // of each process
  std::vector<double> ordered;
  for (const auto& [process, turns] : ofProcess) {
    double sum = 0, count = 0;
    for (const size_t turn : turns)
      if (used[turn]) sum += now[turn] - old[turn], count += 1;
    far.emplace_back(sum / count, process);
    ordered.push_back(sum / count);
  }
  const double middle = quantile(ordered.begin(), ordered.end(), 0.5);
  ordered.clear();
  for (auto& [distance, process] : far) ordered.push_back(distance = std::abs(distance - middle));
  const double usual = quantile(ordered.begin(), ordered.end(), 0.5);
  std::ranges::sort(far, std::greater<>());
  for (size_t i = 0; i < far.size() / kLeftOutPart && far[i].first > kFar * usual && usual > 0; ++i)
    for (const size_t turn : ofProcess.at(far[i].second)) used[turn] = false;
}

std::vector<bool> undisturbedTurns(std::span<const Turn> turns, const SideTimes& old, const SideTimes& now) {
  const std::vector<double> recordedOld = old.recordedByTurn(), recordedNew = now.recordedByTurn(),
                            unrecordedOld = old.unrecordedByTurn(), unrecordedNew = now.unrecordedByTurn();
  std::map<uint32_t, std::vector<size_t>> ofProcess;
  for (size_t turn = 0; turn < turns.size(); ++turn) ofProcess[turns[turn].process].push_back(turn);
  std::vector<bool> used(turns.size(), false);
  for (const auto& [process, all] : ofProcess) {
    std::vector<double> scores(all.size(), 0.0);
    scoreTurns(scores, all, recordedOld, recordedNew);
    scoreTurns(scores, all, unrecordedOld, unrecordedNew);
    std::vector<size_t> order(all.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t place) { return scores[place]; });
    for (size_t i = 0; i < order.size() - 2 * (order.size() / 4); ++i) used[all[order[i]]] = true;
  }
  const bool hasUnrecorded = !unrecordedOld.empty() && !unrecordedNew.empty();
  leaveOutProcesses(used, ofProcess, hasUnrecorded ? unrecordedOld : recordedOld,
                    hasUnrecorded ? unrecordedNew : recordedNew);
  return used;
}

}  // namespace relaxscope
