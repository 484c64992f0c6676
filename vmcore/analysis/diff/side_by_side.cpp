// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/side_by_side.h"

namespace relaxscope::diffing {

std::vector<InstructionRow> sideBySide(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment,
                                       const ChangedRows& changed) {
  Pairing shown = alignment.instructions;
  for (const OperationGroup& group : alignment.groups)
    if (shown.isFree(group.old.back(), group.now.back())) shown.pair(group.old.back(), group.now.back());
  std::vector<InstructionRow> rows;
  rows.reserve(old.instructions.size() + now.instructions.size() / 8);
  const auto addOld = [&](uint32_t at) {
    InstructionRow row;
    row.old = InstrIndex(old.instructions[at].pc);
    row.change = changed.oldChange[at];
    const uint32_t partner = alignment.instructions.toNow[at];
    row.state = partner != kNone ? RowState::Moved : RowState::Removed;
    if (partner != kNone) row.partner = InstrIndex(now.instructions[partner].pc);
    rows.push_back(row);
  };
  const auto addNow = [&](uint32_t at) {
    InstructionRow row;
    row.now = InstrIndex(now.instructions[at].pc);
    row.change = changed.nowChange[at];
    const uint32_t partner = alignment.instructions.toOld[at];
    row.state = partner != kNone ? RowState::Moved : RowState::Added;
    if (partner != kNone) row.partner = InstrIndex(old.instructions[partner].pc);
    rows.push_back(row);
  };
  uint32_t from = 0, to = 0;
  for (const auto& [at, partner] : longestAscending(shown, changed.weights)) {
    for (; from < at; ++from) addOld(from);
    for (; to < partner; ++to) addNow(to);
    InstructionRow row;
    row.old = InstrIndex(old.instructions[at].pc);
    row.now = InstrIndex(now.instructions[partner].pc);
    row.change = changed.oldChange[at];
    const bool same = alignment.instructions.has(at, partner) && !changed.differing.contains(at);
    row.state = same ? RowState::Same : RowState::Changed;
    rows.push_back(row);
    from = at + 1, to = partner + 1;
  }
  for (; from < old.instructions.size(); ++from) addOld(from);
  for (; to < now.instructions.size(); ++to) addNow(to);
  return rows;
}

}  // namespace relaxscope::diffing
