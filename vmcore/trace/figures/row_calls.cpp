// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/figures/row_calls.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <unordered_map>

#include "vmcore/trace/event_groups.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/event_times.h"
#include "vmcore/trace/figures/counted_work.h"

namespace relaxscope {
namespace {

/// Visits the events of a row with their times, in the order of their ends.
class RowEvents {
 public:
  RowEvents(const Trace& trace, const TraceStatistics& statistics, const StatisticsRow& row)
      : trace_(trace),
        statistics_(statistics),
        row_(row),
        keys_(trace, statistics.grouping, statistics.executable, statistics.layers) {
    const std::set<uint32_t> outliers(statistics.runTimes.outliers.begin(), statistics.runTimes.outliers.end());
    uint32_t measured = 0;
    for (const RunSpan& run : trace.runs) {
      byStart_.try_emplace(run.start, static_cast<uint32_t>(counts_.size()));
      counts_.push_back(run.measured());
      outlying_.push_back(run.measured() && outliers.contains(measured));
      measured += run.measured() ? 1 : 0;
    }
  }

  /// `visit(const RowCall&)`; false if stopped.
  template <class Visit>
  bool forEach(const std::stop_token& stop, Visit visit, bool onDevice = false) {
    if (onDevice) return forEachKernel(stop, visit);
    EventTimes times(trace_, statistics_.correction);
    RunLookup lookup(trace_.runs);
    lastRun_ = nullptr;
    lastIndex_ = kNoIndex;
    for (const auto& chunk : trace_.chunks()) {
      if (stop.stop_requested()) return false;
      for (size_t i = 0; i < chunk->size(); ++i) {
        const EventSite& site = chunk->site(i);
        const EventTimes::Times time = times.next(site, chunk->duration(i), chunk->duration(i));
        RowCall call{EventIndex(static_cast<int64_t>(chunk->firstEvent + i)), time.ns};
        if (!isOfRow(site, call.event)) continue;
        if (place(call, lookup.at(chunk->start(i)), chunk->start(i), chunk->end(i))) visit(call);
      }
    }
    return true;
  }

 private:
  template <class Visit>
  bool forEachKernel(const std::stop_token& stop, Visit& visit) {
    const auto row = static_cast<size_t>(&row_ - statistics_.rows.data());
    CountedWork work(trace_, statistics_, CountedRuns::Measured);
    RunLookup lookup(trace_.runs);
    return work.forEach(stop, [&](size_t of, const DeviceWork& kernel, EventIndex event) {
      size_t at = 0;
      const StoredChunk* chunk = of == row && isKernel(kernel.workKind()) ? trace_.find(event, at) : nullptr;
      if (chunk == nullptr) return;
      RowCall call{event, trace_.info.clock.toNs(kernel.duration)};
      if (place(call, lookup.at(chunk->start(at)), chunk->start(at), chunk->end(at))) visit(call);
    });
  }
  [[nodiscard]] bool isOfRow(const EventSite& site, EventIndex event) {
    if (row_.callKind) return !isLoadPhase(site.kind) && keys_.keyOf(site, event).callKind == *row_.callKind;
    if (statistics_.grouping == Grouping::Layer)
      return !isLoadPhase(site.kind) && keys_.keyOf(site, event).layer == row_.layer;
    if (statistics_.grouping == Grouping::RunCall)
      return site.depth == 0 && !isLoadPhase(site.kind) && keys_.keyOf(site, event).runCall == row_.runCall &&
             site.callee == row_.callee && site.kind == row_.kind;
    if (site.callee != row_.callee || site.kind != row_.kind) return false;
    if (statistics_.grouping == Grouping::Shape) return hasShapesOfRow(site, event);
    return (row_.pc == kNoIndex || site.pc == row_.pc) && (row_.function == kNoIndex || site.function == row_.function);
  }
  /// Numbers of shapes are those of this reading: their texts identify them.
  [[nodiscard]] bool hasShapesOfRow(const EventSite& site, EventIndex event) {
    const uint32_t shapes = keys_.keyOf(site, event).shapes;
    if (shapes == kNoIndex || row_.shapes >= statistics_.shapes.size()) return shapes == row_.shapes;
    return keys_.shapes()[shapes] == statistics_.shapes[row_.shapes];
  }
  /// Sets the run of the call; false if neither a row nor its histogram counts it.
  bool place(RowCall& call, const RunSpan* run, int64_t start, int64_t end) {
    if (run != lastRun_) {
      lastRun_ = run;
      const auto found = run == nullptr ? byStart_.end() : byStart_.find(run->start);
      lastIndex_ = found == byStart_.end() ? kNoIndex : found->second;
    }
    call.run = lastIndex_;
    if (statistics_.span) return overlaps(*statistics_.span, start, end);
    if (trace_.runs.empty()) return true;
    if (call.run >= counts_.size() || !counts_[call.run]) return false;
    call.outlying = outlying_[call.run];
    return true;
  }

