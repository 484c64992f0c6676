// SPDX-License-Identifier: Apache-2.0
// The comparison of values as JSON, written and read.
#pragma once

#include <string_view>

#include "vmcore/base/json/writer.h"
#include "vmcore/base/result.h"
#include "vmcore/run/compare/value_comparison.h"

namespace relaxscope {

/// An object: outputs [function pc new_function new_pc callee new_callee argument new_argument executions
/// first_differing ...] first_divergence results [name ...] not_captured; `...` is elements differing largest_absolute
/// largest_relative nan_old nan_new inf_old inf_new not_compared.
void writeValues(JsonWriter& json, const ValueComparison& comparison, const std::vector<std::string>& oldFunctions,
                 const std::vector<std::string>& newFunctions);

/// Reads them back from the field run.values of a report, `rscope diff --run --json`. The names are those of the
/// function tables that it was written with; a function that they lack is kNoIndex. Any text is answered by an error or
/// a sound value: first_divergence is a row of outputs.
Result<ValueComparison> readValuesOfReport(std::string_view report, const std::vector<std::string>& oldFunctions,
                                           const std::vector<std::string>& newFunctions);

}  // namespace relaxscope
