// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/sum.h"

namespace relaxscope {

StatisticsSum::StatisticsSum(DataTable* table, QWidget* parent) : TableFooter(table, parent) {
  setObjectName(QStringLiteral("statistics.sum"));
}

void StatisticsSum::setCompact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  refresh();
}

void StatisticsSum::setSource(std::shared_ptr<const StatisticsSource> source) {
  source_ = std::move(source);
  refresh();
}

void StatisticsSum::refresh() {
  if (source_ == nullptr) return setRows({}, {});
  QStringList hidden;
  std::vector<Row> rows;
  for (const StatisticsSource::Sum sum : source_->sums()) {
    if (compact_ && sum != StatisticsSource::Sum::Rows) {
      hidden << source_->sumText(sum);
      continue;
    }
    Row row;
    for (size_t column = 0; column < source_->columns().size(); ++column)
      row.push_back(source_->sumCell(sum, static_cast<int>(column)));
    rows.push_back(std::move(row));
  }
  setToolTip(hidden.join(QLatin1Char('\n')));
  setRows(source_->columns(), std::move(rows));
}

}  // namespace relaxscope
