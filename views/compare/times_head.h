// SPDX-License-Identifier: GPL-3.0-or-later
// The head of compared times: what changed in at most five lines, three figures of a run, and the steps from one
// significant row to the next.
#pragma once

#include <QWidget>

#include "views/core/comparison.h"

class QGridLayout;
class QPushButton;

namespace relaxscope {

class DiffTile;
class SummaryLines;

class TimesHead : public QWidget {
  Q_OBJECT
 public:
  TimesHead(Comparison* comparison, QWidget* parent);
  /// "Time: main 5.22 µs → 4.12 µs, ...", one line each.
  [[nodiscard]] QStringList lines() const;
  /// Whether there is a row to step to, before and after the current one.
  void setSteps(bool previous, bool next);

 signals:
  void stepRequested(bool backwards);
  /// A row of timesExporters(); empty: a picture.
  void exportRequested(const QString& id);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* makeFigures();
  void addExport(QGridLayout* grid, QWidget* holder);
  void reload();
  void showTiles(const TraceComparison& comparison);

  Comparison* comparison_;
  SummaryLines* list_;
  DiffTile *run_, *calls_, *peak_;
  QPushButton *previous_, *next_, *export_;
};

}  // namespace relaxscope
