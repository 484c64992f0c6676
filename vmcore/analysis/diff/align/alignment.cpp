// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/alignment.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "vmcore/analysis/diff/align/code_keys.h"
#include "vmcore/analysis/diff/align/operations.h"
#include "vmcore/analysis/diff/align/sequence.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;
using Keys = std::vector<uint64_t>;

class Aligner {
 public:
  Aligner(const FunctionCode& old, const FunctionCode& now, const Pairing& parameters, EditedConstants& constants,
          const std::stop_token& stop)
      : old_(old), now_(now), parameters_(parameters), constants_(constants), stop_(stop) {}

  std::optional<Alignment> run() {
    if (std::optional<Alignment> same = samePositions()) return same;
    if (std::optional<Alignment> same = sameColours()) return same;
    if (stop_.stop_requested()) return std::nullopt;
    findPairs();
    if (stop_.stop_requested()) return std::nullopt;
    Alignment out = finish(pairs_);
    out.groups = std::move(groups_);
    return out;
  }

 private:
  using Wanted = std::array<std::vector<bool>, 2>;  ///< by side and instruction

  Alignment finish(const Pairing& pairs) {
    Unifier unifier(old_, now_, pairs, parameters_, constants_);
    Alignment out;
    out.comparison = unifier.compare();
    out.instructions = pairs;
    out.values = unifier.values();
    out.blocks = unifier.blocks();
    return out;
  }
  /// The alignment if it finds no difference; a trial leaves nothing behind.
  std::optional<Alignment> tried(const Pairing& pairs) {
    const size_t mark = constants_.mark();
    Alignment out = finish(pairs);
    if (out.comparison.isSame()) return out;
    constants_.undo(mark);
    return std::nullopt;
  }

  [[nodiscard]] size_t size() const { return old_.instructions.size(); }
  std::optional<Alignment> samePositions() {
    if (size() != now_.instructions.size()) return std::nullopt;
    Pairing pairs(size(), size());
    for (uint32_t row = 0; row < size(); ++row) {
      if (old_.instructions[row].key != now_.instructions[row].key) return std::nullopt;
      pairs.pair(row, row);
    }
    return tried(pairs);
  }

