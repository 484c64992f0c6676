// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mutate/edit_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tests/support/mutate/calls.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::test {
namespace {

constexpr int64_t kParameterBase = -1000;  ///< parameter i means kParameterBase - i

std::vector<ChangeKind> shapeKinds() {
  return {ChangeKind::ShapeChanged, ChangeKind::ShapeSpecialised, ChangeKind::ShapeGeneralised};
}
std::vector<ChangeKind> shapeKindsOrOperands() {
  std::vector<ChangeKind> kinds = shapeKinds();
  kinds.push_back(ChangeKind::Operands);
  return kinds;
}

}  // namespace

EditContext::EditContext(Draft& edited, fuzz::Random& numbers, const EditedPlaces& earlier)
    : draft(edited), random(numbers), before(earlier), original(edited.build()) {
  draft.forEach([&](DraftBody& body, DraftInstruction& instruction) {
    for (const Operand& operand : operandsOf(draft, instruction))
      if (operand.kind == ArgKind::Function && static_cast<size_t>(operand.value) != body.function)
        named_.insert(static_cast<size_t>(operand.value));
  });
  for (size_t i = 0; i < draft.tables.functions.size(); ++i)
    if (draft.tables.functions[i].name == "main") named_.insert(i);
}

std::vector<Spot> EditContext::spots(const std::function<bool(const DraftInstruction&)>& accepts) const {
  std::vector<Spot> found;
  for (size_t b = 0; b < draft.bodies.size(); ++b) {
    const DraftBody& body = draft.bodies[b];
    if (before.functions.contains(draft.functionIds[body.function])) continue;
    for (size_t i = 0; i < body.code.size(); ++i)
      if (!before.instructions.contains(body.code[i].id) && accepts(body.code[i])) found.push_back({b, i});
  }
  return found;
}

std::vector<OperandSpot> EditContext::operands(
    const std::function<bool(const DraftInstruction&, const Operand&)>& accepts) const {
  std::vector<OperandSpot> found;
  for (const Spot spot : spots([](const DraftInstruction&) { return true; }))
    for (const Operand& operand : operandsOf(draft, at(spot)))
      if (accepts(at(spot), operand)) found.push_back({spot, operand});
  return found;
}

const Definitions& EditContext::definitions(size_t body) {
  const auto known = definitions_.find(body);
  if (known != definitions_.end()) return known->second;
  const FuncIndex function(static_cast<int64_t>(draft.bodies[body].function));
  return definitions_.emplace(body, *definitionsOf(original, function)).first->second;
}

std::vector<int64_t> EditContext::meaning(const Executable& executable, const Definitions& definitions, Spot spot,
                                          uint32_t word) {
  const Function& function = executable.functions[body(spot).function];
  const InstrIndex pc(function.startInstr + static_cast<int64_t>(spot.at));
  std::vector<int64_t> means;
  for (const Use& use : definitions.usesAt(pc)) {
    if (use.word != word) continue;
    if (!use.value.valid()) {
      for (const Operand& operand : operandsOf(draft, at(spot)))
        if (operand.wordIndex == word) means.push_back(operand.value);
      return means;
    }
    for (const ValueIndex value : definitions.reaching(use.value)) {
      const FlowValue& source = definitions.values[value.at()];
      if (source.kind == ValueKind::Parameter) means.push_back(kParameterBase - source.reg.value);
      if (source.kind == ValueKind::Result) means.push_back(source.pc.value - function.startInstr);
    }
  }
  return means;
}

bool EditContext::alike(size_t body, const std::vector<int64_t>& a, const std::vector<int64_t>& b, int depth) {
  if (a == b) return true;
  if (a.size() != b.size() || depth > 4) return a.size() == b.size();
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    if (a[i] < 0 || b[i] < 0) return false;  // parameters are told apart by their number
    if (!madeAlike({body, static_cast<size_t>(a[i])}, {body, static_cast<size_t>(b[i])}, depth)) return false;
  }
  return true;
}

bool EditContext::madeAlike(Spot a, Spot b, int depth) {
  const std::vector<Operand> ofA = operandsOf(draft, at(a)), ofB = operandsOf(draft, at(b));
  if (at(a).words[0] != at(b).words[0] || ofA.size() != ofB.size()) return false;
  for (size_t i = 0; i < ofA.size(); ++i) {
    if (ofA[i].kind != ofB[i].kind) return false;
    if (ofA[i].role == OperandRole::Def) continue;
    if (ofA[i].kind != ArgKind::Register || isSpecialRegister(ofA[i].value)) {
      if (ofA[i].value != ofB[i].value) return false;
      continue;
    }
    const Definitions& d = definitions(a.body);
    if (!alike(a.body, meaning(original, d, a, ofA[i].wordIndex), meaning(original, d, b, ofB[i].wordIndex), depth + 1))
      return false;
  }
  return true;
}

