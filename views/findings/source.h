// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the findings table.
#pragma once

#include <memory>

#include "views/widgets/table_source.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

class FindingsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(relaxscope::FindingsSource)
 public:
  /// `shown`: by severity, whether its findings are included.
  FindingsSource(std::shared_ptr<const Diagnostics> findings, std::shared_ptr<const Executable> executable,
                 const std::array<bool, 3>& shown);

  [[nodiscard]] size_t rows() const override { return rows_.size(); }
  [[nodiscard]] const std::vector<TableColumn>& columns() const override { return columns_; }
  [[nodiscard]] Cell cell(size_t row, int column) const override;
  [[nodiscard]] double number(size_t row, int column) const override;
  void filterText(size_t row, std::string& out) const override;
  [[nodiscard]] const Diagnostic& finding(size_t row) const { return findings_->all()[rows_[row]]; }

 private:
  std::shared_ptr<const Diagnostics> findings_;
  std::shared_ptr<const Executable> executable_;
  std::vector<TableColumn> columns_;
  std::vector<size_t> rows_;
};

/// "error", "warning", "info" in the interface's language, with its colours.
Chip severityChip(Severity severity);

}  // namespace relaxscope
