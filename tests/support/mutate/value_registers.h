// SPDX-License-Identifier: Apache-2.0
// Another allocation of registers: what one register held one after the other is held by several.
#pragma once

#include "tests/fuzz/random.h"
#include "tests/support/mutate/draft.h"

namespace relaxscope::test {

/// Gives the values of a body registers of their own, in random order; values that meet share one. Returns whether it
/// did: not in code with loops, unreachable blocks, or writes to a register that still holds something, where the time
/// at which memory is released would change.
bool separateRegisters(Draft& draft, size_t body, fuzz::Random& random);

}  // namespace relaxscope::test
