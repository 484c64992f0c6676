// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot over an axis shows, and what is under its pointer: the seam between AxisPlot, which knows neither the
// unit of its axis nor its lanes, and the views that do.
#pragma once

#include <QRect>
#include <QString>

#include <optional>
#include <vector>

#include "views/axis/ruler.h"
#include "views/axis/window.h"

class QPainter;

namespace relaxscope {

class AxisContent {
 public:
  virtual ~AxisContent() = default;

  /// The visible part of the axis; the plot moves it.
  virtual AxisWindow& window() = 0;
  /// The measured range; the plot drags it.
  virtual std::optional<AxisRange>& range() = 0;
  /// Ranges that stay marked.
  [[nodiscard]] virtual std::vector<AxisRange> kept() const { return {}; }
  [[nodiscard]] virtual QString rangeLabel(const AxisRange& range) const = 0;
  /// The ruler of the visible part, `pixels` wide, labels at least `minPixels` apart.
  [[nodiscard]] virtual RulerMarks marks(double pixels, double minPixels) const = 0;
  /// Whether there is something to point at.
  [[nodiscard]] virtual bool isEmpty() const = 0;
  /// Paints all below the ruler.
  virtual void paint(QPainter* painter, const QRect& area) = 0;
  /// Text for a point, given `area` as for paint(), of at most six lines; empty: none.
  [[nodiscard]] virtual QString tooltipAt(QPoint pos, const QRect& area) const = 0;
  /// Colours or fonts changed.
  virtual void themeChanged() {}
};

}  // namespace relaxscope
