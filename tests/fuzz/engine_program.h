// SPDX-License-Identifier: Apache-2.0
// Programs that use every builtin, made from a seed, and changes to programs that the verifier may well accept: for
// finding what the engine does with code that no compiler writes.
#pragma once

#include <cstdint>

#include "vmcore/model/executable.h"

namespace relaxscope::fuzz {

/// A sound Relax program: functions that call the builtins of builtin.def with operands of the kinds their rows name
/// (most of the time), one another, and host functions "host.0" to "host.7"; with branches and loops.
Executable randomProgram(uint64_t seed);

/// One to eight changes of code words, constants and function rows: a callee, an operand, a destination, a jump, a
/// number.
void changeProgram(Executable& executable, uint64_t seed);

}  // namespace relaxscope::fuzz
