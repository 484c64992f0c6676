// SPDX-License-Identifier: Apache-2.0
// Internal to format. Ranges of addresses, looked up by halves: a file may have as many sections as symbols, and
// ask for each of them by each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace relaxscope {

/// `Range` has an address and a size. Ranges of no bytes hold no address. Where ranges overlap, as in no sound file,
/// that which begins last holds what it can.
template <class Range>
class AddressMap {
 public:
  AddressMap() = default;
  explicit AddressMap(std::vector<Range> ranges) : ranges_(std::move(ranges)) {
    std::erase_if(ranges_, [](const Range& range) { return range.size == 0; });
    std::stable_sort(ranges_.begin(), ranges_.end(),
                     [](const Range& a, const Range& b) { return a.address < b.address; });
  }
  /// The range that holds the byte at `address`; null where none does.
  [[nodiscard]] const Range* find(uint64_t address) const {
    const auto behind = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                         [](uint64_t value, const Range& range) { return value < range.address; });
    if (behind == ranges_.begin()) return nullptr;
    const Range& range = *std::prev(behind);
    return address - range.address < range.size ? &range : nullptr;
  }

 private:
  std::vector<Range> ranges_;  ///< by address
};

}  // namespace relaxscope
