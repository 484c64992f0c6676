// SPDX-License-Identifier: GPL-3.0-or-later
// How the elements of the selected constant differ: figures, and a histogram of the differences.
#pragma once

#include <QWidget>

#include "views/core/latest_task.h"
#include "views/diff/tables.h"
#include "vmcore/analysis/diff/difference_histogram.h"

class QLabel;

namespace relaxscope {

class HistogramStrip;

class DiffConstantPane : public QWidget {
  Q_OBJECT
 public:
  explicit DiffConstantPane(QWidget* parent);
  /// Hidden for a constant whose elements were not compared, and without one.
  void show(const DiffTablesInput& input, const ConstantPair* pair);
  /// What it says, and below its histogram.
  [[nodiscard]] QString text() const;
  [[nodiscard]] HistogramStrip* histogram() const { return histogram_; }
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void start(const DiffTablesInput& input, const ConstantPair& pair);
  void showHistogram(const std::optional<DifferenceHistogram>& histogram);

  QLabel *title_, *figures_, *note_;
  HistogramStrip* histogram_;
  LatestTask task_;
};

}  // namespace relaxscope
