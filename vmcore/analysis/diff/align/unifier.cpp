// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/unifier.h"

#include <algorithm>
#include <string_view>

#include "vmcore/analysis/diff/align/hash.h"
#include "vmcore/analysis/diff/align/order.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

/// What an edge says of when it is taken: falling through is a jump to what follows.
uint32_t edgeClass(EdgeKind kind) { return kind == EdgeKind::Goto ? 0 : static_cast<uint32_t>(kind); }

/// The block that an instruction falls into, or kNone.
uint32_t fallTarget(const FunctionCode& code, uint32_t block) {
  const Cfg& cfg = code.definitions.cfg;
  for (const uint32_t edge : cfg.blocks[block].out)
    if (cfg.edges[edge].kind == EdgeKind::Next) return static_cast<uint32_t>(cfg.edges[edge].to.value);
  return kNone;
}

std::pair<uint32_t, uint32_t> rowsOf(const FunctionCode& code, uint32_t block) {
  const BasicBlock& row = code.definitions.cfg.blocks[block];
  return {static_cast<uint32_t>(row.begin.value - code.begin), static_cast<uint32_t>(row.end.value - code.begin)};
}

}  // namespace

Unifier::Unifier(const FunctionCode& old, const FunctionCode& now, const Pairing& instructions,
                 const Pairing& parameters, EditedConstants& constants)
    : old_(old),
      now_(now),
      instructions_(instructions),
      constants_(constants),
      values_(old.values.size(), now.values.size()),
      blocks_(old.definitions.cfg.blocks.size(), now.definitions.cfg.blocks.size()) {
  std::unordered_map<uint32_t, uint32_t> nowParameters;  // values, by register
  for (uint32_t i = 0; i < now.values.size() && i < now.definitions.parameters; ++i)
    nowParameters.emplace(now.values[i].number, i);
  for (uint32_t i = 0; i < old.values.size() && i < old.definitions.parameters; ++i) {
    const uint32_t reg = old.values[i].number;
    if (reg >= parameters.toNow.size() || parameters.toNow[reg] == kNone) continue;
    const auto partner = nowParameters.find(parameters.toNow[reg]);
    if (partner != nowParameters.end()) values_.pair(i, partner->second);
  }
  pairBlocks();
  pairResults();
}

void Unifier::pairBlocks() {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> votes;
  for (uint32_t row = 0; row < old_.instructions.size(); ++row)
    if (const uint32_t partner = instructions_.toNow[row]; partner != kNone)
      ++votes[{old_.instructions[row].block, now_.instructions[partner].block}];
  std::vector<std::pair<uint32_t, std::pair<uint32_t, uint32_t>>> order;
  order.reserve(votes.size());
  for (const auto& [blocks, count] : votes) order.emplace_back(count, blocks);
  std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [count, pair] : order)
    if (pair.first < blocks_.toNow.size() && pair.second < blocks_.toOld.size() &&
        blocks_.isFree(pair.first, pair.second))
      blocks_.pair(pair.first, pair.second);
}

void Unifier::pairResults() {
  for (uint32_t row = 0; row < old_.instructions.size(); ++row) {
    const uint32_t partner = instructions_.toNow[row];
    if (partner == kNone) continue;
    const uint32_t from = old_.instructions[row].result, to = now_.instructions[partner].result;
    if (from != kNone && to != kNone && values_.isFree(from, to)) values_.pair(from, to);
  }
}

Comparison Unifier::compare() {
  Comparison out;
  for (uint32_t row = 0; row < old_.instructions.size(); ++row) {
    const uint32_t partner = instructions_.toNow[row];
    if (partner == kNone) ++out.unpaired;
    else compare(row, partner, out);
  }
  for (const uint32_t partner : instructions_.toOld) out.unpaired += partner == kNone ? 1 : 0;
  compareFalls(out);
  const bool explained = out.unpaired != 0 || !out.operands.empty() || !out.flow.empty();
  out.reordered = reorderedOf(old_, now_, instructions_, blocks_, explained);
  return out;
}

