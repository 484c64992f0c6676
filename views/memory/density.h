// SPDX-License-Identifier: GPL-3.0-or-later
// What is too narrow to be drawn on its own: per pixel the part that it covers, as the shade of a strip.
#pragma once

#include <QRect>

#include <algorithm>
#include <vector>

class QColor;
class QPainter;
class QString;

namespace relaxscope {

/// Bars below this width, in logical pixels, are parts of a strip.
inline constexpr double kLeastBar = 3;

class DensityStrip {
 public:
  /// Columns of one logical pixel each, from `left` on.
  DensityStrip(int left, int width) : left_(left), covered_(static_cast<size_t>(std::max(0, width)), 0.0F) {}

  /// Adds a bar between two places of the axis in pixels; what lies outside is left out.
  void add(double from, double to);
  [[nodiscard]] size_t bars() const { return bars_; }
  /// Part of a column that is covered, at most 1.
  [[nodiscard]] double covered(int column) const;
  /// Fills the rows of `rect`: the more of a pixel is covered, the more it has of `ink`; nothing where nothing is.
  void paint(QPainter* painter, const QRectF& rect, const QColor& ink) const;

 private:
  int left_;
  std::vector<float> covered_;
  size_t bars_ = 0;
};

/// How many bars a strip is made of, at its left end where it has room.
void paintPlate(QPainter* painter, const QString& text, const QRectF& strip);

}  // namespace relaxscope
