// SPDX-License-Identifier: Apache-2.0
// Types of the results of a function's instructions.
#pragma once

#include <vector>

#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

/// Type of the value each call writes ("f32[1, 12, 64]"), null if it cannot be derived from the bytecode. A kernel
/// writes its last tensor argument. Indexed by pc - startInstr (for the existing part of the range).
std::vector<StaticTypeRef> resultTypes(const Executable& executable, FuncIndex function);

}  // namespace relaxscope
