// SPDX-License-Identifier: Apache-2.0
// Damages bytes in typical ways: a pure function of seed and number, so that any input can be reproduced.
#pragma once

#include <cstdint>
#include <vector>

namespace relaxscope::fuzz {

using Buffer = std::vector<uint8_t>;

/// Mutation `number` of the trial with that seed: one of `files`, changed one to eight times.
Buffer mutated(const std::vector<Buffer>& files, uint64_t seed, uint64_t number);

}  // namespace relaxscope::fuzz
