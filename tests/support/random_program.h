// SPDX-License-Identifier: Apache-2.0
// Executables of every variant generated from a seed, valid or malformed, for properties that must hold for all.
#pragma once

#include <cstdint>

#include "vmcore/model/executable.h"

namespace relaxscope::test {

/// Malformed: the code may be such as no compiler emits: arbitrary words, offsets and ranges.
enum class Validity : uint8_t { Valid, Malformed };
Executable randomExecutable(uint64_t seed, Validity validity);

}  // namespace relaxscope::test
