// SPDX-License-Identifier: Apache-2.0
// The comparison of two traces as JSON, for rscope and Python. Times are rounded to tenths of a nanosecond.
#pragma once

#include "vmcore/base/json/writer.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope {

/// The fields of an open object: summary in_turns turns processes {old new} runs {old new} run_ns unrecorded
/// not_attributed_ns sum groups rows memory notes, see cli.md.
void writeComparison(JsonWriter& json, const TraceComparison& comparison, const TraceInfo& old, const TraceInfo& now);

}  // namespace relaxscope
