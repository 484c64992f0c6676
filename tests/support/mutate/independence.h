// SPDX-License-Identifier: Apache-2.0
// Which adjacent instructions may change places.
#pragma once

#include <vector>

#include "tests/support/mutate/draft.h"

namespace relaxscope::test {

/// Positions p of a body such that the instructions at p and p + 1 are in one reachable block and do not depend on each
/// other by registers, contents of memory or effects. Conservative: allocations of storage and releases keep their
/// order among themselves, and so do kernels unless all that they get is memory of this function and apart.
std::vector<size_t> independentPairs(const Draft& draft, size_t body);

}  // namespace relaxscope::test
