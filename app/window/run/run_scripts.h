// SPDX-License-Identifier: GPL-3.0-or-later
// The scripts of the run dialog (CALLS.json with its .npz): file dialogs, reading and writing on the thread pool, and
// the outcome as a note.
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

#include "app/window/run/call_script.h"
#include "views/core/latest_task.h"

namespace relaxscope {

class RunScripts : public QObject {
  Q_OBJECT
 public:
  /// `file`: the executable's path, for the command line that runs a saved script.
  RunScripts(std::shared_ptr<const Executable> executable, const QString& file, QWidget* dialog);

  void askForScript();
  void askWhereToSave();
  /// `arrays`: the files with its arrays; none: the one next to it. Asks the user for a file while an array is missing,
  /// unless the last one brought nothing: `missingBefore` was missing without it.
  void open(const QString& path, const QStringList& arrays = {}, const QString& missingBefore = {});
  /// If other arrays would be overwritten next to `path`, writes nothing until the user repeats the request.
  void save(const QString& path, const std::vector<RunCall>& calls, quint64 seed);
  [[nodiscard]] bool isBusy() const { return task_.isPending(); }

 signals:
  void opened(const relaxscope::ScriptCalls& script);
  void saveRequested(const QString& path);
  void noted(const QString& note, bool wrong);

 private:
  void askForArrays(const QString& script, const QStringList& arrays, const QString& missing);
  void saved(const QString& path, const Result<WrittenScript>& written);
  void failed(const TaskError& error) { Q_EMIT noted(error.text(), true); }
  [[nodiscard]] QString commandFor(const QString& script, const QString& arrays) const;

  std::shared_ptr<const Executable> executable_;
  QString file_;
  QWidget* dialog_;
  QString warnedOf_;  ///< last script that was not saved, because it would replace other arrays
  LatestTask task_;
};

}  // namespace relaxscope
