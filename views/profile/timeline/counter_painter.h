// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the lanes below the rows of slices: live bytes and slots of the shape heap as step lines, and remarks.
#pragma once

#include <QCoreApplication>
#include <QPen>
#include <QRect>

#include <vector>

#include "views/profile/timeline/scene.h"

class QPainter;

namespace relaxscope {

class CounterPainter {
  Q_DECLARE_TR_FUNCTIONS(CounterPainter)
 public:
  /// One lane, in `area` of the painter's coordinates.
  void paint(QPainter* painter, const QRect& area, const TimelineScene& scene, const Lane& lane);

 private:
  void live(QPainter* painter, const QRect& rect, const QRect& area, const TimelineScene& scene);
  void slot(QPainter* painter, const QRect& rect, const QRect& area, const TimelineScene& scene, const Lane& lane);

  std::vector<StepSeries::Column> columns_;  ///< reused between lanes to avoid allocations
};

/// Line colour and dash of the n-th slot; lines differ by dash as well as by colour.
QPen slotPen(int index);

}  // namespace relaxscope
