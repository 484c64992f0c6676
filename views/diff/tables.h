// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a comparison: functions, constants, kernels, and what was planned for memory.
#pragma once

#include <memory>

#include "views/widgets/table_source.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope {

class DiffTimes;

/// What the tables show; shared and immutable.
struct DiffTablesInput {
  std::shared_ptr<const ExecutableDiff> diff;
  std::shared_ptr<const Executable> old, now;
  std::shared_ptr<const DiffTimes> times = nullptr;  ///< null: no column of times
};

/// One row per matched, added or removed function; rows are those of ExecutableDiff::functions.
class DiffFunctionsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(DiffFunctionsSource)
 public:
  explicit DiffFunctionsSource(DiffTablesInput input);
  size_t rows() const override { return input_.diff->functions.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  double number(size_t row, int column) const override;
  void filterText(size_t row, std::string& out) const override;

 private:
  /// A column without that of times; kTimes: that one.
  [[nodiscard]] int plainColumn(int column) const;
  static constexpr int kTimeColumn = 3, kTimes = -1;
  [[nodiscard]] Cell timeCell(size_t row) const;
  [[nodiscard]] Cell nameCell(const FunctionPair& pair) const;
  [[nodiscard]] QString nameOf(const FunctionPair& pair) const;
  DiffTablesInput input_;
  std::vector<TableColumn> columns_;
};

/// One row per constant of either pool: those that differ first.
class DiffConstantsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(DiffConstantsSource)
 public:
  explicit DiffConstantsSource(DiffTablesInput input);
  size_t rows() const override { return order_.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  double number(size_t row, int column) const override;
  void filterText(size_t row, std::string& out) const override;
  [[nodiscard]] const ConstantPair& pair(size_t row) const { return input_.diff->constants[order_[row]]; }

 private:
  [[nodiscard]] Cell figure(size_t row, int column) const;
  [[nodiscard]] QString what(const ConstantPair& pair) const;
  DiffTablesInput input_;
  std::vector<uint32_t> order_;  ///< of ExecutableDiff::constants
  std::vector<TableColumn> columns_;
};

/// One row per kernel, function of a library or builtin: those that differ first.
class DiffKernelsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(DiffKernelsSource)
 public:
  explicit DiffKernelsSource(DiffTablesInput input);
  size_t rows() const override { return order_.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  void filterText(size_t row, std::string& out) const override;
  [[nodiscard]] const KernelPair& pair(size_t row) const { return input_.diff->kernels[order_[row]]; }

 private:
  DiffTablesInput input_;
  std::vector<uint32_t> order_;  ///< of ExecutableDiff::kernels
  std::vector<TableColumn> columns_;
};

/// Plans of matched functions: peaks and storages, old and new.
class DiffMemorySource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(DiffMemorySource)
 public:
  explicit DiffMemorySource(DiffTablesInput input);
  size_t rows() const override { return input_.diff->memory.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  double number(size_t row, int column) const override;

 private:
  DiffTablesInput input_;
  std::vector<TableColumn> columns_;
};

/// "c[3] → c[4]".
QString constantIndices(const ConstantPair& pair);
/// "12 of 2,000 elements differ", the largest differences, NaN: a line each.
QStringList differenceLines(const ElementDifference& difference);
/// A chip for what a constant or kernel is: its state, or its kind of change.
Chip changeChip(PairState state, ChangeKind kind, bool ignored);
/// "−33.3 %", "+12.5 %", "±0": from `old` to `now`; empty where there is no share.
QString changeShare(double old, double now);

}  // namespace relaxscope
