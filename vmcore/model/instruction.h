// SPDX-License-Identifier: Apache-2.0
// One model for every instruction set: an opcode row from a .def table names the operands and the
// role of each; listing, CFG, dataflow, verifier and diff work from roles and know no set.
//
// Words stay as the file has them (formats.md 1.6); an Instruction is a view that costs nothing to make.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vmcore/base/index.h"

namespace relaxscope {

/// Numbers of the Relax set, for code that is about Relax alone (engine, TVM's text).
enum class RelaxOpcode : int64_t { Call = 1, Ret = 2, Goto = 3, If = 4 };

enum class Flow : uint8_t { Next, Return, Jump, Branch };
enum class OperandRole : uint8_t { Def, Use, Callee, Argument, Offset, Count };
enum class OperandEncoding : uint8_t { Register, Function, Number, Tagged, TaggedList };

struct OperandRow {
  const char* name;
  OperandRole role;
  OperandEncoding encoding;
};
struct OpcodeRow {
  int64_t code;
  const char* name;
  const char* mnemonic;
  Flow flow;
  std::span<const OperandRow> operands;
};
/// Rows of one instruction set.
struct InstructionSet {
  const char* name;
  std::span<const OpcodeRow> rows;
  /// The row of an opcode, or null where the set has none.
  [[nodiscard]] const OpcodeRow* find(int64_t code) const;
};
const InstructionSet& relaxInstructionSet();

/// Kind of a tagged argument word: bits 63..56. Others than these occur in damaged files only.
enum class ArgKind : uint8_t { Register = 0, Immediate = 1, Constant = 2, Function = 3 };

/// Registers that are not in the frame.
inline constexpr int64_t kVoidRegister = int64_t{1} << 54;
inline constexpr int64_t kVmRegister = kVoidRegister + 1;
/// True for void, vm context and every number above them: reads are special, writes are dropped.
constexpr bool isSpecialRegister(int64_t reg) { return reg >= kVoidRegister; }

/// A tagged argument word. The value is sign-extended from bit 55.
struct Arg {
  int64_t word = 0;
  [[nodiscard]] constexpr ArgKind kind() const { return static_cast<ArgKind>(static_cast<uint64_t>(word) >> 56); }
  [[nodiscard]] constexpr int64_t value() const { return static_cast<int64_t>(static_cast<uint64_t>(word) << 8) >> 8; }
  static constexpr Arg make(ArgKind kind, int64_t value) {
    return Arg{static_cast<int64_t>((static_cast<uint64_t>(kind) << 56) | (static_cast<uint64_t>(value) & 0x00FFFFFFFFFFFFFFULL))};
  }
};

/// One operand with its role, whatever the encoding was.
struct Operand {
  const OperandRow* row = nullptr;
  OperandRole role = OperandRole::Use;
  ArgKind kind = ArgKind::Register;  ///< for Offset and Count operands: Immediate
  int64_t value = 0;
  uint32_t wordIndex = 0;  ///< place in Instruction::words
};

/// A view of one instruction's words, opcode word first. `row` is null for an unknown opcode;
/// `words` then holds all words up to the next instruction.
struct Instruction {
  const OpcodeRow* row = nullptr;
  std::span<const int64_t> words;

  [[nodiscard]] int64_t opcode() const { return words.empty() ? 0 : words[0]; }
  [[nodiscard]] bool isCall() const { return row != nullptr && row->code == static_cast<int64_t>(RelaxOpcode::Call); }
  // Relax Call: words = {1, dst, func, n, args...}
  [[nodiscard]] int64_t callDst() const { return words[1]; }
  [[nodiscard]] int64_t callFunction() const { return words[2]; }
  [[nodiscard]] size_t callArgCount() const { return words.size() - 4; }
  [[nodiscard]] Arg callArg(size_t i) const { return Arg{words[4 + i]}; }
  // Ret: {2, result}; Goto: {3, offset}; If: {4, cond, falseOffset}

  /// Calls `visit(const Operand&)` for each operand in order.
  template <class Visit>
  void forEachOperand(Visit&& visit) const {
    if (row == nullptr) return;
    uint32_t at = 1;
    for (const OperandRow& operand : row->operands) {
      if (operand.encoding == OperandEncoding::TaggedList) {
        for (; at < words.size(); ++at) {
          const Arg arg{words[at]};
          visit(Operand{&operand, operand.role, arg.kind(), arg.value(), at});
        }
        return;
      }
      if (at >= words.size()) return;
      const int64_t word = words[at];
      switch (operand.encoding) {
        case OperandEncoding::Tagged: visit(Operand{&operand, operand.role, Arg{word}.kind(), Arg{word}.value(), at}); break;
        case OperandEncoding::Function: visit(Operand{&operand, operand.role, ArgKind::Function, word, at}); break;
        case OperandEncoding::Register: visit(Operand{&operand, operand.role, ArgKind::Register, word, at}); break;
        default: visit(Operand{&operand, operand.role, ArgKind::Immediate, word, at}); break;
      }
      ++at;
    }
  }
  /// The jump offset of a Jump or Branch, relative to this pc; 0 for others.
  [[nodiscard]] int64_t jumpOffset() const;
};

/// The code section: words and the word offset of each instruction. Indices are not trusted.
struct Code {
  std::vector<int64_t> words;
  std::vector<int64_t> offsets;  ///< word offset of each instruction; may be nonsense in damaged files

  [[nodiscard]] size_t size() const { return offsets.size(); }
  /// The instruction at `pc`. Never reads outside `words`: a wild offset or a count that does not fit
  /// gives a view with a null row or shortened words. Lengths follow from opcode and count (formats.md 1.6).
  [[nodiscard]] Instruction at(InstrIndex pc) const;
};

}  // namespace relaxscope
