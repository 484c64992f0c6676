// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/purpose.h"

#include <algorithm>

#include "vmcore/analysis/diff/align/function_code.h"
#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

Purpose relayPurpose(const Instruction& instruction) {
  switch (static_cast<RelayOpcode>(instruction.row->code)) {
    case RelayOpcode::AllocTensor:
    case RelayOpcode::AllocTensorReg:
    case RelayOpcode::AllocStorage:
    case RelayOpcode::KillRegister: return Purpose::Memory;
    default: return Purpose::Operation;
  }
}

Purpose builtinPurpose(const BuiltinRow& row) {
  if (!row.plumbing) return Purpose::Operation;
  switch (row.family) {
    case BuiltinFamily::Shape: return Purpose::Shape;
    case BuiltinFamily::Check: return Purpose::Check;
    case BuiltinFamily::Memory: return Purpose::Memory;
    case BuiltinFamily::Value: return row.id == BuiltinId::ReadIfCond ? Purpose::Check : Purpose::Memory;
    default: return Purpose::Operation;
  }
}

class PurposeReader {
 public:
  explicit PurposeReader(const FunctionCode& code) : code_(code), builtins_(*code.executable) {}
  Purpose of(size_t row) {
    if (code_.instructions[row].kills) return Purpose::Memory;
    const Instruction instruction = code_.instructionAt(row);
    if (instruction.row == nullptr || (instruction.row->flow != Flow::Call && instruction.row->flow != Flow::Next))
      return Purpose::Control;
    if (instruction.set->isRelay()) return relayPurpose(instruction);
    if (const BuiltinRow* const builtin = builtins_.of(instruction)) return builtinPurpose(*builtin);
    return namesHeap(row) ? Purpose::Shape : Purpose::Operation;
  }

 private:
  bool namesHeap(size_t row) {
    return std::ranges::any_of(code_.operandsOf(row), [&](const CodeOperand& operand) {
      if (operand.kind != Kind::Value || operand.role == OperandRole::Def) return false;
      const uint32_t definer = code_.values[static_cast<size_t>(operand.value)].instruction;
      if (definer == kNone) return false;
      const BuiltinRow* const builtin = builtins_.of(code_.instructionAt(definer));
      return builtin != nullptr && builtin->effects.makesHeap;
    });
  }
  const FunctionCode& code_;
  BuiltinCalls builtins_;
};

}  // namespace

std::vector<Purpose> purposesOf(const FunctionCode& code) {
  PurposeReader reader(code);
  std::vector<Purpose> out(code.instructions.size());
  for (size_t row = 0; row < out.size(); ++row) out[row] = reader.of(row);
  return out;
}

std::vector<uint32_t> weightsOf(const std::vector<Purpose>& purposes) {
  std::vector<uint32_t> out(purposes.size());
  for (size_t row = 0; row < out.size(); ++row)
    out[row] = purposes[row] == Purpose::Memory ? 1 : purposes[row] == Purpose::Operation ? 64 : 8;
  return out;
}

}  // namespace relaxscope::diffing
