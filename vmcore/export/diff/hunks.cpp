// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/diff/hunks.h"

#include <algorithm>

namespace relaxscope {

bool isShownDifference(const DiffReport& report, const FunctionPair& pair, const InstructionRow& row) {
  if (row.change != kNoChange && row.change < pair.changes.size()) return report.shows(pair.changes[row.change].kind);
  if (pair.state == PairState::Added) return report.shows(ChangeKind::FunctionAdded);
  if (pair.state == PairState::Removed) return report.shows(ChangeKind::FunctionRemoved);
  return report.kinds.empty() && row.state != RowState::Same && row.state != RowState::Moved;
}

DiffHunks diffHunks(const DiffReport& report, const FunctionPair& pair, size_t context, size_t& rowsLeft) {
  DiffHunks found;
  const size_t count = pair.rows.size();
  for (size_t i = 0; i < count; ++i) {
    if (!isShownDifference(report, pair, pair.rows[i])) continue;
    const size_t begin = i - std::min(i, context), end = std::min(count, i + 1 + context);
    if (found.hunks.empty() || begin > found.hunks.back().end) found.hunks.push_back({begin, end});
    else found.hunks.back().end = end;
  }
  for (DiffHunk& hunk : found.hunks) {
    const size_t rows = hunk.end - hunk.begin, kept = std::min(rows, rowsLeft);
    hunk.end = hunk.begin + kept;
    rowsLeft -= kept;
    found.leftOut += rows - kept;
  }
  std::erase_if(found.hunks, [](const DiffHunk& hunk) { return hunk.begin == hunk.end; });
  return found;
}

}  // namespace relaxscope
