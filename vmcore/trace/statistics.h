// SPDX-License-Identifier: Apache-2.0
// Figures of a trace grouped by callee, call site or kind. Warm-up runs and the load phase are left out.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/trace/run_times.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

enum class Grouping : uint8_t { Callee, Site };
/// One group. Times in nanoseconds by the recording's clock, which stands still while values are recorded and
/// chunks are handed over. What writing an event costs beside that (InstrumentationCost::perEventNs) is in them:
/// in chained mode in each Call, in precise mode in the self time of the function around.
struct StatisticsRow {
  uint32_t callee = kNoIndex;
  uint32_t function = kNoIndex, pc = kNoIndex;  ///< Site only
  EventKind kind = EventKind::Call;
  uint64_t count = 0;
  double totalNs = 0;  ///< with children; what a recursive callee runs inside itself counts once
  double selfNs = 0;   ///< without calls inside
  double minNs = 0, maxNs = 0, meanNs = 0, medianNs = 0, p90Ns = 0, p99Ns = 0, sigmaNs = 0;
  int64_t bytesAllocated = 0;
};
struct TraceStatistics {
  std::vector<StatisticsRow> rows;  ///< by falling selfNs
  uint64_t runs = 0;                ///< measured ones
  RunTimes runTimes;                ///< of these; outliers count from the first measured run
  double totalNs = 0;               ///< of all measured runs
  double recordingNs = 0;           ///< that recording took during them and that is in no time here
  int64_t peakLiveBytes = 0;
};
/// Nanoseconds of the runs that are no warm-up ones, in order.
std::vector<double> measuredRunsNs(const Trace& trace);
/// `functionNames` index space is that of the trace. Percentiles are exact.
TraceStatistics computeStatistics(const Trace& trace, Grouping grouping, std::stop_token stop = {});

}  // namespace relaxscope
