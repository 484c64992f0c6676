// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/alignment.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "vmcore/analysis/diff/align/code_keys.h"
#include "vmcore/analysis/diff/align/operations.h"
#include "vmcore/analysis/diff/align/sequence.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;
using Keys = std::vector<uint64_t>;

/// Allocations of storages of one size, type and scope are equal lines: what is in a storage says which is which, and
/// its place.
class StoragePairs {
 public:
  StoragePairs(const FunctionCode& old, const FunctionCode& now, const Pairing& pairs,
               const std::vector<uint32_t>& weights)
      : codes_{&old, &now}, pairs_(pairs) {
    for (const Side side : {Old, Now}) gaps_[side].resize(codes_[side]->instructions.size());
    uint32_t gap = 0, from = 0, to = 0;
    const auto close = [&](uint32_t end, uint32_t nowEnd) {
      for (; from < end; ++from) gaps_[Old][from] = gap;
      for (; to < nowEnd; ++to) gaps_[Now][to] = gap;
      ++gap;
    };
    for (const auto& [row, partner] : longestAscending(pairs, weights))
      if (old.purposes[row] == Purpose::Operation) close(row, partner);
    close(static_cast<uint32_t>(gaps_[Old].size()), static_cast<uint32_t>(gaps_[Now].size()));
  }

  /// Pairs to take in place of those of these instructions; `keys` tell allocations apart.
  std::vector<std::pair<uint32_t, uint32_t>> run(const Keys& before, const Keys& after) {
    std::map<uint64_t, Group> groups;
    for (const Side side : {Old, Now})
      for (uint32_t row = 0; row < codes_[side]->instructions.size(); ++row)
        if (isStorage(*codes_[side], row)) groups[(side == Old ? before : after)[row]][side].push_back(row);
    std::vector<std::pair<uint32_t, uint32_t>> out;
    for (auto& [key, group] : groups) {
      keepOwn(group);
      if (group[Old].empty() || group[Now].empty()) continue;
      const Votes votes = votesOf(group[Old]);
      const Pairing byTensors = pairedByTensors(group, votes), byPlace = pairedByPlace(group);
      const bool isInPlace = costOf(group, byPlace, votes) <= costOf(group, byTensors, votes);
      const Pairing& best = isInPlace ? byPlace : byTensors;
      for (size_t at = 0; at < group[Old].size(); ++at)
        if (best.toNow[at] != kNone) out.emplace_back(group[Old][at], group[Now][best.toNow[at]]);
    }
    return out;
  }

 private:
  using Group = std::array<std::vector<uint32_t>, 2>;               ///< instructions, by side
  using Votes = std::map<std::pair<uint32_t, uint32_t>, uint32_t>;  ///< by storages: how many tensors in both are pairs

  static bool isStorage(const FunctionCode& code, uint32_t row) {
    const Instruction instruction = code.instructionAt(row);
    if (instruction.row == nullptr) return false;
    if (instruction.set->isRelay()) return static_cast<RelayOpcode>(instruction.row->code) == RelayOpcode::AllocStorage;
    const Function* const callee = code.executable->function(FuncIndex(code.instructions[row].callee));
    return callee != nullptr && callee->isPacked() && builtinId(callee->name) == BuiltinId::AllocStorage;
  }
  /// Leaves out what has a partner of another key.
  void keepOwn(Group& group) const {
    const std::unordered_set<uint32_t> old(group[Old].begin(), group[Old].end()),
        now(group[Now].begin(), group[Now].end());
    std::erase_if(group[Old],
                  [&](uint32_t row) { return pairs_.toNow[row] != kNone && !now.contains(pairs_.toNow[row]); });
    std::erase_if(group[Now],
                  [&](uint32_t row) { return pairs_.toOld[row] != kNone && !old.contains(pairs_.toOld[row]); });
  }

  Votes votesOf(const std::vector<uint32_t>& storages) const {
    Votes votes;
    for (const uint32_t storage : storages) {
      const uint32_t result = codes_[Old]->instructions[storage].result;
      if (result == kNone) continue;
      for (const uint32_t use : codes_[Old]->usersOf(result)) {
        const uint32_t user = codes_[Old]->operandOwner[use], partner = pairs_.toNow[user];
        if (partner == kNone || codes_[Old]->instructions[user].kills) continue;
        const size_t at = use - codes_[Old]->instructions[user].operands;
        const auto operands = codes_[Now]->operandsOf(partner);
        if (at >= operands.size() || operands[at].kind != Kind::Value) continue;
        const uint32_t other = codes_[Now]->values[static_cast<size_t>(operands[at].value)].instruction;
        if (other != kNone) ++votes[{storage, other}];
      }
    }
    return votes;
  }

  [[nodiscard]] Pairing pairedByTensors(const Group& group, const Votes& votes) const {
    Pairing pairs(group[Old].size(), group[Now].size());
    std::vector<std::tuple<int64_t, int64_t, uint32_t, uint32_t>> order;
    for (const auto& [storages, count] : votes) {
      const auto old = std::ranges::lower_bound(group[Old], storages.first);
      const auto now = std::ranges::lower_bound(group[Now], storages.second);
      if (now == group[Now].end() || *now != storages.second) continue;
      order.emplace_back(-int64_t{count}, std::abs(int64_t{gaps_[Old][*old]} - int64_t{gaps_[Now][*now]}),
                         old - group[Old].begin(), now - group[Now].begin());
    }
    std::ranges::sort(order);
    for (const auto& [count, distance, old, now] : order)
      if (pairs.isFree(old, now)) pairs.pair(old, now);
    complete(group, pairs);
    return pairs;
  }
  [[nodiscard]] Pairing pairedByPlace(const Group& group) const {
    Pairing pairs(group[Old].size(), group[Now].size());
    complete(group, pairs);
    return pairs;
  }
  /// What is left: between the same operations, then in order.
  void complete(const Group& group, Pairing& pairs) const {
    for (const bool samePlace : {true, false}) {
      uint32_t now = 0;
      for (uint32_t old = 0; old < group[Old].size(); ++old) {
        if (pairs.toNow[old] != kNone) continue;
        const uint32_t gap = gaps_[Old][group[Old][old]];
        while (now < group[Now].size() &&
               (pairs.toOld[now] != kNone || (samePlace && gaps_[Now][group[Now][now]] < gap)))
          ++now;
        if (now == group[Now].size()) break;
        if (!samePlace || gaps_[Now][group[Now][now]] == gap) pairs.pair(old, now);
      }
    }
  }