void Unifier::compare(uint32_t old, uint32_t now, Comparison& out) {
  const auto before = old_.operandsOf(old), after = now_.operandsOf(now);
  const uint32_t oldFirst = old_.instructions[old].operands, nowFirst = now_.instructions[now].operands;
  const size_t both = std::min(before.size(), after.size());
  for (size_t i = 0; i < both; ++i)
    if (!equal(before[i], after[i]))
      out.operands.push_back({old, now, oldFirst + static_cast<uint32_t>(i), nowFirst + static_cast<uint32_t>(i)});
  for (size_t i = both; i < before.size(); ++i)
    out.operands.push_back({old, now, oldFirst + static_cast<uint32_t>(i), kNone});
  for (size_t i = both; i < after.size(); ++i)
    out.operands.push_back({old, now, kNone, nowFirst + static_cast<uint32_t>(i)});
  const bool sameOpcode = old_.instructionAt(old).opcode() == now_.instructionAt(now).opcode() &&
                          old_.instructions[old].kills == now_.instructions[now].kills;
  if (!sameOpcode && before.empty() && after.empty()) out.operands.push_back({old, now, kNone, kNone});
}

bool Unifier::equal(const Operand& old, const Operand& now) {
  if (old.kind != now.kind || old.role != now.role) return false;
  switch (old.kind) {
    case Kind::Value: return unify(static_cast<uint32_t>(old.value), static_cast<uint32_t>(now.value));
    case Kind::Slot: return unifySlots(old.value, now.value);
    case Kind::Jump: return sameJump(old.value, now.value);
    case Kind::Constant:
      return old.value == now.value ||
             constants_.unify(static_cast<uint32_t>(old.value), static_cast<uint32_t>(now.value));
    default: return old.value == now.value;
  }
}

bool Unifier::unifySlots(int64_t old, int64_t now) {
  const auto forth = slotsToNow_.find(old), back = slotsToOld_.find(now);
  if (forth != slotsToNow_.end() || back != slotsToOld_.end())
    return forth != slotsToNow_.end() && back != slotsToOld_.end() && forth->second == now;
  slotsToNow_.emplace(old, now);
  slotsToOld_.emplace(now, old);
  return true;
}

bool Unifier::mayUnify(uint32_t old, uint32_t now) const {
  const CodeValue &before = old_.values[old], &after = now_.values[now];
  if (before.kind != after.kind) return false;
  switch (before.kind) {
    case ValueKind::Empty: return true;
    case ValueKind::Unknown: return values_.isFree(old, now);
    case ValueKind::Merge: {
      if (before.block >= blocks_.toNow.size() || after.block >= blocks_.toOld.size()) return false;
      return values_.isFree(old, now) && blocks_.has(before.block, after.block);
    }
    default: return false;  // paired with their instructions or by position, or not at all
  }
}

bool Unifier::unify(uint32_t old, uint32_t now) {
  if (values_.has(old, now)) return true;
  if (!mayUnify(old, now)) return false;
  if (old_.values[old].kind == ValueKind::Empty) return true;
  // Merges may merge each other: all are taken to be partners until an input says otherwise.
  std::vector<std::pair<uint32_t, uint32_t>> open{{old, now}};
  values_.pair(old, now);
  bool fits = true;
  for (size_t next = 0; fits && next < open.size(); ++next)
    fits = old_.values[open[next].first].kind != ValueKind::Merge ||
           unifyInputs(open[next].first, open[next].second, open);
  if (!fits)
    for (const auto& [from, to] : open) values_.cut(from);
  return fits;
}

bool Unifier::unifyInputs(uint32_t old, uint32_t now, std::vector<std::pair<uint32_t, uint32_t>>& open) {
  const auto before = old_.definitions.inputsOf(ValueIndex(old)), after = now_.definitions.inputsOf(ValueIndex(now));
  if (before.size() != after.size()) return false;
  const auto key = [](const FunctionCode& code, const Pairing* blocks, uint32_t edge) -> uint64_t {
    if (edge == kEntryEdge) return ~uint64_t{0};
    const CfgEdge& row = code.definitions.cfg.edges[edge];
    const uint64_t from = row.from.at();
    return (blocks != nullptr ? blocks->toNow[from] : from) * 4 + edgeClass(row.kind);
  };
  std::unordered_multimap<uint64_t, uint32_t> nowInputs;
  for (const MergeInput& input : after)
    nowInputs.emplace(key(now_, nullptr, input.edge), static_cast<uint32_t>(input.value.value));
  for (const MergeInput& input : before) {
    const auto found = nowInputs.find(key(old_, &blocks_, input.edge));
    if (found == nowInputs.end() || !input.value.valid()) return false;
    const auto from = static_cast<uint32_t>(input.value.value);
    const uint32_t to = found->second;
    nowInputs.erase(found);
    if (values_.has(from, to)) continue;
    if (to >= now_.values.size() || !mayUnify(from, to)) return false;
    if (old_.values[from].kind == ValueKind::Empty) continue;
    values_.pair(from, to);
    open.emplace_back(from, to);
  }
  return true;
}

