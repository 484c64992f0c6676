// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the statistics: what the columns add up to.
#pragma once

#include <QWidget>

#include <memory>

#include "views/profile/statistics/source.h"

namespace relaxscope {

class DataTable;

/// The sum under a table, in its columns.
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
