// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/code_keys.h"

#include <algorithm>
#include <unordered_map>

#include "vmcore/analysis/diff/align/hash.h"
#include "vmcore/analysis/diff/align/order.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

/// The key of a value, given those of instructions.
uint64_t valueKey(const CodeValue& value, const std::vector<uint64_t>& keys) {
  const uint64_t kind = mixed(static_cast<uint64_t>(value.kind) + 100);
  switch (value.kind) {
    case ValueKind::Parameter: return added(kind, value.number);
    case ValueKind::Result: return value.instruction < keys.size() ? added(kind, keys[value.instruction]) : kind;
    default: return kind;
  }
}

/// By slot: where it is named first.
std::unordered_map<int64_t, uint64_t> slotKeys(const FunctionCode& code, const std::vector<uint64_t>& local) {
  std::unordered_map<int64_t, uint64_t> keys;
  for (size_t row = 0; row < code.instructions.size(); ++row) {
    const auto operands = code.operandsOf(row);
    for (size_t i = 0; i < operands.size(); ++i) {
      if (operands[i].kind != Kind::Slot || keys.contains(operands[i].value)) continue;
      uint64_t key = added(local[row], i);
      for (const CodeOperand& operand : operands)
        if (operand.kind == Kind::Value)
          key = added(key, valueKey(code.values[static_cast<size_t>(operand.value)], local));
      keys.emplace(operands[i].value, key);
    }
  }
  return keys;
}

uint64_t coarseKey(const FunctionCode& code, size_t row) {
  const CodeInstruction& instruction = code.instructions[row];
  uint64_t key = mixed(static_cast<uint64_t>(code.instructionAt(row).opcode()) * 2 + (instruction.kills ? 1 : 0));
  for (const CodeOperand& operand : code.operandsOf(row))
    if (operand.role == OperandRole::Callee) key = added(key, static_cast<uint64_t>(operand.value));
  return key;
}

/// Sums over what must be before or after an instruction.
class Colours {
 public:
  explicit Colours(const FunctionCode& code) : code_(code), order_(code) {}

  std::vector<uint64_t> run() {
    std::vector<uint64_t> local(code_.instructions.size());
    for (size_t row = 0; row < local.size(); ++row) local[row] = code_.instructions[row].key;
    slots_ = slotKeys(code_, local);
    colours_ = local;
    forward();
    order_.addBefore(local, colours_);
    forward();
    backward();
    forward();
    return std::move(colours_);
  }

 private:
  void forward() {
    for (size_t row = 0; row < colours_.size(); ++row) {
      uint64_t key = colours_[row];
      for (const CodeOperand& operand : code_.operandsOf(row)) key = added(key, operandKey(operand));
      colours_[row] = key;
    }
  }
  uint64_t operandKey(const CodeOperand& operand) const {
    if (operand.role == OperandRole::Def) return 1;
    if (operand.kind == Kind::Slot) return slots_.at(operand.value);
    if (operand.kind != Kind::Value) return 2;
    return valueKey(code_.values[static_cast<size_t>(operand.value)], colours_);
  }
  void backward() {
    for (size_t row = colours_.size(); row-- > 0;) {
      const uint32_t result = code_.instructions[row].result;
      if (result == kNone) continue;
      uint64_t sum = 0;
      for (const uint32_t use : code_.usersOf(result)) {
        const uint32_t user = code_.operandOwner[use];
        sum += added(colours_[user], use - code_.instructions[user].operands);
      }
      colours_[row] = added(colours_[row], sum);
    }
  }

  const FunctionCode& code_;
  OrderSums order_;
  std::unordered_map<int64_t, uint64_t> slots_;
  std::vector<uint64_t> colours_;
};

}  // namespace

CodeKeys codeKeys(const FunctionCode& code) {
  const size_t size = code.instructions.size();
  CodeKeys keys;
  keys.coarse.resize(size);
  keys.local.resize(size);
  keys.inputs.resize(size);
  for (size_t row = 0; row < size; ++row) {
    keys.coarse[row] = coarseKey(code, row);
    keys.local[row] = code.instructions[row].key;
  }
  const std::unordered_map<int64_t, uint64_t> slots = slotKeys(code, keys.local);
  for (size_t row = 0; row < size; ++row) {
    uint64_t key = keys.local[row];
    for (const CodeOperand& operand : code.operandsOf(row)) {
      if (operand.role == OperandRole::Def) continue;
      if (operand.kind == Kind::Slot) key = added(key, slots.at(operand.value));
      if (operand.kind == Kind::Value)
        key = added(key, valueKey(code.values[static_cast<size_t>(operand.value)], keys.local));
    }
    keys.inputs[row] = key;
  }
  keys.around = keys.inputs;
  for (size_t row = 0; row < size; ++row) {
    if (code.instructions[row].result == kNone) continue;
    uint64_t sum = 0;
    for (const uint32_t use : code.usersOf(code.instructions[row].result)) {
      const uint32_t user = code.operandOwner[use];
      sum += added(keys.inputs[user], use - code.instructions[user].operands);
    }
    keys.around[row] = added(keys.around[row], sum);
  }
  return keys;
}

std::vector<uint64_t> codeColours(const FunctionCode& code) { return Colours(code).run(); }

uint64_t functionKey(const FunctionCode& code, const std::vector<uint64_t>& around) {
  const Function* const function = code.executable->function(code.function);
  uint64_t key = function == nullptr ? 0 : mixed(static_cast<uint64_t>(function->numArgs));
  uint64_t sum = 0;
  for (const uint64_t part : around) sum += mixed(part);
  return added(key, sum);
}

}  // namespace relaxscope::diffing
