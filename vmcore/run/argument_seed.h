// SPDX-License-Identifier: Apache-2.0
// The seeds of random arguments, made of the one that the user gives: each argument has numbers of its own, and the
// same seed gives the same ones everywhere. Invertible, so that the seeds of a script tell the one that it was made
// with.
#pragma once

#include <cstddef>
#include <cstdint>

namespace relaxscope {

inline constexpr uint64_t kSeedFactor = 0x9E3779B97F4A7C15ULL, kInverseSeedFactor = 0xF1DE83E19937733DULL;
static_assert(kSeedFactor * kInverseSeedFactor == 1);

/// Of the argument at `position` of call `call`.
constexpr uint64_t argumentSeed(uint64_t seed, size_t call, size_t position) {
  return seed * kSeedFactor + (uint64_t{call} << 32) + position;
}
/// Of a random tensor inside of an argument that is a tuple; `leaf` counts what is no tuple.
constexpr uint64_t leafSeed(uint64_t argument, size_t leaf) { return argument * kSeedFactor + leaf; }

/// The inverse of argumentSeed() for its `seed`.
constexpr uint64_t seedOfArgument(uint64_t argument, size_t call, size_t position) {
  return (argument - (uint64_t{call} << 32) - position) * kInverseSeedFactor;
}
/// The inverse of leafSeed() for its `argument`.
constexpr uint64_t argumentOfLeaf(uint64_t leafsSeed, size_t leaf) { return (leafsSeed - leaf) * kInverseSeedFactor; }

}  // namespace relaxscope
