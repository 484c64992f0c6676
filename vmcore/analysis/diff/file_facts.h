// SPDX-License-Identifier: Apache-2.0
// What files say beside functions and constants: releases, formats, targets, modules.
#pragma once

#include <vector>

#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

/// Those that differ. Provenance and the layout of a library are no difference; another machine and
/// other modules are, unless kernels are ignored.
std::vector<FileFact> differingFacts(const DiffSide& old, const DiffSide& now, const DiffOptions& options);

}  // namespace relaxscope::diffing
