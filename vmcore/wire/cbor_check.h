// SPDX-License-Identifier: Apache-2.0
// Bounds CBOR before the library builds a tree of it: depth, number of items, and lengths within the bytes given.
#pragma once

#include <cstdint>
#include <span>

#include "vmcore/base/result.h"

namespace relaxscope::wire {

inline constexpr size_t kMaxCborDepth = 1000;  ///< three per level of values (kMaxValueDepth)
inline constexpr uint64_t kMaxCborItems = 8'000'000;

/// An error unless `bytes` are exactly one well-formed CBOR item of definite lengths, without tags,
/// within the limits. Iterative; allocates a few kilobytes.
Result<void> checkCbor(std::span<const uint8_t> bytes);

}  // namespace relaxscope::wire
