// SPDX-License-Identifier: GPL-3.0-or-later
// What changed between two executables: a summary, the functions, constants and kernels with their states, and of the
// current function the two listings, both graphs and the memory plans.
#pragma once

#include <QHash>

#include "views/core/comparison.h"
#include "views/core/view.h"
#include "views/diff/rows.h"
#include "views/diff/tables.h"

class QScrollArea;
class QSplitter;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace relaxscope {

class DiffArea;
class DiffCfgPane;
class DiffConstantPane;
class DiffKernelPane;
class DiffPlanPane;
class DiffSummaryPane;
class MatchingNote;
class TabBar;
class TablePanel;
class UseSteps;

class DiffView : public PairView {
  Q_OBJECT
 public:
  static constexpr ViewKeyRow kKeyRows[] = {
      {QT_TRANSLATE_NOOP("viewKeys", "Next, previous row"), "Down Up"},
      {QT_TRANSLATE_NOOP("viewKeys", "Open the function in its file"), "Enter"},
      {QT_TRANSLATE_NOOP("viewKeys", "Next use of a constant or kernel, in its table"), "Enter"},
  };

  DiffView(Comparison* comparison, QWidget* parent);
  bool startFind() override;
  [[nodiscard]] QSize contentSize() const override;
  void renderAll(QPainter* painter, const QSize& size) override;
  [[nodiscard]] bool isSettled() const override;

  [[nodiscard]] DiffArea* area() const { return area_; }
  [[nodiscard]] DiffCfgPane* cfg() const { return cfg_; }
  [[nodiscard]] DiffSummaryPane* summary() const { return summary_; }
  [[nodiscard]] MatchingNote* matching() const { return matching_; }
  [[nodiscard]] TablePanel* functions() const { return functions_; }
  [[nodiscard]] TablePanel* constants() const { return constants_; }
  [[nodiscard]] DiffConstantPane* constantPane() const { return constantPane_; }
  [[nodiscard]] DiffKernelPane* kernelPane() const { return kernelPane_; }
  [[nodiscard]] TablePanel* kernels() const { return kernels_; }
  [[nodiscard]] TablePanel* memory() const { return memory_; }
  [[nodiscard]] DiffPlanPane* plans() const { return plans_; }
  void setUnified(bool unified);
  void setHideEqual(bool hide);
  [[nodiscard]] const DiffTimes* times() const { return times_.get(); }
  /// Shows a tab: "functions", "constants", "kernels", "instructions", "cfg", "memory", "kernel".
  void showTab(const QString& id);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeLeft();
  QWidget* makeRight();
  /// A strip of tabs over pages.
  struct Tabbed {
    TabBar* tabs = nullptr;
    QStackedWidget* pages = nullptr;
  };
  QWidget* makeTabs(Tabbed& out, QWidget* pages, const QList<QWidget*>& corner);
  QToolButton* makeToggle(const QString& name, const QString& text, const QString& help);
  TablePanel* makeTable(const QString& name, const QString& title, const QString& empty);
  void addOptions();
  void makeSumRow();
  void connectParts();
  void connectTables();
  [[nodiscard]] DiffTablesInput tablesInput() const;
  void reload();
  void findTimes();
  void setTimes(std::shared_ptr<const DiffTimes> times);
  void showOtherTable(const ExecutableDiff& diff);
  void showPair();
  void follow();
  void listRows();
  void choosePair(int row);
  void showConstant(int row);
  void showKernel(int row);
  void showUse(int row, bool ofConstant);
  void fitNote();
  void applyTheme();

  DiffSummaryPane* summary_;
  QSplitter *split_, *leftSplit_, *memorySplit_;
  QScrollArea* noteScroll_;
  Tabbed left_, right_;
  TablePanel *functions_, *constants_, *kernels_, *memory_;
  DiffConstantPane* constantPane_;
  UseSteps* uses_;
  MatchingNote* matching_;
  DiffArea* area_;
  DiffCfgPane* cfg_;
  DiffPlanPane* plans_;
  DiffKernelPane* kernelPane_;
  QWidget* sumRow_;
  QLabel* sum_;
  QToolButton *swap_, *hide_, *unified_, *filter_;
  QList<QWidget*> options_;
  DiffListOptions listed_;
  uint32_t shown_ = 0;
  std::shared_ptr<const DiffTimes> times_;  ///< of both traces; null: there are none
  LatestTask timesTask_;
};

}  // namespace relaxscope
