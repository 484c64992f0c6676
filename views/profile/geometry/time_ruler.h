// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks and labels of a time axis, and the visible time window. Steps are 1, 2 or 5 times a power of ten; far
// from the start of a long trace, labels are relative to a base that is shown once. No Qt.
#pragma once

#include <string>
#include <vector>

#include "views/axis/window.h"

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

/// The visible time range, in any unit.
using TimeWindow = AxisWindow;

}  // namespace relaxscope
