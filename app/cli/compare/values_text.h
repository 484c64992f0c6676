// SPDX-License-Identifier: Apache-2.0
// What calls of two executables wrote, in the text of their times.
#pragma once

#include "vmcore/export/times/exporter.h"
#include "vmcore/run/compare/value_comparison.h"

namespace relaxscope::cli {

/// Adds a line to the head, and columns with the largest difference of the outputs of each row of kernels. Keeps
/// references to both.
void addValues(TimesReport& report, const ValueComparison& values);

}  // namespace relaxscope::cli
