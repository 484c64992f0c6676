// SPDX-License-Identifier: GPL-3.0-or-later
// The plot of a timeline: lanes over a time axis. Translates points into slices of the scene.
#pragma once

#include "views/axis/plot.h"
#include "views/profile/timeline/scene.h"

namespace relaxscope {

class TimelinePlot : public AxisPlot {
  Q_OBJECT
 public:
  explicit TimelinePlot(TimelineScene* scene, QWidget* parent = nullptr);

  [[nodiscard]] TimeScale scale() const;
  /// The slice at a point of this widget.
  [[nodiscard]] SlicePlace sliceAt(QPoint pos) const;
  /// Label of the measured range: "48.9 µs · 50 calls · 10.4 %".
  [[nodiscard]] QString rangeLabel(const TickRange& range) const { return content()->rangeLabel(range); }

 signals:
  void clicked(SlicePlace place);
  void doubleClicked(SlicePlace place);
  void contextRequested(const QPoint& globalPos, SlicePlace place);

 private:
  TimelineScene* scene_;
};

}  // namespace relaxscope
