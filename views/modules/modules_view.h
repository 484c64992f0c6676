// SPDX-License-Identifier: GPL-3.0-or-later
// Import tree of the library, kernels of the selected module, and its content: text, or a hex dump.
#pragma once

#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>

#include "views/core/view.h"
#include "views/modules/source.h"
#include "views/widgets/data_table.h"
#include "views/widgets/find_bar.h"

namespace relaxscope {

class ModulesView : public View {
  Q_OBJECT
 public:
  ModulesView(Document* document, QWidget* parent);
  bool startFind() override;
  void findNext(bool backwards) override;
  bool isSettled() const override { return kernels_->isSettled(); }
  QByteArray saveViewState() const override { return kernels_->table()->saveState(); }
  void restoreViewState(const QByteArray& state) override { kernels_->table()->restoreState(state); }
  [[nodiscard]] DataTable* tree() const { return tree_; }
  [[nodiscard]] DataTable* kernels() const { return kernels_->table(); }
  [[nodiscard]] QPlainTextEdit* source() const { return text_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitPanes();
  void reload();
  void follow();
  void showModule(ModuleIndex module);
  void showPart(size_t part);
  /// Index of the part with that name, else 0.
  [[nodiscard]] size_t partOf(const std::string& kernel) const;
  void chooseKernel(int row);
  void activateKernel(int row);
  void find(bool backwards, bool fromStart);
  void connectParts();
  void applyTheme();
  QLabel *empty_, *facts_;
  QSplitter* splitter_;
  DataTable* tree_;
  TablePanel* kernels_;
  FindBar* bar_;
  QPlainTextEdit* text_;
  QWidget* textPane_;
  std::shared_ptr<const ModulesSource> modulesSource_;
  std::shared_ptr<const KernelsSource> kernelsSource_;
  ModuleIndex shown_;
  std::vector<CodePart> parts_;  ///< of the shown module
  size_t part_ = 0;              ///< index of the part in the text pane
  bool placedByUser_ = false;    ///< the user has resized the panes
};

}  // namespace relaxscope
