// SPDX-License-Identifier: Apache-2.0
// Internal to format. Ranges of addresses with binary search: a file may have as many sections as symbols, and each
// symbol is looked up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace relaxscope {

/// `Range` has an address and a size. Empty ranges contain no address. If ranges overlap, as in no valid file, only the
/// last one that begins at or before an address is looked at.
template <class Range>
class AddressMap {
 public:
  AddressMap() = default;
  explicit AddressMap(std::vector<Range> ranges) : ranges_(std::move(ranges)) {
    std::erase_if(ranges_, [](const Range& range) { return range.size == 0; });
    std::stable_sort(ranges_.begin(), ranges_.end(),
                     [](const Range& a, const Range& b) { return a.address < b.address; });
  }
  /// The range that contains the byte at `address`, or null.
  [[nodiscard]] const Range* find(uint64_t address) const {
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                        [](uint64_t value, const Range& range) { return value < range.address; });
    if (after == ranges_.begin()) return nullptr;
    const Range& range = *std::prev(after);
    return address - range.address < range.size ? &range : nullptr;
  }

 private:
  std::vector<Range> ranges_;  ///< sorted by address
};

}  // namespace relaxscope
