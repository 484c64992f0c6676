// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/result_memory.h"

namespace relaxscope {
namespace {

using Relation = ResultMemory::Relation;

}  // namespace

const ResultMemory& ResultMemories::of(const Instruction& instruction) {
  memory_.own = ResultMemory::Own::None;
  memory_.relation = Relation::Views;
  memory_.words.clear();
  memory_.field.reset();
  memory_.escapes = false;
  if (instruction.set->isRelay()) {
    relay(instruction);
  } else if (instruction.isCall()) {
    const BuiltinRow* const row = builtins_.of(instruction);
    if (row == nullptr) unknown(instruction);
    else builtin(instruction, *row);
  }
  return memory_;
}

void ResultMemories::unknown(const Instruction& instruction) {
  memory_.own = ResultMemory::Own::Unknown;
  memory_.relation = Relation::Holds;
  memory_.escapes = true;
  addOperands(instruction);
}

/// All operands that can hold memory.
void ResultMemories::addOperands(const Instruction& instruction) {
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.role == OperandRole::Def || operand.role == OperandRole::Ignored) return;
    if (operand.kind == ArgKind::Register || operand.kind == ArgKind::Constant)
      memory_.words.push_back(operand.wordIndex);
  });
}

void ResultMemories::builtin(const Instruction& call, const BuiltinRow& row) {
  const BuiltinEffects& effects = row.effects;
  const size_t count = call.callArgCount();
  if (effects.unknown || count < row.minArguments() || count > row.maxArguments()) return unknown(call);
  memory_.escapes = !effects.calls.empty() || effects.host;
  bool inStorage = false, many = false;
  for (size_t i = 0; i < count; ++i) {
    const size_t at = row.operandOf(i, count);
    if (!effects.aliases.has(at)) continue;
    memory_.words.push_back(static_cast<uint32_t>(call.row->listWord + i));
    inStorage = inStorage || row.operands()[at].type == OperandType::Storage;
    many = many || row.operands()[at].repeats;
  }
  if (isTupleField(row.id)) {
    memory_.relation = Relation::FieldOf;
    if (call.callArg(1).kind() == ArgKind::Immediate) memory_.field = call.callArg(1).value();
  } else if (!effects.calls.empty()) {
    memory_.own = ResultMemory::Own::Unknown;
    memory_.relation = Relation::Holds;
  } else if (row.id == BuiltinId::MakeClosure || row.id == BuiltinId::AllocClosure || (effects.allocates && many)) {
    memory_.own = ResultMemory::Own::Allocation;
    memory_.relation = Relation::Holds;
  } else if (effects.allocates && !inStorage) {
    memory_.own = ResultMemory::Own::Allocation;
  }
}

void ResultMemories::relay(const Instruction& instruction) {
  switch (static_cast<RelayOpcode>(instruction.row->code)) {
    case RelayOpcode::Move:
    case RelayOpcode::LoadConst:
    case RelayOpcode::AllocTensor:
    case RelayOpcode::AllocTensorReg:
    case RelayOpcode::ReshapeTensor: memory_.words.push_back(1); break;
    case RelayOpcode::GetField:
      memory_.words.push_back(1);
      memory_.relation = Relation::FieldOf;
      memory_.field = instruction.words[2];
      break;
    case RelayOpcode::AllocADT:
    case RelayOpcode::AllocClosure:
      memory_.own = ResultMemory::Own::Allocation;
      memory_.relation = Relation::Holds;
      addOperands(instruction);
      break;
    case RelayOpcode::Invoke:
    case RelayOpcode::InvokeClosure:
    case RelayOpcode::InvokePacked: unknown(instruction); break;
    case RelayOpcode::GetTag:
    case RelayOpcode::LoadConsti:
    case RelayOpcode::AllocStorage:
    case RelayOpcode::ShapeOf:
    case RelayOpcode::DeviceCopy: memory_.own = ResultMemory::Own::Allocation; break;
    default: break;
  }
}

}  // namespace relaxscope
