// SPDX-License-Identifier: Apache-2.0
// Executables of both instruction sets and every layout, generated from a seed by opcode tables alone: for properties
// that must hold for all of them.
#pragma once

#include <cstdint>

#include "vmcore/model/executable.h"

namespace relaxscope::testing {

enum class Shape : uint8_t {
  Sound,    ///< as a compiler might emit it, with names and constants of any bytes
  Odd,      ///< functions that overlap, are reordered, or have ranges of their own; arbitrary operands
  Damaged,  ///< also raw words, arbitrary offsets and unknown kinds, as far as the layout remains readable
};
/// The seed determines the variant: `seed % kVariants`; parameter lists have only constants.
Executable generatedExecutable(uint64_t seed, Shape shape);

}  // namespace relaxscope::testing
