// SPDX-License-Identifier: Apache-2.0
// Why instructions are only in one of two functions.
#pragma once

#include <vector>

#include "vmcore/analysis/diff/align/alignment.h"
#include "vmcore/analysis/diff/align/operations.h"
#include "vmcore/analysis/diff/change.h"

namespace relaxscope::diffing {

class RemovedReasons {
 public:
  RemovedReasons(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment,
                 const std::vector<Purpose>& oldPurposes, const std::vector<Purpose>& nowPurposes);
  [[nodiscard]] ChangeKind ofRemoved(uint32_t row) const;
  [[nodiscard]] ChangeKind ofInserted(uint32_t row) const;

 private:
  const std::vector<Purpose>& oldPurposes_;
  const std::vector<Purpose>& nowPurposes_;
  std::vector<bool> folded_;  ///< old instructions whose results are now constants
  bool losesHeap_ = false, gainsHeap_ = false;
};

}  // namespace relaxscope::diffing
