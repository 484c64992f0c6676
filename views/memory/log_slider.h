// SPDX-License-Identifier: GPL-3.0-or-later
// A slider over the extents 1 to 65,536 on a logarithmic scale, with marks for values seen in runs.
#pragma once

#include <QAbstractSlider>
#include <QWheelEvent>

#include <set>

namespace relaxscope {

class LogSlider : public QAbstractSlider {
  Q_OBJECT
 public:
  explicit LogSlider(QWidget* parent);
  static constexpr int kSteps = 16, kMost = 16;  ///< per power of two; powers
  [[nodiscard]] static int64_t extentOf(int value);
  /// The nearest position; extents beyond the ends are at the ends.
  [[nodiscard]] static int valueOf(int64_t extent);
  void setSeen(const std::set<int64_t>& extents);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }

 private:
  [[nodiscard]] double xOf(int64_t extent) const;
  void moveTo(double x);
  std::set<int64_t> seen_;
};

}  // namespace relaxscope
