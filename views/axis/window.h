// SPDX-License-Identifier: GPL-3.0-or-later
// The visible part of an axis, in any unit: ticks of a clock, instructions. No Qt.
#pragma once

#include <algorithm>
#include <utility>

namespace relaxscope {

using AxisRange = std::pair<double, double>;

/// The visible range. Invariant: not shorter than `minimum` and inside the limits.
struct AxisWindow {
  double begin = 0, end = 1;
  double limitBegin = 0, limitEnd = 1;
  double minimum = 1;

  [[nodiscard]] double span() const { return end - begin; }
  void setLimits(double from, double to);
  /// Shows [from, to], widened around its centre to the minimum and moved inside the limits.
  void show(double from, double to);
  /// Scales the span by `factor`; what is at `anchor` stays where it is.
  void zoom(double factor, double anchor);
  /// Moves by a fraction of the span.
  void pan(double parts) { show(begin + parts * span(), end + parts * span()); }
  void shift(double by) { show(begin + by, end + by); }
  void whole() { show(limitBegin, limitEnd); }
};

/// Maps an axis to the pixels of a plot area and back.
struct AxisScale {
  double begin = 0, perPixel = 1, left = 0;
  AxisScale(const AxisWindow& window, double leftPixel, double widthPixels)
      : begin(window.begin), perPixel(window.span() / std::max(1.0, widthPixels)), left(leftPixel) {}
  [[nodiscard]] double x(double at) const { return left + (at - begin) / perPixel; }
  [[nodiscard]] double at(double x) const { return begin + (x - left) * perPixel; }
};

}  // namespace relaxscope
