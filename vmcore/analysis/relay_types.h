// SPDX-License-Identifier: Apache-2.0
// What Relay instructions write, as far as they say it themselves: allocations and constants have types,
// moves and copies pass them on.
#pragma once

#include <vector>

#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

/// Of the part of the function's range that exists, by pc - its begin: "f32[4, 5]", "i64[1]", or null where it is not
/// known.
std::vector<StaticTypeRef> relayResultTypes(const Executable& executable, FuncIndex function);

}  // namespace relaxscope
