// SPDX-License-Identifier: Apache-2.0
// The text of two kernels line by line: machine code as vmcore/format/code writes it, free of addresses, and sources
// for a device. Computed on request for one pair; lines are the same if they are so up to what is numbering in a
// kernel.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/analysis/diff/diff.h"

namespace relaxscope {

/// A line of both sides, or of one.
struct KernelTextRow {
  RowState state = RowState::Same;    ///< Same, Removed or Added
  uint32_t oldLine = 0, nowLine = 0;  ///< from 1 on; 0: that side does not have it
  std::string oldText, nowText;       ///< not escaped, at most kMostOfLine bytes; they may differ in labels and names
};
/// Lines that differ, among some that do not.
struct KernelTextHunk {
  std::vector<KernelTextRow> rows;
};
/// One text of a kernel, such as the code of the host.
struct KernelTextPart {
  std::string title;  ///< "machine code", "CUDA C++ source of softmax_kernel"
  std::vector<KernelTextHunk> hunks;
  uint64_t oldLines = 0, nowLines = 0;  ///< that were compared
  uint64_t removed = 0, added = 0;
  uint64_t leftOut = 0;  ///< rows of hunks beyond the limit
  std::string note;      ///< what was not compared, and why; empty if all was
  [[nodiscard]] bool same() const { return removed == 0 && added == 0; }
};
struct KernelTextDiff {
  std::vector<KernelTextPart> parts;  ///< those that differ or could not be compared
};

struct KernelTextLimits {
  size_t context = 3;         ///< equal rows before and after those that differ
  size_t mostLines = 65'536;  ///< that are compared of a text
  size_t mostRows = 2'000;    ///< of hunks, over all parts
  size_t mostOfLine = 1'000;  ///< bytes that are shown of a line
};

/// The texts of a pair of ExecutableDiff::kernels; of one that is added or removed, or stopped, there are none. Safe
/// for malformed files. Time is near-linear in the lines up to the bound of commonSubsequence().
KernelTextDiff kernelTextDiff(const DiffSide& old, const DiffSide& now, const KernelPair& pair,
                              const std::stop_token& stop = {}, const KernelTextLimits& limits = {});

}  // namespace relaxscope
