// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/operations.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "vmcore/analysis/diff/align/sequence.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

/// The operators of each callee, or its name without its number.
class Operators {
 public:
  explicit Operators(const FunctionCode& code) : code_(code) {}
  const std::vector<uint64_t>& of(uint32_t row) {
    const int64_t callee = code_.instructions[row].callee;
    const auto found = known_.find(callee);
    if (found != known_.end()) return found->second;
    std::vector<uint64_t> keys;
    for (const std::string_view name : kernelOperators(*code_.executable, FuncIndex(callee)))
      keys.push_back(std::hash<std::string_view>()(name));
    if (keys.empty()) {
      constexpr std::string_view kBuiltin = "vm.builtin.", kInPlace = "_inplace";
      std::string name = operationName(code_, row);
      if (name.starts_with(kBuiltin)) name.erase(0, kBuiltin.size());  // reshape becomes part of fused kernels
      if (name.ends_with(kInPlace)) name.erase(name.size() - kInPlace.size());
      while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.pop_back();
      keys.push_back(std::hash<std::string_view>()(name));
    }
    return known_.emplace(callee, std::move(keys)).first->second;
  }

 private:
  const FunctionCode& code_;
  std::unordered_map<int64_t, std::vector<uint64_t>> known_;
};

/// The value that a call makes: its result, else its last operand; -1 if there is none.
int64_t outputRegister(const FunctionCode& code, uint32_t row) {
  if (code.instructions[row].result != kNone) return code.instructions[row].result;
  int64_t last = -1;
  for (const CodeOperand& operand : code.operandsOf(row))
    if (operand.kind == Kind::Value && operand.role != OperandRole::Def) last = operand.value;
  return last;
}

class Grouper {
 public:
  Grouper(const FunctionCode& old, const FunctionCode& now, const Pairing& pairs)
      : old_(old),
        now_(now),
        pairs_(pairs),
        producers_{producersOf(old), producersOf(now)},
        oldOperators_(old),
        nowOperators_(now) {}

  std::vector<OperationGroup> run() {
    const Places places = freePlaces();
    std::vector<bool> usedLeft(places.old.size()), usedRight(places.now.size());
    chains(places.old, usedLeft, oldOperators_, places.now, usedRight, places.nowHints, nowOperators_, false);
    chains(places.now, usedRight, nowOperators_, places.old, usedLeft, places.oldHints, oldOperators_, true);
    forEachGap([&](const auto& left, const auto& right) { gap(left, right); });
    return std::move(groups_);
  }
  std::vector<std::pair<uint32_t, uint32_t>> replaced(const std::vector<OperationGroup>& groups) {
    for (const OperationGroup& group : groups) addGroup(group);
    forEachGap([&](const auto& left, const auto& right) { replacements(left, right); });
    return std::move(replaced_);
  }

 private:
  template <class Visit>
  void forEachGap(Visit&& visit, bool oneSided = false) {
    const std::vector<Purpose>&before = old_.purposes, &after = now_.purposes;
    Pairing operations(before.size(), after.size());
    for (uint32_t row = 0; row < before.size(); ++row)
      if (pairs_.toNow[row] != kNone && before[row] == Purpose::Operation) operations.pair(row, pairs_.toNow[row]);
    uint32_t from = 0, to = 0;
    const auto close = [&](uint32_t end, uint32_t nowEnd) {
      std::vector<uint32_t> left, right;
      for (; from < end; ++from)
        if (before[from] == Purpose::Operation && isFree(Old, from)) left.push_back(from);
      for (; to < nowEnd; ++to)
        if (after[to] == Purpose::Operation && isFree(Now, to)) right.push_back(to);
      if (oneSided || (!left.empty() && !right.empty())) visit(left, right);
    };
    for (const auto& [row, partner] : longestAscending(operations)) {
      close(row, partner);
      from = row + 1, to = partner + 1;
    }
    close(static_cast<uint32_t>(before.size()), static_cast<uint32_t>(after.size()));
  }
  [[nodiscard]] bool isFree(Side side, uint32_t row) const {
    return (side == Old ? pairs_.toNow : pairs_.toOld)[row] == kNone && !groupOf_[side].contains(row);
  }

