// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <unordered_map>

#include "vmcore/base/block_bytes.h"
#include "vmcore/trace/event_groups.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/event_times.h"
#include "vmcore/trace/event_values.h"
#include "vmcore/trace/refutation.h"
#include "vmcore/trace/times/row_runs.h"

namespace relaxscope {
namespace {

constexpr uint32_t kNoGroup = 0xFFFFFFFFu;

/// Half the 95 % interval that holds the time of a process, over that time: Student's quantile times the deviation of
/// the recorded runs' times, without the process farthest from the median where one may be disturbed. Times are
/// positive.
double halfWidthOfProcesses(std::span<const ProcessTimes> processes) {
  std::vector<double> logs;
  for (const ProcessTimes& each : processes) logs.push_back(std::log(each.runNs));
  std::vector<double> sorted = logs;
  const double median = quantile(sorted.begin(), sorted.end(), 0.5);
  if (logs.size() >= kProcessesWithOneDisturbed)
    logs.erase(std::ranges::max_element(logs, {}, [&](double log) { return std::abs(log - median); }));
  const auto count = static_cast<double>(logs.size());
  double squares = 0;
  const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / count;
  for (const double log : logs) squares += (log - mean) * (log - mean);
  return studentQuantile(logs.size() - 1) * std::sqrt(squares / (count - 1));
}

/// A time as recorded in ticks, and corrected in nanoseconds.
struct Time {
  int64_t ticks = 0;
  double corrected = 0;
  void add(const Time& other) {
    addTicks(ticks, other.ticks);
    corrected += other.corrected;
  }
};

class StatisticsCollector {
 public:
  StatisticsCollector(const Trace& trace, Grouping grouping, std::optional<TickSpan> span, std::stop_token stop,
                      std::shared_ptr<const Executable> executable, std::shared_ptr<const SiteLayers> layers)
      : trace_(trace),
        grouping_(grouping),
        executable_(std::move(executable)),
        layers_(std::move(layers)),
        rowKeys_(trace, grouping, executable_, layers_),
        span_(span),
        stop_(std::move(stop)),
        lookup_(trace.runs),
        values_(trace),
        times_(trace, {}),
        wholeTimes_(trace, {}) {}

  TraceStatistics run() {
    describeRuns();
    for (const auto& chunk : trace_.chunks()) {
      if (stop_.stop_requested()) return {};
      addEvents(*chunk);
      addMemory(*chunk);
      groupOf_.clear();
      if (complete_) break;
    }
    addMemoryOfValuesRun();
    finishRows();
    result_.grouping = grouping_;
    result_.shapes = rowKeys_.shapes();
    if (grouping_ == Grouping::Kind) result_.executable = executable_;
    if (grouping_ == Grouping::Layer) result_.layers = layers_;
    return std::move(result_);
  }

