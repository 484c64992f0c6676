// SPDX-License-Identifier: Apache-2.0
// Well-formed executables as compilers emit them, generated from a seed: networks with memory plans, symbolic shapes,
// branches, loops, closures, several functions, and code that never runs.
#pragma once

#include <cstdint>

#include "vmcore/model/executable.h"

namespace relaxscope::test {

/// Relax, R1 to R5 by the seed; about `size` statements in each of a few functions. The verifier finds no error.
Executable relaxNetwork(uint64_t seed, int size = 20);
/// The same for Relay, 0.6 to 0.19 by the seed.
Executable relayNetwork(uint64_t seed, int size = 20);

}  // namespace relaxscope::test