  const Trace& trace_;
  const TraceStatistics& statistics_;
  const StatisticsRow& row_;
  EventGroups keys_;
  std::vector<bool> counts_, outlying_;  ///< by run
  std::unordered_map<int64_t, uint32_t> byStart_;
  const RunSpan* lastRun_ = nullptr;
  uint32_t lastIndex_ = kNoIndex;  ///< of lastRun_
};

/// Empty if stopped.
std::vector<double> timesOf(RowEvents& events, const std::stop_token& stop, bool onDevice = false) {
  std::vector<double> times;
  if (!events.forEach(stop, [&](const RowCall& call) { times.push_back(call.ns); }, onDevice)) return {};
  return times;
}

/// Edges of bins between the least and the largest time.
void makeBins(RowCalls& calls, size_t count) {
  constexpr double kFarFromMedian = 20, kBelowMedian = 0.1;  // corrected times of next to nothing may be negative
  if (calls.medianNs > 0 && calls.maxNs > kFarFromMedian * calls.medianNs)
    calls.ratiosFromNs = calls.minNs > 0 ? calls.minNs : kBelowMedian * calls.medianNs;
  const double width = calls.maxNs - calls.minNs;
  if (!(width > 0)) count = 1;
  for (size_t i = 0; i <= count; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(count);
    const double edge = calls.logarithmic() ? calls.ratiosFromNs * std::pow(calls.maxNs / calls.ratiosFromNs, part)
                                            : calls.minNs + width * part;
    if (i > 0) calls.bins.back().toNs = i == count ? calls.maxNs : edge;
    if (i < count) calls.bins.push_back({i == 0 ? calls.minNs : edge, 0});
  }
}
RowCallsBin& binOf(std::vector<RowCallsBin>& bins, double ns) {
  const auto after = std::ranges::upper_bound(bins, ns, {}, &RowCallsBin::fromNs);
  return after == bins.begin() ? bins.front() : *(after - 1);
}

}  // namespace

std::vector<double> timesOfRow(const Trace& trace, const TraceStatistics& statistics, const StatisticsRow& row,
                               const std::stop_token& stop) {
  RowEvents events(trace, statistics, row);
  return timesOf(events, stop);
}

RowCalls callsOfRow(const Trace& trace, const TraceStatistics& statistics, const StatisticsRow& row,
                    const RowCallsQuery& query, const std::stop_token& stop) {
  RowCalls calls;
  RowEvents events(trace, statistics, row);
  std::vector<double> times = timesOf(events, stop, query.onDevice);
  if (times.empty()) return calls;
  const auto [least, largest] = std::ranges::minmax(times);
  calls.count = times.size();
  calls.minNs = least;
  calls.maxNs = largest;
  calls.medianNs = quantile(times.begin(), times.end(), 0.5);
  makeBins(calls, std::max<size_t>(1, query.bins));
  std::erase_if(times, [&](double ns) { return ns < query.fromNs || ns > query.toNs; });
  calls.chosen = times.size();
  double listedFrom = query.fromNs;
  if (times.size() > query.mostListed && query.mostListed > 0) {
    const auto cut = times.begin() + static_cast<std::ptrdiff_t>(query.mostListed - 1);
    std::ranges::nth_element(times, cut, std::greater<>());
    listedFrom = *cut;
  }
  const auto take = [&](const RowCall& call) {
    RowCallsBin& bin = binOf(calls.bins, call.ns);
    ++(call.outlying ? bin.outlying : bin.usual);
    // Of calls that take the same time as the shortest listed one, the first are listed.
    if (call.ns >= listedFrom && call.ns <= query.toNs) calls.longest.push_back(call);
  };
  const bool complete = events.forEach(stop, take, query.onDevice);
  if (!complete) return {};
  std::ranges::stable_sort(calls.longest, std::greater<>(), &RowCall::ns);
  if (calls.longest.size() > query.mostListed) calls.longest.resize(query.mostListed);
  return calls;
}

}  // namespace relaxscope
