// SPDX-License-Identifier: Apache-2.0
// Numbers from a seed, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace relaxscope::fuzz {

/// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  /// Below `end`, which is at least 1.
  size_t below(size_t end) { return static_cast<size_t>(next() % end); }
  /// One time in `n`.
  bool oneIn(size_t n) { return below(n) == 0; }
  template <class List>
  auto& of(List& list) {
    return list[below(std::size(list))];
  }

 private:
  uint64_t state_;
};

}  // namespace relaxscope::fuzz
