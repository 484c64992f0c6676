// SPDX-License-Identifier: Apache-2.0
// A run's allocator counters as `time` and `profile` print them.
#pragma once

#include <string>

#include "vmcore/base/json/writer.h"
#include "vmcore/run/counters.h"

namespace relaxscope::cli {

/// "  memory     peak 2,944 B, 30 allocations, 26 served from the pool, 1,024 B in its unused blocks\n", and a
/// line for each device where there are several. `peakBytes` replaces the counters' peak.
std::string memoryLines(const Counters& counters, int64_t peakBytes);
/// The value of "memory": peak_bytes, allocations, pool_hits, pool_unused_bytes, and devices where there are several.
void writeMemory(JsonWriter& json, const Counters& counters, int64_t peakBytes);
/// The same of a stored profile, which has no counters: what it does not know is null.
void writePeak(JsonWriter& json, bool known, int64_t peakBytes);

}  // namespace relaxscope::cli
