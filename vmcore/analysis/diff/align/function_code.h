// SPDX-License-Identifier: Apache-2.0
// The code of one function as the diff reads it: operands name values, contents and slots in place of registers and
// rows of tables, and each instruction says what must keep its order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/diff/align/purpose.h"
#include "vmcore/analysis/diff/align/symbols.h"
#include "vmcore/analysis/flow/definitions.h"

namespace relaxscope::diffing {

inline constexpr uint32_t kNone = 0xFFFFFFFFu;

struct CodeOperand {
  enum class Kind : uint8_t {
    Value,     ///< row of FunctionCode::values
    Special,   ///< void or the VM context
    Constant,  ///< class of ConstantClasses
    Immediate,
    Function,   ///< class of FunctionClasses
    Slot,       ///< of a shape heap that only builtins see: numbered by heap and slot in the order of the code
    Text,       ///< number of ContextTexts: what a builtin says when it fails
    Jump,       ///< pc of an instruction of the function
    Malformed,  ///< an index that does not exist, a word of an unknown instruction
  } kind = Kind::Immediate;
  OperandRole role = OperandRole::Use;
  uint32_t word = 0;  ///< Operand::wordIndex
  int64_t value = 0;
};

/// What must keep its order: accesses of one resource, unless both are of the same sharing kind.
struct Access {
  enum class Kind : uint8_t {
    Read,
    Write,  ///< conflicts with reads and writes
    // Two more kinds that conflict with each other only.
    Allocate,
    Release,
  } kind = Kind::Read;
  uint32_t resource = 0;  ///< below FunctionCode::resources
};

/// Tensors of one storage are one memory, which keeps the order of a plan; or each is one of its own, as if all
/// storages were given to one tensor only, which leaves the order that the computation needs.
enum class MemoryUnit : uint8_t { Storage, Tensor };

struct CodeInstruction {
  int64_t pc = 0;
  uint32_t block = 0;
  uint32_t operands = 0, accesses = 0;  ///< first rows
  uint32_t result = kNone;              ///< value that it writes
  int64_t callee = -1;                  ///< row of the function table
  uint64_t key = 0;                     ///< of all but the values and slots that it names
  bool kills = false;                   ///< it only clears a register: its one operand is the value that was there
  bool isCall = false;
};

struct CodeValue {
  ValueKind kind = ValueKind::Unknown;
  uint32_t number = 0;           ///< Parameter: its register
  uint32_t instruction = kNone;  ///< Result: row of FunctionCode::instructions
  uint32_t block = kNone;        ///< Merge
};

struct FunctionCode {
  FuncIndex function;
  const Executable* executable = nullptr;
  Definitions definitions;
  std::vector<CodeInstruction> instructions;  ///< in order of pc
  std::vector<Purpose> purposes;              ///< by instruction
  std::vector<CodeOperand> operands;
  std::vector<Access> accesses;
  std::vector<CodeValue> values;  ///< those of `definitions`, then one per register that unreachable code names
  uint32_t resources = 0;
  bool tracedTensors = true;                ///< of MemoryUnit::Tensor: the accesses are those of tensors
  std::vector<uint32_t> textConstants;      ///< classes of constants behind operands of kind Text
  int64_t begin = 0;                        ///< first pc
  std::vector<uint32_t> usersBegin, users;  ///< by value: rows of `operands` that name it, kills included
  std::vector<uint32_t> operandOwner;       ///< by operand: its instruction

  [[nodiscard]] std::span<const CodeOperand> operandsOf(size_t row) const {
    const size_t from = instructions[row].operands;
    const size_t to = row + 1 < instructions.size() ? instructions[row + 1].operands : operands.size();
    return std::span(operands).subspan(from, to - from);
  }
  [[nodiscard]] std::span<const Access> accessesOf(size_t row) const {
    const size_t from = instructions[row].accesses;
    const size_t to = row + 1 < instructions.size() ? instructions[row + 1].accesses : accesses.size();
    return std::span(accesses).subspan(from, to - from);
  }
  [[nodiscard]] std::span<const uint32_t> usersOf(uint32_t value) const {
    return std::span(users).subspan(usersBegin[value], usersBegin[value + 1] - usersBegin[value]);
  }
  [[nodiscard]] Instruction instructionAt(size_t row) const {
    return executable->code.at(InstrIndex(instructions[row].pc));
  }
};

/// Empty for functions without bytecode. Nothing when stopped. Safe for malformed code; linear in the words of the
/// function, apart from definitionsOf() and aliasesOf().
std::optional<FunctionCode> functionCode(const Executable& executable, FuncIndex function, const Symbols& symbols,
                                         const std::stop_token& stop, MemoryUnit unit = MemoryUnit::Storage);

}  // namespace relaxscope::diffing
