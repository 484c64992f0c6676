// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the lines of the panel "Peak". Lines that name a storage or a tensor can be clicked.
#pragma once

#include <QWidget>

#include "views/memory/panel_rows.h"

namespace relaxscope {

class PeakFacts : public QWidget {
  Q_OBJECT
 public:
  explicit PeakFacts(QWidget* parent);
  void setRows(std::vector<PanelRow> rows, MemoryItem selected);
  void setSelected(MemoryItem item);
  void setCurve(std::shared_ptr<const PeakCurveOf::Value> curve, int64_t at, uint64_t live);
  [[nodiscard]] const std::vector<PanelRow>& rows() const { return rows_; }
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override;

 signals:
  void chosen(relaxscope::MemoryItem item, bool activate);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  [[nodiscard]] int heightOf(const PanelRow& row, int width) const;
  [[nodiscard]] MemoryItem itemAt(QPoint pos) const;
  void paintRow(QPainter* painter, const PanelRow& row, const QRect& cell) const;
  void paintText(QPainter* painter, const PanelRow& row, const QRect& cell) const;
  void paintFigures(QPainter* painter, const PanelRow& row, const QRect& cell) const;
  void paintTensor(QPainter* painter, const PanelRow& row, const QRect& cell) const;

  std::vector<PanelRow> rows_;
  MemoryItem selected_;
  std::shared_ptr<const PeakCurveOf::Value> curve_;
  int64_t at_ = 0;
  uint64_t live_ = 0;
};

}  // namespace relaxscope