std::vector<uint32_t> EditContext::readers(Spot spot) {
  const Definitions& d = definitions(spot.body);
  const int64_t begin = d.begin().value;
  std::vector<uint32_t> ids;
  const ValueIndex value = d.resultOf(InstrIndex(begin + static_cast<int64_t>(spot.at)));
  if (!value.valid()) return ids;
  for (const Use& use : d.uses) {
    if (!use.value.valid()) continue;
    const auto reaching = d.reaching(use.value);
    if (holds(reaching, value)) ids.push_back(body(spot).code[static_cast<size_t>(use.pc.value - begin)].id);
  }
  return ids;
}

bool EditContext::reachable(Spot spot) {
  const Definitions& d = definitions(spot.body);
  const BlockIndex block = d.cfg.blockAt(InstrIndex(d.begin().value + static_cast<int64_t>(spot.at)));
  return block.valid() && d.cfg.blocks[block.at()].reachable;
}

std::vector<uint32_t> EditContext::twins(Spot spot) const {
  const std::vector<DraftInstruction>& code = body(spot).code;
  size_t begin = spot.at, end = spot.at + 1;
  while (begin > 0 && code[begin - 1].words == code[spot.at].words) --begin;
  while (end < code.size() && code[end].words == code[spot.at].words) ++end;
  std::vector<uint32_t> ids;
  for (size_t i = begin; i < end; ++i) ids.push_back(code[i].id);
  return ids;
}

Edit EditContext::edit(EditKind kind, Spot spot, std::vector<ChangeKind> kinds, std::string what) {
  Edit made;
  made.kind = kind;
  const DraftBody& in = body(spot);
  made.function = draft.functionIds[in.function];
  made.oldInstructions = made.nowInstructions = {in.code[spot.at].id};
  made.kinds = std::move(kinds);
  made.neverRuns = !named_.contains(in.function) || !reachable(spot);
  made.text = fmt::format("{}+{}: {}", printable(draft.functionOf(in).name), spot.at, what);
  return made;
}

size_t argumentOf(const Draft& draft, const DraftInstruction& instruction, uint32_t word) {
  const Instruction view = draft.view(instruction);
  return view.isCall() && !draft.isRelay() && word >= view.row->listWord ? word - view.row->listWord : SIZE_MAX;
}

std::vector<ChangeKind> kindsOfOperand(const Draft& draft, const DraftInstruction& instruction,
                                       const Operand& operand) {
  const BuiltinId id = builtinOf(draft, instruction);
  const size_t argument = argumentOf(draft, instruction, operand.wordIndex);
  if (id == BuiltinId::AllocTensor)
    return argument == 2 || argument == 3 ? shapeKinds() : std::vector{ChangeKind::Memory};
  if (id == BuiltinId::AllocShapeHeap || id == BuiltinId::AllocHeap) return {ChangeKind::Memory, ChangeKind::Operands};
  if (const auto opcode = relayOpcode(draft, instruction);
      opcode == RelayOpcode::AllocTensor || opcode == RelayOpcode::AllocTensorReg) {
    const std::string_view name = operand.row->name;
    const bool place = name == "storage" || name == "offset" || name == "dst";
    return place ? std::vector{ChangeKind::Memory} : shapeKinds();
  }
  if (isOfMemory(draft, instruction)) return {ChangeKind::Memory};
  if (id != BuiltinId::None) {
    const BuiltinRow& row = builtinRow(id);
    if (row.kind == CallKind::Shape || row.kind == CallKind::Check) return shapeKindsOrOperands();
  }
  if (relayOpcode(draft, instruction) == RelayOpcode::ReshapeTensor) return shapeKindsOrOperands();
  if (operand.kind == ArgKind::Function) return {ChangeKind::Operands, ChangeKind::Replaced, ChangeKind::LibraryCall};
  const Flow flow = draft.view(instruction).row->flow;
  if (flow == Flow::Branch) return {ChangeKind::Operands, ChangeKind::ControlFlow};
  return {ChangeKind::Operands};
}

std::vector<ChangeKind> kindsOfCall(const Draft& draft, const DraftInstruction& instruction, ChangeKind otherwise) {
  const BuiltinId id = builtinOf(draft, instruction);
  if (id == BuiltinId::AllocShapeHeap || id == BuiltinId::AllocHeap) return {ChangeKind::Memory, otherwise};
  if (isOfMemory(draft, instruction)) return {ChangeKind::Memory};
  return {otherwise};
}

}  // namespace relaxscope::test
