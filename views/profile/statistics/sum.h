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
  /// Shows the sum alone, to leave a low view to its table; the other rows stand in the tooltip.
  void setCompact(bool compact);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fitHeight();
  [[nodiscard]] std::vector<StatisticsSource::Sum> shown() const;
  void paintRow(QPainter& painter, StatisticsSource::Sum sum, int top);

  DataTable* table_;
  std::shared_ptr<const StatisticsSource> source_;
  bool compact_ = false;
};

}  // namespace relaxscope
