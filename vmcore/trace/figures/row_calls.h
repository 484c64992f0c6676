// SPDX-License-Identifier: Apache-2.0
// The single calls behind a row of the statistics: how their times are distributed, and the longest of them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

struct RowCallsQuery {
  static constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  double fromNs = -kNoLimit, toNs = kNoLimit;  ///< calls with a time of [fromNs, toNs] are listed
  size_t mostListed = 10'000;                  ///< the longest of these
  size_t bins = 60;
  bool onDevice = false;  ///< the kernels of the calls in place of the calls; a call may have several
};
/// One call. Its time is that of the rows: with nested calls, less the cost of recording; of a kernel by the device.
struct RowCall {
  EventIndex event;
  double ns = 0;
  uint32_t run = kNoIndex;  ///< index into Trace::runs; kNoIndex: of none
  bool outlying = false;    ///< its run is an outlier of TraceStatistics::runTimes
};
/// A bar of the histogram, for times of [fromNs, toNs); the last one includes toNs.
struct RowCallsBin {
  double fromNs = 0, toNs = 0;
  uint64_t usual = 0, outlying = 0;  ///< calls in outlying runs are apart
  [[nodiscard]] uint64_t count() const { return usual + outlying; }
};
struct RowCalls {
  uint64_t count = 0;  ///< all calls in measured runs, or in the span of the statistics
  double minNs = 0, maxNs = 0, medianNs = 0;
  /// Where few times are far from the others: bins have equal ratios from this positive time on, and the first one
  /// includes what is below. 0: bins have equal widths.
  double ratiosFromNs = 0;
  [[nodiscard]] bool logarithmic() const { return ratiosFromNs > 0; }
  std::vector<RowCallsBin> bins;
  uint64_t chosen = 0;           ///< calls within the limits
  std::vector<RowCall> longest;  ///< of the chosen, by descending time
};

/// `row` is one of `statistics`, which are of `trace`. Reads all events twice; empty if stopped.
RowCalls callsOfRow(const Trace& trace, const TraceStatistics& statistics, const StatisticsRow& row,
                    const RowCallsQuery& query, const std::stop_token& stop = {});
/// The times of these calls alone, in the order of their ends.
std::vector<double> timesOfRow(const Trace& trace, const TraceStatistics& statistics, const StatisticsRow& row,
                               const std::stop_token& stop = {});

}  // namespace relaxscope
