// SPDX-License-Identifier: GPL-3.0-or-later
// Where the code of a compared row is in the differences of its executables.
#pragma once

#include <optional>

#include "views/core/differences.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope {

/// The call of the row; of a callee its first call, or its function. Nothing if no code has it.
std::optional<DiffPlace> placeOfRow(const ComparedRow& row, const ExecutableDiff& diff, const Executable& old,
                                    const Executable& now);

}  // namespace relaxscope
