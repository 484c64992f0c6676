// SPDX-License-Identifier: Apache-2.0
// Internal to export. What the canonical form calls the registers, shape-heap slots and jump targets of one function:
// names that do not depend on their numbers. A register is named after its parameter, the kernel that first fills the
// tensor in it, the tensor that is made of a storage or shape, or else what first defines it. A renumbered function has
// the same names, and an instruction that is inserted changes few of them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/export/canonical/unique_names.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// A pair of arguments (code, value) of a builtin, or one slot.
struct SlotOperand {
  enum class Role : uint8_t { None, Slot, Code, CodeValue } role = Role::None;
  bool isMatch = false;  ///< of Code: the builtin stores and checks, else it reads
};
/// What argument `argument` of a call of `row` is; `row` may be null.
SlotOperand slotOperand(const BuiltinRow* row, size_t argument, size_t count);

class LocalNames {
 public:
  LocalNames(const Executable& executable, FuncIndex function, BuiltinCalls& builtins);

  /// Called for each instruction in order of pc, then finish().
  void see(int64_t pc, const Instruction& instruction);
  void finish();

  // Without their marks: "matmul.2", "n * 64", "L3".
  [[nodiscard]] std::string_view reg(int64_t number) const;
  [[nodiscard]] std::string_view slot(int64_t number) const;
  /// Empty if nothing jumps there.
  [[nodiscard]] std::string label(int64_t pc) const;

 private:
  static constexpr size_t kNoRow = SIZE_MAX;
  enum class Contents : uint8_t {
    Any,
    Tensor,  ///< allocated, and not yet filled by a kernel
    Helper,  ///< a storage, shape or number, of which tensors are made
  };
  struct Register {
    int64_t number = 0;
    std::string wanted;
    Contents contents = Contents::Any;
    size_t owner = kNoRow;  ///< of a helper: the row of what is made of it
  };
  void seeRegister(int64_t number, const char* wanted, Contents contents = Contents::Any);
  void seeDefinition(const Instruction& instruction, const BuiltinRow* builtin);
  void seeHelpers(const Instruction& instruction, size_t owner);
  void seeOutputs(const Instruction& instruction, const BuiltinRow* builtin);
  void seeSlots(const Instruction& instruction, const BuiltinRow* builtin);
  void seeSlot(int64_t number);
  [[nodiscard]] std::string calleeName(const Instruction& instruction) const;
  [[nodiscard]] std::string wantedName(const Register& row) const;

  const Executable& executable_;
  const Function& function_;
  FuncIndex index_;
  BuiltinCalls& builtins_;
  std::vector<Register> registers_;  ///< in order of appearance
  std::unordered_map<int64_t, size_t> rows_;
  std::unordered_map<int64_t, std::string> regs_, slots_;
  std::vector<int64_t> slotOrder_, targets_;
};

}  // namespace relaxscope
