// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/figures/device_statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "vmcore/trace/event_groups.h"
#include "vmcore/trace/event_times.h"
#include "vmcore/trace/event_values.h"
#include "vmcore/trace/figures/counted_work.h"
#include "vmcore/trace/figures/device_activity.h"

namespace relaxscope {
namespace {

struct Times {
  std::vector<double> kernels, copies, latency;
};

int64_t tensorBytes(const Arguments& arguments) {
  int64_t bytes = 0;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].type == ArgType::Tensor) addTicks(bytes, std::max<int64_t>(0, arguments[i].value));
  return bytes;
}

/// Collects the work of rows.
class DeviceStatisticsCollector {
 public:
  DeviceStatisticsCollector(const Trace& trace, const TraceStatistics& statistics)
      : trace_(trace), values_(trace), times_(statistics.rows.size() + 1), sums_(statistics.rows.size() + 1) {}

  void add(size_t row, const DeviceWork& work, EventIndex event) {
    Times& times = times_[row];
    const double ns = trace_.info.clock.toNs(work.duration);
    if (!isKernel(work.workKind())) {
      times.copies.push_back(ns);
      addTicks(sums_[row].bytes, work.bytes);
      return;
    }
    times.kernels.push_back(ns);
    if (work.queued != kNoTick) times.latency.push_back(trace_.info.clock.toNs(work.start - work.queued));
    if (!event.valid() || (event == lastCall_ && row == lastRow_)) return;
    lastCall_ = event;
    lastRow_ = row;
    addTicks(sums_[row].argumentBytes, tensorBytes(values_.of(event).arguments));
  }
  OnDevice take(size_t row) {
    OnDevice result = sums_[row];
    result.kernels = workTimesOf(std::move(times_[row].kernels));
    result.copies = workTimesOf(std::move(times_[row].copies));
    result.latency = workTimesOf(std::move(times_[row].latency));
    return result;
  }

 private:
  const Trace& trace_;
  ValueReader values_;
  std::vector<Times> times_;
  std::vector<OnDevice> sums_;
  EventIndex lastCall_;
  size_t lastRow_ = 0;
};

}  // namespace

WorkTimes workTimesOf(std::vector<double> ns) {
  WorkTimes times;
  times.count = ns.size();
  if (ns.empty()) return times;
  const auto begin = ns.begin(), end = ns.end();
  const auto count = static_cast<double>(ns.size());
  times.totalNs = std::accumulate(begin, end, 0.0);
  times.meanNs = times.totalNs / count;
  const auto [least, most] = std::ranges::minmax_element(ns);
  times.minNs = *least;
  times.maxNs = *most;
  double squares = 0;
  for (const double each : ns) squares += (each - times.meanNs) * (each - times.meanNs);
  if (ns.size() > 1) times.sigmaNs = std::sqrt(squares / (count - 1));
  times.medianNs = quantile(begin, end, 0.5);
  times.p90Ns = quantile(begin, end, 0.9);
  times.p99Ns = quantile(begin, end, 0.99);
  return times;
}

bool DeviceStatistics::any() const { return outside.any() || std::ranges::any_of(rows, &OnDevice::any); }

DeviceStatistics deviceStatistics(const Trace& trace, const TraceStatistics& statistics, const std::stop_token& stop) {
  DeviceStatistics result;
  result.emulated = trace.device.emulated();
  if (trace.workCount() == 0) return result;
  DeviceStatisticsCollector collector(trace, statistics);
  CountedWork counted(trace, statistics);
  const bool whole = counted.forEach(
      stop, [&](size_t row, const DeviceWork& work, EventIndex event) { collector.add(row, work, event); });
  if (!whole) return result;
  for (size_t row = 0; row < statistics.rows.size(); ++row) result.rows.push_back(collector.take(row));
  result.outside = collector.take(statistics.rows.size());
  return result;
}

std::vector<RunTimePart> deviceLedger(const Trace& trace, const TraceStatistics& statistics,
                                      std::shared_ptr<const Executable> executable) {
  std::vector<RunTimePart> parts;
  if (trace.workCount() == 0 || statistics.span || trace.device.emulated()) return parts;
  const CoveredTime all = coveredByDevices(trace, WorkOf::All), kernels = coveredByDevices(trace, WorkOf::Kernels);
  if (all.empty()) return parts;
  CountedTime kept(trace, statistics, CountedRuns::Kept);
  EventGroups kinds(trace, Grouping::Kind, executable);
  std::map<CallKind, int64_t> busy;  // ticks of host work by kind while a device was busy
  std::vector<int64_t> inside;       // per depth: such ticks of the events that ended below
  int64_t withKernels = 0, withWork = 0;
  for (const auto& chunk : trace.chunks()) {
    for (size_t i = 0; i < chunk->size(); ++i) {
      const EventSite& site = chunk->site(i);
      if (isLoadPhase(site.kind) || !kept.has(chunk->start(i), chunk->end(i))) continue;
      const int64_t ticks = all.covered(chunk->start(i), chunk->end(i));
      if (inside.size() < site.depth + size_t{2}) inside.resize(site.depth + size_t{2});
      addTicks(busy[kinds.kindOf(site)], ticks - std::exchange(inside[site.depth + size_t{1}], 0));
      addTicks(inside[site.depth], ticks);
      if (site.depth != 0) continue;
      addTicks(withWork, ticks);
      addTicks(withKernels, kernels.covered(chunk->start(i), chunk->end(i)));
      inside[0] = 0;
    }
  }
  const Clock& clock = trace.info.clock;
  parts.push_back({RunTimePart::What::Kernels, CallKind::GpuKernel, clock.toNs(withKernels)});
  parts.push_back({RunTimePart::What::Copies, CallKind::Copy, clock.toNs(withWork - withKernels)});
  for (const KindShare& share : timeByKind(statistics, trace.info, executable.get()))
    parts.push_back({RunTimePart::What::Host, share.kind, share.selfNs - clock.toNs(busy[share.kind])});
  std::erase_if(parts, [](const RunTimePart& part) { return part.ns <= 0; });
  return parts;
}

}  // namespace relaxscope
