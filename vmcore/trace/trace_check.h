// SPDX-License-Identifier: Apache-2.0
// What must hold of a trace that comes from outside, a profile or a worker, before anyone computes with
// its times or uses its numbers as subscripts.
#pragma once

#include "vmcore/base/result.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// The clock runs, costs are figures.
Result<void> checkInfo(const TraceInfo& info);
/// Times within +-2^60 ticks, so that sums of two do not overflow.
Result<void> checkRun(const RunSpan& run);
/// The same for events; kinds known, side records of events and extents that are there.
Result<void> checkRecords(const TraceChunk& chunk);
/// Functions and names in the tables of `info`.
Result<void> checkNames(const TraceChunk& chunk, const TraceInfo& info);

}  // namespace relaxscope
