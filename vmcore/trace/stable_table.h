// SPDX-License-Identifier: Apache-2.0
// A table that only grows and whose rows never move: one thread appends while others read the rows that they were told
// of. Segments double in size, so a row is found without a search and a small table is small.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

namespace relaxscope {

template <class Row>
class StableTable {
 public:
  static_assert(std::is_trivially_copyable_v<Row>);

  [[nodiscard]] const Row& operator[](uint32_t row) const { return *at(row); }
  /// `count` rows from `first` on that one call of append() stored.
  [[nodiscard]] std::span<const Row> rows(uint32_t first, size_t count) const {
    return count == 0 ? std::span<const Row>() : std::span<const Row>(at(first), count);
  }
  /// Stores rows side by side; returns the number of the first one, or nothing if the table is full.
  std::optional<uint32_t> append(std::span<const Row> rows) {
    uint64_t first = size_;
    // Rows of one call do not straddle two segments.
    while (rows.size() > roomFrom(first)) {
      first += roomFrom(first);
      if (first >= kMostRows) return std::nullopt;
    }
    if (first + rows.size() > kMostRows) return std::nullopt;
    const size_t segment = segmentOf(first);
    if (segments_[segment] == nullptr) segments_[segment] = std::make_unique_for_overwrite<Row[]>(rowsOf(segment));
    Row* to = segments_[segment].get() + (first - beginOf(segment));
    for (const Row& row : rows) *to++ = row;
    size_ = first + rows.size();
    return static_cast<uint32_t>(first);
  }
  std::optional<uint32_t> append(const Row& row) { return append(std::span(&row, 1)); }
  /// Number of rows, with those left empty at ends of segments.
  [[nodiscard]] uint64_t size() const { return size_; }

 private:
  static constexpr unsigned kFirstBits = 8;  ///< the first segment has 256 rows, each later one as many as all before
  static constexpr uint64_t kMostRows = uint64_t{1} << 32;
  static constexpr size_t segmentOf(uint64_t row) {
    const auto bits = static_cast<size_t>(std::bit_width(row));
    return bits <= kFirstBits ? 0 : bits - kFirstBits;
  }
  static constexpr uint64_t beginOf(size_t segment) {
    return segment == 0 ? 0 : uint64_t{1} << (segment + kFirstBits - 1);
  }
  static constexpr uint64_t rowsOf(size_t segment) {
    return uint64_t{1} << (segment == 0 ? kFirstBits : segment + kFirstBits - 1);
  }
  /// Rows from `row` to the end of its segment.
  static constexpr uint64_t roomFrom(uint64_t row) { return beginOf(segmentOf(row)) + rowsOf(segmentOf(row)) - row; }
  [[nodiscard]] const Row* at(uint32_t row) const {
    const size_t segment = segmentOf(row);
    return segments_[segment].get() + (row - beginOf(segment));
  }

  std::array<std::unique_ptr<Row[]>, 33 - kFirstBits> segments_;
  uint64_t size_ = 0;
};

}  // namespace relaxscope
