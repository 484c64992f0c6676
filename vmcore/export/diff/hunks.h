// SPDX-License-Identifier: Apache-2.0
// Internal to export. The rows of two listings that a report shows: those that differ with some rows around them,
// within a limit for the whole report.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/export/diff/exporter.h"

namespace relaxscope {

inline constexpr size_t kDiffContext = 3;

/// Rows [begin, end) of FunctionPair::rows.
struct DiffHunk {
  size_t begin = 0, end = 0;
};
struct DiffHunks {
  std::vector<DiffHunk> hunks;
  size_t leftOut = 0;  ///< rows of hunks beyond the limit
};

/// Whether the row is a difference of a kind that the report shows.
bool isShownDifference(const DiffReport& report, const FunctionPair& pair, const InstructionRow& row);
/// `rowsLeft` is what remains of the report's limit, and is reduced.
DiffHunks diffHunks(const DiffReport& report, const FunctionPair& pair, size_t context, size_t& rowsLeft);

/// Calls `visit(begin, end)` for each longest range of `hunk` whose rows are of one change, or of none and alike.
template <class Visit>
void forEachRun(const FunctionPair& pair, DiffHunk hunk, Visit&& visit) {
  const auto sameRun = [](const InstructionRow& a, const InstructionRow& b) {
    return a.change == b.change && (a.change != kNoChange || a.state == b.state);
  };
  for (size_t begin = hunk.begin; begin < hunk.end;) {
    size_t end = begin + 1;
    while (end < hunk.end && sameRun(pair.rows[begin], pair.rows[end])) ++end;
    visit(begin, end);
    begin = end;
  }
}

}  // namespace relaxscope
