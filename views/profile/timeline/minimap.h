// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the ruler: a skyline of the whole run (how deep calls are nested) or of the whole recording (one bar
// per run, its calls inside, outlying runs marked), with the visible window as a frame that the user drags, resizes by
// its handles or moves by a click.
#pragma once

#include <QWidget>

#include "views/profile/geometry/skyline.h"
#include "views/profile/timeline/scene.h"

namespace relaxscope {

class TimelineMinimap : public QWidget {
  Q_OBJECT
 public:
  TimelineMinimap(TimelineScene* scene, QWidget* parent = nullptr);
  /// The frame of the visible window.
  [[nodiscard]] QRect windowFrame() const;
  void refresh();

 signals:
  void windowChanged();
  void runChosen(int run);  ///< a click on the bar of a run while the whole recording is visible

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  enum class Part : uint8_t { Outside, Inside, Begin, End };
  [[nodiscard]] QRect track() const;
  [[nodiscard]] double ticksAt(int x) const;
  [[nodiscard]] int xOf(double ticks) const;
  [[nodiscard]] Part partAt(QPoint pos) const;
  void paintRuns(QPainter* painter, const QRect& rect) const;
  void paintCalls(QPainter* painter, const QRect& rect) const;
  void paintLevels(QPainter* painter, const QRect& rect, const Skyline& skyline, size_t column) const;
  void clicked(double ticks);

  TimelineScene* scene_;
  Part drag_ = Part::Outside;
  bool dragging_ = false, dragged_ = false;
  QPoint pressed_;
  double grab_ = 0;        ///< ticks from the window's begin to the drag point
  mutable QPixmap cache_;  ///< content without the frame
  mutable TickRange cachedScope_;
  mutable uint64_t cachedEvents_ = 0;
  mutable std::vector<int> cachedOutlying_;
};

}  // namespace relaxscope
