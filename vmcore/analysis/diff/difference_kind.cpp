// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/difference_kind.h"

#include <algorithm>
#include <array>
#include <variant>

#include "vmcore/model/builtin.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

/// Of several kinds in one instruction the one that explains the others.
size_t rankOf(ChangeKind kind) {
  constexpr std::array kOrder{ChangeKind::LibraryCall,      ChangeKind::Replaced,         ChangeKind::ControlFlow,
                              ChangeKind::ShapeSpecialised, ChangeKind::ShapeGeneralised, ChangeKind::ShapeChanged,
                              ChangeKind::Memory,           ChangeKind::Operands,         ChangeKind::Rewired};
  return static_cast<size_t>(std::ranges::find(kOrder, kind) - kOrder.begin());
}

const ConstantValue* constantOf(const FunctionCode& code, uint32_t row, const CodeOperand& operand) {
  const Instruction instruction = code.instructionAt(row);
  const ConstantValue* value = nullptr;
  instruction.forEachOperand([&](const Operand& given) {
    if (given.wordIndex != operand.word || given.kind != ArgKind::Constant) return;
    const Constant* const constant = code.executable->constant(ConstIndex(given.value));
    if (constant != nullptr) value = &constant->value;
  });
  return value;
}
bool isShapeConstant(const FunctionCode& code, uint32_t row, const CodeOperand& operand) {
  if (operand.kind != Kind::Constant) return false;
  const ConstantValue* const value = constantOf(code, row, operand);
  return value != nullptr && std::holds_alternative<ShapeConstant>(*value);
}

}  // namespace

bool isLibraryFunction(const Executable& executable, FuncIndex function) {
  const Function* const row = executable.function(function);
  return row != nullptr && row->isPacked() && findBuiltin(row->name) == nullptr &&
         row->name.find('.') != std::string::npos;
}

DifferenceKinds::DifferenceKinds(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment,
                                 const std::vector<Purpose>& oldPurposes, bool newSignature)
    : old_(old),
      now_(now),
      alignment_(alignment),
      purposes_(oldPurposes),
      newSignature_(newSignature),
      oldProducers_(producersOf(old)),
      nowProducers_(producersOf(now)),
      builtins_(*old.executable) {}

ChangeKind DifferenceKinds::of(std::span<const OperandDifference> differences) {
  ChangeKind best = ChangeKind::Signature;
  for (const OperandDifference& difference : differences) {
    const ChangeKind kind = kindOf(difference);
    if (rankOf(kind) < rankOf(best)) best = kind;
  }
  return best;
}

ChangeKind DifferenceKinds::kindOf(const OperandDifference& difference) {
  const Operand* const old = difference.oldOperand == kNone ? nullptr : &old_.operands[difference.oldOperand];
  const Operand* const now = difference.nowOperand == kNone ? nullptr : &now_.operands[difference.nowOperand];
  if (old_.instructionAt(difference.old).opcode() != now_.instructionAt(difference.now).opcode())
    return purposes_[difference.old] == Purpose::Control ? ChangeKind::ControlFlow : ChangeKind::Replaced;
  if (old == nullptr || now == nullptr) {
    const Purpose purpose = purposes_[difference.old];
    if (purpose == Purpose::Shape || purpose == Purpose::Check) return ChangeKind::ShapeChanged;
    return isNew(old, now) ? ChangeKind::Rewired : ChangeKind::Operands;
  }
  if (old->kind == Kind::Text && now->kind == Kind::Text)
    return newSignature_ ? ChangeKind::Signature : ChangeKind::Operands;
  switch (old->role) {
    case OperandRole::Callee:
      return isLibraryFunction(*old_.executable, FuncIndex(old_.instructions[difference.old].callee)) !=
                     isLibraryFunction(*now_.executable, FuncIndex(now_.instructions[difference.now].callee))
                 ? ChangeKind::LibraryCall
                 : ChangeKind::Replaced;
    case OperandRole::Offset:
    case OperandRole::TrueOffset:
    case OperandRole::FalseOffset: return ChangeKind::ControlFlow;
    case OperandRole::Extent:
    case OperandRole::TypeCode:
    case OperandRole::TypeBits:
    case OperandRole::TypeLanes: return isStorage(difference) ? ChangeKind::Memory : ChangeKind::ShapeChanged;
    case OperandRole::Def: return ChangeKind::Operands;
    default: break;
  }
  return ofTyped(difference, *old, *now);
}

