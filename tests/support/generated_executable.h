// SPDX-License-Identifier: Apache-2.0
// Executables of both instruction sets and every layout, made from a seed by opcode tables alone: for properties
// that must hold for all of them.
#pragma once

#include <cstdint>

#include "vmcore/model/executable.h"

namespace relaxscope::testing {

enum class Shape : uint8_t {
  Sound,    ///< as a compiler might leave it, with names and constants of any bytes
  Odd,      ///< functions that overlap, lie in another order, or have ranges of their own; wild operands
  Damaged,  ///< and raw words, wild offsets and unknown kinds, as far as the layout can be read with them
};
/// The variant follows from the seed: `seed % kVariants`; parameter lists have constants alone.
Executable generatedExecutable(uint64_t seed, Shape shape);

}  // namespace relaxscope::testing
