// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/tile.h"

#include <QPainter>

#include <algorithm>

#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {

DiffTile::DiffTile(const QString& name, QWidget* parent) : QWidget(parent) {
  setObjectName(name);
  setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
}

void DiffTile::show(const QString& title, const QString& figure, const QString& note, Token ink) {
  title_ = title;
  figure_ = figure;
  note_ = note;
  ink_ = ink;
  setAccessibleName(text());
  updateGeometry();
  update();
}

QSize DiffTile::sizeHint() const {
  const Theme* theme = Theme::instance();
  const int widest = std::max({QFontMetrics(theme->ui(12)).horizontalAdvance(title_),
                               QFontMetrics(theme->ui(18, 600)).horizontalAdvance(figure_),
                               std::min(theme->px(180), QFontMetrics(theme->mono(11)).horizontalAdvance(note_))});
  return {std::max(theme->px(136), widest + theme->px(26)), theme->px(64)};
}

void DiffTile::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme->color(Token::Border));
  painter.setBrush(theme->color(Token::Subtle));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme->px(8), theme->px(8));
  const int pad = theme->px(12), room = width() - 2 * pad;
  const auto put = [&](int top, int height, const QFont& font, Token ink, const QString& text) {
    painter.setFont(font);
    painter.setPen(theme->color(ink));
    drawFigure(&painter, QRect(pad, theme->px(top), room, theme->px(height)), Qt::AlignVCenter | Qt::AlignLeft,
               fittingRemark(painter.fontMetrics(), text, room));
  };
  put(5, 16, theme->ui(12), Token::TextSecond, title_);
  put(20, 24, theme->ui(18, 600), ink_, figure_);
  put(43, 16, theme->mono(11), Token::TextSecond, note_);
}

}  // namespace relaxscope
