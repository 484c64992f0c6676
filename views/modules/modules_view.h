// SPDX-License-Identifier: GPL-3.0-or-later
// Import tree of the library and kernels of the selected module. Their code is shown by the view Source.
#pragma once

#include <QLabel>
#include <QSplitter>

#include "views/core/view.h"
#include "views/modules/source.h"
#include "views/widgets/data_table.h"

namespace relaxscope {

class ModulesView : public View {
  Q_OBJECT
 public:
  ModulesView(Document* document, QWidget* parent);
  bool startFind() override;
  bool isSettled() const override { return kernels_->isSettled(); }
  QByteArray saveViewState() const override { return kernels_->table()->saveState(); }
  void restoreViewState(const QByteArray& state) override { kernels_->table()->restoreState(state); }
  [[nodiscard]] DataTable* tree() const { return tree_; }
  [[nodiscard]] DataTable* kernels() const { return kernels_->table(); }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitPanes();
  void reload();
  void follow();
  void showModule(ModuleIndex module);
  void chooseModule(int row);
  void openModule();
  /// Of a kernel's row: its module, and the function that launches it.
  [[nodiscard]] Place placeOfKernel(size_t row) const;
  [[nodiscard]] InstrIndex callSite(int row) const;
  void chooseKernel(int row);
  /// Its code, or its first call where there is none.
  void activateKernel(int row);
  void showCallSite(int row);
  void kernelMenu(int row, const QPoint& pos);
  void connectParts();
  void applyTheme();
  QLabel *empty_, *facts_;
  QSplitter* splitter_;
  DataTable* tree_;
  TablePanel* kernels_;
  std::shared_ptr<const ModulesSource> modulesSource_;
  std::shared_ptr<const KernelsSource> kernelsSource_;
  ModuleIndex shown_;
  bool hasCode_ = false;       ///< the shown module has text or bytes
  bool placedByUser_ = false;  ///< the user has resized the panes
};

}  // namespace relaxscope
