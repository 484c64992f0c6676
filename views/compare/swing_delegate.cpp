// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/swing_delegate.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/compare/time_texts.h"
#include "views/compare/times_source.h"
#include "views/widgets/table_model.h"

namespace relaxscope {
namespace {
constexpr int kFigure = 66, kPadding = 6, kBarHeight = 9;  ///< room of the figure, and of the bar
}  // namespace

void SwingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  TableDelegate::paint(painter, option, index);
  const auto* model = qobject_cast<const TableModel*>(index.model());
  const auto* source = model != nullptr ? dynamic_cast<const TimesSource*>(model->source()) : nullptr;
  const int line = source != nullptr ? model->sourceRow(index.row()) : -1;
  if (line < 0 || index.column() != source->shareColumn()) return;
  const auto bar = source->bar(static_cast<size_t>(line));
  const Theme* theme = Theme::instance();
  const QRectF room = QRectF(option.rect).adjusted(theme->px(kPadding), 0, -theme->px(kFigure), 0);
  if (!bar || room.width() < theme->px(24)) return;
  const double zero = room.left() + bar->zero * room.width(), end = room.left() + bar->end * room.width();
  const double height = theme->px(kBarHeight);
  painter->save();
  painter->setPen(theme->color(Token::BorderStrong));
  painter->drawLine(QPointF(zero, room.top()), QPointF(zero, room.bottom()));
  if (bar->end != bar->zero) {
    QColor ink = theme->color(inkOfMark(bar->mark));
    QRectF box(std::min(zero, end), room.center().y() - height / 2, std::max(1.5, std::abs(end - zero)), height);
    if (bar->mark == DifferenceMark::Same || bar->mark == DifferenceMark::Unknown) {
      painter->setPen(ink);  // hollow: no difference that is known
      painter->drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    } else {
      painter->fillRect(box, ink);
    }
  }
  painter->restore();
}

}  // namespace relaxscope
