// SPDX-License-Identifier: Apache-2.0
// What a comparison of two traces says in a few lines, as an engineer would say it.
#pragma once

#include <string>
#include <vector>

#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope {

/// At most five lines: the time of a run; what is on one side only; which callees are slower or faster by more than
/// kLeastDifference of the run; calls per run and memory where they differ. All figures are those of `comparison`.
std::vector<ComparisonLine> comparisonSummary(const TraceComparison& comparison, const TraceInfo& old,
                                              const TraceInfo& now);

/// "+1.23 µs", "-4.5 ms", "0 ns".
std::string signedDurationText(double ns);

}  // namespace relaxscope
