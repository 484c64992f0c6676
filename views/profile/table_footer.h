// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of sums below a table, aligned with its columns.
#pragma once

#include <QWidget>

#include <vector>

#include "views/widgets/table_source.h"

class QPainter;

namespace relaxscope {

class DataTable;

class TableFooter : public QWidget {
  Q_OBJECT
 public:
  /// The cells of a row, by column of the table's source.
  using Row = std::vector<Cell>;

  explicit TableFooter(DataTable* table, QWidget* parent = nullptr);
  /// `columns`: those of the table's source.
  void setRows(std::vector<TableColumn> columns, std::vector<Row> rows);
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// The texts of a row, separated by " | ", for tests.
  [[nodiscard]] QString rowText(size_t row) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  [[nodiscard]] DataTable* table() const { return table_; }

 private:
  void fitHeight();
  void paintRow(QPainter& painter, const Row& row, int top);

  DataTable* table_;
  std::vector<TableColumn> columns_;
  std::vector<Row> rows_;
};

}  // namespace relaxscope
