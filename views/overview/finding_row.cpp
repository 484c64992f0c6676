// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/finding_row.h"

#include <QPainter>

#include "views/theme/theme.h"
#include "views/widgets/elide.h"

namespace relaxscope {
namespace {

Token inkOf(Severity severity) {
  return severity == Severity::Error ? Token::Error : severity == Severity::Warning ? Token::Warning : Token::Accent;
}
Token backOf(Severity severity) {
  return severity == Severity::Error     ? Token::ErrorBack
         : severity == Severity::Warning ? Token::WarningBack
                                         : Token::AccentBack;
}
QString iconOf(Severity severity) {
  return severity == Severity::Error     ? QStringLiteral("error")
         : severity == Severity::Warning ? QStringLiteral("diagnostics")
                                         : QStringLiteral("info");
}

}  // namespace

FindingRow::FindingRow(Severity severity, const QString& title, const QString& text, const QString& place, bool first,
                       QWidget* parent)
    : QWidget(parent), severity_(severity), title_(title), text_(text), place_(place), first_(first) {
  show_ = new QPushButton(tr("Go to"), this);
  show_->setProperty("link", true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setToolTip(text);
  setAccessibleName(title + QStringLiteral(": ") + text);
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
  painter.setBrush(theme->color(backOf(severity_)));
  painter.drawRoundedRect(frame, theme->px(6), theme->px(6));
  theme->icon(iconOf(severity_), inkOf(severity_))
      .paint(&painter, QRect((box - icon) / 2, theme->px(16) + (box - icon) / 2, icon, icon));
  const int x = theme->px(40), room = width() - x;
  painter.setFont(theme->ui(13, 600));
  painter.setPen(theme->color(Token::Text));
  painter.drawText(QRect(x, theme->px(13), room, theme->px(20)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), title_, Qt::ElideRight, room));
  painter.setFont(theme->ui(12));
  painter.setPen(theme->color(Token::TextSecond));
  painter.drawText(QRect(x, theme->px(36), room, theme->px(20)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), text_, Qt::ElideMiddle, room));
  painter.setFont(theme->mono(11));
  painter.setPen(theme->color(Token::RoleFunction));
  const int placeRoom = show_->x() - x - theme->px(8);
  painter.drawText(QRect(x, theme->px(63), placeRoom, theme->px(20)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), place_, Qt::ElideMiddle, placeRoom));
}

}  // namespace relaxscope