  std::optional<Alignment> sameColours() {
    if (size() != now_.instructions.size()) return std::nullopt;
    const Keys before = codeColours(old_), after = codeColours(now_);
    Keys sortedBefore = before, sortedAfter = after;
    std::ranges::sort(sortedBefore);
    std::ranges::sort(sortedAfter);
    if (sortedBefore != sortedAfter) return std::nullopt;
    std::unordered_map<uint64_t, std::vector<uint32_t>> rows;  // of now, by colour, the first at the end
    for (uint32_t row = static_cast<uint32_t>(size()); row-- > 0;) rows[after[row]].push_back(row);
    Pairing pairs(size(), size());
    for (uint32_t row = 0; row < size(); ++row) pairs.pair(row, takeLike(row, rows.at(before[row]), pairs));
    return tried(pairs);
  }
  /// Of instructions of one colour, one whose operands are the partners of those of `row`.
  uint32_t takeLike(uint32_t row, std::vector<uint32_t>& rows, const Pairing& pairs) const {
    constexpr size_t kMostTried = 64;
    size_t best = rows.size() - 1;
    for (size_t tried = 0; rows.size() > 1 && tried < std::min(rows.size(), kMostTried); ++tried) {
      const size_t at = rows.size() - 1 - tried;
      if (!fits(row, rows[at], pairs)) continue;
      best = at;
      break;
    }
    const uint32_t found = rows[best];
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(best));
    return found;
  }
  [[nodiscard]] bool fits(uint32_t old, uint32_t now, const Pairing& pairs) const {
    const auto before = old_.operandsOf(old), after = now_.operandsOf(now);
    if (before.size() != after.size()) return false;
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i].kind != Kind::Value || after[i].kind != Kind::Value || before[i].role == OperandRole::Def) continue;
      const uint32_t from = old_.values[static_cast<size_t>(before[i].value)].instruction;
      const uint32_t to = now_.values[static_cast<size_t>(after[i].value)].instruction;
      if ((from == kNone) != (to == kNone)) return false;
      if (from != kNone && pairs.toNow[from] != to && !(pairs.isFree(from, to))) return false;
    }
    return true;
  }

  void findPairs() {
    pairs_ = Pairing(size(), now_.instructions.size());
    const CodeKeys before = codeKeys(old_), after = codeKeys(now_);
    readPurposes(old_, Old);
    readPurposes(now_, Now);
    weights_ = weightsOf(old_.purposes);
    pairInGaps(before.local, after.local, uniqueOperations(before.local, after.local));
    if (stop_.stop_requested()) return;
    pairInGaps(before.around, after.around, all_);
    for (const auto& [left, right] : {std::pair(&before.inputs, &after.inputs), std::pair(&before.local, &after.local),
                                      std::pair(&before.coarse, &after.coarse)})
      pairInGaps(*left, *right, operations_);
    pairMoved(before.around, after.around);
    pairMoved(before.inputs, after.inputs);
    pairGroups();
    if (stop_.stop_requested()) return;
    followValues(before.local, after.local);
    pairInGaps(before.inputs, after.inputs, all_);
    followValues(before.local, after.local);
    pairInGaps(before.local, after.local, all_);
    followValues(before.local, after.local);
    for (const auto& [row, partner] : replacedOperations(old_, now_, pairs_, groups_)) pairs_.pair(row, partner);
    followValues(before.local, after.local);
    pairInGaps(before.coarse, after.coarse, movable_);
    followValues(before.coarse, after.coarse);
    pairKills();
  }

  /// Operations whose key is found once on both sides, such as the layer of these weights.
  [[nodiscard]] Wanted uniqueOperations(const Keys& before, const Keys& after) const {
    std::unordered_map<uint64_t, std::array<uint32_t, 2>> counts;
    for (size_t row = 0; row < before.size(); ++row)
      if (operations_[Old][row]) ++counts[before[row]][Old];
    for (size_t row = 0; row < after.size(); ++row)
      if (operations_[Now][row]) ++counts[after[row]][Now];
    Wanted out = operations_;
    for (const Side side : {Old, Now}) {
      const Keys& keys = side == Old ? before : after;
      for (size_t row = 0; row < keys.size(); ++row)
        if (out[side][row]) out[side][row] = counts.at(keys[row]) == std::array<uint32_t, 2>{1, 1};
    }
    return out;
  }

  /// Common subsequences between the pairs that are there. What only clears a register belongs to its value.
  void pairInGaps(const Keys& before, const Keys& after, const Wanted& wanted) {
    uint32_t from = 0, to = 0;
    Keys left, right;
    std::vector<uint32_t> leftAt, rightAt;
    const auto close = [&](uint32_t end, uint32_t nowEnd) {
      left.clear(), right.clear(), leftAt.clear(), rightAt.clear();
      collect(Old, before, from, end, wanted, left, leftAt);
      collect(Now, after, to, nowEnd, wanted, right, rightAt);
      if (left.empty() || right.empty()) return;
      for (const auto& [x, y] : commonSubsequence(left, right)) pairs_.pair(leftAt[x], rightAt[y]);
    };
    const std::vector<std::pair<uint32_t, uint32_t>> anchors = longestAscending(pairs_, weights_);
    for (const auto& [row, partner] : anchors) {
      close(row, partner);
      from = row + 1, to = partner + 1;
    }
    close(static_cast<uint32_t>(size()), static_cast<uint32_t>(now_.instructions.size()));
  }
  void collect(Side side, const Keys& keys, uint32_t from, uint32_t to, const Wanted& wanted, Keys& out,
               std::vector<uint32_t>& at) const {
    const FunctionCode& code = side == Old ? old_ : now_;
    const std::vector<uint32_t>& partners = side == Old ? pairs_.toNow : pairs_.toOld;
    for (uint32_t row = from; row < to; ++row) {
      if (partners[row] != kNone || isKillOfValue(code, row)) continue;
      if (!wanted[side][row]) continue;
      out.push_back(keys[row]);
      at.push_back(row);
    }
  }
  void readPurposes(const FunctionCode& code, Side side) {
    for (const Purpose purpose : code.purposes) {
      all_[side].push_back(true);
      operations_[side].push_back(purpose == Purpose::Operation);
      movable_[side].push_back(purpose != Purpose::Memory);
    }
  }
  static bool isKillOfValue(const FunctionCode& code, uint32_t row) {
    if (!code.instructions[row].kills) return false;
    const auto operands = code.operandsOf(row);
    return !operands.empty() && operands.front().kind == Kind::Value;
  }
  /// What defines and uses the values of pairs, if nothing else is known of it.
  void followValues(const Keys& before, const Keys& after) {
    std::vector<uint32_t> open;
    for (uint32_t row = 0; row < size(); ++row)
      if (pairs_.toNow[row] != kNone) open.push_back(row);
    const auto pair = [&](uint32_t from, uint32_t to) {
      if (from == kNone || to == kNone || !pairs_.isFree(from, to) || before[from] != after[to]) return;
      if (old_.instructions[from].kills || now_.instructions[to].kills) return;
      pairs_.pair(from, to);
      open.push_back(from);
    };
    for (size_t next = 0; next < open.size(); ++next) {
      const uint32_t row = open[next], partner = pairs_.toNow[row];
      const auto ins = old_.operandsOf(row), nowIns = now_.operandsOf(partner);
      for (size_t i = 0; i < std::min(ins.size(), nowIns.size()); ++i)
        if (ins[i].kind == Kind::Value && nowIns[i].kind == Kind::Value)
          pair(old_.values[static_cast<size_t>(ins[i].value)].instruction,
               now_.values[static_cast<size_t>(nowIns[i].value)].instruction);
      const uint32_t result = old_.instructions[row].result, nowResult = now_.instructions[partner].result;
      // Of a storage the tensors in it are no matter of order: their users say which is which.
      if (result == kNone || nowResult == kNone || !movable_[Old][row]) continue;
      followUsers(old_.usersOf(result), now_.usersOf(nowResult), pair);
    }
  }
  template <class Pair>
  void followUsers(std::span<const uint32_t> users, std::span<const uint32_t> nowUsers, const Pair& pair) {
    const size_t both = std::min(users.size(), nowUsers.size());
    for (size_t i = 0; i < both; ++i) {
      const uint32_t from = old_.operandOwner[users[i]], to = now_.operandOwner[nowUsers[i]];
      if (users[i] - old_.instructions[from].operands == nowUsers[i] - now_.instructions[to].operands) pair(from, to);
    }
  }

  /// What has no partner and a key that both sides have as often. What manages memory follows its values.
  void pairMoved(const Keys& before, const Keys& after) {
    std::unordered_map<uint64_t, std::pair<std::vector<uint32_t>, std::vector<uint32_t>>> rows;
    for (uint32_t row = 0; row < size(); ++row)
      if (pairs_.toNow[row] == kNone && movable_[Old][row]) rows[before[row]].first.push_back(row);
    for (uint32_t row = 0; row < now_.instructions.size(); ++row)
      if (pairs_.toOld[row] == kNone && movable_[Now][row]) rows[after[row]].second.push_back(row);
    for (const auto& [key, both] : rows) {
      if (both.first.size() != both.second.size()) continue;
      for (size_t i = 0; i < both.first.size(); ++i) pairs_.pair(both.first[i], both.second[i]);
    }
  }

  /// What was replaced, and what was fused or split.
  void pairGroups() {
    for (OperationGroup& group : operationGroups(old_, now_, pairs_)) {
      if (group.old.size() == 1 && group.now.size() == 1) pairs_.pair(group.old.front(), group.now.front());
      else groups_.push_back(std::move(group));
    }
  }

  /// Those of values that belong together, in order.
  void pairKills() {
    Unifier unifier(old_, now_, pairs_, parameters_, constants_);
    const size_t mark = constants_.mark();
    static_cast<void>(unifier.compare());
    constants_.undo(mark);
    const Pairing& values = unifier.values();
    for (uint32_t value = 0; value < values.toNow.size(); ++value) {
      if (values.toNow[value] == kNone) continue;
      const std::vector<uint32_t> kills = killsOf(old_, value), nowKills = killsOf(now_, values.toNow[value]);
      pairKills(kills, nowKills, unifier.blocks());
    }
  }
  static std::vector<uint32_t> killsOf(const FunctionCode& code, uint32_t value) {
    std::vector<uint32_t> kills;
    for (const uint32_t use : code.usersOf(value))
      if (code.instructions[code.operandOwner[use]].kills) kills.push_back(code.operandOwner[use]);
    return kills;
  }
  void pairKills(const std::vector<uint32_t>& kills, const std::vector<uint32_t>& nowKills, const Pairing& blocks) {
    constexpr size_t kMostCompared = 4096;
    const bool few = kills.size() * nowKills.size() <= kMostCompared;
    for (size_t at = 0; few && at < kills.size(); ++at)
      for (const uint32_t partner : nowKills) {
        const uint32_t kill = kills[at];
        if (!pairs_.isFree(kill, partner)) continue;
        if (blocks.has(old_.instructions[kill].block, now_.instructions[partner].block)) pairs_.pair(kill, partner);
      }
    for (size_t i = 0; i < std::min(kills.size(), nowKills.size()); ++i)
      if (pairs_.isFree(kills[i], nowKills[i])) pairs_.pair(kills[i], nowKills[i]);
  }

  const FunctionCode& old_;
  const FunctionCode& now_;
  const Pairing& parameters_;
  EditedConstants& constants_;
  const std::stop_token& stop_;
  Pairing pairs_;
  Wanted all_, operations_, movable_;
  std::vector<uint32_t> weights_;
  std::vector<OperationGroup> groups_;
};

}  // namespace

std::optional<Alignment> align(const FunctionCode& old, const FunctionCode& now, const Pairing& parameters,
                               EditedConstants& constants, const std::stop_token& stop) {
  return Aligner(old, now, parameters, constants, stop).run();
}

}  // namespace relaxscope::diffing
