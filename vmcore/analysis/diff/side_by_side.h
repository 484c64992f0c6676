// SPDX-License-Identifier: Apache-2.0
// The rows of two listings side by side.
#pragma once

#include <unordered_set>
#include <vector>

#include "vmcore/analysis/diff/align/alignment.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

struct ChangedRows {
  const std::vector<uint32_t>& oldChange;  ///< by instruction: row of FunctionPair::changes, or kNoChange
  const std::vector<uint32_t>& nowChange;
  const std::unordered_set<uint32_t>& differing;  ///< old instructions whose partner differs
  std::vector<uint32_t> weights;                  ///< weightsOf() the old ones
};
/// Pairs stand in one row unless they cross; the last of calls that were fused stands beside what they became.
std::vector<InstructionRow> sideBySide(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment,
                                       const ChangedRows& changed);

}  // namespace relaxscope::diffing