  struct Owned {
    std::vector<uint64_t> keys;
    std::vector<uint32_t> owners;  ///< positions in the gap
  };
  static Owned owned(const std::vector<uint32_t>& rows, Operators& operators) {
    Owned out;
    for (uint32_t i = 0; i < rows.size(); ++i)
      for (const uint64_t key : operators.of(rows[i])) {
        out.keys.push_back(key);
        out.owners.push_back(i);
      }
    return out;
  }

  void gap(const std::vector<uint32_t>& left, const std::vector<uint32_t>& right) {
    std::vector<bool> usedLeft(left.size()), usedRight(right.size());
    byNames(left, usedLeft, right, usedRight);
  }

  /// The operations without a partner, and by each how many the other side has before the same place.
  struct Places {
    std::vector<uint32_t> old, now, oldHints, nowHints;
  };
  Places freePlaces() {
    Places out;
    forEachGap(
        [&](const auto& left, const auto& right) {
          const auto before = static_cast<uint32_t>(out.old.size()), after = static_cast<uint32_t>(out.now.size());
          out.old.insert(out.old.end(), left.begin(), left.end());
          out.now.insert(out.now.end(), right.begin(), right.end());
          out.oldHints.resize(out.old.size(), after);
          out.nowHints.resize(out.now.size(), before);
        },
        true);
    return out;
  }

  /// Calls each of which reads the result of one before it, and whose operators together are those of one call on the
  /// other side; of several such chains the one that shares most operands with it, then the first.
  void chains(const std::vector<uint32_t>& parts, std::vector<bool>& usedParts, Operators& partOperators,
              const std::vector<uint32_t>& wholes, std::vector<bool>& usedWholes, const std::vector<uint32_t>& hints,
              Operators& wholeOperators, bool swapped) {
    constexpr size_t kMostTried = 32, kBefore = 16;
    const FunctionCode& code = swapped ? now_ : old_;
    const FunctionCode& other = swapped ? old_ : now_;
    for (size_t j = 0; j < wholes.size(); ++j) {
      const std::vector<uint64_t>& wanted = wholeOperators.of(wholes[j]);
      if (usedWholes[j] || wanted.size() < 2) continue;
      std::vector<uint32_t> best;
      size_t score = 0;
      for (size_t i = hints[j] - std::min<size_t>(hints[j], kBefore), tried = 0; i < parts.size() && tried < kMostTried;
           ++i) {
        if (usedParts[i]) continue;
        ++tried;
        const std::vector<uint32_t> chain = chainFrom(code, parts, usedParts, i, wanted, partOperators);
        if (chain.size() < 2) continue;
        size_t shared = 1;
        for (const uint32_t at : chain) shared += sharedOperands(code, parts[at], other, wholes[j], swapped);
        if (shared > score) best = chain, score = shared;
      }
      if (best.empty()) continue;
      OperationGroup group;
      for (const uint32_t at : best) {
        usedParts[at] = true;
        (swapped ? group.now : group.old).push_back(parts[at]);
      }
      usedWholes[j] = true;
      (swapped ? group.old : group.now).push_back(wholes[j]);
      addGroup(std::move(group));
    }
  }
  /// Positions in `parts`, ascending; empty if there is no chain from `first` of all that is wanted.
  static std::vector<uint32_t> chainFrom(const FunctionCode& code, const std::vector<uint32_t>& parts,
                                         const std::vector<bool>& used, size_t first,
                                         const std::vector<uint64_t>& wanted, Operators& operators) {
    constexpr size_t kMostSteps = 64;
    std::vector<uint32_t> chain;
    std::vector<int64_t> outputs;
    size_t done = 0;
    for (size_t i = first; i < parts.size() && i - first < kMostSteps && done < wanted.size(); ++i) {
      if (used[i]) continue;
      const std::vector<uint64_t>& has = operators.of(parts[i]);
      const bool fits = has.size() <= wanted.size() - done &&
                        std::equal(has.begin(), has.end(), wanted.begin() + static_cast<std::ptrdiff_t>(done));
      if (!fits || (!chain.empty() && !readsAny(code, parts[i], outputs))) {
        if (chain.empty()) return {};
        continue;
      }
      chain.push_back(static_cast<uint32_t>(i));
      outputs.push_back(outputRegister(code, parts[i]));
      done += has.size();
    }
    return done == wanted.size() ? chain : std::vector<uint32_t>();
  }
  static bool readsAny(const FunctionCode& code, uint32_t row, const std::vector<int64_t>& values) {
    return std::ranges::any_of(code.operandsOf(row), [&](const CodeOperand& operand) {
      return operand.kind == Kind::Value && operand.role != OperandRole::Def &&
             std::ranges::find(values, operand.value) != values.end();
    });
  }
  [[nodiscard]] size_t sharedOperands(const FunctionCode& code, uint32_t row, const FunctionCode& other,
                                      uint32_t otherRow, bool swapped) const {
    size_t shared = 0;
    for (const CodeOperand& mine : code.operandsOf(row)) {
      if (mine.role == OperandRole::Callee || mine.role == OperandRole::Def) continue;
      for (const CodeOperand& theirs : other.operandsOf(otherRow)) {
        if (theirs.kind != mine.kind || theirs.role == OperandRole::Callee) continue;
        if (mine.kind == Kind::Value)
          shared += (swapped ? areTogether(theirs, mine) : areTogether(mine, theirs)) ? 2 : 0;
        else if (mine.kind == Kind::Constant && mine.value == theirs.value) shared += 2;
      }
    }
    return shared;
  }

