// SPDX-License-Identifier: Apache-2.0
// What the calls of a row of compared times wrote.
#pragma once

#include <optional>

#include "vmcore/run/compare/value_comparison.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope {

/// The outputs of a row's calls, taken together; nothing if none was compared.
std::optional<ValueDifference> valuesOfRow(const ValueComparison& values, const ComparedRow& row, Grouping grouping);

}  // namespace relaxscope
