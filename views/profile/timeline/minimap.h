// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the ruler: the whole run (its calls) or the whole trace (one bar per run), with the visible
// window as a frame that the user drags, or resizes by its handles.
#pragma once

#include <QWidget>

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

  TimelineScene* scene_;
  Part drag_ = Part::Outside;
  bool dragging_ = false;
  double grab_ = 0;        ///< ticks from the window's begin to the drag point
  mutable QPixmap cache_;  ///< content without the frame
  mutable TickRange cachedScope_;
  mutable uint64_t cachedEvents_ = 0;
};

}  // namespace relaxscope
