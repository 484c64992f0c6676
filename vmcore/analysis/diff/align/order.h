// SPDX-License-Identifier: Apache-2.0
// Which instructions must be before which, as sums: an instruction keeps its order with all that it conflicts with
// exactly if the sum of their keys over those before it stays the same, but for collisions of 64 bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vmcore/analysis/diff/align/function_code.h"

namespace relaxscope::diffing {

class OrderSums {
 public:
  explicit OrderSums(const FunctionCode& code) : code_(code) {}

  /// Adds to each number in `to` that of the conflicting instructions before it in its block, whose keys are `keys`.
  void addBefore(const std::vector<uint64_t>& keys, std::vector<uint64_t>& to);
  /// The same for these instructions only, as if they stood in this order.
  void addBefore(std::span<const uint32_t> order, const std::vector<uint64_t>& keys, std::vector<uint64_t>& to);

 private:
  struct Sums {
    uint32_t block = kNone;
    uint64_t first = 0, second = 0;  ///< of reads or allocations, and of writes or releases
  };
  Sums& sumsOf(uint32_t resource, uint32_t block);

  const FunctionCode& code_;
  std::vector<Sums> sums_;
};

}  // namespace relaxscope::diffing
