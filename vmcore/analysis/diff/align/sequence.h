// SPDX-License-Identifier: Apache-2.0
// Longest common subsequences of two sequences of keys (Myers, "An O(ND) difference algorithm and its variations",
// 1986), with a bound on the work: where the sequences differ too much, the result is a common subsequence that may be
// shorter.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace relaxscope::diffing {

/// Pairs of positions with equal keys, ascending on both sides. Time is at most about
/// (n + m) * max(256, sqrt(n + m)) times a logarithm.
std::vector<std::pair<uint32_t, uint32_t>> commonSubsequence(std::span<const uint64_t> a, std::span<const uint64_t> b);

/// The keys of one side, and finer ones that say which of several equal ones is meant.
struct TieredKeys {
  std::span<const uint64_t> keys, finer;
};
/// Of the pairs (i, j) with low <= j - i <= high the longest common subsequence of the keys, and of several the one
/// with most pairs whose finer keys are equal too. Nothing if the band has more cells than 1,024 per key or 2^26 in
/// all: a quarter of a second and 16 MiB.
std::optional<std::vector<std::pair<uint32_t, uint32_t>>> longestInBand(const TieredKeys& a, const TieredKeys& b,
                                                                        int64_t low, int64_t high);

}  // namespace relaxscope::diffing
