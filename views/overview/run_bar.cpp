// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/run_bar.h"

#include <QPainter>

#include <algorithm>
#include <utility>

#include "views/findings/percent.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"
#include "views/widgets/table_delegate.h"

namespace relaxscope {

RunBar::RunBar(std::vector<Part> parts, QWidget* parent) : QWidget(parent), parts_(std::move(parts)) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  QStringList texts;
  for (const Part& part : parts_) texts.append(QStringLiteral("%1 %2").arg(part.name, percentText(part.share)));
  setAccessibleName(texts.join(QStringLiteral(", ")));
}

QSize RunBar::sizeHint() const { return {Theme::instance()->px(300), Theme::instance()->px(62)}; }

void RunBar::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  const int barHeight = theme->px(24);
  double x = 0;
  const double gap = theme->px(2);
  const double room = width() - gap * static_cast<double>(parts_.size());
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Part& part : parts_) {
    const CallColors colors = theme->call(part.kind);
    const QRectF slice(x + 0.5, 0.5, std::max(2.0, room * part.share) - 1, barHeight - 1);
    painter.setPen(colors.edge);
    painter.setBrush(colors.fill);
    painter.drawRoundedRect(slice, theme->px(2), theme->px(2));
    if (colors.hatched) paintHatch(&painter, slice.adjusted(1, 1, -1, -1), colors.edge);
    painter.setFont(theme->ui(11, 600));
    if (!colors.hatched && painter.fontMetrics().horizontalAdvance(part.name) + theme->px(16) < slice.width()) {
      painter.setPen(theme->color(Token::SliceText));
      painter.drawText(slice.adjusted(theme->px(8), 0, 0, 0), Qt::AlignVCenter, part.name);
    }
    x += slice.width() + 1 + gap;
  }
  int left = 0;
  const int y = barHeight + theme->px(10), line = theme->px(20);
  for (const Part& part : parts_) {
    const Figure figure = durationFigure(part.ns);
    const QString time = figure.number + QLatin1Char(' ') + figure.unit, share = percentText(part.share);
    const int nameWidth = QFontMetrics(theme->ui(12)).horizontalAdvance(part.name);
    const int timeWidth = QFontMetrics(theme->mono(12)).horizontalAdvance(time);
    const int shareWidth = QFontMetrics(theme->mono(12)).horizontalAdvance(share);
    if (left + theme->px(50) + nameWidth + timeWidth + shareWidth > width()) break;
    paintSwatch(&painter, QRectF(left + 1, y + (line - theme->px(10)) / 2.0, theme->px(10), theme->px(10)), part.kind);
    left += theme->px(20);
    painter.setFont(theme->ui(12));
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(QRect(left, y, nameWidth + 2, line), Qt::AlignVCenter, part.name);
    left += nameWidth + theme->px(14);
    painter.setFont(theme->mono(12, 500));
    painter.setPen(theme->color(Token::Text));
    drawFigure(&painter, QRect(left, y, timeWidth + 4, line), Qt::AlignVCenter, time);
    left += timeWidth + theme->px(12);
    painter.setPen(theme->color(Token::TextThird));
    painter.setFont(theme->mono(12));
    drawFigure(&painter, QRect(left, y, shareWidth + 4, line), Qt::AlignVCenter, share);
    left += shareWidth + theme->px(36);
  }
}

}  // namespace relaxscope