 private:
  void describeRuns() {
    result_.events.dropped = trace_.info.lostEvents;
    for (const RunSpan& run : trace_.runs)
      if (run.measured()) result_.recordingNs += trace_.info.clock.toNs(run.recording);
    result_.runNs = measuredRunsNs(trace_);
    result_.runs = result_.runNs.size();
    result_.rawRunTimes = runTimesOf(result_.runNs);
    correctRuns();
    result_.kept = MiddleHalf(result_.runNs);
    for (const uint32_t run : result_.kept.runs()) result_.totalNs += result_.runNs[run];
    result_.runTimes = runTimesOf(result_.runNs);
    result_.unrecordedTimes = runTimesOf(trace_.unrecordedNs);
    compareProcesses();
    times_ = wholeTimes_ = EventTimes(trace_, result_.correction);
    if (span_) return describeSpan();
    placeByRun();
  }
  void correctRuns() {
    result_.costs = recordingCosts(trace_, values_);
    const std::vector<double> raw = result_.runNs;
    for (const RunCost& cost : result_.costs) result_.eventCostNs += cost.readings + cost.rest;
    const auto correct = [&](Correction correction) {
      result_.correction = std::move(correction);
      const std::vector<double> costs = wholeCosts(result_.costs, result_.correction.factors);
      for (size_t i = 0; i < costs.size(); ++i) result_.runNs[i] = raw[i] - result_.correction.perRunNs - costs[i];
    };
    correct(correctionOf(trace_, result_.costs));
    const std::string negative = calleeBelowZero(trace_, values_, result_.correction, result_.runNs);
    if (!negative.empty()) correct(withoutCorrection(trace_, negativeTimeReason(negative)));
  }
  void compareProcesses() {
    if (trace_.otherProcesses.empty() || trace_.unrecordedNs.empty()) return;
    std::vector<ProcessTimes> all = trace_.otherProcesses;
    all.push_back({result_.runTimes.medianNs, runTimesOf(trace_.unrecordedNs).medianNs});
    result_.processes = ratiosBetween(all);
    if (result_.processes) processHalfWidth_ = halfWidthOfProcesses(all);
  }
  /// The span is the only run; its rows keep the correction of the whole trace.
  void describeSpan() {
    TraceStatistics whole = std::exchange(result_, {});
    result_.correction = std::move(whole.correction);
    result_.span = span_;
    result_.totalNs = trace_.info.clock.toNs(span_->end - span_->begin);
    result_.bytesKnown = !values_.valuesRun();
  }
  /// Ticks of an event that lie in the span.
  [[nodiscard]] int64_t partOf(const StoredChunk& chunk, size_t i) const {
    if (!span_) return chunk.duration(i);
    return std::max<int64_t>(0, std::min(chunk.end(i), span_->end) - std::max(chunk.start(i), span_->begin));
  }
  void placeByRun() {
    uint32_t measured = 0;
    for (const RunSpan& run : trace_.runs)
      if (run.measured()) placeByStart_.emplace(run.start, result_.kept.placeOf(measured++));
  }

  /// The kept run that an event belongs to, as a place in TraceStatistics::kept; kLeftOut for events that no row
  /// counts.
  [[nodiscard]] uint32_t placeOf(const StoredChunk& chunk, size_t i) {
    if (isLoadPhase(chunk.site(i).kind)) return MiddleHalf::kLeftOut;
    if (span_) return overlaps(*span_, chunk.start(i), chunk.end(i)) ? 0 : MiddleHalf::kLeftOut;
    if (trace_.runs.empty()) return 0;
    const RunSpan* run = lookup_.at(chunk.start(i));
    if (run != placedRun_) {
      placedRun_ = run;
      place_ = MiddleHalf::kLeftOut;
      if (run != nullptr && run->measured())
        if (const auto found = placeByStart_.find(run->start); found != placeByStart_.end()) place_ = found->second;
    }
    return place_;
  }

  /// To be called after placeOf().
  void account(EventKind kind, uint32_t place) {
    if (span_) return;
    EventAccount& events = result_.events;
    if (isLoadPhase(kind)) ++events.loading;
    else if (place != MiddleHalf::kLeftOut) ++events.inRows;
    else if (placedRun_ == nullptr) ++events.outsideRuns;
    else if (placedRun_->measured()) ++events.besideRows;
    else ++(placedRun_->kind == RunKind::Values ? events.valuesRuns : events.warmups);
  }

  uint32_t group(const EventSite& site, EventIndex event) {
    const GroupKey key = rowKeys_.keyOf(site, event);
    const auto [place, fresh] = groups_.try_emplace(key, static_cast<uint32_t>(result_.rows.size()));
    if (fresh) {
      StatisticsRow row;
      row.callee = key.callee;
      row.function = key.function;
      row.pc = key.pc;
      row.shapes = key.shapes;
      row.kind = key.kind;
      row.layer = key.layer;
      row.runCall = key.runCall;
      if (grouping_ == Grouping::Kind) row.callKind = key.callKind;
      result_.rows.push_back(row);
    }
    return place->second;
  }

