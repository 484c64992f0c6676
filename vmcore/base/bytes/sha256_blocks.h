// SPDX-License-Identifier: Apache-2.0
// Internal to base: the compression function of SHA-256 over whole 64-byte blocks, in portable form and with the SHA
// instructions of x86 (about eight times faster; models hold gigabytes).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace relaxscope::sha256 {

using State = std::array<uint32_t, 8>;

/// Fractional parts of the cube roots of the first 64 primes.
extern const uint32_t kRoots[64];

void blocksPortable(State& state, const uint8_t* data, size_t count);
/// Whether this build and this processor support the instructions; otherwise blocksX86 must not be called.
bool hasX86();
void blocksX86(State& state, const uint8_t* data, size_t count);

}  // namespace relaxscope::sha256
