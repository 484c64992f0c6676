// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks and labels of a time axis, and the visible time window. Steps are 1, 2 or 5 times a power of ten; far
// from the start of a long trace, labels are relative to a base that is shown once. No Qt.
#pragma once

#include <string>
#include <vector>

namespace relaxscope {

struct TimeRuler {
  double stepNs = 1;
  int subTicks = 4;       ///< between two ticks
  bool offset = false;    ///< labels are relative to baseNs
  double baseNs = 0;      ///< a multiple of ten steps
  std::string baseLabel;  ///< "4.52 ms"; empty without offset

  /// "200 µs"; with an offset "+10 µs". Zero is "0".
  [[nodiscard]] std::string label(double ns) const;
  /// Ticks in [beginNs, endNs].
  [[nodiscard]] std::vector<double> ticks(double beginNs, double endNs) const;
  double unitNs = 1;  ///< unit of the labels
  const char* unit = "ns";
};
/// A ruler for a range that is `pixels` wide, labels at least `minPixels` apart.
TimeRuler chooseRuler(double beginNs, double endNs, double pixels, double minPixels = 96);

/// The visible time range, in any unit. Invariant: not shorter than `minimum` and inside the limits.
struct TimeWindow {
  double begin = 0, end = 1;
  double limitBegin = 0, limitEnd = 1;
  double minimum = 1;

  [[nodiscard]] double span() const { return end - begin; }
  void setLimits(double from, double to);
  /// Shows [from, to], widened around its centre to the minimum and moved inside the limits.
  void show(double from, double to);
  /// Scales the span by `factor`; the time at `anchor` stays where it is.
  void zoom(double factor, double anchor);
  /// Moves by a fraction of the span.
  void pan(double parts) { show(begin + parts * span(), end + parts * span()); }
  void shift(double by) { show(begin + by, end + by); }
  void whole() { show(limitBegin, limitEnd); }
};

}  // namespace relaxscope
