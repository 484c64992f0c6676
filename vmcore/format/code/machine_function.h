// SPDX-License-Identifier: Apache-2.0
// Internal to format. The instructions of one function of machine code, in the order in which they are reached from its
// first one: that order does not depend on where a linker or compiler placed blocks of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/format/code/mapped_image.h"
#include "vmcore/format/code/references.h"
#include "vmcore/format/code/x86_instruction.h"

namespace relaxscope {

struct MachineInstruction {
  uint64_t address = 0;
  uint64_t target = 0;  ///< of its branch, call or operand in memory
  X86Instruction decoded;
  bool leaves = false;  ///< a jump to another function
  /// Not an instruction: what follows was reached before, and stands at `target`.
  [[nodiscard]] bool isJoin() const { return decoded.size == 0; }
};

struct MachineFunction {
  std::vector<MachineInstruction> instructions;        ///< without padding
  std::unordered_map<uint64_t, uint32_t> rows;         ///< of instructions by address; of padding, of what follows it
  std::map<uint64_t, std::vector<uint64_t>> switches;  ///< targets of its tables of jumps, by the table's address
  std::string why;                                     ///< why it could not be followed; empty if it was
};

/// The function at `entry`. `left` is how many instructions may still be decoded, less those of this one.
MachineFunction readMachineFunction(const MappedImage& image, References& references, uint64_t entry, uint64_t& left);

/// The name of a function outside of the library that is called at `target` through a stub of the linker; empty if
/// there is none.
std::string_view importedName(const MappedImage& image, uint64_t target);

}  // namespace relaxscope
