// SPDX-License-Identifier: GPL-3.0-or-later
// The function table of a document, linked to its selection.
#pragma once

#include <QTimer>

#include "views/core/view.h"
#include "views/functions/source.h"
#include "views/widgets/data_table.h"

namespace relaxscope {

class FunctionsView : public View {
  Q_OBJECT
 public:
  FunctionsView(Document* document, QWidget* parent);
  bool startFind() override;
  bool isSettled() const override { return panel_->isSettled() && !operators_->isPending(); }
  QByteArray saveViewState() const override { return panel_->table()->saveState(); }
  void restoreViewState(const QByteArray& state) override { panel_->table()->restoreState(state); }
  [[nodiscard]] DataTable* table() const { return panel_->table(); }

 private:
  void reload();
  void follow(bool scroll);
  void choose(int row);
  void activateRow(int row);
  void menu(int row, const QPoint& pos);
  TablePanel* panel_;
  Derived<FunctionOperators>* operators_;
  QString chosenName_;  ///< stays selected when the file is reloaded
};

}  // namespace relaxscope
