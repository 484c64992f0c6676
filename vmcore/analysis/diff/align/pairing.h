// SPDX-License-Identifier: Apache-2.0
// What belongs together: instructions of two functions, and tensors that were edited.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "vmcore/analysis/diff/align/function_code.h"

namespace relaxscope::diffing {

/// Rows of two lists, each with at most one partner.
struct Pairing {
  std::vector<uint32_t> toNow, toOld;  ///< kNone without a partner

  Pairing() = default;
  Pairing(size_t old, size_t now) : toNow(old, kNone), toOld(now, kNone) {}
  [[nodiscard]] bool isFree(uint32_t old, uint32_t now) const { return toNow[old] == kNone && toOld[now] == kNone; }
  bool has(uint32_t old, uint32_t now) const { return toNow[old] == now; }
  void pair(uint32_t old, uint32_t now) {
    toNow[old] = now;
    toOld[now] = old;
  }
  void cut(uint32_t old) {
    toOld[toNow[old]] = kNone;
    toNow[old] = kNone;
  }
};

/// Pairs that are ascending on both sides, in order: those of the largest total weight. `weights` by old row, at least
/// 1; without them each pair weighs the same.
std::vector<std::pair<uint32_t, uint32_t>> longestAscending(const Pairing& pairs,
                                                            const std::vector<uint32_t>& weights = {});

/// Tensor constants that only one executable has, matched where matched code names them: the content was edited, the
/// code is the same. By class of ConstantClasses.
class EditedConstants {
 public:
  EditedConstants(const ConstantClasses& classes, const Executable& old, const Executable& now);

  /// Whether both are tensors without a like on the other side; such operands may be matched.
  [[nodiscard]] bool mayPair(uint32_t old, uint32_t now) const { return isLone_[Old][old] && isLone_[Now][now]; }
  /// Whether they are partners; free ones become partners.
  bool unify(uint32_t old, uint32_t now);
  [[nodiscard]] const Pairing& pairs() const { return pairs_; }
  // A trial that failed is undone.
  [[nodiscard]] size_t mark() const { return made_.size(); }
  void undo(size_t mark);

 private:
  std::vector<bool> isLone_[2];
  Pairing pairs_;
  std::vector<uint32_t> made_;
};

}  // namespace relaxscope::diffing
