// SPDX-License-Identifier: Apache-2.0
// Maximal repetitions of a sequence of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace relaxscope {

/// A stretch [begin, end) in which each number equals the one `period` before, at least two periods long, that neither
/// end extends; `period` is the shortest.
struct Repetition {
  uint32_t begin = 0, end = 0, period = 0;
  [[nodiscard]] uint32_t size() const { return end - begin; }
  friend auto operator<=>(const Repetition&, const Repetition&) = default;
};

/// All of them, by begin, then end; fewer than there are numbers. Equal stretches are found by their hashes, so a
/// hostile sequence may yield a run that is none: verify what you use. Stopped, those found so far. Takes n log n steps
/// (Bannai et al., *The "runs" theorem*, 2017: a run has a Lyndon word of its period, for one of two orders).
std::vector<Repetition> repetitionsOf(std::span<const uint32_t> numbers, const std::stop_token& stop = {});

}  // namespace relaxscope
