// SPDX-License-Identifier: Apache-2.0
// The five lines that an engineer would say about a diff.
#pragma once

#include <vector>

#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

/// Of a diff that is complete but for its summary.
std::vector<SummaryLine> summaryOf(const DiffSide& old, const DiffSide& now, const ExecutableDiff& diff);

}  // namespace relaxscope::diffing
