// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/pairing.h"

#include <algorithm>

namespace relaxscope::diffing {

namespace {

/// The heaviest sequence that ends at or before a partner: maxima of prefixes (Fenwick, 1994).
class Heaviest {
 public:
  struct Best {
    uint64_t weight = 0;
    uint32_t row = kNone;
  };
  explicit Heaviest(size_t partners) : tree_(partners + 1) {}
  /// Among partners below `end`.
  [[nodiscard]] Best below(uint32_t end) const {
    Best best;
    for (size_t at = end; at > 0; at &= at - 1)
      if (tree_[at].weight > best.weight) best = tree_[at];
    return best;
  }
  void put(uint32_t partner, Best value) {
    for (size_t at = size_t{partner} + 1; at < tree_.size(); at += at & (~at + 1))
      if (value.weight > tree_[at].weight) tree_[at] = value;
  }

 private:
  std::vector<Best> tree_;
};

}  // namespace

std::vector<std::pair<uint32_t, uint32_t>> longestAscending(const Pairing& pairs,
                                                            const std::vector<uint32_t>& weights) {
  Heaviest heaviest(pairs.toOld.size());
  std::vector<uint32_t> before(pairs.toNow.size(), kNone);  // the pair before it in its sequence
  for (uint32_t row = 0; row < pairs.toNow.size(); ++row) {
    const uint32_t partner = pairs.toNow[row];
    if (partner == kNone) continue;
    const Heaviest::Best best = heaviest.below(partner);
    before[row] = best.row;
    heaviest.put(partner, {best.weight + (weights.empty() ? 1 : weights[row]), row});
  }
  std::vector<std::pair<uint32_t, uint32_t>> out;
  for (uint32_t row = heaviest.below(static_cast<uint32_t>(pairs.toOld.size())).row; row != kNone; row = before[row])
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
