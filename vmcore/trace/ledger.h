// SPDX-License-Identifier: Apache-2.0
// Where the time of a recording goes: of measured runs by kind of call, of the load phase by step, and the part of it
// that recording itself adds.
#pragma once

#include <vector>

#include "vmcore/model/call_kind.h"
#include "vmcore/model/executable.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// The kind of call that a row counts. `executable` may be null: names then tell builtins from kernels.
CallKind callKindOf(const StatisticsRow& row, const TraceInfo& info, const Executable* executable);

/// Self time of one kind of call.
struct KindShare {
  CallKind kind = CallKind::Other;
  double share = 0;   ///< of the self time of all rows
  double selfNs = 0;  ///< over all measured runs
};
/// Kinds that took time: kernels, VM functions, then builtins by kind. Shares add up to 1. The self time of a VM
/// function is that of its body's row.
std::vector<KindShare> timeByKind(const TraceStatistics& statistics, const TraceInfo& info,
                                  const Executable* executable);

/// Nanoseconds of the load phase by step.
struct LoadTimes {
  double libraryNs = 0, verifyNs = 0, lookupNs = 0, constantsNs = 0;
};
LoadTimes loadTimesOf(const Trace& trace);

/// Self time of a row as a share of the time of all measured runs; 0 where nothing was measured.
double shareOfRuns(const TraceStatistics& statistics, const StatisticsRow& row);
/// What writing the events and reading the clock adds to the times of the measured runs, by the cost measured before
/// them. Values are in no time of a trace.
double recordingNs(const TraceStatistics& statistics, const InstrumentationCost& cost);

}  // namespace relaxscope