ChangeKind DifferenceKinds::ofTyped(const OperandDifference& difference, const Operand& old, const Operand& now) {
  const Instruction call = old_.instructionAt(difference.old);
  if (call.row == nullptr) return ChangeKind::Operands;
  const ChangeKind otherwise = isNew(&old, &now) ? ChangeKind::Rewired : ChangeKind::Operands;
  const bool isMemory = purposes_[difference.old] == Purpose::Memory;
  const BuiltinRow* const builtin = call.set->isRelay() || !call.isCall() ? nullptr : builtins_.of(call);
  if (builtin == nullptr || old.word < call.row->listWord) {
    if (isMemory) return ChangeKind::Memory;
    const bool isShape = isShapeConstant(old_, difference.old, old) || isShapeConstant(now_, difference.now, now);
    return isShape ? ofShape(old, now) : otherwise;
  }
  const size_t argument = old.word - call.row->listWord;
  const size_t at = builtin->operandOf(argument, call.callArgCount());
  const OperandType type = at < builtin->operandCount ? builtin->operands()[at].type : OperandType::Any;
  switch (type) {
    case OperandType::Shape: {
      const ChangeKind kind = ofShape(old, now);
      return kind == ChangeKind::ShapeChanged && builtin->id == BuiltinId::AllocStorage ? ChangeKind::Memory : kind;
    }
    case OperandType::Dtype:
      return builtin->id == BuiltinId::AllocStorage ? ChangeKind::Memory : ChangeKind::ShapeChanged;
    case OperandType::CodePair:
    case OperandType::Code:
    case OperandType::CodeValue: return ofExtent(difference, old, now);
    case OperandType::Count:
      return purposes_[difference.old] == Purpose::Check || builtin->id == BuiltinId::MatchShape
                 ? ChangeKind::ShapeChanged
                 : otherwise;
    default: return isMemory ? ChangeKind::Memory : otherwise;
  }
}

bool DifferenceKinds::isStorage(const OperandDifference& difference) const {
  const Instruction instruction = old_.instructionAt(difference.old);
  return instruction.set->isRelay() && static_cast<RelayOpcode>(instruction.opcode()) == RelayOpcode::AllocStorage;
}

ChangeKind DifferenceKinds::ofShape(const Operand& old, const Operand& now) const {
  if (old.kind == Kind::Constant && now.kind == Kind::Constant) return ChangeKind::ShapeChanged;
  if (old.kind == Kind::Value && now.kind == Kind::Constant) return ChangeKind::ShapeSpecialised;
  if (old.kind == Kind::Constant && now.kind == Kind::Value) return ChangeKind::ShapeGeneralised;
  return isNew(&old, &now) ? ChangeKind::Rewired : ChangeKind::Operands;
}

ChangeKind DifferenceKinds::ofExtent(const OperandDifference& difference, const Operand& old,
                                     const Operand& now) const {
  // Of a pair (code, value), the code says whether the value is a slot or an extent; a value follows its code.
  const auto isSlot = [](const FunctionCode& code, uint32_t row, const Operand& operand) {
    if (operand.kind == Kind::Slot) return true;
    const Instruction call = code.instructionAt(row);
    const auto isSlotCode = [&](uint32_t word) {
      if (word < call.row->listWord) return false;
      const Arg arg = call.callArg(word - call.row->listWord);
      return arg.kind() == ArgKind::Immediate && (arg.value() == 1 || arg.value() == 3);
    };
    const BuiltinRow* const builtin =
        findBuiltin(code.executable->functions[static_cast<size_t>(code.instructions[row].callee)].name);
    const size_t count = call.callArgCount();
    size_t first = 0;
    while (first < count && builtin->operands()[builtin->operandOf(first, count)].type != OperandType::CodePair &&
           builtin->operands()[builtin->operandOf(first, count)].type != OperandType::Code)
      ++first;
    const size_t place = operand.word - call.row->listWord - first;
    return isSlotCode(place % 2 == 0 ? operand.word : operand.word - 1);
  };
  const bool was = isSlot(old_, difference.old, old), is = isSlot(now_, difference.now, now);
  if (was && is) return ChangeKind::Operands;
  if (was) return ChangeKind::ShapeSpecialised;
  return is ? ChangeKind::ShapeGeneralised : ChangeKind::ShapeChanged;
}

bool DifferenceKinds::isNew(const Operand* old, const Operand* now) const {
  const auto isLone = [](const FunctionCode& code, const std::vector<uint32_t>& partners,
                         const std::vector<uint32_t>& producers, const Operand* operand) {
    if (operand == nullptr || operand->kind != Kind::Value) return false;
    const uint32_t producer = producers[static_cast<size_t>(operand - code.operands.data())];
    if (producer != kNone && partners[producer] == kNone) return true;
    const CodeValue& value = code.values[static_cast<size_t>(operand->value)];
    if (value.instruction != kNone) return partners[value.instruction] == kNone;
    if (value.kind != ValueKind::Merge) return false;
    return std::ranges::any_of(code.definitions.inputsOf(ValueIndex(operand->value)), [&](const MergeInput& input) {
      const uint32_t definer = code.values[input.value.at()].instruction;
      return definer != kNone && partners[definer] == kNone;
    });
  };
  return isLone(old_, alignment_.instructions.toNow, oldProducers_, old) ||
         isLone(now_, alignment_.instructions.toOld, nowProducers_, now);
}

}  // namespace relaxscope::diffing
