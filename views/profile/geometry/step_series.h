// SPDX-License-Identifier: GPL-3.0-or-later
// A counter over time as a step function, with a 16-way pyramid of minima and maxima, so that drawing a range
// of any length takes one column per pixel. Times are ticks. No Qt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "views/profile/geometry/growing_column.h"

namespace relaxscope {

class StepSeries {
 public:
  /// Content of one pixel column. Undefined before the first point.
  struct Column {
    bool defined = false;
    bool changed = false;         ///< the column contains a point
    int64_t first = 0, last = 0;  ///< value at its left and right edge
    int64_t min = 0, max = 0;
  };
  struct Extent {
    int64_t min = 0, max = 0;
  };

  /// The counter has `value` from `time` on. A time before the latest one is replaced by the latest one.
  void append(int64_t time, int64_t value);
  [[nodiscard]] size_t size() const { return times_.size(); }
  [[nodiscard]] bool empty() const { return times_.empty(); }
  [[nodiscard]] int64_t time(size_t i) const { return times_[i]; }
  [[nodiscard]] int64_t value(size_t i) const { return values_[i]; }
  /// The number of points at or before `t`.
  [[nodiscard]] size_t pointsUntil(double t) const;
  [[nodiscard]] std::optional<int64_t> valueAt(double t) const;
  /// Extent of points [first, last); std::nullopt if empty.
  [[nodiscard]] std::optional<Extent> extent(size_t first, size_t last) const;
  /// Extent over [begin, end), including the value in effect at `begin`.
  [[nodiscard]] std::optional<Extent> extentIn(double begin, double end) const;
  /// The first point of [first, last) that has `value`, or `last`.
  [[nodiscard]] size_t findValue(size_t first, size_t last, int64_t value) const;
  void columns(double begin, double end, std::span<Column> out) const;

 private:
  static constexpr size_t kFan = 16;
  /// The first point for which `holds`, which then holds for all later ones; size() if there is none.
  template <class Holds>
  [[nodiscard]] size_t firstWhere(Holds&& holds) const;

  GrowingColumn times_, values_;
  std::vector<std::vector<Extent>> levels_;
};

}  // namespace relaxscope
