// SPDX-License-Identifier: GPL-3.0-or-later
// The row of column sums below the statistics.
#pragma once

#include <QWidget>

#include <memory>

#include "views/profile/statistics/source.h"

namespace relaxscope {

class DataTable;

/// A row of sums below a table, aligned with its columns.
class StatisticsSum : public QWidget {
  Q_OBJECT
 public:
  explicit StatisticsSum(DataTable* table, QWidget* parent = nullptr);
  void setSource(std::shared_ptr<const StatisticsSource> source);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  DataTable* table_;
  std::shared_ptr<const StatisticsSource> source_;
};

}  // namespace relaxscope
