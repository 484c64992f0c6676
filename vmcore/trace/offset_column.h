// SPDX-License-Identifier: Apache-2.0
// Numbers as 32-bit offsets from the least one, or in full where they are further apart.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace relaxscope {

class OffsetColumn {
 public:
  OffsetColumn() = default;
  explicit OffsetColumn(std::span<const int64_t> numbers) {
    if (numbers.empty()) return;
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    base_ = *least;
    if (static_cast<uint64_t>(*most) - static_cast<uint64_t>(base_) > UINT32_MAX) {
      full_.assign(numbers.begin(), numbers.end());
      return;
    }
    offsets_.reserve(numbers.size());
    for (const int64_t number : numbers) offsets_.push_back(static_cast<uint32_t>(number - base_));
  }

  [[nodiscard]] int64_t operator[](size_t i) const { return full_.empty() ? base_ + offsets_[i] : full_[i]; }
  [[nodiscard]] size_t size() const { return full_.empty() ? offsets_.size() : full_.size(); }

 private:
  int64_t base_ = 0;
  std::vector<uint32_t> offsets_;
  std::vector<int64_t> full_;  ///< used instead if not empty
};

}  // namespace relaxscope