  [[nodiscard]] static EventIndex eventOf(const StoredChunk& chunk, size_t i) {
    return EventIndex(static_cast<int64_t>(chunk.firstEvent + i));
  }
  void addEvents(const StoredChunk& chunk) {
    groupOf_.assign(chunk.size(), kNoGroup);
    for (size_t i = 0; i < chunk.size(); ++i) {
      const EventSite& site = chunk.site(i);
      const int64_t part = partOf(chunk, i);
      const EventTimes::Times times = times_.next(site, part, chunk.duration(i));
      const double whole = span_ ? wholeTimes_.next(site, chunk.duration(i), chunk.duration(i)).ns : times.ns;
      const uint32_t place = placeOf(chunk, i);
      account(site.kind, place);
      complete_ |= span_ && site.depth == 0 && chunk.end(i) >= span_->end;
      if (place == MiddleHalf::kLeftOut) continue;
      const uint32_t index = group(site, eventOf(chunk, i));
      if (grouping_ != Grouping::RunCall)
        foldRecursion(site.depth, index, {part, times.ns}, isBody(site.kind) || times.hasNested() || isOfManyCallees());
      groupOf_[i] = index;
      StatisticsRow& row = result_.rows[index];
      row.selfNs += times.selfNs;
      selfByRun_.add(index, place, times.selfNs);
      if (isOfMixedKinds()) result_.selfNsOfKinds[rowKeys_.kindOf(site)] += times.selfNs;
      row.costNs += times.costNs;
      row.rawSelfNs += trace_.info.clock.toNs(times.selfTicks);
      if (trace_.runs.empty() && site.depth == 0 && !span_) result_.totalNs += trace_.info.clock.toNs(part);
      if (index >= durations_.size()) durations_.resize(index + 1);
      if (grouping_ == Grouping::RunCall && site.depth != 0) continue;  // inside the call that the row is of
      ++row.count;
      row.totalNs += times.ns;
      row.rawTotalNs += trace_.info.clock.toNs(part);
      durations_[index].push_back(whole);
    }
  }
  /// Whether an event without nested ones may lie inside another one of its row.
  [[nodiscard]] bool isOfManyCallees() const { return grouping_ == Grouping::Kind || grouping_ == Grouping::Layer; }
  /// Whether a row has events of several kinds of call.
  [[nodiscard]] bool isOfMixedKinds() const { return grouping_ == Grouping::Layer || grouping_ == Grouping::RunCall; }
  /// A total counts time once: the time of an inner event of the same group is subtracted when the outer one ends.
  /// `mayHold`: events that can lie inside one of their group; the rest is not tracked.
  void foldRecursion(size_t depth, uint32_t index, const Time& duration, bool mayHold) {
    if (outermost_.size() < depth + 2) outermost_.resize(depth + 2);
    auto& inside = outermost_[depth + 1];
    if (!mayHold && inside.empty()) return;
    auto& here = outermost_[depth];
    for (const auto& [other, time] : inside) {
      if (other == index) {
        result_.rows[index].totalNs -= time.corrected;
        result_.rows[index].rawTotalNs -= trace_.info.clock.toNs(time.ticks);
        result_.rows[index].recursive = grouping_ != Grouping::Kind && !isOfMixedKinds();
      } else here[other].add(time);
    }
    inside.clear();
    here[index].add(duration);
    if (depth == 0) here.clear();
  }

  void addMemory(const StoredChunk& chunk) {
    for (const MemoryRecord& record : chunk.memory()) {
      if (span_ && !result_.bytesKnown) return;
      const auto workspace = static_cast<int64_t>(record.workspacePages * kWorkspacePageBytes);
      const auto addTo = [&](auto& row) {
        row.bytesAllocated += record.allocated;
        row.workspaceBytes = std::max(row.workspaceBytes, workspace);
      };
      if (groupOf_[record.event] != kNoGroup) addTo(result_.rows[groupOf_[record.event]]);
      else if (span_) continue;
      else if (const RunSpan* run = lookup_.at(chunk.start(record.event)); run == nullptr) continue;
      else if (run->kind == RunKind::Values)
        addTo(memoryOfValuesRun_[rowKeys_.keyOf(chunk.site(record.event), eventOf(chunk, record.event))]);
      else if (!run->measured()) continue;
      result_.peakLiveBytes = std::max(result_.peakLiveBytes, record.live);
    }
  }
  /// Each measured run allocates what the values run does, as it executes the same instructions.
  void addMemoryOfValuesRun() {
    if (memoryOfValuesRun_.empty()) return;
    for (size_t run = 0; run < trace_.runs.size() && result_.bytesKnown; ++run)
      result_.bytesKnown = !trace_.runs[run].measured() || values_.follows(run);
    if (!result_.bytesKnown) return;
    for (const auto& [key, memory] : memoryOfValuesRun_)
      if (const auto place = groups_.find(key); place != groups_.end()) {
        StatisticsRow& row = result_.rows[place->second];
        int64_t sum = 0;
        if (__builtin_mul_overflow(memory.bytesAllocated, static_cast<int64_t>(result_.kept.size()), &sum))
          sum = INT64_MAX;
        addTicks(row.bytesAllocated, sum);
        row.workspaceBytes = std::max(row.workspaceBytes, memory.workspaceBytes);
      }
  }

