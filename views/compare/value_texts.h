// SPDX-License-Identifier: GPL-3.0-or-later
// How compared values are said: errors, counts of NaN and infinities, the first difference.
#pragma once

#include <QString>

#include "views/core/comparison.h"
#include "views/widgets/table_source.h"

namespace relaxscope {

/// "1.2e-06"; an en dash for none.
QString errorText(const std::optional<double>& error);

enum class ValueColumn : uint8_t { Error, Relative, Odd };
/// What the calls of a row wrote: the largest error or "equal", the largest relative error, "NaN 0 → 2, inf 1 → 0".
Cell valueCell(const ValueDifference& difference, ValueColumn column);
/// "first difference in the order of the run: matmul at main:7, 3 of 64 elements, largest 1.2e-06 (relative 3e-05);
/// result equal"
QString valuesText(const ValueComparison& values, const Document& old);
/// Where the code of an output is in the differences of its executables; nothing if it is not there.
std::optional<DiffPlace> placeOfOutput(const MatchedOutput& output, const ExecutableDiff& diff);

}  // namespace relaxscope