  /// Of the rest, what has operators in common, in order.
  void byNames(const std::vector<uint32_t>& allLeft, std::vector<bool>& usedLeftAll,
               const std::vector<uint32_t>& allRight, std::vector<bool>& usedRightAll) {
    const auto [left, leftAt] = free(allLeft, usedLeftAll);
    const auto [right, rightAt] = free(allRight, usedRightAll);
    const Owned before = owned(left, oldOperators_), after = owned(right, nowOperators_);
    OperationGroup open;
    uint32_t lastLeft = kNone, lastRight = kNone;
    for (const auto& [x, y] : commonSubsequence(before.keys, after.keys)) {
      const uint32_t i = before.owners[x], j = after.owners[y];
      if (i != lastLeft && j != lastRight) flush(open);
      if (i != lastLeft) open.old.push_back(left[i]);
      if (j != lastRight) open.now.push_back(right[j]);
      usedLeftAll[leftAt[i]] = usedRightAll[rightAt[j]] = true;
      lastLeft = i, lastRight = j;
    }
    flush(open);
  }
  static std::pair<std::vector<uint32_t>, std::vector<uint32_t>> free(const std::vector<uint32_t>& rows,
                                                                      const std::vector<bool>& used) {
    std::vector<uint32_t> out, at;
    for (uint32_t i = 0; i < rows.size(); ++i) {
      if (used[i]) continue;
      out.push_back(rows[i]);
      at.push_back(i);
    }
    return {out, at};
  }
  void flush(OperationGroup& group) {
    if (!group.old.empty()) addGroup(std::move(group));
    group = {};
  }