  /// How many lines would be told: storages at another place, tensors in another storage.
  [[nodiscard]] uint64_t costOf(const Group& group, const Pairing& pairs, const Votes& votes) const {
    uint64_t cost = 0;
    std::unordered_map<uint32_t, uint32_t> partners;
    for (size_t at = 0; at < group[Old].size(); ++at) {
      if (pairs.toNow[at] == kNone) continue;
      const uint32_t old = group[Old][at], now = group[Now][pairs.toNow[at]];
      partners.emplace(old, now);
      if (gaps_[Old][old] != gaps_[Now][now]) ++cost;
    }
    for (const auto& [storages, count] : votes) {
      const auto found = partners.find(storages.first);
      if (found == partners.end() || found->second != storages.second) cost += count;
    }
    return cost;
  }

  std::array<const FunctionCode*, 2> codes_;
  const Pairing& pairs_;
  std::array<std::vector<uint32_t>, 2> gaps_;  ///< by instruction: how many paired operations are before it
};

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
    pairFewestLeft(before, after);
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
    pairStorages(before.inputs, after.inputs);
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

  /// Of many operations alike, neighbours that differ here and there lead to pairs that leave some on both sides. If
  /// fewer need be left, all are paired anew, and of several ways to do so the one that keeps most neighbours is taken.
  void pairFewestLeft(const CodeKeys& before, const CodeKeys& after) {
    if (!leavesEqualOnes(before.local, after.local)) return;
    std::array<Keys, 2> keys, finer;
    std::array<std::vector<uint32_t>, 2> rows;
    std::vector<int64_t> placeOfNow(now_.instructions.size());
    for (const Side side : {Old, Now}) {
      const CodeKeys& all = side == Old ? before : after;
      for (uint32_t row = 0; row < all.local.size(); ++row) {
        if (!operations_[side][row]) continue;
        if (side == Now) placeOfNow[row] = static_cast<int64_t>(rows[Now].size());
        rows[side].push_back(row);
        keys[side].push_back(all.local[row]);
        finer[side].push_back(all.around[row]);
      }
    }
    // The band has all pairs that are in order, and some room beside them.
    constexpr int64_t kRoom = 64;
    std::vector<bool> inOrder(size());
    for (const auto& [row, partner] : longestAscending(pairs_, weights_)) inOrder[row] = true;
    int64_t low = 0, high = 0;
    size_t paired = 0;
    for (size_t at = 0; at < rows[Old].size(); ++at) {
      const uint32_t row = rows[Old][at], partner = pairs_.toNow[row];
      if (partner == kNone) continue;
      ++paired;
      if (!inOrder[row] || !operations_[Now][partner]) continue;
      const int64_t shift = placeOfNow[partner] - static_cast<int64_t>(at);
      low = std::min(low, shift), high = std::max(high, shift);
    }
    const auto found = longestInBand({keys[Old], finer[Old]}, {keys[Now], finer[Now]}, low - kRoom, high + kRoom);
    if (!found || found->size() <= paired) return;
    pairs_ = Pairing(size(), now_.instructions.size());
    for (const auto& [x, y] : *found) pairs_.pair(rows[Old][x], rows[Now][y]);
    pairInGaps(before.around, after.around, all_);
    pairMoved(before.around, after.around);
    pairMoved(before.inputs, after.inputs);
  }
  /// Whether operations of one key have no partner on both sides.
  [[nodiscard]] bool leavesEqualOnes(const Keys& before, const Keys& after) const {
    std::unordered_set<uint64_t> left;
    for (uint32_t row = 0; row < before.size(); ++row)
      if (operations_[Old][row] && pairs_.toNow[row] == kNone) left.insert(before[row]);
    for (uint32_t row = 0; row < after.size(); ++row)
      if (operations_[Now][row] && pairs_.toOld[row] == kNone && left.contains(after[row])) return true;
    return false;
  }

  /// What was replaced, and what was fused or split.
  void pairGroups() {
    for (OperationGroup& group : operationGroups(old_, now_, pairs_)) {
      if (group.old.size() == 1 && group.now.size() == 1) pairs_.pair(group.old.front(), group.now.front());
      else groups_.push_back(std::move(group));
    }
  }

  void pairStorages(const Keys& before, const Keys& after) {
    const std::vector<std::pair<uint32_t, uint32_t>> storages =
        StoragePairs(old_, now_, pairs_, weights_).run(before, after);
    for (const auto& [row, partner] : storages) {
      if (pairs_.toNow[row] != kNone) pairs_.cut(row);
      if (pairs_.toOld[partner] != kNone) pairs_.cut(pairs_.toOld[partner]);
    }
    for (const auto& [row, partner] : storages) pairs_.pair(row, partner);
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
