// SPDX-License-Identifier: Apache-2.0
// The changes of one function's code, from the alignment of its instructions, and the rows of its two listings.
#pragma once

#include "vmcore/analysis/diff/align/alignment.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

/// Fills the rows, changes, score and state of `out`, whose functions are known. `newSignature`: parameters or their
/// types differ.
void describeCode(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment, bool newSignature,
                  FunctionPair& out);
/// The rows of one side, for functions whose code is not aligned.
void addRows(const FunctionCode& code, Side side, FunctionPair& out);

}  // namespace relaxscope::diffing
