// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/search_field.h"

#include <QKeySequence>
#include <QPainter>

#include "views/theme/theme.h"
#include "views/widgets/elide.h"

namespace relaxscope {

SearchField::SearchField(QWidget* parent) : QAbstractButton(parent) {
  setObjectName(QStringLiteral("toolbar.search"));
  setText(tr("Search calls, functions, commands…"));
  setCursor(Qt::IBeamCursor);
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMinimumWidth(Theme::instance()->px(140));
  setMaximumWidth(Theme::instance()->px(440));
}

QSize SearchField::sizeHint() const { return {Theme::instance()->px(440), Theme::instance()->px(32)}; }

void SearchField::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(hasFocus() ? QPen(theme->color(Token::Accent), 2) : QPen(theme->color(Token::BorderStrong), 1));
  painter.setBrush(theme->color(Token::Subtle));
  const double inset = hasFocus() ? 1.0 : 0.5;
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), theme->px(6), theme->px(6));
  const int icon = theme->px(16);
  theme->icon(QStringLiteral("search")).paint(&painter, QRect(theme->px(10), (height() - icon) / 2, icon, icon));
  const int cap = paintKeyCap(&painter, QPoint(width() - theme->px(8), height() / 2),
                              QKeySequence(QStringLiteral("Ctrl+P")).toString(QKeySequence::NativeText));
  painter.setPen(theme->color(Token::TextSecond));
  painter.setFont(theme->ui());
  const QRect area(theme->px(32), 0, width() - theme->px(32) - cap - theme->px(16), height());
  painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                   elided(painter.fontMetrics(), text(), Qt::ElideRight, area.width()));
}

int paintKeyCap(QPainter* painter, const QPoint& rightCentre, const QString& key) {
  const Theme* theme = Theme::instance();
  const QFont font = theme->ui(11, 500);
  const int width = std::max(theme->px(24), QFontMetrics(font).horizontalAdvance(key) + theme->px(16));
  const int height = theme->px(18);
  const QRectF cap(rightCentre.x() - width + 0.5, rightCentre.y() - height / 2 + 0.5, width - 1, height - 1);
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(theme->color(Token::BorderStrong));
  painter->setBrush(theme->color(Token::Raised));
  painter->drawRoundedRect(cap, theme->px(4), theme->px(4));
  painter->setPen(theme->color(Token::Text));
  painter->setFont(font);
  painter->drawText(cap, Qt::AlignCenter, key);
  return width;
}

}  // namespace relaxscope
