// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/elided_label.h"

#include <QPainter>

#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {

ElidedLabel::ElidedLabel(const QString& text, const QFont& font, Token ink, QWidget* parent)
    : Label(text, parent), font_(font), ink_(ink) {
  setToolTip(text);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ElidedLabel::sizeOf(const QString& text, int mostPixels) const {
  const QFontMetrics metrics(font_);
  const int most = Theme::instance()->px(mostPixels);
  return {fits(metrics, text, most - 2) ? metrics.horizontalAdvance(text) + 2 : most, metrics.height() + 2};
}

QSize ElidedLabel::sizeHint() const { return sizeOf(text(), 400); }

QSize ElidedLabel::minimumSizeHint() const {
  constexpr int kWidestFigure = 160;  // a point in time: 2026-11-24T09:23:23Z
  return sizeOf(firstClause(text()), kWidestFigure);
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setFont(font_);
  painter.setPen(Theme::instance()->color(ink_));
  const QFontMetricsF metrics(painter.font());
  const QString shown = fittingClauses(metrics, text(), width());
  if (fits(metrics, shown, width())) return drawFigure(&painter, rect(), kAlignLeft, shown);
  painter.drawText(rect(), kAlignLeft | Qt::TextSingleLine, elided(metrics, shown, Qt::ElideMiddle, width()));
}

}  // namespace relaxscope
