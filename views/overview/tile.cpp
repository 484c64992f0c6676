// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/tile.h"

#include <QPainter>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {
namespace {

void paintCard(QPainter& painter, const QRectF& rect, bool highlighted) {
  const Theme* theme = Theme::instance();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme->color(highlighted ? Token::BorderStrong : Token::Border));
  painter.setBrush(theme->color(Token::Panel));
  painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme->px(8), theme->px(8));
}

void paintFocus(QPainter& painter, const QRect& rect) {
  painter.setPen(QPen(Theme::instance()->color(Token::Accent), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 6, 6);
}

}  // namespace

OverviewTile::OverviewTile(const QString& icon, const QString& title, const Figure& figure, const QString& note,
                           QWidget* parent)
    : QAbstractButton(parent), icon_(icon), title_(title), note_(note), figure_(figure) {
  setText(title);
  setAccessibleName(QStringLiteral("%1: %2 %3. %4").arg(title, figure.number, figure.unit, note));
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize OverviewTile::sizeHint() const {
  return {std::max(Theme::instance()->px(150), minimumSizeHint().width()), Theme::instance()->px(96)};
}

QSize OverviewTile::minimumSizeHint() const {
  const Theme* theme = Theme::instance();
  const int number = QFontMetrics(theme->ui(24, 600)).horizontalAdvance(figure_.number);
  const int unit =
      figure_.unit.isEmpty() ? 0 : theme->px(5) + QFontMetrics(theme->ui(13)).horizontalAdvance(figure_.unit);
  return {2 * theme->px(16) + number + unit + 2, theme->px(96)};
}

void OverviewTile::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  paintCard(painter, rect(), underMouse());
  const int pad = theme->px(16), icon = theme->px(14);
  theme->icon(icon_).paint(&painter, QRect(pad, theme->px(14), icon, icon));
  theme->icon(QStringLiteral("chevron-right"))
      .paint(&painter, QRect(width() - pad - icon + theme->px(4), theme->px(14), icon, icon));
  painter.setFont(theme->ui(12));
  painter.setPen(theme->color(Token::TextSecond));
  painter.drawText(QRect(pad + icon + theme->px(6), theme->px(11), width() - 2 * pad - 2 * icon, theme->px(20)),
                   Qt::AlignVCenter,
                   elided(painter.fontMetrics(), title_, Qt::ElideRight, width() - 2 * pad - 2 * icon));
  painter.setFont(theme->ui(24, 600));
  painter.setPen(theme->color(Token::Text));
  const QRect line(pad, theme->px(34), width() - 2 * pad, theme->px(34));
  drawFigure(&painter, line, Qt::AlignVCenter, figure_.number);
  const int x = pad + painter.fontMetrics().horizontalAdvance(figure_.number) + theme->px(5);
  painter.setFont(theme->ui(13));
  painter.setPen(theme->color(Token::TextThird));
  drawFigure(&painter, QRect(x, line.top() + theme->px(4), width() - x, line.height()), Qt::AlignVCenter, figure_.unit);
  painter.setFont(theme->ui(11));
  painter.setPen(theme->color(Token::TextSecond));
  const QRect note(pad, theme->px(69), width() - 2 * pad, theme->px(18));
  drawFigure(&painter, note, Qt::AlignVCenter, fittingRemark(painter.fontMetrics(), note_, note.width()));
  if (hasFocus()) paintFocus(painter, rect());
}

}  // namespace relaxscope
