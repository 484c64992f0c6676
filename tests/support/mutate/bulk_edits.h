// SPDX-License-Identifier: Apache-2.0
// Many edits of a large program at once, for benchmarks: in one pass, and without checking that each changes something.
#pragma once

#include "tests/fuzz/random.h"
#include "tests/support/mutate/draft.h"

namespace relaxscope::test {

/// Edits one in `oneIn` instructions: another callee, immediate or register, a call removed, or one inserted. Returns
/// the number of edits.
size_t editMany(Draft& draft, size_t oneIn, fuzz::Random& random);
/// Gives every bytecode function another name.
void renameFunctions(Draft& draft);

}  // namespace relaxscope::test
