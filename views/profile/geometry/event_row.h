// SPDX-License-Identifier: GPL-3.0-or-later
// One row of non-overlapping slices, stored in columns, with a 16-way summary pyramid: 20 bytes per slice plus
// 1.33 bytes for the pyramid. Appending takes amortised constant time; drawing a range takes time proportional
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
  };

  /// Slices must be appended in order of time. One that begins before its predecessor ended (a clock that stepped
  /// back) is trimmed to the part after that end, so that the row stays searchable; adjusted() counts these.
  void append(int64_t start, int64_t duration, uint32_t name, uint32_t event);
  void reserve(size_t count);

  [[nodiscard]] size_t size() const { return starts_.size(); }
  [[nodiscard]] bool empty() const { return starts_.empty(); }
  [[nodiscard]] int64_t start(size_t i) const { return starts_[i]; }
  [[nodiscard]] int64_t duration(size_t i) const { return durations_[i] != kLong ? durations_[i] : longDuration(i); }
  [[nodiscard]] int64_t end(size_t i) const { return starts_[i] + duration(i); }
  [[nodiscard]] uint32_t name(size_t i) const { return names_[i]; }
  [[nodiscard]] uint32_t event(size_t i) const { return events_[i]; }
  [[nodiscard]] std::span<const uint32_t> names() const { return names_; }
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
  static constexpr uint32_t kLong = 0xFFFFFFFFu;  ///< marks a duration stored in long_
  static constexpr size_t kFan = 16;
  struct Level {
    std::vector<int64_t> start;      ///< of the node's first slice
    std::vector<uint32_t> dominant;  ///< its longest slice
    std::vector<float> longest;      ///< ticks of that slice
    std::vector<float> busy;         ///< ticks of all its slices
  };
  [[nodiscard]] int64_t longDuration(size_t i) const;
  void growPyramid();
  void addNode(size_t level);
  /// The highest level whose node begins at slice `i` and ends at or before `last`, or -1.
  [[nodiscard]] int levelAt(size_t i, size_t last) const;
  [[nodiscard]] Pixel pixel(size_t first, size_t last, double begin, double end) const;

  std::vector<int64_t> starts_;
  std::vector<uint32_t> durations_, names_, events_;
  std::vector<std::pair<uint32_t, int64_t>> long_;  ///< slices of 2^32 - 1 ticks or more
  std::vector<Level> levels_;                       ///< level k: one node per 16^(k+1) slices, complete nodes only
  int64_t lastEnd_ = INT64_MIN;
  uint64_t adjusted_ = 0;
};

}  // namespace relaxscope
