// SPDX-License-Identifier: GPL-3.0-or-later
// All instructions of an executable as searchable rows: the text of codeLine(), generated faster.
#pragma once

#include <memory>

#include "views/widgets/table_source.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Appends the text of codeLine(executable, pc) with whole names.
void appendCodeText(const Executable& executable, InstrIndex pc, std::string& out);

class CodeTextSource : public TableSource {
 public:
  explicit CodeTextSource(std::shared_ptr<const Executable> executable);
  size_t rows() const override { return executable_->code.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  void filterText(size_t row, std::string& out) const override;

 private:
  std::shared_ptr<const Executable> executable_;
  std::vector<TableColumn> columns_;
};

}  // namespace relaxscope