bool Unifier::sameJump(int64_t old, int64_t now) const {
  const BlockIndex from = old_.definitions.cfg.blockAt(InstrIndex(old));
  const BlockIndex to = now_.definitions.cfg.blockAt(InstrIndex(now));
  if (!from.valid() || !to.valid()) return from.valid() == to.valid() && old == now;
  return sameTarget(static_cast<uint32_t>(from.value), static_cast<uint32_t>(to.value));
}

/// Blocks begin at the same place if the first instruction of each that has a partner has it in the other block.
bool Unifier::sameTarget(uint32_t oldBlock, uint32_t nowBlock) const {
  auto [from, end] = rowsOf(old_, oldBlock);
  while (from < end && instructions_.toNow[from] == kNone) ++from;
  auto [to, nowEnd] = rowsOf(now_, nowBlock);
  while (to < nowEnd && instructions_.toOld[to] == kNone) ++to;
  if (from == end || to == nowEnd) return (from == end) == (to == nowEnd);
  return now_.instructions[instructions_.toNow[from]].block == nowBlock &&
         old_.instructions[instructions_.toOld[to]].block == oldBlock;
}

/// Blocks that go on without a jump.
void Unifier::compareFalls(Comparison& out) const {
  for (uint32_t block = 0; block < blocks_.toNow.size(); ++block) {
    const uint32_t partner = blocks_.toNow[block];
    if (partner == kNone) continue;
    const auto [from, end] = rowsOf(old_, block);
    const auto [to, nowEnd] = rowsOf(now_, partner);
    if (from == end || to == nowEnd || instructions_.toNow[end - 1] != nowEnd - 1) continue;
    const uint32_t falls = fallTarget(old_, block), nowFalls = fallTarget(now_, partner);
    if (falls == kNone && nowFalls == kNone) continue;
    if (falls == kNone || nowFalls == kNone || !sameTarget(falls, nowFalls)) out.flow.emplace_back(end - 1, nowEnd - 1);
  }
}

std::vector<uint32_t> reorderedOf(const FunctionCode& old, const FunctionCode& now, const Pairing& instructions,
                                  const Pairing& blocks, bool explained) {
  std::vector<uint32_t> out;
  // What else changed has no say in this.
  std::vector<uint32_t> before, after;
  std::vector<uint64_t> keys(old.instructions.size());
  for (uint32_t row = 0; row < keys.size(); ++row) {
    keys[row] = mixed(row);
    if (instructions.toNow[row] != kNone) before.push_back(row);
  }
  for (const uint32_t partner : instructions.toOld)
    if (partner != kNone) after.push_back(partner);
  std::vector<uint64_t> beforeSums(keys.size()), afterSums(keys.size());
  if (before != after) {
    OrderSums(old).addBefore(before, keys, beforeSums);
    OrderSums(old).addBefore(after, keys, afterSums);
  }
  std::vector<bool> inPlace(keys.size());
  for (const auto& [row, partner] : longestAscending(instructions, weightsOf(old.purposes))) inPlace[row] = true;
  for (const uint32_t row : before) {
    // Code around an instruction that stays in place may have got other blocks: that is said of the branches.
    const bool sameBlock = blocks.has(old.instructions[row].block, now.instructions[instructions.toNow[row]].block);
    if ((!sameBlock && !(explained && inPlace[row])) || beforeSums[row] != afterSums[row]) out.push_back(row);
  }
  return out;
}

Pairing pairParameters(const Function& old, const Function& now) {
  const auto size = [](const Function& function) {
    constexpr int64_t kMost = int64_t{1} << 20;
    return static_cast<uint32_t>(std::clamp<int64_t>(function.numArgs, 0, kMost));
  };
  Pairing out(size(old), size(now));
  std::unordered_map<std::string_view, uint32_t> names;
  bool areUnique = now.paramNames.size() == out.toOld.size() && old.paramNames.size() == out.toNow.size();
  for (uint32_t i = 0; areUnique && i < out.toOld.size(); ++i) areUnique = names.emplace(now.paramNames[i], i).second;
  for (uint32_t i = 0; areUnique && i < out.toNow.size(); ++i) {
    const auto found = names.find(old.paramNames[i]);
    if (found != names.end() && out.isFree(i, found->second)) out.pair(i, found->second);
  }
  uint32_t next = 0;
  for (uint32_t i = 0; i < out.toNow.size(); ++i) {
    if (out.toNow[i] != kNone) continue;
    while (next < out.toOld.size() && out.toOld[next] != kNone) ++next;
    if (next < out.toOld.size()) out.pair(i, next);
  }
  return out;
}

}  // namespace relaxscope::diffing
