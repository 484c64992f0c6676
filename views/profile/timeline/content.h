// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of a timeline as the content of a plot over a time axis.
#pragma once

#include <QCoreApplication>

#include "views/axis/content.h"
#include "views/profile/timeline/painter.h"
#include "views/profile/timeline/scene.h"

namespace relaxscope {

class TimelineContent final : public AxisContent {
  Q_DECLARE_TR_FUNCTIONS(TimelinePlot)
 public:
  explicit TimelineContent(TimelineScene* scene) : scene_(scene) {}

  AxisWindow& window() override { return scene_->window; }
  std::optional<AxisRange>& range() override { return scene_->range; }
  [[nodiscard]] std::vector<AxisRange> kept() const override { return scene_->kept; }
  [[nodiscard]] QString rangeLabel(const AxisRange& range) const override;
  [[nodiscard]] RulerMarks marks(double pixels, double minPixels) const override;
  [[nodiscard]] bool isEmpty() const override { return scene_->tracks().trace() == nullptr; }
  void paint(QPainter* painter, const QRect& area) override { painter_.paint(painter, area, *scene_); }
  [[nodiscard]] QString tooltipAt(QPoint pos, const QRect& area) const override;
  void themeChanged() override { painter_.themeChanged(); }

 private:
  TimelineScene* scene_;
  TimelinePainter painter_;
};

/// The slice at a point, for lanes in `area`.
SlicePlace sliceOf(const TimelineScene& scene, QPoint pos, const QRect& area);

}  // namespace relaxscope
