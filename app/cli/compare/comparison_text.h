// SPDX-License-Identifier: Apache-2.0
// The comparison of two profiles for a terminal.
#pragma once

#include <string>

#include "app/cli/output.h"
#include "vmcore/run/compare/value_comparison.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope::cli {

struct ComparedProfiles {
  std::string oldName, newName;  ///< of the files
  const TraceComparison& comparison;
  const TraceInfo &old, &now;
  const ValueComparison* values = nullptr;  ///< what the calls wrote, where that was recorded
};
/// The summary, what it is of, and the table: groups with their rows, their sum, what is not attributed, and the run.
/// With values, rows of kernels also have the largest difference of their outputs.
void writeComparisonText(const ComparedProfiles& profiles, Output& out);

}  // namespace relaxscope::cli
