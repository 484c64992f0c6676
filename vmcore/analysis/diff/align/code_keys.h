// SPDX-License-Identifier: Apache-2.0
// Keys of instructions by what they do and where their values come from and go to, free of numbering.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/analysis/diff/align/function_code.h"

namespace relaxscope::diffing {

/// By instruction, from coarse to fine.
struct CodeKeys {
  std::vector<uint64_t> coarse;  ///< opcode and callee
  std::vector<uint64_t> local;   ///< CodeInstruction::key
  std::vector<uint64_t> inputs;  ///< local, and that of what defines its operands
  std::vector<uint64_t> around;  ///< inputs, and those of its users
};
CodeKeys codeKeys(const FunctionCode& code);

/// Colours depend on all that an instruction depends on and that depends on it, and not on the order of independent
/// instructions: two functions that are the same up to numbering have the same colours.
std::vector<uint64_t> codeColours(const FunctionCode& code);

/// A key of the whole function: equal for functions that are the same up to numbering.
uint64_t functionKey(const FunctionCode& code, const std::vector<uint64_t>& around);

}  // namespace relaxscope::diffing
