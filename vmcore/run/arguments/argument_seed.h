// SPDX-License-Identifier: Apache-2.0
// Seeds of random arguments, derived from the user's seed: each argument has its own numbers, and the same seed gives
// the same numbers everywhere. Invertible, so that the user's seed can be recovered from the seeds of a script.
#pragma once

#include <cstddef>
#include <cstdint>

namespace relaxscope {

inline constexpr uint64_t kSeedFactor = 0x9E3779B97F4A7C15ULL, kInverseSeedFactor = 0xF1DE83E19937733DULL;
static_assert(kSeedFactor * kInverseSeedFactor == 1);

/// Seed of the argument at `position` of call `call`.
constexpr uint64_t argumentSeed(uint64_t seed, size_t call, size_t position) {
  return seed * kSeedFactor + (uint64_t{call} << 32) + position;
}
/// Seed of a random tensor inside a tuple argument; `leaf` counts the non-tuple values.
constexpr uint64_t leafSeed(uint64_t argument, size_t leaf) { return argument * kSeedFactor + leaf; }

/// The inverse of argumentSeed() for its `seed`.
constexpr uint64_t seedOfArgument(uint64_t argument, size_t call, size_t position) {
  return (argument - (uint64_t{call} << 32) - position) * kInverseSeedFactor;
}
/// The inverse of leafSeed() for its `argument`.
constexpr uint64_t argumentOfLeaf(uint64_t leafsSeed, size_t leaf) { return (leafsSeed - leaf) * kInverseSeedFactor; }

}  // namespace relaxscope
