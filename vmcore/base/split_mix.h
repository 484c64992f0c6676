// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace relaxscope {

/// SplitMix64 (Steele, Lea and Flood, 2014): one addition and a mix per number; the same sequence on every machine.
class SplitMix64 {
 public:
  explicit SplitMix64(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

 private:
  uint64_t state_;
};

}  // namespace relaxscope
