// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/plot.h"

#include "views/profile/timeline/content.h"

namespace relaxscope {

TimelinePlot::TimelinePlot(TimelineScene* scene, QWidget* parent)
    : AxisPlot(std::make_unique<TimelineContent>(scene), QStringLiteral("timeline"), parent), scene_(scene) {
  connect(this, &AxisPlot::clickedAt, this, [this](QPoint pos) { emit clicked(sliceAt(pos)); });
  connect(this, &AxisPlot::doubleClickedAt, this, [this](QPoint pos) { emit doubleClicked(sliceAt(pos)); });
  connect(this, &AxisPlot::contextRequestedAt, this,
          [this](const QPoint& globalPos, QPoint pos) { emit contextRequested(globalPos, sliceAt(pos)); });
}

TimeScale TimelinePlot::scale() const { return {scene_->window, 0.0, static_cast<double>(width())}; }

SlicePlace TimelinePlot::sliceAt(QPoint pos) const { return sliceOf(*scene_, pos, laneArea()); }

}  // namespace relaxscope
