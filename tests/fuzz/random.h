// SPDX-License-Identifier: Apache-2.0
// Pseudo-random numbers from a seed, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "vmcore/base/split_mix.h"

namespace relaxscope::fuzz {

class Random {
 public:
  explicit Random(uint64_t seed) : numbers_(seed) {}
  uint64_t next() { return numbers_.next(); }
  /// A number below `end`, which is at least 1.
  size_t below(size_t end) { return static_cast<size_t>(next() % end); }
  /// True with probability 1/n.
  bool oneIn(size_t n) { return below(n) == 0; }
  template <class List>
  auto& of(List& list) {
    return list[below(std::size(list))];
  }

 private:
  SplitMix64 numbers_;
};

}  // namespace relaxscope::fuzz
