// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the arguments of a run from a file or folder of arrays.
#pragma once

#include <QObject>

#include <functional>

#include "views/core/latest_task.h"
#include "vmcore/run/arguments/named_arrays.h"

class QWidget;

namespace relaxscope {

class RunCallModel;

class FillArguments : public QObject {
  Q_OBJECT
 public:
  FillArguments(RunCallModel* model, QWidget* dialog);

  /// Asks for a file and fills what its arrays have the names of, in all calls.
  void askForFile();
  /// Asks for the file of one argument: the array of its name, else of its position, else the only one.
  void askForFileOf(int call, size_t argument);
  void fill(const QString& path);
  void fillOne(int call, size_t argument, const QString& path);
  [[nodiscard]] bool isBusy() const { return task_.isPending(); }

  /// The file dialog's filter for everything that readArraySet() reads.
  [[nodiscard]] static QString fileFilter();

 signals:
  /// Arguments of all calls may have changed.
  void filled();
  void noted(const QString& note, bool wrong);

 private:
  void ask(const QString& title, const std::function<void(const QString& path)>& chosen);
  void read(const QString& path, const std::function<void(const NamedArrays& arrays)>& done);
  void take(const QString& file, const NamedArrays& arrays);

  RunCallModel* model_;
  QWidget* dialog_;
  LatestTask task_;
};

}  // namespace relaxscope
