// SPDX-License-Identifier: Apache-2.0
// Types of the results of a function's instructions.
#pragma once

#include <vector>

#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

class FunctionFacts;

/// Type of the value each call writes ("f32[1, 12, 64]"), null if it cannot be derived from the bytecode. A kernel
/// writes its last tensor argument. Indexed by pc - startInstr (for the existing part of the range).
std::vector<StaticTypeRef> resultTypes(const Executable& executable, FuncIndex function);
/// The same with the parameters and slots of all functions that it follows from `facts`, which keep them: those of a
/// chain of calls are not read again for each of its functions.
std::vector<StaticTypeRef> resultTypes(const FunctionFacts& facts, FuncIndex function);

/// Converts a type of a callee to the caller's view: names of the callee's dimensions have no meaning there.
void dropSymbolNames(StaticType& type);

}  // namespace relaxscope
