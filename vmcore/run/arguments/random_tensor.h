// SPDX-License-Identifier: Apache-2.0
// Random contents of tensors: the same bytes for the same seed on every platform.
#pragma once

#include <cstdint>
#include <span>

#include "vmcore/base/result.h"
#include "vmcore/model/data_type.h"

namespace relaxscope {

/// Fills `bytes` with elements of `dtype` (elementBytes() each, lanes count as elements): floats uniform in [-1, 1),
/// integers in [0, `below`), or in [0, 8) for 0, as far as the type holds them, booleans. An error for non-numeric
/// types (handles).
Result<void> fillRandom(DataType dtype, uint64_t seed, int64_t below, std::span<uint8_t> bytes);

}  // namespace relaxscope
