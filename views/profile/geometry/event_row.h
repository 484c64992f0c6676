// SPDX-License-Identifier: GPL-3.0-or-later
// One row of non-overlapping slices, stored in blocks, with a 16-way summary pyramid: 16 bytes per slice plus
// 0.8 bytes for the pyramid. Appending takes amortised constant time; drawing a range takes time proportional
// to its pixels, independent of the number of slices. Times are ticks. No Qt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace relaxscope {

inline constexpr uint32_t kNoSlice = 0xFFFFFFFFu;

class EventRow {
 public:
  /// Content of one pixel column of a row: the slice that covers most of it, and the fraction of the column that
  /// slices cover (0 if all have zero length; `slice` is set nevertheless).
  struct Pixel {
    uint32_t slice = kNoSlice;
    float coverage = 0;
  };
  /// The longest slice of a range of slices and the sum of their durations.
  struct Summary {
    uint32_t longest = kNoSlice;
    double longestTicks = -1;
    double busyTicks = 0;

    void add(uint32_t slice, double ticks) { add(slice, ticks, ticks); }
    /// Slices of which `slice` is the longest, of `ticks`, and that last `busy` in all.
    void add(uint32_t slice, double ticks, double busy) {
      busyTicks += busy;
      if (ticks <= longestTicks) return;
      longestTicks = ticks;
      longest = slice;
    }
  };

  /// Slices must be appended in order of time. One that begins before its predecessor ended (a clock that stepped
  /// back) is trimmed to the part after that end, so that the row stays searchable; adjusted() counts these.
  void append(int64_t start, int64_t duration, uint32_t name, uint32_t event);

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] int64_t start(size_t i) const {
    const uint32_t offset = slice(i).start;
    return offset != kLong ? blocks_[i / kBlock].base + offset : exact(late_, i);
  }
  [[nodiscard]] int64_t duration(size_t i) const {
    const uint32_t ticks = slice(i).duration;
    return ticks != kLong ? ticks : exact(long_, i);
  }
  [[nodiscard]] int64_t end(size_t i) const { return start(i) + duration(i); }
  [[nodiscard]] uint32_t name(size_t i) const { return slice(i).name; }
  [[nodiscard]] uint32_t event(size_t i) const { return slice(i).event; }
  [[nodiscard]] uint64_t adjusted() const { return adjusted_; }
  /// Bytes held by columns and pyramid, for the benchmark.
  [[nodiscard]] size_t memoryBytes() const;

  /// The first slice that starts at or after `t`; size() when there is none.
  [[nodiscard]] size_t firstStartingFrom(double t) const;
  /// The first slice that ends after `t`, or has zero length and starts at `t`; size() when there is none.
  [[nodiscard]] size_t firstReaching(double t) const;
  /// The slice of an event number, or kNoSlice.
  [[nodiscard]] uint32_t sliceOfEvent(uint32_t event) const;
  /// The slice at `t`: within `tolerance` ticks on both sides the one with the largest part, else the nearest.
  [[nodiscard]] uint32_t hit(double t, double tolerance) const;

  /// Maps [begin, end) to `out.size()` columns of equal width.
  void strip(double begin, double end, std::span<Pixel> out) const;
  /// Slices of at least `minTicks` that intersect [begin, end), in order.
  void wideSlices(double begin, double end, double minTicks, std::vector<uint32_t>& out) const;
  /// Summary of slices [first, last).
  [[nodiscard]] Summary summarize(size_t first, size_t last) const;
  /// Ticks of [begin, end) that slices cover.
  [[nodiscard]] double busyTicks(double begin, double end) const;

 private:
  static constexpr uint32_t kLong = 0xFFFFFFFFu;  ///< marks a number that is stored in late_ or long_
  static constexpr size_t kFan = 16;
  static constexpr size_t kBlock = 1024;  ///< slices
  struct Slice {
    uint32_t start;  ///< ticks from its block's base
    uint32_t duration, name, event;
  };
  struct Block {
    int64_t base;  ///< start of its first slice
    std::vector<Slice> slices;
  };
  struct Node {
    uint32_t dominant;    ///< its longest slice
    float longest, busy;  ///< ticks of that slice, of all its slices
  };
  /// Numbers that need more than 32 bits, by slice, ascending.
  using Exact = std::vector<std::pair<uint32_t, int64_t>>;

  [[nodiscard]] const Slice& slice(size_t i) const { return blocks_[i / kBlock].slices[i % kBlock]; }
  [[nodiscard]] static int64_t exact(const Exact& numbers, size_t i);
  void growPyramid();
  void addNode(size_t level);
  /// The highest level whose node begins at slice `i` and ends at or before `last`, or -1.
  [[nodiscard]] int levelAt(size_t i, size_t last) const;
  [[nodiscard]] Pixel pixel(size_t first, size_t last, double begin, double end) const;

  std::vector<Block> blocks_;  ///< full but for the last
  size_t size_ = 0;
  Exact late_, long_;                      ///< starts 2^32 - 1 ticks or more after their block's base, and durations
  std::vector<std::vector<Node>> levels_;  ///< level k: one node per 16^(k+1) slices, complete nodes only
  int64_t lastEnd_ = INT64_MIN;
  uint64_t adjusted_ = 0;
};

}  // namespace relaxscope
