// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/sum.h"

#include <QHeaderView>
#include <QPainter>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/data_table.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/table_delegate.h"

namespace relaxscope {
namespace {
constexpr int kRowHeight = 25;
}  // namespace

StatisticsSum::StatisticsSum(DataTable* table, QWidget* parent) : QWidget(parent), table_(table) {
  setObjectName(QStringLiteral("statistics.sum"));
  fitHeight();
  connect(Theme::instance(), &Theme::changed, this, &StatisticsSum::fitHeight);
  QHeaderView* header = table->horizontalHeader();
  connect(header, &QHeaderView::sectionResized, this, qOverload<>(&QWidget::update));
  connect(header, &QHeaderView::sectionMoved, this, qOverload<>(&QWidget::update));
  connect(header, &QHeaderView::geometriesChanged, this, qOverload<>(&QWidget::update));
}

void StatisticsSum::fitHeight() {
  setFixedHeight(std::max(1, static_cast<int>(shown().size())) * Theme::instance()->px(kRowHeight));
  QStringList hidden;
  if (source_ != nullptr && compact_)
    for (const StatisticsSource::Sum sum : source_->sums())
      if (sum != StatisticsSource::Sum::Rows) hidden << source_->sumText(sum);
  setToolTip(hidden.join(QLatin1Char('\n')));
  update();
}

std::vector<StatisticsSource::Sum> StatisticsSum::shown() const {
  if (source_ == nullptr) return {};
  if (compact_) return {StatisticsSource::Sum::Rows};
  return source_->sums();
}

void StatisticsSum::setCompact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  fitHeight();
}

void StatisticsSum::setSource(std::shared_ptr<const StatisticsSource> source) {
  source_ = std::move(source);
  fitHeight();
}

void StatisticsSum::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme* theme = Theme::instance();
  painter.fillRect(rect(), theme->color(Token::Subtle));
  painter.setPen(theme->color(Token::Border));
  painter.drawLine(rect().topLeft(), rect().topRight());
  if (source_ == nullptr) return;
  int top = 0;
  for (const StatisticsSource::Sum sum : shown()) {
    paintRow(painter, sum, top);
    top += theme->px(kRowHeight);
  }
}

void StatisticsSum::paintRow(QPainter& painter, StatisticsSource::Sum sum, int top) {
  const Theme* theme = Theme::instance();
  const QHeaderView* header = table_->horizontalHeader();
  const int count = std::min(header->count(), static_cast<int>(source_->columns().size()));
  for (int column = 0; column < count; ++column) {
    if (header->isSectionHidden(column)) continue;
    const Cell cell = source_->sumCell(sum, column);
    if (cell.text.isEmpty()) continue;
    QRect box(header->sectionViewportPosition(column), top, header->sectionSize(column), theme->px(kRowHeight));
    const bool right = source_->columns()[static_cast<size_t>(column)].right;
    if (const int needed =
            TableDelegate::neededWidth(cell, source_->columns()[static_cast<size_t>(column)], column == 0);
        right && needed > box.width())
      QMetaObject::invokeMethod(
          table_, [table = table_, column, needed] { table->needWidth(column, needed); }, Qt::QueuedConnection);
    if (right && (box.left() < 0 || box.right() >= table_->viewport()->width())) continue;  // as in the table
    if (!right) {
      painter.setFont(theme->ui(12, cell.weight));
      painter.setPen(theme->color(Token::Text));
      painter.drawText(box.adjusted(theme->px(12), 0, -theme->px(6), 0), Qt::AlignVCenter | Qt::AlignLeft, cell.text);
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
    painter.setPen(theme->color(Token::Text));
    drawFigure(&painter, box, Qt::AlignVCenter | Qt::AlignRight, cell.text);
  }
}

}  // namespace relaxscope
