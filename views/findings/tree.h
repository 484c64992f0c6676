// SPDX-License-Identifier: GPL-3.0-or-later
// The scrolled list of findings: a tree whose rows FindingRowPainter draws.
#pragma once

#include <QTreeView>

#include <set>
#include <string>
#include <tuple>

#include "views/findings/row_painter.h"

namespace relaxscope {

class FindingsTree : public QTreeView {
  Q_OBJECT
 public:
  explicit FindingsTree(QWidget* parent = nullptr);

  [[nodiscard]] FindingsModel* findings() const { return model_; }
  /// Replaces what is shown; open rows and the current one stay.
  void show(std::shared_ptr<const FindingList> list, ShownFindings shown, std::vector<bool> hits);
  using QTreeView::show;
  /// As a click on a column's header; a negative column: the list's order.
  void sortBy(int column, Qt::SortOrder order);
  /// The order that the user chose, and the severities that are folded; restoreState() ignores what is not one.
  [[nodiscard]] QByteArray saveState() const;
  void restoreState(const QByteArray& state);

 signals:
  void rowChosen(const QModelIndex& index);  ///< by mouse or key
  void showMe(const QModelIndex& index);     ///< Enter, double click, or a click on a link
  void menuRequested(const QModelIndex& index, const QPoint& globalPos);
  void copyRequested();
  void findRequested();
  void typed(const QString& text);

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  /// What a finding is called across lists: rule, function and pc.
  using Name = std::tuple<std::string, int64_t, int64_t>;
  [[nodiscard]] Name nameOf(uint32_t finding) const;
  [[nodiscard]] FindingCells cellsOf(const QRect& row) const;
  [[nodiscard]] bool isLink(const QModelIndex& index, const QPoint& pos) const;
  void applyTheme();
  void fitColumns();
  [[nodiscard]] QModelIndex firstFinding() const;
  void openRows();
  void toggle(const QModelIndex& index);
  void rememberOpen(const QModelIndex& index, bool open);

  FindingsModel* model_;
  std::set<Severity> folded_;
  std::set<Name> open_, closed_;  ///< findings that the user opened or closed
  QPersistentModelIndex hovered_;
  bool hoversLink_ = false;
  bool quiet_ = false;
};

}  // namespace relaxscope
