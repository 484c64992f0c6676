// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a comparison: what changed in at most five lines, figures of the current function, and the steps from
// difference to difference.
#pragma once

#include <QWidget>

#include "views/core/comparison.h"

class QGridLayout;
class QPushButton;

namespace relaxscope {

class DiffTile;
class DiffTimes;
class SummaryLines;

class DiffSummaryPane : public QWidget {
  Q_OBJECT
 public:
  DiffSummaryPane(Comparison* comparison, QWidget* parent);
  /// "Fusion: 5 kernel calls became 2", one line each.
  [[nodiscard]] QStringList lines() const;
  /// Null: there are none.
  void setTimes(std::shared_ptr<const DiffTimes> times);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* makeFigures();
  void addExport(QGridLayout* grid, QWidget* holder);
  void reload();
  void addTitle();
  void follow();
  void showRun();
  void showCode(const FunctionPair* pair);
  void showPeak(const FunctionPair* pair);

  Comparison* comparison_;
  SummaryLines* list_;
  std::shared_ptr<const DiffTimes> times_;
  DiffTile *code_, *peak_, *match_;
  QPushButton *previous_, *next_, *export_;
};

}  // namespace relaxscope
