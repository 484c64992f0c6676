// SPDX-License-Identifier: Apache-2.0
// Edits of whole calls: one more, one less, another callee.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tests/support/mutate/calls.h"
#include "tests/support/mutate/edit_context.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::test {
namespace {

bool isOperation(const Draft& draft, const DraftInstruction& instruction) {
  const Flow flow = draft.view(instruction).row->flow;
  return flow == Flow::Next || flow == Flow::Call;
}

const Function& calleeOf(const Draft& draft, const DraftInstruction& instruction) {
  return draft.tables.functions[static_cast<size_t>(draft.view(instruction).callFunction())];
}

/// Registers that are written before a position, or parameters.
std::vector<int64_t> registersBefore(const Draft& draft, const DraftBody& body, size_t position) {
  std::vector<int64_t> registers;
  for (int64_t i = 0; i < draft.functionOf(body).numArgs; ++i) registers.push_back(i);
  for (size_t i = 0; i < position; ++i)
    for (const Operand& operand : operandsOf(draft, body.code[i]))
      if (operand.role == OperandRole::Def && !isSpecialRegister(operand.value) && !isKill(draft, body.code[i]))
        registers.push_back(operand.value);
  return registers;
}

/// A copy of a call with a result that nothing reads, and other registers where it read some.
DraftInstruction variationOf(EditContext& context, Spot model, size_t body, size_t position) {
  Draft& draft = context.draft;
  DraftInstruction made = context.at(model);
  made.id = draft.nextId++;
  std::vector<int64_t> registers = registersBefore(draft, draft.bodies[body], position);
  for (const Operand& operand : operandsOf(draft, made)) {
    if (operand.kind != ArgKind::Register || isSpecialRegister(operand.value)) continue;
    const bool fresh = operand.role == OperandRole::Def || registers.empty();
    draft.set(made, operand,
              Arg::make(ArgKind::Register, fresh ? context.newRegister(body) : context.random.of(registers)));
  }
  return made;
}

}  // namespace

std::optional<Edit> insertCall(EditContext& context) {
  Draft& draft = context.draft;
  // A kill of a register that holds nothing would be no change.
  std::vector<Spot> models = context.spots([&](const DraftInstruction& instruction) {
    return isOperation(draft, instruction) && !isKill(draft, instruction) &&
           builtinOf(draft, instruction) != BuiltinId::AllocShapeHeap;
  });
  std::vector<Spot> places = context.spots([](const DraftInstruction&) { return true; });
  if (models.empty() || places.empty()) return std::nullopt;
  const Spot model = context.random.of(models), place = context.random.of(places);
  const uint32_t next = context.at(place).id;
  Edit edit =
      context.edit(EditKind::CallInserted, place, kindsOfCall(draft, context.at(model), ChangeKind::Inserted), "");
  DraftInstruction made = variationOf(context, model, place.body, place.at);
  edit.text += "inserted " + describe(draft, made);
  edit.oldInstructions.clear();
  DraftBody& body = draft.bodies[place.body];
  retarget(body, next, made.id);
  body.code.insert(body.code.begin() + static_cast<std::ptrdiff_t>(place.at), std::move(made));
  edit.nowInstructions = context.twins(place);
  return edit;
}

std::optional<Edit> removeCall(EditContext& context) {
  Draft& draft = context.draft;
  std::vector<Spot> places =
      context.spots([&](const DraftInstruction& instruction) { return isOperation(draft, instruction); });
  if (places.empty()) return std::nullopt;
  const Spot spot = context.random.of(places);
  DraftBody& body = draft.bodies[spot.body];
  if (spot.at + 1 >= body.code.size()) return std::nullopt;
  if (isKill(draft, context.at(spot))) {
    const Definitions& d = context.definitions(spot.body);
    const InstrIndex pc(d.begin().value + static_cast<int64_t>(spot.at));
    const auto kill = std::ranges::find(d.kills, pc, &Kill::pc);
    if (kill == d.kills.end() || !kill->value.valid()) return std::nullopt;  // nothing was released
  }
  Edit edit = context.edit(EditKind::CallRemoved, spot, kindsOfCall(draft, context.at(spot), ChangeKind::Removed),
                           "removed " + describe(draft, context.at(spot)));
  edit.oldInstructions = context.twins(spot);
  edit.nowInstructions.clear();
  retarget(body, body.code[spot.at].id, body.code[spot.at + 1].id);
  body.code.erase(body.code.begin() + static_cast<std::ptrdiff_t>(spot.at));
  return edit;
}

std::optional<Edit> duplicateCall(EditContext& context) {
  Draft& draft = context.draft;
  std::vector<Spot> places = context.spots([&](const DraftInstruction& instruction) {
    return isOperation(draft, instruction) && !isKill(draft, instruction);
  });
  if (places.empty()) return std::nullopt;
  const Spot spot = context.random.of(places);
  DraftInstruction copy = context.at(spot);
  copy.id = draft.nextId++;
  Edit edit = context.edit(EditKind::CallDuplicated, spot, kindsOfCall(draft, copy, ChangeKind::Inserted),
                           "duplicated " + describe(draft, copy));
  edit.oldInstructions.clear();
  edit.nowInstructions = context.twins(spot);
  edit.nowInstructions.push_back(copy.id);
  DraftBody& body = draft.bodies[spot.body];
  body.code.insert(body.code.begin() + static_cast<std::ptrdiff_t>(spot.at) + 1, std::move(copy));
  return edit;
}

std::optional<Edit> changeCallee(EditContext& context) {
  Draft& draft = context.draft;
  std::vector<OperandSpot> places = context.operands([&](const DraftInstruction& instruction, const Operand& operand) {
    return operand.role == OperandRole::Callee && builtinOf(draft, instruction) == BuiltinId::None;
  });
  if (places.empty()) return std::nullopt;
  const auto [spot, operand] = context.random.of(places);
  const Function& old = calleeOf(draft, context.at(spot));
  std::vector<int64_t> others;
  for (size_t i = 0; i < draft.tables.functions.size(); ++i) {
    const Function& other = draft.tables.functions[i];
    if (other.kind == old.kind && other.name != old.name && other.numArgs == old.numArgs &&
        (draft.isRelay() || findBuiltin(other.name) == nullptr))
      others.push_back(static_cast<int64_t>(i));
  }
  if (others.empty()) return std::nullopt;
  const int64_t other = context.random.of(others);
  Edit edit = context.edit(EditKind::CalleeChanged, spot, {ChangeKind::Replaced, ChangeKind::LibraryCall},
                           fmt::format("callee of {} became {}", describe(draft, context.at(spot)),
                                       printable(draft.tables.functions[static_cast<size_t>(other)].name)));
  draft.set(context.at(spot), operand, Arg::make(ArgKind::Function, other));
  return edit;
}

}  // namespace relaxscope::test
