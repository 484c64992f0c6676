// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/table_delegate.h"

#include <QAbstractItemView>
#include <QPainter>

#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/table_model.h"

namespace relaxscope {
namespace {
constexpr int kCellPadding = 12;  // cell padding of look.md, halved between neighbouring columns
constexpr int kUnitGap = 4;
constexpr int kIndent = 18;
constexpr int kBarWidth = 40, kBarHeight = 6;
constexpr qsizetype kMaxMeasuredChars = 1'000;  // characters; longer texts do not fit into any column

QFont cellFont(const Cell& cell, const TableColumn& column) {
  const Theme* theme = Theme::instance();
  return cell.mono || column.right ? theme->mono(12, cell.weight) : theme->ui(12, cell.weight);
}

int swatchSpace() { return Theme::instance()->px(16); }

struct Parts {
  int left = 0, right = 0, chips = 0;
};

/// Padding left and right of a cell's text, and the width of its chips.
Parts partsOf(const Cell& cell, const TableColumn& column, bool first) {
  const Theme* theme = Theme::instance();
  Parts p;
  p.left = theme->px(first ? kCellPadding : kCellPadding / 2) + cell.indent * theme->px(kIndent);
  if (cell.swatch) p.left += swatchSpace();
  if (cell.share && column.right) p.left += theme->px(kBarWidth + 6);
  p.right = theme->px(column.right ? kCellPadding / 2 : kCellPadding / 2);
  for (const Chip& chip : cell.chips) p.chips += chipWidth(chip) + theme->px(4);
  return p;
}

int unitWidth(const Cell& cell) {
  if (cell.unit.isEmpty()) return 0;
  const Theme* theme = Theme::instance();
  return QFontMetrics(theme->mono(11)).horizontalAdvance(cell.unit) + theme->px(kUnitGap);
}

void paintShare(QPainter* painter, const QRect& rect, double share) {
  const Theme* theme = Theme::instance();
  const QRectF trough(rect.left() + theme->px(kCellPadding / 2), rect.center().y() - theme->px(kBarHeight) / 2.0 + 1,
                      theme->px(kBarWidth), theme->px(kBarHeight));
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme->color(Token::ShareTrough));
  painter->drawRoundedRect(trough, trough.height() / 2, trough.height() / 2);
  if (share > 0) {
    QRectF bar = trough;
    bar.setWidth(std::max(2.0, trough.width() * std::min(1.0, share)));
    painter->setBrush(theme->color(Token::ShareBar));
    const qreal radius = std::min(bar.height(), bar.width()) / 2;
    painter->drawRoundedRect(bar, radius, radius);
  }
  painter->restore();
}

/// Whether the cell extends beyond the table's left or right edge; it can be scrolled into view.
bool isCutByEdge(const QStyleOptionViewItem& option) {
  const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
  return view != nullptr && (option.rect.left() < 0 || option.rect.right() >= view->viewport()->width());
}

}  // namespace

void paintSwatch(QPainter* painter, const QRectF& rect, CallKind kind) {
  const CallColors colors = Theme::instance()->call(kind);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(colors.edge, 1.2));
  painter->setBrush(colors.fill);
  const QRectF box = rect.adjusted(0.6, 0.6, -0.6, -0.6);
  switch (kind) {
    case CallKind::VmFunction: {  // a rounded diamond: contains other calls
      painter->translate(box.center());
      painter->rotate(45);
      const qreal half = box.width() * 0.38;
      painter->drawRoundedRect(QRectF(-half, -half, 2 * half, 2 * half), 1.5, 1.5);
      break;
    }
    case CallKind::Kernel:
    case CallKind::GpuKernel: painter->drawRoundedRect(box, 2.5, 2.5); break;
    default: painter->drawRect(box); break;
  }
  if (colors.hatched) paintHatch(painter, box.adjusted(1, 1, -1, -1), colors.edge);
  painter->restore();
}

int chipWidth(const Chip& chip) {
  const Theme* theme = Theme::instance();
  return QFontMetrics(theme->ui(11, 500)).horizontalAdvance(chip.text) + theme->px(12);
}

int paintChip(QPainter* painter, int right, int centreY, const Chip& chip) {
  const Theme* theme = Theme::instance();
  const int width = chipWidth(chip), height = theme->px(18);
  const QRectF box(right - width, centreY - height / 2, width, height);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme->color(chip.back));
  painter->drawRoundedRect(box, theme->px(4), theme->px(4));
  painter->setPen(theme->color(chip.fore));
  painter->setFont(theme->ui(11, 500));
  drawFigure(painter, box, Qt::AlignCenter, chip.text);
  painter->restore();
  return width;
}

QString fitText(const QString& text, const QFontMetrics& metrics, int width, bool dotted) {
  if (text.size() <= kMaxMeasuredChars && metrics.horizontalAdvance(text) <= width) return text;
  if (!dotted) return elided(metrics, text, Qt::ElideRight, width);
  const QString shorter = shortenDotted(text);
  return shorter.size() <= kMaxMeasuredChars && metrics.horizontalAdvance(shorter) <= width
             ? shorter
             : elided(metrics, shorter, Qt::ElideMiddle, width);
}

int TableDelegate::neededWidth(const Cell& cell, const TableColumn& column, bool first) {
  const Parts p = partsOf(cell, column, first);
  return p.left + p.right + p.chips + unitWidth(cell) +
         QFontMetrics(cellFont(cell, column)).horizontalAdvance(cell.text.left(kMaxMeasuredChars));
}

