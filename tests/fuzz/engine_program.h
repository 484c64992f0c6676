// SPDX-License-Identifier: Apache-2.0
// Programs that use every builtin, generated from a seed, and mutations of programs that the verifier may still accept:
// to test the engine with code that no compiler emits.
#pragma once

#include <cstdint>

#include "vmcore/model/executable.h"

namespace relaxscope::fuzz {

/// A valid Relax program: functions that call the builtins of builtin.def with operands of the types of their rows
/// (most of the time), one another, and host functions "host.0" to "host.7"; with branches and loops.
Executable randomProgram(uint64_t seed);

/// Applies one to eight changes of code words, constants and function rows: a callee, an operand, a destination, a
/// jump, a number.
void changeProgram(Executable& executable, uint64_t seed);

}  // namespace relaxscope::fuzz
