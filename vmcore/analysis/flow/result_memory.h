// SPDX-License-Identifier: Apache-2.0
// What the result of one instruction shares with its operands, from the effects of builtins and the opcodes of Relay.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

struct ResultMemory {
  enum class Own : uint8_t {
    None,        ///< no memory besides that of the operands below: a view, a number, a shape
    Allocation,  ///< memory of its own
    Unknown,     ///< the result of code that is not followed: anything that it can reach
  } own = Own::None;
  enum class Relation : uint8_t {
    Views,   ///< the result is, or is a view of, one of the operands
    Holds,   ///< it holds them: a tuple, a closure, or what a called function makes of its arguments
    FieldOf  ///< it is a field of the operand
  } relation = Relation::Views;
  std::vector<uint32_t> words;   ///< those operands: Operand::wordIndex, ascending
  std::optional<int64_t> field;  ///< FieldOf: its number, if it is an immediate
  bool escapes = false;          ///< the operands are passed to code that may keep them
};

class ResultMemories {
 public:
  explicit ResultMemories(const Executable& executable) : executable_(executable), builtins_(executable) {}
  /// For an instruction with a known opcode. The reference is valid until the next call.
  const ResultMemory& of(const Instruction& instruction);

 private:
  void relay(const Instruction& instruction);
  void builtin(const Instruction& call, const BuiltinRow& row);
  void unknown(const Instruction& instruction);
  void addOperands(const Instruction& instruction);

  const Executable& executable_;
  BuiltinCalls builtins_;
  ResultMemory memory_;
};

}  // namespace relaxscope