  /// Calls at the same place of the dataflow; the only ones of a gap if nothing else is there. Only a few are tried.
  void replacements(const std::vector<uint32_t>& left, const std::vector<uint32_t>& right) {
    constexpr size_t kMostTried = 32;
    const bool alone = left.size() == 1 && right.size() == 1;
    std::vector<bool> used(left.size());
    for (size_t j = 0, next = 0; j < right.size(); ++j) {
      size_t best = left.size(), score = alone ? 0 : 1;
      for (size_t i = next, tried = 0; i < left.size() && tried < kMostTried; ++i) {
        if (used[i]) continue;
        ++tried;
        const size_t agreed = agreement(left[i], right[j]) + 1;
        if (agreed > score) best = i, score = agreed;
      }
      if (best == left.size()) continue;
      used[best] = true;
      replaced_.emplace_back(left[best], right[j]);
      next = best + 1;
    }
  }
  /// Operands at the same position that name the same or partners, apart from the callee.
  [[nodiscard]] size_t agreement(uint32_t old, uint32_t now) const {
    const auto before = old_.operandsOf(old), after = now_.operandsOf(now);
    size_t agreed = 0;
    for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
      if (before[i].kind != after[i].kind || before[i].role != after[i].role) continue;
      if (before[i].role == OperandRole::Callee || before[i].role == OperandRole::Def) continue;
      if (before[i].kind == Kind::Value ? areTogether(before[i], after[i]) : before[i].value == after[i].value)
        agreed += before[i].kind == Kind::Value ? 2 : 1;
    }
    return agreed;
  }
  /// Whether two values are of instructions that are partners, or were written by operations of one pair or group.
  [[nodiscard]] bool areTogether(const CodeOperand& old, const CodeOperand& now) const {
    const CodeValue& before = old_.values[static_cast<size_t>(old.value)];
    const CodeValue& after = now_.values[static_cast<size_t>(now.value)];
    if (before.kind != after.kind) return false;
    if (before.kind == ValueKind::Parameter) return before.number == after.number;
    if (before.instruction != kNone && after.instruction != kNone && pairs_.has(before.instruction, after.instruction))
      return true;
    const uint32_t wrote = producers_[Old][static_cast<size_t>(&old - old_.operands.data())];
    const uint32_t writes = producers_[Now][static_cast<size_t>(&now - now_.operands.data())];
    if (wrote == kNone || writes == kNone) return false;
    if (pairs_.has(wrote, writes)) return true;
    const auto was = groupOf_[Old].find(wrote), is = groupOf_[Now].find(writes);
    return was != groupOf_[Old].end() && is != groupOf_[Now].end() && was->second == is->second;
  }
  void addGroup(OperationGroup group) {
    const auto number = static_cast<uint32_t>(groups_.size());
    for (const uint32_t row : group.old) groupOf_[Old].emplace(row, number);
    for (const uint32_t row : group.now) groupOf_[Now].emplace(row, number);
    groups_.push_back(std::move(group));
  }

  const FunctionCode& old_;
  const FunctionCode& now_;
  const Pairing& pairs_;
  std::array<std::vector<uint32_t>, 2> producers_;  ///< by operand
  std::array<std::unordered_map<uint32_t, uint32_t>, 2> groupOf_;
  Operators oldOperators_, nowOperators_;
  std::vector<OperationGroup> groups_;
  std::vector<std::pair<uint32_t, uint32_t>> replaced_;
};

}  // namespace

std::vector<OperationGroup> operationGroups(const FunctionCode& old, const FunctionCode& now, const Pairing& pairs) {
  return Grouper(old, now, pairs).run();
}

std::vector<std::pair<uint32_t, uint32_t>> replacedOperations(const FunctionCode& old, const FunctionCode& now,
                                                              const Pairing& pairs,
                                                              const std::vector<OperationGroup>& groups) {
  return Grouper(old, now, pairs).replaced(groups);
}

std::vector<uint32_t> producersOf(const FunctionCode& code) {
  std::vector<uint32_t> producers(code.operands.size(), kNone), last(code.values.size(), kNone);
  for (uint32_t row = 0; row < code.instructions.size(); ++row) {
    const size_t from = code.instructions[row].operands;
    for (size_t at = 0; at < code.operandsOf(row).size(); ++at) {
      const CodeOperand& operand = code.operands[from + at];
      if (operand.kind == Kind::Value) producers[from + at] = last[static_cast<size_t>(operand.value)];
    }
    if (code.purposes[row] != Purpose::Operation) continue;
    if (const int64_t output = outputRegister(code, row); output >= 0) last[static_cast<size_t>(output)] = row;
  }
  return producers;
}

std::string operationName(const FunctionCode& code, uint32_t row) {
  const Function* const callee = code.executable->function(FuncIndex(code.instructions[row].callee));
  if (callee != nullptr) return callee->name;
  const Instruction instruction = code.instructionAt(row);
  return instruction.row != nullptr ? instruction.row->mnemonic : std::string();
}

}  // namespace relaxscope::diffing
