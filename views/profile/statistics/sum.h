// SPDX-License-Identifier: GPL-3.0-or-later
// The rows below the statistics: column sums, what recording adds beyond them, an unrecorded run.
#pragma once

#include <QWidget>

#include <memory>

#include "views/profile/statistics/source.h"

class QPainter;

namespace relaxscope {

class DataTable;

/// Rows of sums below a table, aligned with its columns.
class StatisticsSum : public QWidget {
  Q_OBJECT
 public:
  explicit StatisticsSum(DataTable* table, QWidget* parent = nullptr);
  void setSource(std::shared_ptr<const StatisticsSource> source);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fitHeight();
  void paintRow(QPainter& painter, StatisticsSource::Sum sum, int top);

  DataTable* table_;
  std::shared_ptr<const StatisticsSource> source_;
};

}  // namespace relaxscope
