// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/rows.h"

#include <algorithm>
#include <array>

namespace relaxscope {
namespace {

/// Equal rows that stay visible before and after a difference.
constexpr uint32_t kContext = 3;
/// Fewer equal rows are not folded.
constexpr uint32_t kMinFoldedLines = 2;

/// By row: whether it is listed although equal rows are folded.
std::vector<bool> visibleRows(const FunctionPair& pair, const KindSet& hidden) {
  const auto count = static_cast<uint32_t>(pair.rows.size());
  std::vector<bool> visible(count);
  uint32_t done = 0;  // rows before it are marked
  for (uint32_t i = 0; i < count; ++i) {
    const InstructionRow& row = pair.rows[i];
    const auto kind = kindOf(pair, row);
    if (kind ? hidden.test(static_cast<size_t>(*kind)) : row.state != RowState::Moved) continue;
    const uint32_t from = std::max(done, i - std::min(i, kContext)), to = std::min(count, i + kContext + 1);
    std::fill(visible.begin() + from, visible.begin() + std::max(from, to), true);
    done = std::max(done, to);
  }
  return visible;
}

}  // namespace

DiffList::DiffList(const FunctionPair& pair, const DiffListOptions& options) {
  addGroups(pair);
  const auto count = static_cast<uint32_t>(pair.rows.size());
  const std::vector<bool> visible =
      options.hideEqual ? visibleRows(pair, options.hidden) : std::vector<bool>(count, true);
  lines_.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t end = i;
    while (end < count && !visible[end]) ++end;
    if (end - i >= kMinFoldedLines) {
      lines_.push_back({DiffListLine::Kind::Fold, i, end - i});
      i = end - 1;
    } else {
      add(pair, i, options.unified);
    }
  }
}

void DiffList::add(const FunctionPair& pair, uint32_t row, bool unified) {
  const InstructionRow& each = pair.rows[row];
  if (!unified || (each.state == RowState::Same && each.old.valid() && each.now.valid())) {
    lines_.push_back({DiffListLine::Kind::Both, row, 1});
    return;
  }
  if (each.old.valid()) lines_.push_back({DiffListLine::Kind::Old, row, 1});
  if (each.now.valid()) lines_.push_back({DiffListLine::Kind::New, row, 1});
}

void DiffList::addGroups(const FunctionPair& pair) {
  groups_.resize(pair.changes.size());
  std::array<uint32_t, kChangeKinds> numbers{};
  for (uint32_t i = 0; i < pair.rows.size(); ++i) {
    const uint32_t change = pair.rows[i].change;
    if (change >= pair.changes.size() || !isGroup(pair.changes[change].kind)) continue;
    if (auto& group = groups_[change]) {
      group->last = i;
      continue;
    }
    groups_[change] = DiffGroup{i, i, ++numbers[static_cast<size_t>(pair.changes[change].kind)]};
    grouped_.push_back(change);
  }
}

int64_t DiffList::lineOf(uint32_t row) const {
  const auto after = std::ranges::upper_bound(lines_, row, {}, &DiffListLine::row);
  if (after == lines_.begin()) return -1;
  // Unified, the sides of a row are two lines of which the first is meant.
  auto line = std::prev(after);
  while (line != lines_.begin() && std::prev(line)->row == line->row) --line;
  return line - lines_.begin();
}

int64_t DiffList::endOf(uint32_t row) const {
  return std::ranges::upper_bound(lines_, row, {}, &DiffListLine::row) - lines_.begin();
}

const DiffGroup* DiffList::group(uint32_t change) const {
  return change < groups_.size() && groups_[change] ? &*groups_[change] : nullptr;
}

std::vector<uint32_t> DiffList::groupsIn(uint32_t first, uint32_t end) const {
  std::vector<uint32_t> out;
  for (const uint32_t change : grouped_) {
    if (groups_[change]->first >= end) break;
    if (groups_[change]->last >= first) out.push_back(change);
  }
  return out;
}

}  // namespace relaxscope
