// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/differences.h"

#include <algorithm>

namespace relaxscope {
namespace {

/// The row after the last one of each change whose instructions belong together; 0 for other changes.
std::vector<uint32_t> groupEnds(const FunctionPair& pair) {
  std::vector<uint32_t> ends(pair.changes.size(), 0);
  for (size_t i = 0; i < pair.rows.size(); ++i)
    if (const uint32_t change = pair.rows[i].change; change < ends.size() && isGroup(pair.changes[change].kind))
      ends[change] = static_cast<uint32_t>(i) + 1;
  return ends;
}

/// Whether a change without instructions, as of the signature, is one of the visible kinds.
bool hasChangeOfNoRow(const FunctionPair& pair, const KindSet& hidden) {
  return std::ranges::any_of(pair.changes, [&hidden](const Change& change) {
    return change.old.empty() && change.now.empty() && !hidden.test(static_cast<size_t>(change.kind));
  });
}

void addRows(uint32_t at, const FunctionPair& pair, const KindSet& hidden, std::vector<Difference>& out) {
  const std::vector<uint32_t> ends = groupEnds(pair);
  std::optional<Difference> open;
  uint32_t reach = 0;  // rows before it belong to `open`
  std::vector<bool> begun(ends.size());
  for (uint32_t i = 0; i < pair.rows.size(); ++i) {
    const InstructionRow& row = pair.rows[i];
    const auto kind = kindOf(pair, row);
    if (!kind || hidden.test(static_cast<size_t>(*kind))) continue;
    const uint32_t end = row.change < ends.size() ? std::max(ends[row.change], i + 1) : i + 1;
    const bool begins = row.change < ends.size() && ends[row.change] != 0 && !begun[row.change];
    if (begins) begun[row.change] = true;
    if (open && (i > reach || (begins && i == reach))) {
      out.push_back(*open);
      open.reset();
    }
    if (!open) open = Difference{at, i, i + 1};
    reach = std::max(reach, end);
    open->end = std::max(open->end, end);
  }
  if (open) out.push_back(*open);
}

}  // namespace

bool isGroup(ChangeKind kind) {
  return kind == ChangeKind::Fused || kind == ChangeKind::Split || kind == ChangeKind::LibraryCall ||
         kind == ChangeKind::ConstantFolded;
}

std::optional<ChangeKind> kindOf(const FunctionPair& pair, const InstructionRow& row) {
  if (row.change < pair.changes.size()) return pair.changes[row.change].kind;
  switch (row.state) {
    case RowState::Changed: return ChangeKind::Operands;
    case RowState::Removed: return pair.state == PairState::Removed ? ChangeKind::FunctionRemoved : ChangeKind::Removed;
    case RowState::Added: return pair.state == PairState::Added ? ChangeKind::FunctionAdded : ChangeKind::Inserted;
    case RowState::Same:
    case RowState::Moved: break;
  }
  return std::nullopt;
}

std::vector<Difference> differencesOf(const ExecutableDiff& diff, const KindSet& hidden) {
  std::vector<Difference> out;
  for (size_t i = 0; i < diff.functions.size(); ++i) {
    const FunctionPair& pair = diff.functions[i];
    if (pair.state == PairState::Same) continue;
    const auto at = static_cast<uint32_t>(i);
    const size_t before = out.size();
    addRows(at, pair, hidden, out);
    // Changed code without rows is one difference, whatever is hidden.
    if (out.size() == before && (hasChangeOfNoRow(pair, hidden) || (pair.rows.empty() && pair.changes.empty())))
      out.push_back({at, 0, 0});
  }
  return out;
}

int countOf(const ExecutableDiff& diff, ChangeKind first, ChangeKind last) {
  uint64_t count = 0;
  for (auto kind = static_cast<size_t>(first); kind <= static_cast<size_t>(last); ++kind) count += diff.counts[kind];
  return static_cast<int>(std::min<uint64_t>(count, 2'000'000'000));
}

}  // namespace relaxscope
