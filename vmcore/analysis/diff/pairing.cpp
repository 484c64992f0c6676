// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/pairing.h"

#include <algorithm>

namespace relaxscope::diffing {

std::vector<std::pair<uint32_t, uint32_t>> longestAscending(const Pairing& pairs) {
  std::vector<uint32_t> tails;                              // old rows, by length - 1: the smallest last partner
  std::vector<uint32_t> before(pairs.toNow.size(), kNone);  // the pair before it in its sequence
  for (uint32_t row = 0; row < pairs.toNow.size(); ++row) {
    const uint32_t partner = pairs.toNow[row];
    if (partner == kNone) continue;
    const auto at = std::ranges::lower_bound(tails, partner, {}, [&](uint32_t tail) { return pairs.toNow[tail]; });
    if (at != tails.begin()) before[row] = *(at - 1);
    if (at == tails.end()) tails.push_back(row);
    else *at = row;
  }
  std::vector<std::pair<uint32_t, uint32_t>> out;
  for (uint32_t row = tails.empty() ? kNone : tails.back(); row != kNone; row = before[row])
    out.emplace_back(row, pairs.toNow[row]);
  std::ranges::reverse(out);
  return out;
}

EditedConstants::EditedConstants(const ConstantClasses& classes, const Executable& old, const Executable& now)
    : pairs_(classes.count.size(), classes.count.size()) {
  for (const Side side : {Old, Now}) {
    isLone_[side].resize(classes.count.size());
    for (uint32_t cls = 0; cls < classes.count.size(); ++cls) {
      const Constant* const constant = (side == Old ? old : now).constant(classes.first[cls][side]);
      isLone_[side][cls] =
          classes.isOnlyOn(cls, side) && constant != nullptr && std::holds_alternative<TensorConstant>(constant->value);
    }
  }
}

bool EditedConstants::unify(uint32_t old, uint32_t now) {
  if (pairs_.has(old, now)) return true;
  if (!mayPair(old, now) || !pairs_.isFree(old, now)) return false;
  pairs_.pair(old, now);
  made_.push_back(old);
  return true;
}

void EditedConstants::undo(size_t mark) {
  for (; made_.size() > mark; made_.pop_back()) pairs_.cut(made_.back());
}

}  // namespace relaxscope::diffing
