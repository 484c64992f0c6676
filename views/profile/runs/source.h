// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of runs.
#pragma once

#include <vector>

#include "views/core/run_history.h"
#include "views/widgets/table_source.h"

namespace relaxscope {

class RunsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(relaxscope::RunsSource)
 public:
  explicit RunsSource(const RunHistory& history);

  [[nodiscard]] size_t rows() const override { return entries_.size(); }
  [[nodiscard]] const std::vector<TableColumn>& columns() const override { return columns_; }
  [[nodiscard]] Cell cell(size_t row, int column) const override;
  [[nodiscard]] double number(size_t row, int column) const override;
  void sortText(size_t row, int column, std::string& out) const override;
  void filterText(size_t row, std::string& out) const override;
  [[nodiscard]] const RunEntry& entry(size_t row) const { return entries_[row]; }
  /// Row of the run that is shown; -1: none.
  [[nodiscard]] int shownRow() const { return shown_; }

 private:
  [[nodiscard]] Cell what(size_t row) const;
  [[nodiscard]] double ratio(size_t row) const;

  std::vector<RunEntry> entries_;
  QStringList labels_;
  std::vector<TableColumn> columns_;
  int shown_ = -1;
};

}  // namespace relaxscope
