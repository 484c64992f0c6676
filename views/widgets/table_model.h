// SPDX-License-Identifier: GPL-3.0-or-later
// The one item model of all column tables: rows of a TableSource in the order a query gives. Large
// tables are filtered and sorted on the thread pool; the rows shown change when the answer is there.
#pragma once

#include <QAbstractTableModel>

#include <memory>
#include "views/core/latest_task.h"
#include "views/widgets/row_index.h"

namespace relaxscope {

/// A sort that outlives its columns: told by id, so that it is found again where columns came, went or moved.
struct ColumnSort {
  QString column;  ///< TableColumn::id; empty: order of the source
  bool descending = false;
  friend bool operator==(const ColumnSort&, const ColumnSort&) = default;
};

class TableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  explicit TableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// Replaces the data; filter and sort stay and are applied to the new rows.
  void setSource(std::shared_ptr<const TableSource> source);
  [[nodiscard]] const TableSource* source() const { return source_.get(); }
  [[nodiscard]] const std::shared_ptr<const TableSource>& sharedSource() const { return source_; }
  /// A sort that differs from the one shown is the person's choice from then on.
  void setQuery(const RowQuery& query);
  /// The sort that a person or a kept state chose. It may name a column that is not there now: until one
  /// of that id comes, the default holds.
  void chooseSort(const ColumnSort& sort);
  [[nodiscard]] const std::optional<ColumnSort>& chosenSort() const { return chosen_; }
  /// The sort of rows for which none was chosen.
  void setDefaultSort(const ColumnSort& sort);
  [[nodiscard]] const RowQuery& query() const { return query_; }
  /// Whether a filter or sort is under way.
  [[nodiscard]] bool isBusy() const { return task_.isPending(); }
  /// Why the pattern was refused; empty when it is fine.
  [[nodiscard]] const QString& error() const { return error_; }

  /// Source row of a shown row, or -1; and back.
  [[nodiscard]] int sourceRow(int shownRow) const;
  [[nodiscard]] int shownRow(int sourceRow) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 signals:
  /// The rows shown are those of the current query.
  void settled();

 private:
  [[nodiscard]] int columnOf(const QString& id) const;
  void resolveSort();
  void refresh();
  void take(RowOrder order);
  std::shared_ptr<const TableSource> source_;
  std::shared_ptr<const RowIndex> index_;
  RowQuery query_;  ///< its sort is what chosen_ and default_ come to with these columns
  std::optional<ColumnSort> chosen_;
  ColumnSort default_;
  std::vector<uint32_t> rows_;
  mutable std::vector<int32_t> shown_;  ///< inverse of rows_, made on first use
  QString error_;
  LatestTask task_;
};

/// The model as text, one line a row, cells parted by " | ": what tests compare.
QString modelText(const QAbstractItemModel& model, int maxRows = 100);

}  // namespace relaxscope
