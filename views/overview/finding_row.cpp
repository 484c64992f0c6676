// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/finding_row.h"

#include <QPainter>

#include <utility>

#include "views/findings/severity_look.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {

FindingRow::FindingRow(Severity severity, Texts texts, bool first, QWidget* parent)
    : QWidget(parent), severity_(severity), texts_(std::move(texts)), first_(first) {
  show_ = new QPushButton(tr("Show me"), this);
  show_->setProperty("link", true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setToolTip(texts_.text);
  QStringList spoken{texts_.title + QStringLiteral(": ") + texts_.text, texts_.cost, texts_.place};
  spoken.removeAll(QString());
  setAccessibleName(spoken.join(QStringLiteral(", ")));
}

QSize FindingRow::sizeHint() const { return {Theme::instance()->px(300), Theme::instance()->px(98)}; }

void FindingRow::resizeEvent(QResizeEvent*) {
  const QSize size = show_->sizeHint();
  show_->setGeometry(width() - size.width(), Theme::instance()->px(73) - size.height() / 2, size.width(),
                     size.height());
}

void FindingRow::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (!first_) painter.fillRect(QRect(0, 0, width(), 1), theme->color(Token::Border));
  const int box = theme->px(28), icon = theme->px(16);
  const QRectF frame(0, theme->px(16), box, box);
  painter.setPen(Qt::NoPen);
  const SeverityLook look = lookOf(severity_);
  painter.setBrush(theme->color(look.back));
  painter.drawRoundedRect(frame, theme->px(6), theme->px(6));
  theme->icon(QLatin1String(look.icon), look.ink)
      .paint(&painter, QRect((box - icon) / 2, theme->px(16) + (box - icon) / 2, icon, icon));
  const int x = theme->px(40), room = width() - x;
  painter.setPen(theme->color(Token::Text));
  int titleRoom = room;
  if (!texts_.cost.isEmpty()) {
    painter.setFont(theme->mono(12, 500));
    const int cost = painter.fontMetrics().horizontalAdvance(texts_.cost) + 1;
    drawFigure(&painter, QRect(width() - cost, theme->px(13), cost, theme->px(20)), Qt::AlignVCenter | Qt::AlignRight,
               texts_.cost);
    titleRoom -= cost + theme->px(12);
  }
  painter.setFont(theme->ui(13, 600));
  painter.drawText(QRect(x, theme->px(13), titleRoom, theme->px(20)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), texts_.title, Qt::ElideRight, titleRoom));
  painter.setFont(theme->ui(12));
  painter.setPen(theme->color(Token::TextSecond));
  painter.drawText(QRect(x, theme->px(36), room, theme->px(20)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), texts_.text, Qt::ElideMiddle, room));
  painter.setFont(theme->mono(11));
  painter.setPen(theme->color(Token::RoleFunction));
  const int placeRoom = show_->x() - x - theme->px(8);
  painter.drawText(QRect(x, theme->px(63), placeRoom, theme->px(20)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), texts_.place, Qt::ElideMiddle, placeRoom));
}

}  // namespace relaxscope
