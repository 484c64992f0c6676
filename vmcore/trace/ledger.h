// SPDX-License-Identifier: Apache-2.0
// Distribution of a recording's time: measured runs by kind of call and by row, the load phase by step.
#pragma once

#include <vector>

#include "vmcore/model/call_kind.h"
#include "vmcore/model/executable.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// The kind of call of a row. If `executable` is null, builtins and kernels are distinguished by name.
CallKind callKindOf(const StatisticsRow& row, const TraceInfo& info, const Executable* executable);

/// Self time of one kind of call.
struct KindShare {
  CallKind kind = CallKind::Other;
  double share = 0;   ///< of the self time of all rows
  double selfNs = 0;  ///< of the kept runs (TraceStatistics::kept)
};
/// Kinds that took time: kernels, VM functions, then builtins by kind. Shares add up to 1. A VM function's self time is
/// that of its body's row.
std::vector<KindShare> timeByKind(const TraceStatistics& statistics, const TraceInfo& info,
                                  const Executable* executable);

/// Nanoseconds of the load phase by step.
struct LoadTimes {
  double libraryNs = 0, verifyNs = 0, lookupNs = 0, constantsNs = 0;
};
LoadTimes loadTimesOf(const Trace& trace);

/// Self time of a row as a share of that of all rows, so that shares add up to 1; 0 if nothing took time.
double shareOf(const TraceStatistics& statistics, const StatisticsRow& row);

}  // namespace relaxscope
