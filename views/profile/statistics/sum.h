// SPDX-License-Identifier: GPL-3.0-or-later
// The rows below the statistics: column sums, what recording adds beyond them, an unrecorded run.
#pragma once

#include <memory>

#include "views/profile/statistics/source.h"
#include "views/profile/table_footer.h"

namespace relaxscope {

class StatisticsSum : public TableFooter {
  Q_OBJECT
 public:
  explicit StatisticsSum(DataTable* table, QWidget* parent = nullptr);
  void setSource(std::shared_ptr<const StatisticsSource> source);
  /// Shows the sum alone, to leave a low view to its table; the other rows stand in the tooltip.
  void setCompact(bool compact);

 private:
  void refresh();

  std::shared_ptr<const StatisticsSource> source_;
  bool compact_ = false;
};

}  // namespace relaxscope
