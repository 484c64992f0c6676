// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the house (look.md 2): fixed rows, zebra, figures with their units apart, share bars, one
// selected row with an accent edge, copies as TSV. Holds a million rows. TablePanel puts a filter field
// above it and the empty sentence into it. To use it: write a TableSource and give it to setSource().
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
  /// New rows; widths, sort and filter stay. The view selects its row again by name.
  void setSource(std::shared_ptr<const TableSource> source);
  /// Source row under the cursor, or -1.
  [[nodiscard]] int currentRow() const;
  /// Marks and shows a source row without a signal; -1 clears the mark.
  void showRow(int sourceRow);
  /// As by a click on the header: stays over new sources, also those that come only later or lack the
  /// column for a while. An empty id: the order of the source.
  void sortBy(const QString& columnId, bool descending);
  /// The sort of a table where none was chosen.
  void setDefaultSort(const QString& columnId, bool descending);
  void setColumnShown(const QString& columnId, bool shown);
  /// Selected rows, or all when none is, as tab-separated text with a header line.
  [[nodiscard]] QString selectionAsTsv() const;
  [[nodiscard]] bool isCopying() const { return copyTask_.isPending(); }
  /// Widths, hidden columns and the chosen sort by column id.
  [[nodiscard]] QByteArray saveState() const;
  void restoreState(const QByteArray& state);

 signals:
  void rowSelected(int sourceRow);   ///< by mouse or key; -1 when nothing is left
  void rowActivated(int sourceRow);  ///< double click or Enter
  void contextMenuWanted(int sourceRow, const QPoint& globalPos);
  void typed(const QString& text);  ///< a letter while the table has the focus
  void findWanted();                ///< '/' or Ctrl+F

 public slots:
  /// Selected rows, or all, to the clipboard; of very many rows when their text is made.
  void copy();
  /// The header's menu under the sorted column: what to sort by, which columns are shown. Ctrl+Shift+O.
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
    bool hidden = false, byUser = false;
  };
  TableModel* model_;
  std::vector<ColumnState> columns_;  ///< as the user left them; survives new sources
  int kept_ = -1;                     ///< source row that stays selected over a new order
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
  /// "Filter %n functions" by the caller; shown while the field is empty.
  void setPlaceholder(const QString& text) { filter_->setPlaceholder(text); }
  /// One sentence in place of the rows when the source has none: why, and what would put some there.
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
