// SPDX-License-Identifier: GPL-3.0-or-later
// A plot over an axis: a QCustomPlot with the axis and its ruler on top, a line at the pointer, and one plottable that
// paints the content. Zooms, pans and measures by mouse; its signals tell the view that owns the content. Only plot.cpp
// includes QCustomPlot's header.
#pragma once

#include <QTimer>
#include <QWidget>

#include <memory>

#include "views/axis/content.h"

class QCustomPlot;

namespace relaxscope {

class AxisPlot : public QWidget {
  Q_OBJECT
 public:
  /// `name`: prefix of the object names, "timeline" of "timeline.plot".
  AxisPlot(std::unique_ptr<AxisContent> content, const QString& name, QWidget* parent = nullptr);
  ~AxisPlot() override;

  /// Repaints the content: at most once per event-loop iteration, or immediately with replotNow().
  void refresh();
  void replotNow();
  /// Paints the ruler and all of the content in `rect` without the plot library, for vector export.
  void paintAll(QPainter* painter, const QRect& rect);
  /// Height of the ruler, below which the content begins.
  [[nodiscard]] int rulerHeight() const;
  [[nodiscard]] QRect laneArea() const;
  [[nodiscard]] AxisScale axisScale() const;
  [[nodiscard]] AxisContent* content() const { return content_.get(); }

 signals:
  void clickedAt(QPoint pos);  ///< points of this widget
  void doubleClickedAt(QPoint pos);
  void contextRequestedAt(const QPoint& globalPos, QPoint pos);
  void windowChanged();       ///< the visible part was moved by mouse
  void scrolled(int pixels);  ///< wheel without modifiers; positive is down
  void rangeDragged(bool finished);
  void resized();
  void pointed(QPoint pos);  ///< the pointer moved over the ruler or the lanes
  void pointedAway();

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
  [[nodiscard]] RulerMarks marks() const;
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

  std::unique_ptr<AxisContent> content_;
  QCustomPlot* plot_;
  Cursor* cursor_;  ///< a line through all lanes at the pointer
  RulerMarks marks_;
  Drag drag_ = Drag::None;
  QPoint pressed_, last_;
  double anchor_ = 0;  ///< on the axis, at the start of a drag
  QTimer tip_;
  QPoint tipPos_;
};

}  // namespace relaxscope