  void finishRows() {
    for (size_t g = 0; g < result_.rows.size(); ++g) {
      if (stop_.stop_requested()) return;
      describe(result_.rows[g], std::move(durations_[g]));
    }
    sortRows();
    for (const StatisticsRow& row : result_.rows) result_.selfNs += row.selfNs;
    result_.unrecordedNs = interquartileMean(span_ ? std::span<const double>() : trace_.unrecordedNs);
    result_.notAttributedNs = result_.unrecordedNs - result_.perRun(result_.selfNs);
  }
  /// Sorts the rows, then describes how far each is to be trusted.
  void sortRows() {
    std::vector<uint32_t> order(result_.rows.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return result_.rows[a].selfNs > result_.rows[b].selfNs; });
    std::vector<StatisticsRow> sorted;
    sorted.reserve(order.size());
    std::vector<double> above;
    for (const uint32_t index : order) {
      if (stop_.stop_requested()) return;
      StatisticsRow& row = sorted.emplace_back(result_.rows[index]);
      std::vector<double> byRun = selfByRun_.of(index, result_.kept.size());
      row.uncertaintyNs = uncertaintyOf(row, byRun);
      row.mark = markOf(row);
      if (row.mark == RowMark::None && sorted.size() > 1 && isTied(sorted[sorted.size() - 2], row, above, byRun))
        row.mark = RowMark::Tied;
      above = std::move(byRun);
    }
    result_.rows = std::move(sorted);
  }
  /// Half the 95 % interval of the mean of `byRun`, with that of the correction of `costNs` over all kept runs.
  [[nodiscard]] double halfWidth(const std::vector<double>& byRun, double costNs) const {
    return std::hypot(result_.kept.halfWidthOfMean(byRun), result_.perRun(costNs) * result_.correction.factorHalfWidth);
  }
  /// That, with what of the correction differs from call to call, and how far processes are apart.
  [[nodiscard]] double uncertaintyOf(const StatisticsRow& row, const std::vector<double>& byRun) const {
    return std::hypot(halfWidth(byRun, row.costNs),
                      kCostDiffers * result_.correction.factor * result_.perRun(row.costNs),
                      processHalfWidth_ * result_.perRun(row.selfNs));
  }
  [[nodiscard]] RowMark markOf(const StatisticsRow& row) const {
    constexpr double kMuch = 0.3;
    if (row.costNs > 0 && row.selfNs <= 0) return RowMark::BelowResolution;
    if (result_.perRun(row.selfNs) <= row.uncertaintyNs) return RowMark::BelowUncertainty;
    const double factor = result_.correction.factor > 0 ? result_.correction.factor : 1;
    return factor * row.costNs > kMuch * row.rawSelfNs ? RowMark::Corrected : RowMark::None;
  }
  [[nodiscard]] bool isTied(const StatisticsRow& upper, const StatisticsRow& lower, const std::vector<double>& above,
                            const std::vector<double>& byRun) const {
    std::vector<double> differences(byRun.size());
    for (size_t i = 0; i < byRun.size(); ++i) differences[i] = above[i] - byRun[i];
    return result_.perRun(upper.selfNs - lower.selfNs) <= halfWidth(differences, upper.costNs - lower.costNs);
  }
  static void describe(StatisticsRow& row, std::vector<double> durations) {
    if (durations.empty()) return;  // a part of the recording without the end of a call
    const auto begin = durations.begin(), end = durations.end();
    const auto count = static_cast<double>(row.count);
    row.meanNs = std::accumulate(begin, end, 0.0) / count;
    const auto [least, most] = std::minmax_element(begin, end);
    row.minNs = *least;
    row.maxNs = *most;
    double squares = 0;
    for (auto time = begin; time != end; ++time) squares += (*time - row.meanNs) * (*time - row.meanNs);
    if (row.count > 1) row.sigmaNs = std::sqrt(squares / (count - 1));
    row.medianNs = quantile(begin, end, 0.5);
    row.p90Ns = quantile(begin, end, 0.9);
    row.p99Ns = quantile(begin, end, 0.99);
  }

