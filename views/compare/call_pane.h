// SPDX-License-Identifier: GPL-3.0-or-later
// What one compared row is made of: mean, median and p99 of its calls, their distribution, how calls were matched, and
// what the intervals are.
#pragma once

#include <QWidget>

#include <mutex>

#include "views/compare/call_figures.h"
#include "views/core/latest_task.h"

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace relaxscope {

class OverlaidHistogram;

class CallPane : public QWidget {
  Q_OBJECT
 public:
  explicit CallPane(QWidget* parent = nullptr);

  /// What rows are of; null: nothing.
  void setTimes(std::shared_ptr<const ComparedTimes> times, Grouping grouping);
  /// A row of the times; null: none is selected.
  void showRow(const ComparedRow* row);
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }
  [[nodiscard]] OverlaidHistogram* histogram() const { return histogram_; }
  /// "Mean | 44.7 µs | 45.9 µs | +1.23 µs | 510 ns", one line each, and "same name 24".
  [[nodiscard]] const QStringList& figures() const { return figures_; }
  [[nodiscard]] const QStringList& matching() const { return matching_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Shared;  ///< what the thread pool reads the calls with
  QLabel* heading(const QString& text);
  void buildHead(QVBoxLayout* layout);
  void showFigures(const CallFigures& figures);
  void addFigures(const QString& name, double old, double now, double halfWidth, const QString& help);
  void addHead();
  void showMatching();
  void addMatch(const QString& name, size_t count, const QString& remark);
  void clearRow();

  std::shared_ptr<const ComparedTimes> times_;
  Grouping grouping_ = Grouping::Callee;
  std::optional<ComparedRow> row_;
  std::shared_ptr<Shared> shared_;
  LatestTask task_;
  QStringList figures_, matching_;
  QLabel *name_, *about_, *interval_, *nested_;
  QWidget *chips_, *table_, *matched_;
  QGridLayout *rows_, *matches_;
  OverlaidHistogram* histogram_;
};

}  // namespace relaxscope
