// SPDX-License-Identifier: Apache-2.0
// Edits of what an instruction reads and writes.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "tests/support/mutate/calls.h"
#include "tests/support/mutate/edit_context.h"
#include "vmcore/model/constant_pool.h"

namespace relaxscope::test {
namespace {

bool isRead(const DraftInstruction&, const Operand& operand) {
  return operand.kind == ArgKind::Register && operand.role != OperandRole::Def && !isSpecialRegister(operand.value);
}

/// Registers that some instruction of the body mentions, and its parameters, other than one.
std::vector<int64_t> otherRegisters(const EditContext& context, size_t body, int64_t except) {
  std::unordered_set<int64_t> seen;
  const Draft& draft = context.draft;
  for (int64_t i = 0; i < draft.functionOf(draft.bodies[body]).numArgs; ++i) seen.insert(i);
  for (const DraftInstruction& instruction : draft.bodies[body].code)
    for (const Operand& operand : operandsOf(draft, instruction))
      if (operand.kind == ArgKind::Register && !isSpecialRegister(operand.value)) seen.insert(operand.value);
  seen.erase(except);
  std::vector<int64_t> registers(seen.begin(), seen.end());
  std::ranges::sort(registers);
  return registers;
}

/// Whether an operand means something else after the edit, and no exchange of values that are made alike explains it.
bool meansOther(EditContext& context, Spot spot, uint32_t word) {
  const Executable edited = context.draft.build();
  const FuncIndex function(static_cast<int64_t>(context.body(spot).function));
  const auto before = context.meaning(context.original, context.definitions(spot.body), spot, word);
  const auto now = context.meaning(edited, *definitionsOf(edited, function), spot, word);
  return !context.alike(spot.body, before, now);
}

/// Whether some operand of an instruction does.
bool readsOther(EditContext& context, Spot spot) {
  const std::vector<Operand> operands = operandsOf(context.draft, context.at(spot));
  return std::ranges::any_of(operands, [&](const Operand& operand) {
    return isRead(context.at(spot), operand) && meansOther(context, spot, operand.wordIndex);
  });
}

std::optional<Edit> changeOne(EditContext& context, EditKind kind, bool ofReturn) {
  const auto isWanted = [&](const DraftInstruction& instruction, const Operand& operand) {
    return isRead(instruction, operand) && (context.draft.view(instruction).row->flow == Flow::Return) == ofReturn;
  };
  std::vector<OperandSpot> places = context.operands(isWanted);
  if (places.empty()) return std::nullopt;
  const auto [spot, operand] = context.random.of(places);
  std::vector<int64_t> others = otherRegisters(context, spot.body, operand.value);
  if (others.empty()) return std::nullopt;
  const int64_t other = context.random.of(others);
  Edit edit = context.edit(kind, spot, kindsOfOperand(context.draft, context.at(spot), operand),
                           fmt::format("operand word {} of {}: %{} became %{}", operand.wordIndex,
                                       describe(context.draft, context.at(spot)), operand.value, other));
  context.draft.set(context.at(spot), operand, Arg::make(ArgKind::Register, other));
  return meansOther(context, spot, operand.wordIndex) ? std::optional(std::move(edit)) : std::nullopt;
}

const Constant& constantAt(const EditContext& context, int64_t row) {
  return context.draft.tables.constants[static_cast<size_t>(row)];
}

/// Whether nothing tells them apart: equal, or both of unknown value, as in a text dump.
bool isAlike(const ConstantValue& a, const ConstantValue& b) {
  const bool unknown = std::holds_alternative<UnknownConstant>(a) && std::holds_alternative<UnknownConstant>(b);
  return unknown || sameConstant(a, b);
}

}  // namespace

std::optional<Edit> changeRegister(EditContext& context) {
  return changeOne(context, EditKind::RegisterChanged, false);
}
std::optional<Edit> changeReturn(EditContext& context) { return changeOne(context, EditKind::ReturnRegister, true); }

std::optional<Edit> changeConstantOperand(EditContext& context) {
  std::vector<OperandSpot> places = context.operands(
      [](const DraftInstruction&, const Operand& operand) { return operand.kind == ArgKind::Constant; });
  if (places.empty()) return std::nullopt;
  const auto [spot, operand] = context.random.of(places);
  const ConstantValue& old = constantAt(context, operand.value).value;
  std::vector<int64_t> others;
  for (size_t i = 0; i < context.draft.tables.constants.size(); ++i) {
    const ConstantValue& other = constantAt(context, static_cast<int64_t>(i)).value;
    if (other.index() == old.index() && !isAlike(other, old)) others.push_back(static_cast<int64_t>(i));
  }
  if (others.empty()) return std::nullopt;
  const int64_t other = context.random.of(others);
  Edit edit = context.edit(EditKind::ConstantChanged, spot, kindsOfOperand(context.draft, context.at(spot), operand),
                           fmt::format("operand word {} of {}: c[{}] became c[{}]", operand.wordIndex,
                                       describe(context.draft, context.at(spot)), operand.value, other));
  context.draft.set(context.at(spot), operand, Arg::make(ArgKind::Constant, other));
  return edit;
}

std::optional<Edit> changeImmediate(EditContext& context) {
  std::vector<OperandSpot> places = context.operands([&](const DraftInstruction& instruction, const Operand& operand) {
    if (operand.kind != ArgKind::Immediate) return false;
    switch (operand.role) {
      case OperandRole::Argument: return !holds(slotWords(context.draft, instruction), operand.wordIndex);
      case OperandRole::Extent:
      case OperandRole::Tag:
      case OperandRole::Field:
      case OperandRole::Value: return true;
      default: return false;
    }
  });
  if (places.empty()) return std::nullopt;
  const auto [spot, operand] = context.random.of(places);
  const int64_t now = operand.value + 1 + static_cast<int64_t>(context.random.below(3));
  Edit edit = context.edit(EditKind::ImmediateChanged, spot, kindsOfOperand(context.draft, context.at(spot), operand),
                           fmt::format("operand word {} of {}: {} became {}", operand.wordIndex,
                                       describe(context.draft, context.at(spot)), operand.value, now));
  context.draft.set(context.at(spot), operand, Arg::make(ArgKind::Immediate, now));
  return edit;
}

std::optional<Edit> swapOperands(EditContext& context) {
  const auto swappable = [](const Operand& operand) {
    return (operand.role == OperandRole::Argument || operand.role == OperandRole::Output) &&
           !isSpecialRegister(operand.value);
  };
  const Draft& draft = context.draft;
  std::vector<Spot> places = context.spots([&](const DraftInstruction& instruction) {
    return std::ranges::count_if(operandsOf(draft, instruction), swappable) >= 2;
  });
  if (places.empty()) return std::nullopt;
  const Spot spot = context.random.of(places);
  std::vector<Operand> operands = operandsOf(draft, context.at(spot));
  std::erase_if(operands, [&](const Operand& operand) { return !swappable(operand); });
  const Operand a = context.random.of(operands), b = context.random.of(operands);
  if (a.kind != b.kind || a.value == b.value || a.row != b.row) return std::nullopt;
  if (a.kind == ArgKind::Constant && isAlike(constantAt(context, a.value).value, constantAt(context, b.value).value))
    return std::nullopt;
  if (!slotWords(draft, context.at(spot)).empty() && a.kind == ArgKind::Immediate) return std::nullopt;
  Edit edit = context.edit(
      EditKind::OperandsSwapped, spot, kindsOfOperand(draft, context.at(spot), a),
      fmt::format("operand words {} and {} of {}", a.wordIndex, b.wordIndex, describe(draft, context.at(spot))));
  for (const ChangeKind kind : kindsOfOperand(draft, context.at(spot), b)) edit.kinds.push_back(kind);
  draft.set(context.at(spot), a, Arg::make(b.kind, b.value));
  draft.set(context.at(spot), b, Arg::make(a.kind, a.value));
  if (a.kind == ArgKind::Register && !meansOther(context, spot, a.wordIndex)) return std::nullopt;
  return edit;
}

std::optional<Edit> changeDestination(EditContext& context) {
  std::vector<OperandSpot> places = context.operands([](const DraftInstruction&, const Operand& operand) {
    return operand.role == OperandRole::Def && !isSpecialRegister(operand.value);
  });
  if (places.empty()) return std::nullopt;
  const auto [spot, operand] = context.random.of(places);
  const std::vector<uint32_t> readers = context.readers(spot);
  if (isKill(context.draft, context.at(spot)) || readers.empty()) return std::nullopt;
  std::vector<int64_t> others = otherRegisters(context, spot.body, operand.value);
  const bool fresh = others.empty() || context.random.oneIn(2);
  const int64_t other = fresh ? context.newRegister(spot.body) : context.random.of(others);
  Edit edit = context.edit(EditKind::DestinationChanged, spot, kindsOfOperand(context.draft, context.at(spot), operand),
                           fmt::format("destination of {}: %{} became %{}", describe(context.draft, context.at(spot)),
                                       operand.value, other));
  // What read the result now reads something else: the change may be reported there.
  for (const uint32_t id : readers) {
    edit.oldInstructions.push_back(id);
    edit.nowInstructions.push_back(id);
  }
  edit.kinds.insert(edit.kinds.end(), {ChangeKind::Operands, ChangeKind::Rewired, ChangeKind::Memory,
                                       ChangeKind::ShapeChanged, ChangeKind::ControlFlow});
  context.draft.set(context.at(spot), operand, Arg::make(ArgKind::Register, other));
  // If an equal instruction takes its place, both have changed places only.
  const bool changes = std::ranges::any_of(
      readers, [&](uint32_t id) { return readsOther(context, {spot.body, positionOf(context.body(spot), id)}); });
  return changes ? std::optional(std::move(edit)) : std::nullopt;
}

}  // namespace relaxscope::test