  const Trace& trace_;
  Grouping grouping_;
  std::shared_ptr<const Executable> executable_;
  std::shared_ptr<const SiteLayers> layers_;
  EventGroups rowKeys_;
  std::optional<TickSpan> span_;
  bool complete_ = false;  ///< no later event lies in the span
  std::stop_token stop_;
  RunLookup lookup_;
  EventValues values_;
  EventTimes times_;       ///< of the parts of events that lie in the span
  EventTimes wholeTimes_;  ///< used with a span only
  struct Memory {
    int64_t bytesAllocated = 0, workspaceBytes = 0;
  };
  std::unordered_map<GroupKey, Memory, GroupHash> memoryOfValuesRun_;
  TraceStatistics result_;
  double processHalfWidth_ = 0;  ///< relative; 0: not known
  std::unordered_map<GroupKey, uint32_t, GroupHash> groups_;
  std::vector<uint32_t> groupOf_;                              ///< per event of the current chunk
  std::vector<std::unordered_map<uint32_t, Time>> outermost_;  ///< per depth: times of each group's outermost events
  std::vector<std::vector<double>> durations_;                 ///< by group, corrected
  RowRuns selfByRun_;
  std::unordered_map<int64_t, uint32_t> placeByStart_;  ///< by the start of a measured run
  const RunSpan* placedRun_ = nullptr;                  ///< the run that place_ is of
  uint32_t place_ = MiddleHalf::kLeftOut;
};

}  // namespace

std::vector<double> measuredRunsNs(const Trace& trace) {
  std::vector<double> times;
  for (const RunSpan& run : trace.runs)
    if (run.measured()) times.push_back(trace.info.clock.toNs(run.duration));
  return times;
}

const char* rowMarkText(RowMark mark) {
  switch (mark) {
    case RowMark::None: break;
    case RowMark::BelowResolution: return "below resolution";
    case RowMark::BelowUncertainty: return "<";
    case RowMark::Corrected: return "~";
    case RowMark::Tied: return "=";
  }
  return "";
}

const char* TraceStatistics::leadingRuns() const {
  if (leadsUnrecorded()) return "unrecorded";
  return correction.factor > 0 ? "recorded, corrected" : "recorded";
}

int64_t TraceStatistics::ofAllRuns(int64_t sum) const {
  const double scaled = std::round(ofAllRuns(static_cast<double>(sum)));
  return scaled >= 0x1p63 ? INT64_MAX : static_cast<int64_t>(scaled);
}

bool isBelowResolution(const TraceStatistics& statistics) {
  constexpr double kLeastRunNs = 5'000, kLeastCallNs = 50;
  if (statistics.runs == 0) return false;
  double calls = 0;
  for (const StatisticsRow& row : statistics.rows)
    if (isCall(row.kind)) calls += statistics.perRun(row.count);
  const double run = std::isnan(statistics.unrecordedNs) ? statistics.runTimes.medianNs : statistics.unrecordedNs;
  return run < kLeastRunNs || run < kLeastCallNs * calls;
}

const StatisticsRow* rowOfFunction(const TraceStatistics& statistics, uint32_t function) {
  const StatisticsRow* found = nullptr;
  for (const StatisticsRow& row : statistics.rows) {
    if (row.callee != function) continue;
    if (isBody(row.kind)) return &row;
    if (row.kind == EventKind::Call) found = &row;
  }
  return found;
}

TraceStatistics computeStatistics(const Trace& trace, Grouping grouping, std::stop_token stop,
                                  std::shared_ptr<const Executable> executable,
                                  std::shared_ptr<const SiteLayers> layers) {
  return StatisticsCollector(trace, grouping, {}, std::move(stop), std::move(executable), std::move(layers)).run();
}

TraceStatistics statisticsOfSpan(const Trace& trace, Grouping grouping, const TickSpan& span, std::stop_token stop,
                                 std::shared_ptr<const Executable> executable,
                                 std::shared_ptr<const SiteLayers> layers) {
  return StatisticsCollector(trace, grouping, span, std::move(stop), std::move(executable), std::move(layers)).run();
}

}  // namespace relaxscope
