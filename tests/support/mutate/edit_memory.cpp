// SPDX-License-Identifier: Apache-2.0
// Edits of the memory plan and of symbolic shapes.
#include <fmt/format.h>

#include <algorithm>

#include "tests/support/mutate/calls.h"
#include "tests/support/mutate/edit_context.h"

namespace relaxscope::test {
namespace {

/// Slots that some instruction of the body names, other than one.
std::vector<int64_t> otherSlots(const EditContext& context, size_t body, int64_t except) {
  std::vector<int64_t> slots;
  for (const DraftInstruction& instruction : context.draft.bodies[body].code) {
    const std::vector<uint32_t> words = slotWords(context.draft, instruction);
    for (const Operand& operand : operandsOf(context.draft, instruction))
      if (holds(words, operand.wordIndex) && operand.value != except && !holds(slots, operand.value))
        slots.push_back(operand.value);
  }
  return slots;
}

}  // namespace

std::optional<Edit> changeStorageSize(EditContext& context) {
  const auto isSize = [&](const DraftInstruction& instruction, const Operand& operand) {
    if (relayOpcode(context.draft, instruction) == RelayOpcode::AllocStorage)
      return operand.role == OperandRole::Extent;
    if (builtinOf(context.draft, instruction) != BuiltinId::AllocStorage || operand.kind != ArgKind::Constant)
      return false;
    return argumentOf(context.draft, instruction, operand.wordIndex) == 1 &&
           std::holds_alternative<ShapeConstant>(
               context.draft.tables.constants[static_cast<size_t>(operand.value)].value);
  };
  std::vector<OperandSpot> places = context.operands(isSize);
  if (places.empty()) return std::nullopt;
  const auto [spot, operand] = context.random.of(places);
  const int64_t more = 64 * (1 + static_cast<int64_t>(context.random.below(8)));
  Edit edit = context.edit(EditKind::StorageSize, spot, {ChangeKind::Memory},
                           fmt::format("{} with {} more", describe(context.draft, context.at(spot)), more));
  if (operand.kind == ArgKind::Immediate) {
    context.draft.set(context.at(spot), operand, Arg::make(ArgKind::Immediate, operand.value + more));
    return edit;
  }
  auto shape = std::get<ShapeConstant>(context.draft.tables.constants[static_cast<size_t>(operand.value)].value);
  if (shape.dims.empty()) return std::nullopt;
  shape.dims.back() += more;
  const ConstIndex added = context.draft.addConstant(std::move(shape));
  context.draft.set(context.at(spot), operand, Arg::make(ArgKind::Constant, added.value));
  return edit;
}

std::optional<Edit> changeOffset(EditContext& context) {
  std::vector<OperandSpot> places = context.operands([&](const DraftInstruction& instruction, const Operand& operand) {
    return builtinOf(context.draft, instruction) == BuiltinId::AllocTensor && operand.kind == ArgKind::Immediate &&
           argumentOf(context.draft, instruction, operand.wordIndex) == 1;
  });
  if (places.empty()) return std::nullopt;
  const auto [spot, operand] = context.random.of(places);
  const int64_t now = operand.value + 64 * (1 + static_cast<int64_t>(context.random.below(4)));
  Edit edit = context.edit(
      EditKind::AllocOffset, spot, {ChangeKind::Memory},
      fmt::format("offset of {}: {} became {}", describe(context.draft, context.at(spot)), operand.value, now));
  context.draft.set(context.at(spot), operand, Arg::make(ArgKind::Immediate, now));
  return edit;
}

std::optional<Edit> changeSlot(EditContext& context) {
  std::vector<OperandSpot> places = context.operands([&](const DraftInstruction& instruction, const Operand& operand) {
    return holds(slotWords(context.draft, instruction, true), operand.wordIndex);
  });
  if (places.empty()) return std::nullopt;
  const auto [spot, operand] = context.random.of(places);
  std::vector<int64_t> others = otherSlots(context, spot.body, operand.value);
  if (others.empty()) return std::nullopt;
  const int64_t other = context.random.of(others);
  Edit edit = context.edit(
      EditKind::SlotIndex, spot, kindsOfOperand(context.draft, context.at(spot), operand),
      fmt::format("slot in {}: {} became {}", describe(context.draft, context.at(spot)), operand.value, other));
  context.draft.set(context.at(spot), operand, Arg::make(ArgKind::Immediate, other));
  return edit;
}

}  // namespace relaxscope::test
