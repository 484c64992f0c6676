// SPDX-License-Identifier: Apache-2.0
// Large programs for the benchmark of diffs.
#pragma once

#include <cstdint>

#include "vmcore/model/executable.h"

namespace relaxscope::bench {

/// One function as of a large network: storages, tensors in them, kernels of a hundred names, kills.
Executable straightLine(int64_t instructions);
/// The same calls in functions of their own, called one after the other.
Executable manyFunctions(int64_t functions, int64_t instructionsEach);
/// One layer, again and again: nothing but the order tells its copies apart.
Executable repeatedLayer(int64_t layers);
/// One call, again and again.
Executable alike(int64_t instructions);
/// Branches, loops, symbolic shapes, closures.
Executable randomNetwork(int64_t instructions);
/// A function that uses one float tensor of so many bytes.
Executable largeConstant(int64_t bytes);

}  // namespace relaxscope::bench
