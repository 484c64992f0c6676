// SPDX-License-Identifier: Apache-2.0
// Types of what the instructions of a function write.
#pragma once

#include <vector>

#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

/// Type of the value each call writes ("f32[1, 12, 64]"), null where the bytecode does not tell. A kernel writes its
/// last tensor argument. Indexed by pc - startInstr (of the part of the range that exists).
std::vector<StaticTypeRef> resultTypes(const Executable& executable, FuncIndex function);

}  // namespace relaxscope
