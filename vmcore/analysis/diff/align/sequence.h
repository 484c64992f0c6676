// SPDX-License-Identifier: Apache-2.0
// Longest common subsequences of two sequences of keys (Myers, "An O(ND) difference algorithm and its variations",
// 1986), with a bound on the work: where the sequences differ too much, the result is a common subsequence that may be
// shorter.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace relaxscope::diffing {

/// Pairs of positions with equal keys, ascending on both sides. Time is at most about
/// (n + m) * max(256, sqrt(n + m)) times a logarithm.
std::vector<std::pair<uint32_t, uint32_t>> commonSubsequence(std::span<const uint64_t> a, std::span<const uint64_t> b);

}  // namespace relaxscope::diffing
