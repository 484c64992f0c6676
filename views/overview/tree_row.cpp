// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/tree_row.h"

#include <QPainter>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {

TreeRow::TreeRow(const TreeLine& line, QWidget* parent) : QAbstractButton(parent), line_(line) {
  setAccessibleName(line.text + QStringLiteral(", ") + line.detail);
  setObjectName(QStringLiteral("overview.module.%1").arg(line.module.value));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize TreeRow::sizeHint() const { return {Theme::instance()->px(200), Theme::instance()->px(26)}; }

void TreeRow::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  if (underMouse() || hasFocus()) painter.fillRect(rect(), theme->color(Token::SelectedRow));
  int x = theme->px(24) * line_.depth;
  const int icon = theme->px(16);
  if (line_.depth > 0) {
    painter.setPen(theme->color(Token::BorderStrong));
    const int left = x - theme->px(16);
    painter.drawLine(left, 0, left, line_.last ? height() / 2 : height());
    painter.drawLine(left, height() / 2, left + theme->px(12), height() / 2);
  }
  theme->icon(line_.icon).paint(&painter, QRect(x, (height() - icon) / 2, icon, icon));
  x += icon + theme->px(8);
  painter.setFont(theme->mono(12));
  painter.setPen(theme->color(Token::Text));
  const int detail = painter.fontMetrics().horizontalAdvance(line_.detail);
  drawFigure(&painter, QRect(std::max(x, width() - detail - 2), 0, std::min(width() - x, detail + 2), height()),
             Qt::AlignVCenter, line_.detail);
  painter.setFont(theme->ui(12));
  painter.drawText(QRect(x, 0, width() - detail - x - theme->px(8), height()), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), line_.text, Qt::ElideMiddle, width() - detail - x - theme->px(8)));
}

}  // namespace relaxscope
