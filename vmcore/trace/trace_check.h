// SPDX-License-Identifier: Apache-2.0
// Checks of a trace from an untrusted source, a profile or a worker, before its times are used in computations or its
// numbers as indices.
#pragma once

#include "vmcore/base/result.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// The clock rate must be positive, costs finite and non-negative.
Result<void> checkInfo(const TraceInfo& info);
/// Times must be within +-2^60 ticks, so that the sum of two does not overflow.
Result<void> checkRun(const RunSpan& run);
/// As above for events; also known kinds, and side records that refer to existing events and extents.
Result<void> checkRecords(const TraceChunk& chunk);
/// Function and name indices must be in the tables of `info`.
Result<void> checkNames(const TraceChunk& chunk, const TraceInfo& info);

}  // namespace relaxscope
