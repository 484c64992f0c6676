// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/density.h"

#include <QColor>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"

namespace relaxscope {

void DensityStrip::add(double from, double to) {
  const double end = static_cast<double>(covered_.size());
  from = std::max(from - left_, 0.0);
  to = std::min(to - left_, end);
  if (to < from || from >= end || to < 0) return;
  ++bars_;
  for (auto column = static_cast<size_t>(from); column < covered_.size() && static_cast<double>(column) < to; ++column)
    covered_[column] +=
        static_cast<float>(std::min(to, static_cast<double>(column) + 1) - std::max(from, static_cast<double>(column)));
}

double DensityStrip::covered(int column) const {
  return column < 0 || static_cast<size_t>(column) >= covered_.size()
             ? 0.0
             : std::min(1.0F, covered_[static_cast<size_t>(column)]);
}

void DensityStrip::paint(QPainter* painter, const QRectF& rect, const QColor& ink) const {
  if (bars_ == 0 || covered_.empty()) return;
  constexpr double kFaintest = 0.30;  // a single bar in a pixel shows
  const int width = static_cast<int>(covered_.size());
  QImage line(width, 1, QImage::Format_ARGB32_Premultiplied);
  auto* out = reinterpret_cast<QRgb*>(line.scanLine(0));
  for (int x = 0; x < width; ++x) {
    const double part = covered(x);
    const double shade = part > 0 ? kFaintest + (1 - kFaintest) * part : 0;
    out[x] = qPremultiply(qRgba(ink.red(), ink.green(), ink.blue(), static_cast<int>(std::lround(255 * shade))));
  }
  painter->drawImage(QRectF(left_, rect.top(), width, rect.height()), line, QRectF(0, 0, width, 1));
}

void paintPlate(QPainter* painter, const QString& text, const QRectF& strip) {
  const Theme* theme = Theme::instance();
  painter->setFont(theme->ui(11, 600));
  const int wide = painter->fontMetrics().horizontalAdvance(text) + theme->px(12);
  const QRectF plate(strip.left() + theme->px(6), strip.center().y() - theme->px(8), wide, theme->px(16));
  if (plate.right() > strip.right() - theme->px(6) || plate.height() > strip.height()) return;
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme->call(CallKind::Kernel).fill);
  painter->drawRoundedRect(plate, 2, 2);
  painter->setPen(theme->color(Token::SliceText));
  drawFigure(painter, plate, Qt::AlignCenter, text);
}

}  // namespace relaxscope
