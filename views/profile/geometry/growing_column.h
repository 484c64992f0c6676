// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that are appended one by one: four bytes each, eight in blocks whose numbers are far apart. No Qt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace relaxscope {

class GrowingColumn {
 public:
  void append(int64_t number) {
    if (size_ % kBlock == 0) blocks_.push_back({number, {}, {}});
    blocks_.back().append(number);
    ++size_;
  }
  [[nodiscard]] int64_t operator[](size_t i) const { return blocks_[i / kBlock].at(i % kBlock); }
  [[nodiscard]] int64_t front() const { return (*this)[0]; }
  [[nodiscard]] int64_t back() const { return (*this)[size_ - 1]; }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

 private:
  static constexpr size_t kBlock = 1024;
  struct Block {
    int64_t base = 0;  ///< its first number
    std::vector<int32_t> offsets;
    std::vector<int64_t> full;  ///< used instead if not empty

    void append(int64_t number) {
      int64_t offset = 0;
      const bool fits = !__builtin_sub_overflow(number, base, &offset) && offset == static_cast<int32_t>(offset);
      if (full.empty() && fits) return offsets.push_back(static_cast<int32_t>(offset));
      if (full.empty()) {
        for (const int32_t each : offsets) full.push_back(base + each);
        offsets = {};
      }
      full.push_back(number);
    }
    [[nodiscard]] int64_t at(size_t i) const { return full.empty() ? base + offsets[i] : full[i]; }
  };

  std::vector<Block> blocks_;
  size_t size_ = 0;
};

}  // namespace relaxscope
