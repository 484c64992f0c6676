// SPDX-License-Identifier: GPL-3.0-or-later
// One row of slices that never overlap, as columns, with a 16-way pyramid over them: 20 bytes a slice
// and 1.33 bytes for the pyramid. Appending is amortised constant; drawing a range costs what its
// pixels cost, whatever the number of slices. Times are ticks. No Qt.
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
  /// What one pixel column of a row shows: the slice with the largest part in it, and how much of the
  /// column any slice fills (0 for slices without length; `slice` tells that something is there).
  struct Pixel {
    uint32_t slice = kNoSlice;
    float coverage = 0;
  };
  /// Of a run of slices: the longest one and the sum of their durations.
  struct Summary {
    uint32_t longest = kNoSlice;
    double longestTicks = -1;
    double busyTicks = 0;
  };

  /// Slices come in order of time. One that begins before its predecessor ended (a clock that stepped
  /// back) is cut to what lies behind it, so that the row stays searchable; adjusted() counts those.
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
  /// The first slice that ends behind `t`, or starts there without length; size() when there is none.
  [[nodiscard]] size_t firstReaching(double t) const;
  /// The slice of an event number, or kNoSlice.
  [[nodiscard]] uint32_t sliceOfEvent(uint32_t event) const;
  /// The slice under `t`; within `tolerance` ticks on both sides the one with the largest part, else the nearest.
  [[nodiscard]] uint32_t hit(double t, double tolerance) const;

  /// Maps [begin, end) to `out.size()` columns of equal width.
  void strip(double begin, double end, std::span<Pixel> out) const;
  /// Slices of at least `minTicks` that touch [begin, end), in order.
  void wideSlices(double begin, double end, double minTicks, std::vector<uint32_t>& out) const;
  /// Over slices [first, last).
  [[nodiscard]] Summary summarize(size_t first, size_t last) const;
  /// Ticks of [begin, end) that slices fill.
  [[nodiscard]] double busyTicks(double begin, double end) const;

 private:
  static constexpr uint32_t kLong = 0xFFFFFFFFu;  ///< the duration is in long_
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
  std::vector<Level> levels_;                       ///< level k: one node for 16^(k+1) slices, complete ones only
  int64_t lastEnd_ = INT64_MIN;
  uint64_t adjusted_ = 0;
};

}  // namespace relaxscope
