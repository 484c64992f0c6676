// SPDX-License-Identifier: GPL-3.0-or-later
// A step line over instructions: at most two points per pixel are drawn, however many instructions there are.
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

/// Maps values to an area below which zero is.
struct StepFrame {
  AxisWindow window;
  QRect area;
  double most = 1;
  StepFrame(const AxisWindow& shown, const QRect& rect, double highest)
      : window(shown), area(rect), most(highest > 0 ? highest : 1) {}
  [[nodiscard]] double x(double at) const { return AxisScale(window, area.left(), area.width()).x(at); }
  [[nodiscard]] double y(double value) const;
};

void paintStepLine(QPainter* painter, const StepFrame& frame, std::span<const StepPoint> points, StepStyle style);
/// Lines with labels at the top and the bottom of the values.
void paintStepScale(QPainter* painter, const StepFrame& frame, const QString& most, const QString& least);

}  // namespace relaxscope
