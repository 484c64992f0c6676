// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/readout_line.h"

#include <QPainter>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {
namespace {

constexpr int kLineHeight = 22, kLinePadding = 12;  // logical pixels

}  // namespace

ReadoutLine::ReadoutLine(const QString& hint, QWidget* parent) : QWidget(parent), hint_(hint) {
  const auto fit = [this] { setFixedHeight(Theme::instance()->px(kLineHeight)); };
  fit();
  connect(Theme::instance(), &Theme::changed, this, fit);
}

void ReadoutLine::setParts(const QStringList& parts) {
  if (parts == parts_) return;
  parts_ = parts;
  setAccessibleDescription(parts.join(QStringLiteral(", ")));
  update();
}

void ReadoutLine::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme->color(Token::Subtle));
  painter.fillRect(QRect(0, 0, width(), 1), theme->color(Token::Border));
  const QRect room = rect().adjusted(theme->px(kLinePadding), 1, -theme->px(kLinePadding), 0);
  if (parts_.isEmpty()) {
    painter.setFont(theme->ui(11));
    painter.setPen(theme->color(Token::TextThird));
    painter.drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                     elided(painter.fontMetrics(), hint_, Qt::ElideRight, room.width()));
    return;
  }
  painter.setFont(theme->mono(11));
  painter.setPen(theme->color(Token::Text));
  drawFigure(&painter, room, Qt::AlignVCenter | Qt::AlignLeft,
             fittingParts(painter.fontMetrics(), parts_, room.width()));
}

}  // namespace relaxscope
