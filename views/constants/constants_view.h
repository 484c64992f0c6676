// SPDX-License-Identifier: GPL-3.0-or-later
// The constant pool as a table with the selected constant's value beside or below it.
#pragma once

#include <QSplitter>

#include "views/constants/pane.h"
#include "views/core/latest_task.h"
#include "views/core/view.h"
#include "views/widgets/data_table.h"

namespace relaxscope {

class ConstantsView : public View {
  Q_OBJECT
 public:
  ConstantsView(Document* document, QWidget* parent);
  bool startFind() override;
  bool isSettled() const override {
    return panel_->isSettled() && pane_->isSettled() && !hashTask_.isPending() && !copies_->isPending();
  }
  QByteArray saveViewState() const override { return panel_->table()->saveState(); }
  void restoreViewState(const QByteArray& state) override { panel_->table()->restoreState(state); }
  [[nodiscard]] DataTable* table() const { return panel_->table(); }
  [[nodiscard]] ConstantPane* pane() const { return pane_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  using Hashes = std::shared_ptr<const std::vector<QString>>;
  void reload();
  void follow();
  void choose(int row);
  void activateRow(int row);
  void setHashes(Hashes hashes);
  void showCopies();
  QSplitter* splitter_;
  TablePanel* panel_;
  ConstantPane* pane_;
  Hashes hashes_;
  Derived<PoolCopies>* copies_;
  PoolCopies wanted_;  ///< grows on request
  LatestTask hashTask_;
};

}  // namespace relaxscope
