// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/figures/counted_work.h"

#include <algorithm>

namespace relaxscope {

CountedTime::CountedTime(const Trace& trace, const TraceStatistics& statistics, CountedRuns runs)
    : span_(statistics.span), any_(trace.runs.empty()), lookup_(trace.runs) {
  uint32_t measured = 0;
  for (const RunSpan& run : trace.runs) {
    if (!run.measured()) continue;
    if (runs == CountedRuns::Measured || statistics.kept.placeOf(measured) != MiddleHalf::kLeftOut)
      counted_.insert(run.start);
    ++measured;
  }
}

bool CountedTime::has(int64_t start, int64_t end) {
  if (span_) return overlaps(*span_, start, end);
  if (any_) return true;
  const RunSpan* run = lookup_.at(start);
  return run != nullptr && counted_.contains(run->start);
}

CountedWork::CountedWork(const Trace& trace, const TraceStatistics& statistics, CountedRuns runs)
    : trace_(trace),
      statistics_(statistics),
      time_(trace, statistics, runs),
      keys_(trace, statistics.grouping, statistics.executable, statistics.layers) {
  for (const std::string& shapes : statistics.shapes) shapes_.emplace(shapes, static_cast<uint32_t>(shapes_.size()));
  for (size_t i = 0; i < statistics.rows.size(); ++i) {
    const StatisticsRow& row = statistics.rows[i];
    GroupKey key{row.callee, row.function, row.pc, row.shapes, row.kind, CallKind::Other, row.layer, row.runCall};
    if (row.callKind) key.callKind = *row.callKind;
    rows_.emplace(key, i);
  }
}

size_t CountedWork::rowOf(const EventSite& site, EventIndex event) {
  GroupKey key = keys_.keyOf(site, event);
  if (key.shapes != kNoIndex) {  // numbered as this reading finds them: their texts identify them
    const auto found = shapes_.find(keys_.shapes()[key.shapes]);
    key.shapes = found != shapes_.end() ? found->second : kNoIndex;
  }
  const auto found = rows_.find(key);
  return found != rows_.end() ? found->second : statistics_.rows.size();
}

std::optional<CountedWork::Found> CountedWork::find(const DeviceWork& work) {
  size_t place = 0;
  const EventIndex event(work.call == kNoEvent ? -1 : static_cast<int64_t>(work.call));
  if (const StoredChunk* call = trace_.find(event, place); call != nullptr) {
    if (isLoadPhase(call->site(place).kind) || !time_.has(call->start(place), call->end(place))) return std::nullopt;
    return Found{rowOf(call->site(place), event), event};
  }
  const int64_t start = work.queued != kNoTick ? work.queued : work.start;
  if (!time_.has(start, std::max(start, work.end()))) return std::nullopt;
  return Found{statistics_.rows.size(), EventIndex::invalid()};
}

}  // namespace relaxscope
