// SPDX-License-Identifier: Apache-2.0
// Functions that took over each other's names, as two that are exchanged.
#pragma once

#include <vector>

#include "vmcore/analysis/diff/function_match.h"

namespace relaxscope::diffing {

/// Bytecode functions of which each has, under its own name, another program on the other side, and its program under
/// the name of another one of them. A program is told by its opcodes and the names of the packed functions that it
/// calls, which no other function shares; whether the code is the same is for the comparison to say. Linear.
std::vector<FunctionMatch> swappedNames(const Executable& old, const Executable& now);

}  // namespace relaxscope::diffing
