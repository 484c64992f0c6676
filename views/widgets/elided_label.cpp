// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/elided_label.h"

#include <QPainter>

#include <algorithm>

#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {

ElidedLabel::ElidedLabel(const QString& text, const QFont& font, Token ink, QWidget* parent)
    : QLabel(text, parent), font_(font), ink_(ink) {
  setTextFormat(Qt::PlainText);
  setToolTip(text);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ElidedLabel::sizeHint() const {
  const QFontMetrics metrics(font_);
  return {std::min(Theme::instance()->px(400), metrics.horizontalAdvance(text()) + 2), metrics.height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const { return {Theme::instance()->px(30), sizeHint().height()}; }

void ElidedLabel::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setFont(font_);
  painter.setPen(Theme::instance()->color(ink_));
  painter.drawText(
      rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
      elided(painter.fontMetrics(), fittingClauses(painter.fontMetrics(), text(), width()), Qt::ElideMiddle, width()));
}

}  // namespace relaxscope
