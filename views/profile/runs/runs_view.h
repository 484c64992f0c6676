// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that were made of the document, those of earlier sessions too: activating one shows its profile.
#pragma once

#include "views/core/view.h"

class QToolButton;

namespace relaxscope {

class TablePanel;

class RunsView : public View {
  Q_OBJECT
 public:
  RunsView(Document* document, QWidget* parent);
  bool startFind() override;
  [[nodiscard]] QList<QWidget*> cornerWidgets() override;
  [[nodiscard]] bool isSettled() const override;
  [[nodiscard]] QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;

 private:
  QToolButton* button(const char* name, const QString& text, const QString& tip, const char* icon);
  void refresh();
  void updateButtons();
  void openMenu(int row, const QPoint& position);
  void showRow(int row);
  void removeRow(int row);
  void compareRows(int row);
  /// The runs that compareRows() compares: the two selected ones, else that of a row and the shown one; empty: none.
  [[nodiscard]] QStringList toCompare(int row) const;
  /// Id of a row's run; empty without one.
  [[nodiscard]] QString idOf(int row) const;

  TablePanel* panel_;
  QToolButton* show_;
  QToolButton* compare_;
  QToolButton* remove_;
};

}  // namespace relaxscope
