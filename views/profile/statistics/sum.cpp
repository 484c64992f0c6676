// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/sum.h"

#include <QHeaderView>
#include <QPainter>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/data_table.h"

namespace relaxscope {

StatisticsSum::StatisticsSum(DataTable* table, QWidget* parent) : QWidget(parent), table_(table) {
  setObjectName(QStringLiteral("statistics.sum"));
  const auto size = [this] {
    setFixedHeight(Theme::instance()->px(25));
    update();
  };
  size();
  connect(Theme::instance(), &Theme::changed, this, size);
  QHeaderView* header = table->horizontalHeader();
  connect(header, &QHeaderView::sectionResized, this, qOverload<>(&QWidget::update));
  connect(header, &QHeaderView::sectionMoved, this, qOverload<>(&QWidget::update));
  connect(header, &QHeaderView::geometriesChanged, this, qOverload<>(&QWidget::update));
}

void StatisticsSum::setSource(std::shared_ptr<const StatisticsSource> source) {
  source_ = std::move(source);
  update();
}

void StatisticsSum::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme* theme = Theme::instance();
  painter.fillRect(rect(), theme->color(Token::Subtle));
  painter.setPen(theme->color(Token::Border));
  painter.drawLine(rect().topLeft(), rect().topRight());
  if (source_ == nullptr) return;
  const QHeaderView* header = table_->horizontalHeader();
  const int count = std::min(header->count(), static_cast<int>(source_->columns().size()));
  for (int column = 0; column < count; ++column) {
    if (header->isSectionHidden(column)) continue;
    const Cell cell = source_->sumCell(column);
    if (cell.text.isEmpty()) continue;
    QRect box(header->sectionViewportPosition(column), 0, header->sectionSize(column), height());
    const bool right = source_->columns()[static_cast<size_t>(column)].right;
    if (!right) {
      painter.setFont(theme->ui(12, 600));
      painter.setPen(theme->color(Token::Text));
      painter.drawText(box.adjusted(theme->px(12), 0, -theme->px(6), 0), Qt::AlignVCenter | Qt::AlignLeft, cell.text);
      continue;
    }
    box.adjust(0, 0, -theme->px(6), 0);
    if (!cell.unit.isEmpty()) {
      painter.setFont(theme->mono(11));
      painter.setPen(theme->color(Token::TextThird));
      painter.drawText(box, Qt::AlignVCenter | Qt::AlignRight, cell.unit);
      box.adjust(0, 0, -painter.fontMetrics().horizontalAdvance(cell.unit) - theme->px(4), 0);
    }
    painter.setFont(theme->mono(12, 600));
    painter.setPen(theme->color(Token::Text));
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignRight, cell.text);
  }
}

}  // namespace relaxscope
