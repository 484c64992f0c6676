// SPDX-License-Identifier: GPL-3.0-or-later
// The standard table of all views (look.md 2): fixed row height, zebra stripes, figures with separate units, share
// bars, one selected row with an accent edge, copying as TSV. Handles a million rows. TablePanel adds a filter field
// above it and the sentence for an empty table. To use it, implement a TableSource and pass it to setSource().
#pragma once

#include <QLabel>
#include <QTableView>

#include "views/widgets/filter_field.h"
#include "views/widgets/table_model.h"

class QMenu;

namespace relaxscope {

class DataTable : public QTableView {
  Q_OBJECT
 public:
  explicit DataTable(QWidget* parent = nullptr);

  [[nodiscard]] TableModel* tableModel() const { return model_; }
  /// Replaces the rows; widths, sort and filter are kept. The view must restore its selection by name.
  void setSource(std::shared_ptr<const TableSource> source);
  /// Source row under the cursor, or -1.
  [[nodiscard]] int currentRow() const;
  /// Selects a source row without a signal, and scrolls to it; -1 clears the selection.
  void showRow(int sourceRow) { markRow(sourceRow, true); }
  /// The same, where the rows at the top matter more than the selected one.
  void markRow(int sourceRow, bool scroll = false);
  /// Same as a click on the header: the sort persists across new sources, also if the column is temporarily missing
  /// or appears only later. An empty id selects the order of the source.
  void sortBy(const QString& columnId, bool descending);
  /// The sort that applies while the user has chosen none.
  void setDefaultSort(const QString& columnId, bool descending);
  void setColumnShown(const QString& columnId, bool shown);
  /// The selected rows, or all if none is selected, as tab-separated text with a header line.
  [[nodiscard]] QString selectionAsTsv() const;
  /// Makes a column at least `width` wide, as a figure needs it; names give way.
  void needWidth(int column, int width);
  [[nodiscard]] bool isCopying() const { return copyTask_.isPending(); }
  /// Widths, hidden columns and the chosen sort by column id.
  [[nodiscard]] QByteArray saveState() const;
  void restoreState(const QByteArray& state);

 signals:
  void rowSelected(int sourceRow);   ///< by mouse or key; -1: the selection is empty
  void rowActivated(int sourceRow);  ///< double click or Enter
  void contextMenuRequested(int sourceRow, const QPoint& globalPos);
  void typed(const QString& text);  ///< a letter while the table has the focus
  void findRequested();             ///< '/' or Ctrl+F

 public slots:
  /// Copies the selected rows, or all, to the clipboard; for very many rows asynchronously.
  void copy();
  /// Opens the header's menu (sort order, visible columns) below the sorted column. Ctrl+Shift+O.
  void openColumnMenu();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  void applyTheme();
  void applyColumns();
  void fitStretchColumn();
  void measureFigures();
  void showColumnMenu(const QPoint& globalPos);
  void addSorts(QMenu* menu);
  void addColumns(QMenu* menu);
  void rowsChanged();
  void showSort();
  [[nodiscard]] int stretchColumn() const;
  [[nodiscard]] int columnById(const QString& id) const;

  struct ColumnState {
    QString id;
    int width = 0;
    int needed = 0;  ///< by the figures seen so far
    bool hidden = false, byUser = false;
  };
  TableModel* model_;
  std::vector<ColumnState> columns_;  ///< with the user's changes; persists across sources
  int kept_ = -1;                     ///< source row that stays selected when the order changes
  int hovered_ = -1;
  LatestTask copyTask_;
  bool quiet_ = false;
  bool fitting_ = false;
};

class TablePanel : public QWidget {
  Q_OBJECT
 public:
  explicit TablePanel(QWidget* parent = nullptr);

  [[nodiscard]] DataTable* table() const { return table_; }
  [[nodiscard]] FilterField* filter() const { return filter_; }
  void setSource(std::shared_ptr<const TableSource> source);
  /// Text such as "Filter %n functions", shown while the field is empty.
  void setPlaceholder(const QString& text) { filter_->setPlaceholder(text); }
  /// One sentence shown instead of rows if the source has none: the reason, and how to get some.
  void setEmptySentence(const QString& sentence);
  void startFilter() { filter_->focusText(); }
  [[nodiscard]] bool isSettled() const { return !table_->tableModel()->isBusy(); }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void applyFilter();
  void refreshNotes();
  FilterField* filter_;
  DataTable* table_;
  QLabel* empty_;
  QString sentence_;
};

}  // namespace relaxscope
