// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/listing/layer_painter.h"

#include <QPainter>

#include <algorithm>

#include "views/listing/heading.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {
namespace {}  // namespace

void ListingLayerPainter::heading(const ListingRows::Row& row, const QRect& rect, bool selected) {
  const Theme& theme = *Theme::instance();
  const ListingHeading heading = ListingHeading::of(geometry_, row);
  const bool layer = row.kind == ListingRows::Kind::Layer;
  if (layer) painter_->fillRect(rect, theme.color(selected ? Token::SelectedRow : Token::Subtle));
  if (selected)
    painter_->fillRect(QRect(rect.left(), rect.top(), theme.px(3), rect.height()), theme.color(Token::Accent));
  const auto draw = [&](const QString& text, const QRect& box, const QFont& font, Token color) {
    if (text.isEmpty() || box.width() <= 0) return;
    painter_->setFont(font);
    painter_->setPen(theme.color(color));
    const QRect at = box.translated(0, rect.top());
    painter_->drawText(at, kAlignLeft | Qt::TextSingleLine,
                       elided(painter_->fontMetrics(), text, Qt::ElideRight, at.width()));
  };
  draw(heading.name, heading.nameBox, theme.mono(12, 700), Token::RoleLabel);
  draw(heading.text, heading.textBox, theme.ui(11), layer ? Token::TextSecond : Token::TextThird);
  draw(heading.link, heading.linkBox, theme.ui(11), Token::Accent);
  if (!heading.link.isEmpty() && heading.linkBox.width() > 0)
    draw(QString(QChar(0x00B7)), QRect(heading.textBox.right() + theme.px(8), 0, theme.px(8), rect.height()),
         theme.ui(11), Token::TextSecond);
  if (heading.chip.isEmpty()) return;
  painter_->save();
  painter_->setRenderHint(QPainter::Antialiasing);
  painter_->setPen(QPen(theme.color(Token::RoleLabel), 1));
  painter_->setBrush(theme.color(Token::Panel));
  const QRectF pill = QRectF(heading.chipBox.translated(0, rect.top())).adjusted(0.5, 0.5, -0.5, -0.5);
  painter_->drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
  painter_->setFont(theme.ui(11, 600));
  painter_->setPen(theme.color(Token::RoleLabel));
  drawFigure(painter_, pill, Qt::AlignCenter, heading.chip);
  painter_->restore();
}

void ListingLayerPainter::brackets(int64_t first, int64_t last, int top) {
  const ListingContent& content = geometry_.content();
  if (!content.layers || content.layers->copies().empty() || last <= first) return;
  const InstrIndex low = content.rows->at(std::max<int64_t>(0, first)).pc;
  const InstrIndex high = content.rows->at(std::min(last, content.rows->size()) - 1).pc;
  painter_->save();
  for (uint32_t depth = 0; depth < LayerMap::kMaxDepth; ++depth) {
    const std::span<const LayerCopy> level = content.layers->copiesAt(depth);
    auto copy = std::ranges::lower_bound(level, low, {}, &LayerCopy::last);
    for (; copy != level.end() && copy->first <= high; ++copy) bracket(*copy, first, last, top);
  }
  painter_->restore();
}

void ListingLayerPainter::bracket(const LayerCopy& copy, int64_t first, int64_t last, int top) {
  const Theme& theme = *Theme::instance();
  const ListingRows& rows = *geometry_.content().rows;
  const int height = ListingGeometry::rowHeight();
  const uint32_t item = geometry_.content().layers->rowOf(copy);
  int64_t from = rows.rowOf(copy.first);
  bool headed = false;
  for (int64_t row = from - 1; row > 0 && rows.at(row).kind != ListingRows::Kind::Code && !headed; --row) {
    const ListingRows::Row what = rows.at(row);
    headed = what.kind == ListingRows::Kind::Layer && what.item == item;
    if (headed) from = row;
  }
  const int64_t to = rows.endRowOf(copy.last);
  if (to <= from) return;
  const int x = geometry_.bracketX(copy.depth);
  const auto y = [&](int64_t row) {
    return top + static_cast<int>(std::clamp(row, first - 1, last + 1) - first) * height;
  };
  const int begin = y(from) + (headed ? height / 2 : theme.px(3)), end = y(to) - theme.px(3);
  QPen pen(theme.color(Token::RoleLabel), copy.depth == 0 ? 2 : 1);
  if (copy.depth > 0) pen.setDashPattern({3, 2});
  pen.setCapStyle(Qt::FlatCap);
  painter_->setPen(pen);
  painter_->drawLine(x, begin, x, end);
  pen.setStyle(Qt::SolidLine);
  painter_->setPen(pen);
  const int tick = headed ? geometry_.columns().gutter - theme.px(3) : x + theme.px(4);
  painter_->drawLine(x, begin, tick, begin);
  painter_->drawLine(x, end, x + theme.px(4), end);
}

}  // namespace relaxscope
