// SPDX-License-Identifier: GPL-3.0-or-later
// Histogram of the times of single calls, with a brush that chooses some of its bars.
#pragma once

#include <QStringList>
#include <QWidget>

#include <optional>
#include <utility>

#include "vmcore/trace/figures/row_calls.h"

namespace relaxscope {

class FocusRing;

class CallHistogram : public QWidget {
  Q_OBJECT
 public:
  /// The first and the last bar that are chosen.
  using Brush = std::pair<int, int>;

  explicit CallHistogram(QWidget* parent = nullptr);
  /// Keeps the brush if `calls` has the same bars as before.
  void setCalls(const RowCalls& calls);
  [[nodiscard]] const std::optional<Brush>& brush() const { return brush_; }
  void setBrush(std::optional<Brush> brush);
  /// The bar at a place of the widget, limited to the first and last one; -1 without bars.
  [[nodiscard]] int barAt(double x) const;
  [[nodiscard]] QRectF barRect(int bar) const;
  /// The bar under the pointer, otherwise the brushed ones: their times, calls and share; empty: neither.
  [[nodiscard]] QStringList readout() const;
  QSize minimumSizeHint() const override;

 signals:
  /// `finished`: the mouse button is released, or a key was pressed.
  void brushed(bool finished);
  void readoutChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QRectF area() const;
  [[nodiscard]] double x(double ns) const;
  [[nodiscard]] double y(double count) const;
  struct Tick {
    double ns = 0;
    QString label;
  };
  [[nodiscard]] std::vector<Tick> timeTicks() const;
  void paintAxes(QPainter* painter) const;
  void paintBars(QPainter* painter) const;
  void paintMedian(QPainter* painter) const;
  void paintBrush(QPainter* painter) const;
  void moveBrush(int from, int to);
  void hover(int bar);

  FocusRing* focus_;
  RowCalls calls_;
  uint64_t most_ = 0;  ///< of a bar
  std::optional<Brush> brush_;
  int hovered_ = -1;
  int anchor_ = -1;  ///< bar where the drag began
  bool dragged_ = false;
};

}  // namespace relaxscope
