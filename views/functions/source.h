// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the function table: facts of each function and, after a run, its times.
#pragma once

#include <memory>
#include <vector>

#include "views/core/derived.h"
#include "views/widgets/table_source.h"

namespace relaxscope {

/// Everything the table needs, shared and immutable. All parts but the executable may be null.
struct FunctionsInput {
  std::shared_ptr<const Executable> executable;
  std::shared_ptr<const ExecutableSummary> summary;
  std::shared_ptr<const LoadedFile> file;
  std::shared_ptr<const TraceStatistics> byCallee;
  std::shared_ptr<const NoteTable> notes;
  std::shared_ptr<const std::vector<std::string>> operators;  ///< by function
};

/// A key of Document::derived(): the operators of kernels by function, as kernelOperator() gives them; empty without
/// any.
struct FunctionOperators {
  using Value = std::vector<std::string>;

  bool operator==(const FunctionOperators&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const;
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const;
};

class FunctionsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(FunctionsSource)

 public:
  explicit FunctionsSource(FunctionsInput input);
  size_t rows() const override { return input_.executable ? input_.executable->functions.size() : 0; }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  double number(size_t row, int column) const override;
  void sortText(size_t row, int column, std::string& out) const override;
  void filterText(size_t row, std::string& out) const override;
  /// Whether neither the executable's library nor the builtins have a packed function of that name.
  [[nodiscard]] bool isUnresolved(size_t row) const { return row < unresolved_.size() && unresolved_[row]; }

 private:
  enum class Col : uint8_t {
    Name,
    Kind,
    Operator,
    Calls,
    Mean,
    Total,
    Share,
    Self,
    P50,
    P99,
    Params,
    Registers,
    Instructions,
    CallsOut,
    Callers,
    ConstantBytes
  };
  void addColumn(Col col, TableColumn column);
  void findUnresolved();
  void mapTimes();
  void widenCounts();
  [[nodiscard]] const StatisticsRow* times(size_t row) const;
  [[nodiscard]] const FunctionSummary* facts(size_t row) const;
  [[nodiscard]] Cell nameCell(size_t row) const;
  [[nodiscard]] double value(size_t row, Col col) const;
  /// Empty where it is unknown.
  [[nodiscard]] std::string operatorOf(size_t row) const;

  FunctionsInput input_;
  std::vector<TableColumn> columns_;
  std::vector<Col> kinds_;
  std::vector<bool> unresolved_;
  std::vector<int32_t> timeRow_;  ///< row of byCallee->rows per function, -1: never called
};

/// "bytecode", "packed", "compiled", or "kind 9" in a damaged file.
QString functionKindText(const Function& function);
/// The kind that a function is drawn as: from its body if it has one, else from its name.
CallKind functionCallKind(const Function& function);

}  // namespace relaxscope
