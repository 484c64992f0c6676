// SPDX-License-Identifier: Apache-2.0
// The device work that rows of the statistics count, each with its row: that of the call that asked for it.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "vmcore/trace/event_groups.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// Runs that count: those that rows are made of, or all measured ones, as in histograms. Of a span, what lies in it.
enum class CountedRuns : uint8_t { Kept, Measured };

class CountedTime {
 public:
  /// `trace` must outlive it.
  CountedTime(const Trace& trace, const TraceStatistics& statistics, CountedRuns runs);
  [[nodiscard]] bool has(int64_t start, int64_t end);

 private:
  std::optional<TickSpan> span_;
  bool any_;
  RunLookup lookup_;
  std::unordered_set<int64_t> counted_;  ///< starts of runs
};

class CountedWork {
 public:
  /// Both must outlive it.
  CountedWork(const Trace& trace, const TraceStatistics& statistics, CountedRuns runs = CountedRuns::Kept);

  /// `visit(row of the statistics, work, event of its call)`: the number of rows for work of no row, an invalid event
  /// for work of no call. Work that was asked for in a run belongs to it, even if it ends later. False if stopped.
  template <class Visit>
  bool forEach(const std::stop_token& stop, Visit&& visit) {
    for (const auto& chunk : trace_.workChunks()) {
      if (stop.stop_requested()) return false;
      for (size_t i = 0; i < chunk->rows.size(); ++i) {
        const DeviceWork work = rowAt(chunk->rows, i);
        if (!occupiesDevice(work.workKind())) continue;
        if (const auto found = find(work)) visit(found->row, work, found->event);
      }
    }
    return true;
  }

 private:
  struct Found {
    size_t row;
    EventIndex event;
  };
  /// Nothing for work that does not count.
  [[nodiscard]] std::optional<Found> find(const DeviceWork& work);
  [[nodiscard]] size_t rowOf(const EventSite& site, EventIndex event);

  const Trace& trace_;
  const TraceStatistics& statistics_;
  CountedTime time_;
  EventGroups keys_;
  std::unordered_map<GroupKey, size_t, GroupHash> rows_;
  std::unordered_map<std::string, uint32_t> shapes_;  ///< numbers of TraceStatistics::shapes
};

}  // namespace relaxscope