bool TableDelegate::isElided(const Cell& cell, const TableColumn& column, int width) {
  return neededWidth(cell, column, true) > width;
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const {
  const auto* model = qobject_cast<const TableModel*>(index.model());
  const int row = model != nullptr ? model->sourceRow(index.row()) : -1;
  if (row < 0) return {0, Theme::instance()->px(24)};
  const TableColumn& column = model->source()->columns()[static_cast<size_t>(index.column())];
  const Cell cell = model->source()->cell(static_cast<size_t>(row), index.column());
  return {neededWidth(cell, column, index.column() == 0), Theme::instance()->px(24)};
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const TableModel*>(index.model());
  const int row = model != nullptr ? model->sourceRow(index.row()) : -1;
  if (row < 0) return;
  const Theme* theme = Theme::instance();
  const TableColumn& column = model->source()->columns()[static_cast<size_t>(index.column())];
  const Cell cell = model->source()->cell(static_cast<size_t>(row), index.column());
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const QRect rect = option.rect;
  painter->fillRect(rect, theme->color(selected               ? Token::SelectedRow
                                       : index.row() % 2 == 1 ? Token::Zebra
                                                              : Token::Panel));
  const bool first = rect.left() <= 0 || index.column() == 0;
  if (selected && first)
    painter->fillRect(QRect(rect.left(), rect.top(), theme->px(3), rect.height()), theme->color(Token::Accent));

  const Parts p = partsOf(cell, column, index.column() == 0);
  QRect area = rect.adjusted(p.left, 0, -p.right, 0);
  if (cell.swatch) {
    const int size = theme->px(9);
    paintSwatch(painter, QRectF(area.left() - swatchSpace(), rect.center().y() - size / 2.0 + 0.5, size, size),
                *cell.swatch);
  }
  if (cell.share && column.right) paintShare(painter, rect, *cell.share);
  if (isUncut(cell, column))
    if (const int needed = neededWidth(cell, column, index.column() == 0); needed > rect.width())
      emit figureNeeds(index.column(), needed);
  int chipRight = area.right();
  for (auto chip = cell.chips.rbegin(); chip != cell.chips.rend(); ++chip)
    chipRight -= paintChip(painter, chipRight, rect.center().y(), *chip) + theme->px(4);
  area.setRight(area.right() - p.chips);

  const QFont font = cellFont(cell, column);
  painter->setFont(font);
  painter->setPen(theme->color(cell.color));
  const QFontMetrics metrics(font);
  if (!column.right) {
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                      fitText(cell.text, metrics, area.width(), column.elideName));
    if (!cell.unit.isEmpty()) {
      painter->setPen(theme->color(Token::TextThird));
      painter->setFont(theme->ui(11));
      area.setLeft(area.left() + metrics.horizontalAdvance(cell.text) + theme->px(kUnitGap));
      painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, cell.unit);
    }
    return;
  }
  if (isCutByEdge(option)) return;  // part of a figure would read as another one
  const int unit = unitWidth(cell);
  drawFigure(painter, area.adjusted(0, 0, -unit, 0), Qt::AlignRight | Qt::AlignVCenter, cell.text);
  if (unit == 0) return;
  painter->setPen(theme->color(Token::TextThird));
  painter->setFont(theme->mono(11));
  drawFigure(painter, area, Qt::AlignRight | Qt::AlignVCenter, cell.unit);
}

TableHeader::TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
  setSectionsClickable(true);
  setHighlightSections(false);
  setSectionsMovable(true);
  setSortIndicatorShown(true);
  setMinimumSectionSize(Theme::instance()->px(36));
  setStretchLastSection(false);
}

QSize TableHeader::sizeHint() const { return {QHeaderView::sizeHint().width(), Theme::instance()->px(24)}; }

void TableHeader::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), Theme::instance()->color(Token::Subtle));
  painter.setPen(Theme::instance()->color(Token::Border));
  painter.drawLine(0, viewport()->height() - 1, viewport()->width(), viewport()->height() - 1);
  painter.end();
  QHeaderView::paintEvent(event);
}

void TableHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
  const Theme* theme = Theme::instance();
  painter->fillRect(rect, theme->color(Token::Subtle));
  painter->setPen(theme->color(Token::Border));
  painter->drawLine(rect.bottomLeft(), rect.bottomRight());
  const auto alignment = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>();
  const bool right = alignment.testFlag(Qt::AlignRight);
  QRect area =
      rect.adjusted(theme->px(section == 0 ? kCellPadding : kCellPadding / 2), 0, -theme->px(kCellPadding / 2), 0);
  const QFont font = theme->ui(11, 600);
  const QFontMetrics metrics(font);
  const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
  const int arrow = sorted ? theme->px(12) : 0;
  painter->setFont(font);
  painter->setPen(theme->color(Token::TextSecond));
  const QString title =
      elided(metrics, model()->headerData(section, Qt::Horizontal).toString(), Qt::ElideRight, area.width() - arrow);
  QRect textArea = right ? area.adjusted(0, 0, -arrow, 0) : area;
  painter->drawText(textArea, Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft), title);
  if (!sorted) return;
  const qreal x = right ? area.right() - theme->px(4) : area.left() + metrics.horizontalAdvance(title) + theme->px(8);
  const qreal y = area.center().y() + 0.5, w = theme->px(3), h = theme->px(2);
  const qreal sign = sortIndicatorOrder() == Qt::DescendingOrder ? 1 : -1;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(theme->color(Token::Accent), 1.35, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter->drawPolyline(QPolygonF({{x - w, y - sign * h}, {x, y + sign * h}, {x + w, y - sign * h}}));
  painter->restore();
}

}  // namespace relaxscope
