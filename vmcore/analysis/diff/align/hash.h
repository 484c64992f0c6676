// SPDX-License-Identifier: Apache-2.0
// Keys that guide the search for what belongs together. Equal keys prove nothing: what is said to be equal is compared.
#pragma once

#include <cstdint>

namespace relaxscope::diffing {

/// The finaliser of SplitMix64: each bit of the result depends on all bits.
constexpr uint64_t mixed(uint64_t z) {
  z += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}
/// Depends on the order of what is added.
constexpr uint64_t added(uint64_t key, uint64_t part) { return mixed(key ^ mixed(part)); }

}  // namespace relaxscope::diffing
