// SPDX-License-Identifier: Apache-2.0
// Executables of every variant made from a seed, sound or odd, for properties that must hold for all.
#pragma once

#include <cstdint>

#include "vmcore/model/executable.h"

namespace relaxscope::test {

/// Whether the code may be such as no compiler writes: wild words, offsets and ranges.
enum class Oddity : uint8_t { Sound, Odd };
Executable randomExecutable(uint64_t seed, Oddity oddity);

}  // namespace relaxscope::test
