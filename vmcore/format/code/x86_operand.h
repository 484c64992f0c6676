// SPDX-License-Identifier: Apache-2.0
// Internal to format. How many bytes an x86-64 instruction reads or writes at its operand in memory, and which
// instruction sets it is of.
#pragma once

#include <cstdint>

#include "vmcore/model/kernel_codes.h"

namespace relaxscope::x86 {

/// The map of an opcode: one byte, or after 0F, 0F 38, 0F 3A; 5 and 6 are of AVX512-FP16.
enum class Map : uint8_t { OneByte, Of0F, Of0F38, Of0F3A, Five = 5, Six };
/// The prefix that is part of an opcode.
enum class Prefix : uint8_t { None, X66, XF3, XF2 };

struct Opcode {
  Map map = Map::OneByte;
  uint8_t code = 0;
  uint8_t field = 0;  ///< bits 3 to 5 of its ModRM byte
  Prefix prefix = Prefix::None;
  bool wide = false;         ///< REX.W or its like
  bool vector = false;       ///< encoded with VEX or EVEX
  bool evex = false;         ///< with EVEX
  bool broadcast = false;    ///< EVEX: one element for all
  uint8_t vectorBytes = 16;  ///< 32 and 64 with longer vectors
};
inline bool isIn(uint8_t code, uint8_t first, uint8_t last) { return code >= first && code <= last; }
/// 0: only the address of the operand is used.
uint16_t operandBytes(const Opcode& opcode);
/// An encoding that several sets have is of the oldest; 0 for instructions without vectors.
VectorSets vectorSets(const Opcode& opcode);

}  // namespace relaxscope::x86
