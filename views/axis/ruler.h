// SPDX-License-Identifier: GPL-3.0-or-later
// What a ruler shows of the visible part of an axis. No Qt.
#pragma once

#include <string>
#include <vector>

namespace relaxscope {

struct RulerMarks {
  struct Tick {
    double at = 0;      ///< on the axis
    std::string label;  ///< may be empty
  };
  std::vector<Tick> ticks;
  double step = 1;   ///< between two ticks
  int subTicks = 0;  ///< between two ticks
  std::string base;  ///< what the labels are relative to, or their name; shown once at the left edge; may be empty

  /// Positions of the sub-ticks in [begin, end], bounded.
  [[nodiscard]] std::vector<double> subTicksIn(double begin, double end) const;
};

/// Whole numbers in [begin, end] that is `pixels` wide, labels at least `minPixels` apart. `origin` is the axis' zero
/// of the labels, `base` their name.
RulerMarks countMarks(double begin, double end, double origin, double pixels, double minPixels, std::string base);

}  // namespace relaxscope
