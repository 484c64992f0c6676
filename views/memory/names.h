// SPDX-License-Identifier: GPL-3.0-or-later
// The column left of the plot: per storage its register, reuse, formula and bytes; what the curve below shows.
#pragma once

#include <QWidget>

#include "views/memory/scene.h"

namespace relaxscope {

class MemoryNames : public QWidget {
  Q_OBJECT
 public:
  MemoryNames(const MemoryScene* scene, QWidget* parent);
  static constexpr int kWidth = 148, kNarrow = 108;
  /// Space beside the ruler.
  void setTop(int pixels);
  void setNarrow(bool narrow);
  void paintAll(QPainter* painter, const QRect& rect) const;

 signals:
  void clicked(int row);
  void scrolled(int pixels);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  void fit();
  [[nodiscard]] MemoryLayout layoutIn(const QRect& all) const;
  void paintHead(QPainter* painter, const QRect& all, const MemoryLayout& layout) const;
  void paintStorage(QPainter* painter, int row, const QRect& cell) const;
  void paintRegister(QPainter* painter, int row, const QRect& cell) const;
  void paintCurve(QPainter* painter, const QRect& cell) const;

  const MemoryScene* scene_;
  int top_ = 26;
  bool narrow_ = false;
};

}  // namespace relaxscope
