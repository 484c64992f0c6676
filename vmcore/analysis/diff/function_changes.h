// SPDX-License-Identifier: Apache-2.0
// The changes of one function's code, from the alignment of its instructions, and the rows of its two listings.
#pragma once

#include <optional>
#include <vector>

#include "vmcore/analysis/diff/align/alignment.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

/// What is known of a function beside the alignment.
struct CodeContext {
  bool newSignature = false;  ///< parameters or their types differ
  /// Old instructions that passed one whose tensors they need, whatever storage these are in; nothing if that could not
  /// be told.
  std::optional<std::vector<uint32_t>> dependent;
};
/// Fills the rows, changes, score and state of `out`, whose functions are known.
void describeCode(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment,
                  const CodeContext& context, FunctionPair& out);
/// The rows of one side, for functions whose code is not aligned.
void addRows(const FunctionCode& code, Side side, FunctionPair& out);

}  // namespace relaxscope::diffing
