// SPDX-License-Identifier: Apache-2.0
// One x86-64 instruction as far as code can be followed: where it ends, where it leads, and what it names in memory.
// The names of instructions and registers are not needed for that, so extensions that only add opcodes to the VEX and
// EVEX maps (AVX-512 in all its parts, AMX) are followed too. Encoding: Intel SDM volume 2, chapter 2 and appendix A.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "vmcore/model/kernel_codes.h"

namespace relaxscope {

struct X86Instruction {
  enum class Flow : uint8_t {
    Next,
    Jump,         ///< to `target`
    Branch,       ///< to `target` or on
    Call,         ///< of `target`
    JumpThrough,  ///< to an address in a register or in memory
    CallThrough,
    Return,
    Stop  ///< a trap
  };
  uint8_t size = 0;
  Flow flow = Flow::Next;
  bool padding = false;        ///< does nothing; a linker or compiler aligns code with it
  bool relative = false;       ///< an operand in memory is at `target`: relative to the instruction's end
  uint8_t displacementAt = 0;  ///< offset of the bytes that say where; 0: there are none
  uint8_t displacementBytes = 0;
  uint8_t opcode = 0;
  uint16_t operandBytes = 0;  ///< of the operand in memory at `target`; 0: only its address is used
  int64_t target = 0;         ///< relative to the end of the instruction
  VectorSets sets = 0;        ///< that it belongs to; none of those that each processor has beside SSE2
};
using X86Flow = X86Instruction::Flow;

/// The instruction at the start of `bytes`; nothing if it is not one, or is cut off.
std::optional<X86Instruction> decodeX86(std::span<const uint8_t> bytes);

}  // namespace relaxscope
