// SPDX-License-Identifier: Apache-2.0
// The comparison of values as JSON.
#pragma once

#include "vmcore/base/json/writer.h"
#include "vmcore/run/compare/value_comparison.h"

namespace relaxscope {

/// An object: outputs [function pc new_function new_pc callee argument executions first_differing ...] first_divergence
/// results [name ...] not_captured; `...` is elements differing largest_absolute largest_relative nan_old nan_new
/// inf_old inf_new not_compared.
void writeValues(JsonWriter& json, const ValueComparison& comparison, const std::vector<std::string>& oldFunctions,
                 const std::vector<std::string>& newFunctions);

}  // namespace relaxscope
