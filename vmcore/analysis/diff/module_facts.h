// SPDX-License-Identifier: Apache-2.0
// The modules of two libraries beside the executable and the code of the host: which there are, and what they hold.
#pragma once

#include <vector>

#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

/// Modules that one side lacks, or that differ: "module:cuda" with its size, content and kernels. What only the code of
/// kernels tells apart counts there. Both sides have libraries.
std::vector<FileFact> differingModules(const DiffSide& old, const DiffSide& now, bool ignoreKernels);

}  // namespace relaxscope::diffing
