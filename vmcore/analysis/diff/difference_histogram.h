// SPDX-License-Identifier: Apache-2.0
// How the differences of the elements of two tensors are distributed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "vmcore/model/executable.h"

namespace relaxscope {

struct DifferenceHistogram {
  static constexpr size_t kBins = 48;

  uint64_t elements = 0;               ///< all of a tensor; those in no bin are equal, or have no finite difference
  uint64_t equal = 0;                  ///< also NaN and NaN
  double low = 0, high = 0;            ///< new minus old; 0 if no element has a finite difference
  std::array<uint64_t, kBins> bins{};  ///< of elements that differ, from low to high
  uint64_t binned = 0;                 ///< sum of the bins
  [[nodiscard]] uint64_t notFinite() const { return elements - equal - binned; }
};

/// Nothing for tensors that elementDifference() does not compare, and when stopped. Two passes, linear in bytes; reads
/// a mebibyte at a time.
std::optional<DifferenceHistogram> differenceHistogram(const TensorConstant& old, const TensorConstant& now,
                                                       const std::stop_token& stop = {});

}  // namespace relaxscope
