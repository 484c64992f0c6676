// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/constant_pairs.h"

#include <algorithm>
#include <map>
#include <string>
#include <variant>

#include "vmcore/analysis/diff/element_difference.h"

namespace relaxscope::diffing {
namespace {

class ConstantMatcher {
 public:
  ConstantMatcher(const Executable& old, const Executable& now, const ConstantClasses& classes)
      : old_(old), now_(now), classes_(classes), pairs_(old.constants.size(), now.constants.size()) {}

  Pairing run(const EditedConstants& edited, const std::vector<std::pair<uint32_t, uint32_t>>& links) {
    rows_[Old].resize(classes_.count.size());
    rows_[Now].resize(classes_.count.size());
    for (const Side side : {Old, Now})
      for (uint32_t row = 0; row < classes_.of[side].size(); ++row) rows_[side][classes_.of[side][row]].push_back(row);
    for (uint32_t cls = 0; cls < classes_.count.size(); ++cls) pairClasses(cls, cls);
    for (uint32_t cls = 0; cls < classes_.count.size(); ++cls)
      if (edited.pairs().toNow[cls] != kNone) pairClasses(cls, edited.pairs().toNow[cls]);
    for (const auto& [from, to] : links)
      if (classes_.isOnlyOn(from, Old) && classes_.isOnlyOn(to, Now) && sameKind(from, to)) pairClasses(from, to);
    for (const auto& [from, to] : links)  // one of several copies was edited
      if (from != to && sameKindOnBoth(from, to)) pairFree(from, to);
    pairRest(true);
    pairRest(false);
    return std::move(pairs_);
  }

 private:
  void pairClasses(uint32_t from, uint32_t to) {
    const std::vector<uint32_t>&old = rows_[Old][from], &now = rows_[Now][to];
    for (size_t i = 0; i < std::min(old.size(), now.size()); ++i)
      if (pairs_.isFree(old[i], now[i])) pairs_.pair(old[i], now[i]);
  }
  /// Rows without a partner, in order.
  void pairFree(uint32_t from, uint32_t to) {
    const auto nextFree = [](const std::vector<uint32_t>& rows, const std::vector<uint32_t>& partners) {
      const auto found = std::ranges::find_if(rows, [&](uint32_t row) { return partners[row] == kNone; });
      return found == rows.end() ? kNone : *found;
    };
    const uint32_t old = nextFree(rows_[Old][from], pairs_.toNow), now = nextFree(rows_[Now][to], pairs_.toOld);
    if (old != kNone && now != kNone) pairs_.pair(old, now);
  }
  [[nodiscard]] bool sameKindOnBoth(uint32_t from, uint32_t to) const {
    return !rows_[Old][from].empty() && !rows_[Now][to].empty() &&
           old_.constants[rows_[Old][from].front()].value.index() ==
               now_.constants[rows_[Now][to].front()].value.index();
  }
  [[nodiscard]] bool sameKind(uint32_t from, uint32_t to) const {
    return old_.constants[classes_.first[from][Old].at()].value.index() ==
           now_.constants[classes_.first[to][Now].at()].value.index();
  }
  /// What only one side has, by kind, tensors by type, in order.
  void pairRest(bool sameType) {
    std::map<std::string, std::vector<uint32_t>> waiting;
    for (uint32_t row = static_cast<uint32_t>(now_.constants.size()); row-- > 0;)
      if (pairs_.toOld[row] == kNone && isLone(Now, row)) waiting[keyOf(now_, row, sameType)].push_back(row);
    for (uint32_t row = 0; row < old_.constants.size(); ++row) {
      if (pairs_.toNow[row] != kNone || !isLone(Old, row)) continue;
      const auto found = waiting.find(keyOf(old_, row, sameType));
      if (found == waiting.end() || found->second.empty()) continue;
      pairs_.pair(row, found->second.back());
      found->second.pop_back();
    }
  }
  [[nodiscard]] bool isLone(Side side, uint32_t row) const { return classes_.isOnlyOn(classes_.of[side][row], side); }
  static std::string keyOf(const Executable& executable, uint32_t row, bool sameType) {
    const ConstantValue& value = executable.constants[row].value;
    std::string key = constantKindName(value);
    if (!sameType) return std::holds_alternative<TensorConstant>(value) ? key : key + std::to_string(row) + "#";
    if (std::holds_alternative<TensorConstant>(value)) key += constantSummary(value);
    return key;
  }

  const Executable& old_;
  const Executable& now_;
  const ConstantClasses& classes_;
  std::array<std::vector<std::vector<uint32_t>>, 2> rows_;  ///< by side and class
  Pairing pairs_;
};

void compare(const Constant& old, const Constant& now, ConstantPair& out, const std::stop_token& stop) {
  const auto* const before = std::get_if<TensorConstant>(&old.value);
  const auto* const after = std::get_if<TensorConstant>(&now.value);
  out.kind = ChangeKind::ConstantEdited;
  if (before == nullptr || after == nullptr) return;
  if (before->dtype != after->dtype) out.kind = ChangeKind::ConstantRequantised;
  out.difference = elementDifference(*before, *after, stop);
}

}  // namespace

std::optional<std::vector<ConstantPair>> pairConstants(const Executable& old, const Executable& now,
                                                       const ConstantClasses& classes, const EditedConstants& edited,
                                                       const std::vector<std::pair<uint32_t, uint32_t>>& links,
                                                       bool ignored, const std::stop_token& stop) {
  const Pairing pairs = ConstantMatcher(old, now, classes).run(edited, links);
  std::vector<ConstantPair> out;
  for (uint32_t row = 0; row < now.constants.size(); ++row) {
    ConstantPair pair;
    pair.now = ConstIndex(row);
    const bool isTensor = std::holds_alternative<TensorConstant>(now.constants[row].value);
    const uint32_t partner = pairs.toOld[row];
    if (partner == kNone) {
      pair.state = PairState::Added;
      pair.kind = ChangeKind::ConstantAdded;
    } else {
      pair.old = ConstIndex(partner);
      if (classes.of[Old][partner] != classes.of[Now][row]) {
        pair.state = PairState::Changed;
        compare(old.constants[partner], now.constants[row], pair, stop);
        pair.ignored = ignored && isTensor && pair.kind == ChangeKind::ConstantEdited;
      }
    }
    out.push_back(pair);
  }
  for (uint32_t row = 0; row < old.constants.size(); ++row) {
    if (pairs.toNow[row] != kNone) continue;
    ConstantPair pair;
    pair.old = ConstIndex(row);
    pair.state = PairState::Removed;
    pair.kind = ChangeKind::ConstantRemoved;
    out.push_back(pair);
  }
  if (stop.stop_requested()) return std::nullopt;
  return out;
}

}  // namespace relaxscope::diffing
