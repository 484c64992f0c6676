// SPDX-License-Identifier: GPL-3.0-or-later
// The times of the calls of both sides over one axis: old dashed and grey, new solid and blue, with their medians.
#pragma once

#include <QWidget>

#include <array>

#include "views/compare/call_figures.h"

namespace relaxscope {

class OverlaidHistogram : public QWidget {
  Q_OBJECT
 public:
  explicit OverlaidHistogram(QWidget* parent = nullptr);
  void setFigures(CallFigures figures);
  [[nodiscard]] const CallFigures& figures() const { return figures_; }
  /// "old, 9,600 calls", "new, 9,600 calls", "beyond 51 µs: 174 and 181".
  [[nodiscard]] QStringList legend() const;
  /// What the bar at a place says; empty beside the bars.
  [[nodiscard]] QString textAt(const QPointF& pos) const;
  /// Where the medians of both sides are named: beside each other. Empty where a side has no calls.
  [[nodiscard]] std::array<QRectF, 2> medianBoxes() const;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QRectF area() const;
  [[nodiscard]] double x(double ns) const;
  [[nodiscard]] double y(double share) const;
  /// Of the calls of a side that a bar has: sides of different counts are compared by their shape.
  [[nodiscard]] double shareOf(const ComparedBin& bin, size_t side) const;
  [[nodiscard]] QPolygonF outline(size_t side) const;
  void paintAxes(QPainter* painter) const;
  void paintSide(QPainter* painter, size_t side) const;
  [[nodiscard]] static QString medianText(size_t side);
  void paintMedians(QPainter* painter) const;
  void paintLegend(QPainter* painter) const;

  CallFigures figures_;
  double most_ = 0;  ///< largest share of a bar
};

}  // namespace relaxscope
