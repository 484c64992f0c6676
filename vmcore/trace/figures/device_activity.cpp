// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/figures/device_activity.h"

#include <algorithm>
#include <map>

#include "vmcore/trace/event_times.h"

namespace relaxscope {
namespace {

bool isOf(DeviceWorkKind kind, WorkOf which) {
  switch (which) {
    case WorkOf::All: return occupiesDevice(kind);
    case WorkOf::Kernels: return isKernel(kind);
    case WorkOf::Copies: return isCopy(kind);
  }
  return false;
}

template <class Visit>
void forEachWork(const Trace& trace, Visit&& visit) {
  for (const auto& chunk : trace.workChunks())
    for (size_t i = 0; i < chunk->rows.size(); ++i) visit(rowAt(chunk->rows, i));
}

/// The part of the work that lies in the span.
TickSpan clipped(const DeviceWork& work, const TickSpan& span) {
  return {std::clamp(work.start, span.begin, span.end), std::clamp(work.end(), span.begin, span.end)};
}

TrackActivity activityOf(uint32_t track, const std::vector<DeviceWork>& rows, const TickSpan& span) {
  TrackActivity result;
  result.track = track;
  result.rows = rows.size();
  std::vector<TickSpan> all;
  for (const DeviceWork& row : rows) {
    const TickSpan part = clipped(row, span);
    all.push_back(part);
    if (isKernel(row.workKind())) addTicks(result.kernels, part.end - part.begin);
    if (isCopy(row.workKind())) addTicks(result.copies, part.end - part.begin);
  }
  const CoveredTime covered(std::move(all));
  const std::vector<TickSpan>& stretches = covered.stretches();
  result.busy = covered.covered(span.begin, span.end);
  for (size_t i = 1; i < stretches.size(); ++i) {
    const int64_t gap = stretches[i].begin - stretches[i - 1].end;
    result.gaps += gap;
    result.longestGap = std::max(result.longestGap, gap);
  }
  return result;
}

}  // namespace

CoveredTime::CoveredTime(std::vector<TickSpan> stretches) {
  std::erase_if(stretches, [](const TickSpan& each) { return each.end <= each.begin; });
  std::ranges::sort(stretches, {}, &TickSpan::begin);
  for (const TickSpan& each : stretches) {
    if (!stretches_.empty() && each.begin <= stretches_.back().end)
      stretches_.back().end = std::max(stretches_.back().end, each.end);
    else stretches_.push_back(each);
  }
  int64_t sum = 0;
  for (const TickSpan& each : stretches_) {
    before_.push_back(sum);
    sum += each.end - each.begin;
  }
}

/// Covered ticks before that time.
int64_t CoveredTime::until(int64_t ticks) const {
  const auto after = std::ranges::upper_bound(stretches_, ticks, {}, &TickSpan::begin);
  if (after == stretches_.begin()) return 0;
  const auto last = static_cast<size_t>(after - stretches_.begin()) - 1;
  return before_[last] + std::min(ticks, stretches_[last].end) - stretches_[last].begin;
}

int64_t CoveredTime::covered(int64_t begin, int64_t end) const { return end > begin ? until(end) - until(begin) : 0; }

int64_t CoveredTime::common(const CoveredTime& other, int64_t begin, int64_t end) const {
  int64_t sum = 0;
  for (const TickSpan& each : stretches_) sum += other.covered(std::max(each.begin, begin), std::min(each.end, end));
  return sum;
}

CoveredTime coveredByDevices(const Trace& trace, WorkOf which) {
  std::vector<TickSpan> stretches;
  forEachWork(trace, [&](const DeviceWork& row) {
    if (isOf(row.workKind(), which)) stretches.push_back({row.start, row.end()});
  });
  return CoveredTime(std::move(stretches));
}

DriverMemory driverMemory(const Trace& trace) {
  DriverMemory sums;
  forEachWork(trace, [&](const DeviceWork& row) {
    if (!isMemory(row.workKind())) return;
    addTicks(sums.ticks, row.duration);
    if (row.workKind() == DeviceWorkKind::Release) return static_cast<void>(++sums.releases);
    ++sums.allocations;
    addTicks(sums.bytesAllocated, row.bytes);
  });
  return sums;
}

DeviceActivity deviceActivity(const Trace& trace, const TickSpan& span) {
  std::map<uint32_t, std::vector<DeviceWork>> byTrack;
  std::vector<TickSpan> all, kernels, copies;
  forEachWork(trace, [&](const DeviceWork& row) {
    if (!occupiesDevice(row.workKind()) || !overlaps(span, row.start, row.end())) return;
    byTrack[row.track].push_back(row);
    const TickSpan part = clipped(row, span);
    all.push_back(part);
    if (isKernel(row.workKind())) kernels.push_back(part);
    if (isCopy(row.workKind())) copies.push_back(part);
  });
  DeviceActivity result;
  for (const auto& [track, rows] : byTrack) result.tracks.push_back(activityOf(track, rows, span));
  result.span = span.end - span.begin;
  const CoveredTime busyWithKernels(std::move(kernels)), busyWithCopies(std::move(copies));
  result.busy = CoveredTime(std::move(all)).covered(span.begin, span.end);
  result.kernels = busyWithKernels.covered(span.begin, span.end);
  result.overlap = busyWithKernels.common(busyWithCopies, span.begin, span.end);
  return result;
}

}  // namespace relaxscope
