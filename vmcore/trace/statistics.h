// SPDX-License-Identifier: Apache-2.0
// Statistics of a trace grouped by callee, call site or kind. Warm-up runs and the load phase are excluded.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/trace/correction.h"
#include "vmcore/trace/run_times.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

enum class Grouping : uint8_t { Callee, Site };
/// One group. Times in nanoseconds of the recording's clock, which excludes recording values and handing over chunks,
/// less the cost of recording itself where TraceStatistics::correction applies; a corrected time of next to nothing may
/// be negative.
struct StatisticsRow {
  uint32_t callee = kNoIndex;
  uint32_t function = kNoIndex, pc = kNoIndex;  ///< Site only; pc as of the events (EventKind)
  EventKind kind = EventKind::Call;
  uint64_t count = 0;
  bool recursive = false;                ///< some of its calls contain others
  double totalNs = 0;                    ///< with children; recursive calls are counted once
  double selfNs = 0;                     ///< without nested calls
  double rawTotalNs = 0, rawSelfNs = 0;  ///< both as recorded
  double minNs = 0, maxNs = 0, meanNs = 0, medianNs = 0, p90Ns = 0, p99Ns = 0, sigmaNs = 0;
  int64_t bytesAllocated = 0;  ///< over all measured runs; see TraceStatistics::bytesKnown
};
struct TraceStatistics {
  std::vector<StatisticsRow> rows;  ///< by descending selfNs
  uint64_t runs = 0;                ///< number of measured runs
  Correction correction;            ///< of all times but those called raw
  std::vector<double> runNs;        ///< of the measured runs, in order
  RunTimes runTimes;                ///< of runNs; outlier indices count from the first one
  RunTimes rawRunTimes;             ///< as recorded
  double totalNs = 0;               ///< of all measured runs
  double eventCostNs = 0;           ///< that recording events took in all measured runs, by the probe
  double recordingNs = 0;           ///< recording time during these runs that no other time here includes
  int64_t peakLiveBytes = 0;
  /// False if the bytes are those of a values run that executed other instructions than a measured run: rows then have
  /// none.
  bool bytesKnown = true;
};
/// The row of a function: of its body if it has one, else of its calls; null if there is neither. Grouping::Callee
/// only.
const StatisticsRow* rowOfFunction(const TraceStatistics& statistics, uint32_t function);
/// Nanoseconds of the measured runs as recorded, in order.
std::vector<double> measuredRunsNs(const Trace& trace);
/// Function indices are those of the trace. Percentiles are exact.
TraceStatistics computeStatistics(const Trace& trace, Grouping grouping, std::stop_token stop = {});

}  // namespace relaxscope
