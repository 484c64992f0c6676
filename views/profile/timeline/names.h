// SPDX-License-Identifier: GPL-3.0-or-later
// The column of lane names left of the plot: icon, title and subtitle, a chevron for foldable lanes.
#pragma once

#include <QWidget>

#include "views/profile/timeline/scene.h"

namespace relaxscope {

class TimelineNames : public QWidget {
  Q_OBJECT
 public:
  TimelineNames(const TimelineScene* scene, QWidget* parent = nullptr);
  static constexpr int kWidth = 176;
  /// Paints all lanes in `rect`, ignoring the scroll position.
  void paintAll(QPainter* painter, const QRect& rect) const;
  /// Sets the space above the first lane, beside the ruler.
  void setTop(int pixels);

 signals:
  void toggled(const LaneId& lane);
  void scrolled(int pixels);
  void slotActivated(const SlotKey& key);  ///< a double click on its name

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Text {
    QString icon, title;
    QStringList lines;
    bool code = false;
  };
  [[nodiscard]] Text textOf(const Lane& lane) const;
  [[nodiscard]] Text deviceText(const Lane& lane) const;
  /// The lane at this place of the widget; null if there is none.
  [[nodiscard]] const Lane* laneAt(QPoint pos) const;
  void paintLane(QPainter* painter, const Lane& lane, const QRect& rect) const;

  const TimelineScene* scene_;
  int top_ = 26;
};

}  // namespace relaxscope
