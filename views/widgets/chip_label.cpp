// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/chip_label.h"

#include <QPainter>

#include "views/widgets/draw_figure.h"

namespace relaxscope {

ChipLabel::ChipLabel(const QString& text, const ChipLook& look, QWidget* parent)
    : QWidget(parent), text_(text), look_(look) {
  setAccessibleName(text);
  if (!isPill()) setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QFont ChipLabel::textFont(bool framed) const { return Theme::instance()->ui(isPill() ? 11 : 12, framed ? 400 : 500); }

QSize ChipLabel::sizeHint() const {
  const Theme* theme = Theme::instance();
  const int words = QFontMetrics(textFont(false)).horizontalAdvance(text_);
  return {words + theme->px(isPill() ? 16 : 20) + (look_.icon.isEmpty() ? 0 : theme->px(18)),
          theme->px(isPill() ? 20 : 24)};
}

void ChipLabel::paintEvent(QPaintEvent* /*event*/) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(look_.framed ? QPen(theme->color(Token::Border)) : QPen(Qt::NoPen));
  painter.setBrush(theme->color(look_.back));
  const double radius = isPill() ? height() / 2.0 : theme->px(4), inset = isPill() ? 0 : 0.5;
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), radius, radius);
  int x = theme->px(isPill() ? 8 : 10);
  if (!look_.icon.isEmpty()) {
    const int icon = theme->px(14);
    theme->icon(look_.icon, look_.ink).paint(&painter, QRect(x - theme->px(2), (height() - icon) / 2, icon, icon));
    x += theme->px(16);
  }
  painter.setFont(textFont(look_.framed));
  painter.setPen(theme->color(look_.ink));
  if (isPill()) drawFigure(&painter, rect(), Qt::AlignCenter, text_);
  else drawFigure(&painter, QRect(x, 0, width() - x, height()), Qt::AlignVCenter, text_);
}

}  // namespace relaxscope
