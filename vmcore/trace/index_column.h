// SPDX-License-Identifier: Apache-2.0
// Row numbers in 16 bits each, or in 32 if one of them needs more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace relaxscope {

class IndexColumn {
 public:
  IndexColumn() = default;
  explicit IndexColumn(std::span<const uint32_t> rows) {
    if (std::ranges::any_of(rows, [](uint32_t row) { return row > UINT16_MAX; })) {
      wide_.assign(rows.begin(), rows.end());
      return;
    }
    narrow_.reserve(rows.size());
    for (const uint32_t row : rows) narrow_.push_back(static_cast<uint16_t>(row));
  }

  [[nodiscard]] uint32_t operator[](size_t i) const { return wide_.empty() ? narrow_[i] : wide_[i]; }
  [[nodiscard]] size_t size() const { return wide_.empty() ? narrow_.size() : wide_.size(); }
  /// Whether rows [i, i + count) are those of `other` from `j` on.
  [[nodiscard]] bool equals(size_t i, const IndexColumn& other, size_t j, size_t count) const {
    if (wide_.empty() && other.wide_.empty())
      return std::ranges::equal(std::span(narrow_).subspan(i, count), std::span(other.narrow_).subspan(j, count));
    for (size_t k = 0; k < count; ++k)
      if ((*this)[i + k] != other[j + k]) return false;
    return true;
  }

 private:
  std::vector<uint16_t> narrow_;
  std::vector<uint32_t> wide_;  ///< used instead if not empty
};

}  // namespace relaxscope
