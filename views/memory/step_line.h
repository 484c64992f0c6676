// SPDX-License-Identifier: GPL-3.0-or-later
// A step line over instructions. Where a pixel has more than a few steps, it is drawn as the range of their values with
// the highest ones as the line.
#pragma once

#include <QRect>

#include <span>

#include "views/axis/window.h"

class QPainter;
class QString;

namespace relaxscope {

/// The value from `at` on; during that instruction it may be higher.
struct StepPoint {
  double at = 0, highest = 0, after = 0;
};
enum class StepStyle : uint8_t { Filled, Dashed };

/// Maps values to an area that has 0 at its bottom and `most` below a line of text.
struct StepFrame {
  AxisWindow window;
  QRect area;
  double most = 1;
  StepFrame(const AxisWindow& shown, const QRect& rect, double highest)
      : window(shown), area(rect), most(highest > 0 ? highest : 1) {}
  [[nodiscard]] double x(double at) const { return AxisScale(window, area.left(), area.width()).x(at); }
  [[nodiscard]] double y(double value) const;
  [[nodiscard]] double top() const;  ///< where `most` is
};

/// A dashed line ends where it leaves the frame at the top, with an arrow.
void paintStepLine(QPainter* painter, const StepFrame& frame, std::span<const StepPoint> points, StepStyle style);
/// Lines with labels at the top and the bottom of the values; `beyond`, at the right, says what lies above the frame.
void paintStepScale(QPainter* painter, const StepFrame& frame, const QString& most, const QString& least,
                    const QString& beyond = {});

}  // namespace relaxscope
