// SPDX-License-Identifier: Apache-2.0
// One correction for the times of two traces: a call that costs the same must not differ because the cost of recording
// is taken out of it differently.
#pragma once

#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

enum class SharedCorrection : uint8_t {
  Both,     ///< both sides have the mean of their costs of a run and of an event
  NotOld,   ///< neither is corrected: the old one has no correction
  NotNew,   ///< neither is corrected: the new one has none
  Neither,  ///< neither trace has a correction
};

/// Replaces the corrections, and the times of runs, of the statistics of two traces.
SharedCorrection shareCorrection(const Trace& old, TraceStatistics& oldStatistics, const Trace& now,
                                 TraceStatistics& newStatistics);

/// Leaves the times of both as recorded.
void withdrawCorrection(const Trace& old, TraceStatistics& oldStatistics, const Trace& now,
                        TraceStatistics& newStatistics);

}  // namespace relaxscope
