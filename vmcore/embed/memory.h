// SPDX-License-Identifier: Apache-2.0
// A VM's allocator counters for Python.
#pragma once

#include <string>

#include "vmcore/run/counters.h"

namespace relaxscope {

/// JSON with live_bytes, peak_bytes, allocations, pool_hits, pool_unused_bytes, and devices where there are several.
std::string memoryJson(const Counters& counters);

}  // namespace relaxscope
