// SPDX-License-Identifier: Apache-2.0
// The listing with what its numbers stand for: pcs, types of results, names of registers, constants and slots of the
// shape heap, and the costs of a profile.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vmcore/base/text_sink.h"
#include "vmcore/model/executable.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {

/// A block per function that has code: a head, then a line per instruction. `bySite`, which may be null, gives each
/// call its calls per run, its time per run with nested calls, and that as a share of a run; it is grouped by site, of
/// a recording of the same program. Linear in the instructions; memory is that of all functions' parameters and slots,
/// and of one function's types and names. `warnings` receives what a damaged file leaves out.
void writeAnnotated(const Executable& executable, std::span<const FuncIndex> only, const TraceStatistics* bySite,
                    const TextSink& sink, std::vector<std::string>& warnings);

}  // namespace relaxscope
