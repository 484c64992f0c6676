// SPDX-License-Identifier: Apache-2.0
// Types of the results of Relay instructions: allocations and constants have types, moves and copies propagate them.
#pragma once

#include <vector>

#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

/// For the existing part of the function's range, indexed by pc - begin: "f32[4, 5]", "i64[1]", or null if unknown.
std::vector<StaticTypeRef> relayResultTypes(const Executable& executable, FuncIndex function);

}  // namespace relaxscope
