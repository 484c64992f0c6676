// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/table_model.h"

#include <algorithm>

#include "views/core/discard.h"

namespace relaxscope {
namespace {
/// Maximum number of rows for synchronous queries, which take 1 to 2 ms.
constexpr size_t kDirectRows = 20'000;
}  // namespace

void TableModel::setSource(std::shared_ptr<const TableSource> source) {
  task_.cancel();
  beginResetModel();
  if (source_ && source_->rows() > kDirectRows) {
    discard(std::move(index_));
    discard(std::move(source_));
  }
  source_ = std::move(source);
  index_ = source_ ? std::make_shared<const RowIndex>(source_) : nullptr;
  resolveSort();
  rows_.clear();
  shown_.clear();
  endResetModel();
  refresh();
}

void TableModel::setQuery(const RowQuery& query) {
  if (query == query_) return;
  const bool sorts = query.sortColumn != query_.sortColumn || query.descending != query_.descending;
  query_ = query;
  if (sorts)
    chosen_ = ColumnSort{query.sortColumn >= 0 && query.sortColumn < columnCount()
                             ? source_->columns()[static_cast<size_t>(query.sortColumn)].id
                             : QString(),
                         query.descending};
  refresh();
}

int TableModel::columnOf(const QString& id) const {
  if (!source_) return -1;
  const auto& columns = source_->columns();
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const TableColumn& column) { return column.id == id; });
  return found != columns.end() ? static_cast<int>(found - columns.begin()) : -1;
}

void TableModel::resolveSort() {
  const bool found = chosen_ && (chosen_->column.isEmpty() || columnOf(chosen_->column) >= 0);
  const ColumnSort& sort = found ? *chosen_ : default_;
  query_.sortColumn = columnOf(sort.column);
  query_.descending = query_.sortColumn >= 0 && sort.descending;
}

void TableModel::chooseSort(const ColumnSort& sort) {
  const RowQuery before = query_;
  chosen_ = sort;
  resolveSort();
  if (query_ != before) refresh();
}

void TableModel::setDefaultSort(const ColumnSort& sort) {
  const RowQuery before = query_;
  default_ = sort;
  resolveSort();
  if (query_ != before) refresh();
}

void TableModel::refresh() {
  task_.cancel();
  if (!index_) {
    emit settled();
    return;
  }
  if (source_->rows() <= kDirectRows) {
    take(*index_->find(query_));
    return;
  }
  task_.start([index = index_, query = query_](std::stop_token stop) { return index->find(query, std::move(stop)); },
              [this](std::optional<RowOrder> order) {
                if (order) take(std::move(*order));
              });
}

void TableModel::take(RowOrder order) {
  beginResetModel();
  rows_ = std::move(order.rows);
  shown_.clear();
  error_ = order.error;
  endResetModel();
  emit settled();
}

int TableModel::sourceRow(int shownRow) const {
  return shownRow >= 0 && static_cast<size_t>(shownRow) < rows_.size()
             ? static_cast<int>(rows_[static_cast<size_t>(shownRow)])
             : -1;
}

int TableModel::shownRow(int sourceRow) const {
  if (!source_ || sourceRow < 0 || static_cast<size_t>(sourceRow) >= source_->rows()) return -1;
  if (shown_.empty()) {
    shown_.assign(source_->rows(), -1);
    for (size_t i = 0; i < rows_.size(); ++i) shown_[rows_[i]] = static_cast<int32_t>(i);
  }
  return shown_[static_cast<size_t>(sourceRow)];
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || !source_ ? 0 : static_cast<int>(source_->columns().size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  const int row = sourceRow(index.row());
  if (row < 0 || index.column() >= columnCount()) return {};
  const TableColumn& column = source_->columns()[static_cast<size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return source_->plainText(static_cast<size_t>(row), index.column());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(
          Qt::Alignment(column.right ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter));
    case Qt::ToolTipRole: {
      const Cell cell = source_->cell(static_cast<size_t>(row), index.column());
      return cell.tooltip.isEmpty() ? QVariant() : QVariant(cell.tooltip);
    }
    default: return {};
  }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const TableColumn& column = source_->columns()[static_cast<size_t>(section)];
  if (role == Qt::DisplayRole) return column.title;
  if (role == Qt::ToolTipRole && !column.tooltip.isEmpty()) return column.tooltip;
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(
        Qt::Alignment(column.right ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter));
  return {};
}

void TableModel::sort(int column, Qt::SortOrder order) {
  RowQuery query = query_;
  query.sortColumn = column;
  query.descending = order == Qt::DescendingOrder;
  setQuery(query);
}

QString modelText(const QAbstractItemModel& model, int maxRows) {
  QStringList lines;
  const auto line = [&](auto&& cell) {
    QStringList cells;
    for (int c = 0; c < model.columnCount(); ++c) cells << cell(c);
    return cells.join(QStringLiteral(" | "));
  };
  lines << line([&](int c) { return model.headerData(c, Qt::Horizontal).toString(); });
  for (int r = 0; r < std::min(maxRows, model.rowCount()); ++r)
    lines << line([&](int c) { return model.index(r, c).data().toString(); });
  return lines.join(u'\n') + u'\n';
}

}  // namespace relaxscope
