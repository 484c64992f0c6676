// SPDX-License-Identifier: Apache-2.0
// The accuracy of a profile as JSON, for rscope and Python.
#pragma once

#include "vmcore/trace/statistics.h"

namespace relaxscope {

class JsonWriter;

/// The fields of a JSON object: accuracy {ratio low high pairs} of the corrected times, or null and accuracy_reason;
/// recorded {ratio low high wall_ratio pairs} of the times as recorded, or null; correction {factor reason}, where
/// times are as recorded if factor is 0.
void writeAccuracy(JsonWriter& json, const Trace& trace, const TraceStatistics& statistics);

}  // namespace relaxscope
