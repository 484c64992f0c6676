// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/instruction.h"

#include <algorithm>

namespace relaxscope {
namespace {

// First pass over the table: the operands of each opcode.
#define RS_OPCODE(code, Name, mnemonic, flow) constexpr OperandRow k##Name##Operands[] = {
#define RS_OPERAND(name, role, encoding) {name, OperandRole::role, OperandEncoding::encoding},
#define RS_END };
#include "vmcore/model/relax.def"
#undef RS_OPCODE
#undef RS_OPERAND
#undef RS_END

// Second pass: the rows.
constexpr OpcodeRow kRelaxRows[] = {
#define RS_OPCODE(code, Name, mnemonic, flow) {code, #Name, mnemonic, Flow::flow, k##Name##Operands},
#define RS_OPERAND(name, role, encoding)
#define RS_END
#include "vmcore/model/relax.def"
#undef RS_OPCODE
#undef RS_OPERAND
#undef RS_END
};

constexpr InstructionSet kRelaxSet{"Relax VM", kRelaxRows};

}  // namespace

const InstructionSet& relaxInstructionSet() { return kRelaxSet; }

const OpcodeRow* InstructionSet::find(int64_t code) const {
  for (const OpcodeRow& row : rows)
    if (row.code == code) return &row;
  return nullptr;
}

int64_t Instruction::jumpOffset() const {
  int64_t offset = 0;
  forEachOperand([&](const Operand& operand) {
    if (operand.role == OperandRole::Offset) offset = operand.value;
  });
  return offset;
}

Instruction Code::at(InstrIndex pc) const {
  if (!pc.valid() || pc.at() >= offsets.size()) return {};
  const int64_t begin = offsets[pc.at()];
  if (begin < 0 || static_cast<uint64_t>(begin) >= words.size()) return {};
  const std::span<const int64_t> rest = std::span(words).subspan(static_cast<size_t>(begin));
  const OpcodeRow* row = kRelaxSet.find(rest[0]);
  if (row == nullptr) {
    size_t length = rest.size();
    if (pc.at() + 1 < offsets.size()) {
      const int64_t next = offsets[pc.at() + 1];
      if (next > begin && static_cast<uint64_t>(next - begin) < length) length = static_cast<size_t>(next - begin);
    }
    return {nullptr, rest.first(length)};
  }
  const bool variadic = row->operands.back().encoding == OperandEncoding::TaggedList;
  size_t length = 1 + row->operands.size() - (variadic ? 1 : 0);
  if (length > rest.size()) return {nullptr, rest};
  if (variadic) {
    const int64_t count = rest[length - 1];
    const size_t left = rest.size() - length;
    length += count < 0 ? 0 : std::min(left, static_cast<size_t>(count));
  }
  return {row, rest.first(length)};
}

}  // namespace relaxscope
