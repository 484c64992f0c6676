// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the constant table and the elements of one tensor as a table. Both read the file's bytes only
// for visible cells.
#pragma once

#include <QAbstractTableModel>

#include <memory>

#include "views/core/derived.h"
#include "views/widgets/table_source.h"
#include "vmcore/analysis/constant_copies.h"

namespace relaxscope {

/// A key of Document::derived(): the equal constants of the pool, of those within the budget in bytes.
struct PoolCopies {
  using Value = ConstantCopies;
  uint64_t budget = kDefaultCompared;

  bool operator==(const PoolCopies&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const;
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const;
};

class ConstantsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(ConstantsSource)

 public:
  /// `hashes` may be shorter than the pool; missing and empty entries are not computed yet. `copies` may be null.
  ConstantsSource(std::shared_ptr<const Executable> executable, std::shared_ptr<const ExecutableSummary> summary,
                  std::shared_ptr<const std::vector<QString>> hashes, std::shared_ptr<const ConstantCopies> copies);
  size_t rows() const override { return executable_ ? executable_->constants.size() : 0; }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  double number(size_t row, int column) const override;
  void sortText(size_t row, int column, std::string& out) const override;
  void filterText(size_t row, std::string& out) const override;

 private:
  [[nodiscard]] size_t users(size_t row) const;
  [[nodiscard]] std::string nameOf(size_t row) const;
  std::shared_ptr<const Executable> executable_;
  std::shared_ptr<const ExecutableSummary> summary_;
  enum class Col : uint8_t { Index, Type, Value, Dtype, Bytes, Users, Copies, Hash, Scope };
  void addColumn(Col col, TableColumn column);
  [[nodiscard]] Col kind(int column) const { return kinds_[static_cast<size_t>(column)]; }
  [[nodiscard]] Cell valueCell(size_t row) const;
  [[nodiscard]] Cell copiesCell(size_t row) const;
  std::shared_ptr<const std::vector<QString>> hashes_;
  std::shared_ptr<const ConstantCopies> copies_;
  std::vector<std::string> scopes_;  ///< by constant; empty if the file records none
  std::vector<TableColumn> columns_;
  std::vector<Col> kinds_;
};

/// Elements of a tensor: the last extent as columns, all others as rows; both bounded, see isTruncated().
class TensorModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  static constexpr int kMaxRows = 1'000'000, kMaxColumns = 1'000;
  explicit TensorModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
  void setTensor(std::shared_ptr<const Executable> executable, ConstIndex constant);
  [[nodiscard]] bool isTruncated() const { return truncated_; }
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] const TensorConstant* tensor() const;
  std::shared_ptr<const Executable> executable_;
  ConstIndex constant_;
  int rows_ = 0, columns_ = 0;
  size_t stride_ = 1;  ///< elements per row
  bool truncated_ = false;
};

}  // namespace relaxscope
