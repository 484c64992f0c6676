// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/table_footer.h"

#include <QHeaderView>
#include <QPainter>

#include <algorithm>

#include "views/widgets/data_table.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/table_delegate.h"

namespace relaxscope {
namespace {
constexpr int kRowHeight = 25;
}  // namespace

TableFooter::TableFooter(DataTable* table, QWidget* parent) : QWidget(parent), table_(table) {
  fitHeight();
  connect(Theme::instance(), &Theme::changed, this, &TableFooter::fitHeight);
  QHeaderView* header = table->horizontalHeader();
  connect(header, &QHeaderView::sectionResized, this, qOverload<>(&QWidget::update));
  connect(header, &QHeaderView::sectionMoved, this, qOverload<>(&QWidget::update));
  connect(header, &QHeaderView::geometriesChanged, this, qOverload<>(&QWidget::update));
}

void TableFooter::fitHeight() {
  setFixedHeight(std::max(1, static_cast<int>(rows_.size())) * Theme::instance()->px(kRowHeight));
  update();
}

void TableFooter::setRows(std::vector<TableColumn> columns, std::vector<Row> rows) {
  columns_ = std::move(columns);
  rows_ = std::move(rows);
  QStringList texts;
  for (size_t row = 0; row < rows_.size(); ++row) texts << rowText(row);
  setAccessibleName(texts.join(QStringLiteral("; ")));
  fitHeight();
}

QString TableFooter::rowText(size_t row) const {
  QStringList texts;
  for (const Cell& cell : rows_[row])
    texts << (cell.unit.isEmpty() ? cell.text : cell.text + QLatin1Char(' ') + cell.unit);
  return texts.join(QStringLiteral(" | "));
}

void TableFooter::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme* theme = Theme::instance();
  painter.fillRect(rect(), theme->color(Token::Subtle));
  painter.setPen(theme->color(Token::Border));
  painter.drawLine(rect().topLeft(), rect().topRight());
  int top = 0;
  for (const Row& row : rows_) {
    paintRow(painter, row, top);
    top += theme->px(kRowHeight);
  }
}

void TableFooter::paintRow(QPainter& painter, const Row& row, int top) {
  const Theme* theme = Theme::instance();
  const QHeaderView* header = table_->horizontalHeader();
  const int count = std::min({header->count(), static_cast<int>(columns_.size()), static_cast<int>(row.size())});
  for (int column = 0; column < count; ++column) {
    const Cell& cell = row[static_cast<size_t>(column)];
    const TableColumn& shown = columns_[static_cast<size_t>(column)];
    if (header->isSectionHidden(column) || cell.text.isEmpty()) continue;
    QRect box(header->sectionViewportPosition(column), top, header->sectionSize(column), theme->px(kRowHeight));
    const int needed = TableDelegate::neededWidth(cell, shown, column == 0);
    if (shown.right && needed > box.width())
      QMetaObject::invokeMethod(
          table_, [table = table_, column, needed] { table->needWidth(column, needed); }, Qt::QueuedConnection);
    if (shown.right && (box.left() < 0 || box.right() >= table_->viewport()->width())) continue;  // as in the table
    if (!shown.right) {
      painter.setFont(theme->ui(12, cell.weight));
      painter.setPen(theme->color(cell.color));
      const QRect area = box.adjusted(theme->px(column == 0 ? 12 : 6), 0, -theme->px(6), 0);
      painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                       fitText(cell.text, painter.fontMetrics(), area.width(), false));
      continue;
    }
    box.adjust(0, 0, -theme->px(6), 0);
    if (!cell.unit.isEmpty()) {
      painter.setFont(theme->mono(11));
      painter.setPen(theme->color(Token::TextThird));
      drawFigure(&painter, box, Qt::AlignVCenter | Qt::AlignRight, cell.unit);
      box.adjust(0, 0, -painter.fontMetrics().horizontalAdvance(cell.unit) - theme->px(4), 0);
    }
    painter.setFont(theme->mono(12, cell.weight));
    painter.setPen(theme->color(cell.color));
    drawFigure(&painter, box, Qt::AlignVCenter | Qt::AlignRight, cell.text);
  }
}

}  // namespace relaxscope
