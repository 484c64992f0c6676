// SPDX-License-Identifier: GPL-3.0-or-later
// The item model of all column tables: rows of a TableSource in the order of a query's result. Large tables are
// filtered and sorted on the thread pool; the shown rows change when the result is ready.
#pragma once

#include <QAbstractTableModel>

#include <memory>
#include "views/core/latest_task.h"
#include "views/widgets/row_index.h"

namespace relaxscope {

/// A sort that identifies its column by id, so that it survives columns being added, removed or moved.
struct ColumnSort {
  QString column;  ///< TableColumn::id; empty: source order
  bool descending = false;
  friend bool operator==(const ColumnSort&, const ColumnSort&) = default;
};

class TableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  explicit TableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// Replaces the data; filter and sort are kept and applied to the new rows.
  void setSource(std::shared_ptr<const TableSource> source);
  [[nodiscard]] const TableSource* source() const { return source_.get(); }
  [[nodiscard]] const std::shared_ptr<const TableSource>& sharedSource() const { return source_; }
  /// A sort that differs from the current one becomes the user's choice.
  void setQuery(const RowQuery& query);
  /// Sets the sort that the user or a saved state chose. Its column may be missing: the default sort applies until a
  /// column with that id appears.
  void chooseSort(const ColumnSort& sort);
  [[nodiscard]] const std::optional<ColumnSort>& chosenSort() const { return chosen_; }
  /// The sort that applies while none is chosen.
  void setDefaultSort(const ColumnSort& sort);
  [[nodiscard]] const RowQuery& query() const { return query_; }
  /// Whether a filter or sort is in progress.
  [[nodiscard]] bool isBusy() const { return task_.isPending(); }
  /// Why the pattern is invalid; empty if it is valid.
  [[nodiscard]] const QString& error() const { return error_; }

  /// Source row of a shown row, or -1; and the inverse.
  [[nodiscard]] int sourceRow(int shownRow) const;
  [[nodiscard]] int shownRow(int sourceRow) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 signals:
  /// Emitted when the shown rows match the current query.
  void settled();

 private:
  [[nodiscard]] int columnOf(const QString& id) const;
  void resolveSort();
  void refresh();
  void take(RowOrder order);
  std::shared_ptr<const TableSource> source_;
  std::shared_ptr<const RowIndex> index_;
  RowQuery query_;  ///< its sort is resolved from chosen_ and default_ for the current columns
  std::optional<ColumnSort> chosen_;
  ColumnSort default_;
  std::vector<uint32_t> rows_;
  mutable std::vector<int32_t> shown_;  ///< inverse of rows_, built lazily
  QString error_;
  LatestTask task_;
};

/// The model as text for tests: one line per row, cells separated by " | ".
QString modelText(const QAbstractItemModel& model, int maxRows = 100);

}  // namespace relaxscope
