// SPDX-License-Identifier: Apache-2.0
// What tables of a comparison need beside writeDiffJson(): every instruction of both sides, and columns of functions
// and constants. For Python.
#pragma once

#include "vmcore/export/diff/exporter.h"

namespace relaxscope {

/// "same", "changed", "removed", "added", "moved".
const char* rowStateName(RowState state);
/// The rows of all functions in the order of the diff, a list: pair (row of `functions`) function old_pc new_pc state
/// partner change (row of all changes of all functions, in order) kind old_text new_text; null for what is not there.
void writeDiffRowsJson(const DiffReport& report, const TextSink& sink);
/// An object with two lists that are parallel to those of writeDiffJson(): functions [old_instructions
/// new_instructions] and constants [old_dtype new_dtype old_shape new_shape], null for what is not a tensor.
void writeDiffColumnsJson(const DiffReport& report, const TextSink& sink);

}  // namespace relaxscope
