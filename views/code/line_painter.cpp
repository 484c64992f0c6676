// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/line_painter.h"

#include <QPainter>

#include "views/theme/theme.h"
#include "views/widgets/elide.h"
#include "views/widgets/figure_record.h"

namespace relaxscope {

/// Characters of `text` drawn from `x` on that end before `right`; if not all, there is room for an ellipsis.
qsizetype CodeLinePainter::fittingCharacters(const QString& text, double x, double right) const {
  if (x + widths_.of(text) <= right) return text.size();
  const double room = right - x - widths_.of(QString(QChar(0x2026)));
  qsizetype most = 0;
  while (most < text.size() && widths_.of(text.left(most + 1)) <= room) ++most;
  return cutBetweenFigures(text, most);
}

void CodeLinePainter::draw(const CodeLine& line, double x, const QRectF& row, double right, const Under& under) const {
  const Theme& theme = *Theme::instance();
  const QString whole = line.text();
  qsizetype left = fittingCharacters(whole, x, right);
  const bool cut = left < whole.size();
  if (cut) recordElided(whole, whole.left(left) + QChar(0x2026));
  const auto put = [&](const QString& text) {
    const QFontMetrics metrics = painter_->fontMetrics();
    painter_->drawText(QPointF(x, row.top() + (row.height() + metrics.ascent() - metrics.descent()) / 2.0), text);
  };
  for (const CodeToken& token : line.tokens) {
    const QString text = token.text.left(left);
    left -= text.size();
    const double width = widths_.of(text);
    if (!text.isEmpty() && under) under(token, QRectF(x, row.top(), width, row.height()));
    painter_->setFont(theme.mono(12, token.weight));
    const bool quiet = line.plumbing && token.color == Token::Text;
    painter_->setPen(theme.color(quiet ? Token::TextThird : token.color));
    put(text);
    x += width;
  }
  painter_->setFont(theme.mono(12));
  painter_->setPen(theme.color(Token::TextThird));
  if (cut) put(QString(QChar(0x2026)));
}

}  // namespace relaxscope
