// SPDX-License-Identifier: GPL-3.0-or-later
// The plot of a timeline: a QCustomPlot with a time axis on top, its ticker, and one plottable that paints all
// lanes. Translates mouse events into signals that the view that owns the scene handles. Only plot.cpp includes
// QCustomPlot's header.
#pragma once

#include <QTimer>
#include <QWidget>

#include "views/profile/timeline/painter.h"
#include "views/profile/timeline/scene.h"

class QCustomPlot;

namespace relaxscope {

class TimelinePlot : public QWidget {
  Q_OBJECT
 public:
  explicit TimelinePlot(TimelineScene* scene, QWidget* parent = nullptr);

  /// Repaints the scene: at most once per event-loop iteration, or immediately with replotNow().
  void refresh();
  void replotNow();
  /// Paints the ruler and all lanes in `rect` without the plot library, for vector export.
  void paintAll(QPainter* painter, const QRect& rect);
  /// Height of the ruler, below which the lanes begin.
  [[nodiscard]] int rulerHeight() const;
  [[nodiscard]] QRect laneArea() const;
  [[nodiscard]] TimeScale scale() const;
  /// The slice at a point of this widget.
  [[nodiscard]] SlicePlace sliceAt(QPoint pos) const;
  /// The tooltip's text for a slice: at most six lines.
  [[nodiscard]] QString tooltipFor(SlicePlace place) const;
  /// Label of the measured range: "48.9 µs · 50 calls · 10.4 %".
  [[nodiscard]] QString rangeLabel(const TickRange& range) const;

 signals:
  void clicked(SlicePlace place);
  void doubleClicked(SlicePlace place);
  void windowChanged();       ///< the visible time was moved by mouse
  void scrolled(int pixels);  ///< wheel without modifiers; positive is down
  void rangeDragged(bool finished);
  void resized();
  void pointed(QPoint pos);  ///< the pointer moved over the ruler or the lanes
  void pointedAway();
  void contextRequested(const QPoint& globalPos, SlicePlace place);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  class Cursor;
  class Lanes;
  class Ticker;
  friend class Lanes;
  enum class Drag : uint8_t { None, Maybe, Range, BeginEdge, EndEdge, Pan };
  void applyTheme();
  void paintRuler(QPainter* painter, const QRect& ruler);
  void paintRange(QPainter* painter, const QRect& ruler);
  [[nodiscard]] QRect rangeSpan(const QRect& ruler) const;
  [[nodiscard]] QRect rangeBox(const QRect& ruler, const QFontMetrics& metrics) const;
  void press(QMouseEvent* event);
  void move(QMouseEvent* event);
  void release(QMouseEvent* event);
  void wheel(QWheelEvent* event);
  [[nodiscard]] int edgeAt(QPoint pos) const;
  void showTip();
  void point(QPoint pos);

  TimelineScene* scene_;
  QCustomPlot* plot_;
  Cursor* cursor_;  ///< a line through all lanes at the pointer
  TimelinePainter painter_;
  TimeRuler ruler_;
  Drag drag_ = Drag::None;
  QPoint pressed_, last_;
  double anchor_ = 0;  ///< ticks at the start of a drag
  QTimer tip_;
  QPoint tipPos_;
};

}  // namespace relaxscope
