// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/run_scripts.h"

#include "app/window/run/fill_arguments.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

#include "views/core/engine_text.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

/// Quotes a word for a POSIX shell if necessary.
QString quoted(const QString& word) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
  return plain.match(word).hasMatch()
             ? word
             : QLatin1Char('\'') + QString(word).replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
                   QLatin1Char('\'');
}

}  // namespace

RunScripts::RunScripts(std::shared_ptr<const Executable> executable, const QString& file, QWidget* dialog)
    : QObject(dialog), executable_(std::move(executable)), file_(file), dialog_(dialog) {}

void RunScripts::askForScript() {
  auto* dialog = new QFileDialog(dialog_, tr("Open script"), {}, tr("Scripts (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { open(path); });
  dialog->open();
}

void RunScripts::askForArrays(const QString& script, const QStringList& arrays, const QString& missing) {
  const QFileInfo info(script);
  const QString title = tr("%1 uses an array \"%2\": choose its file").arg(info.fileName(), missing);
  auto* dialog = new QFileDialog(dialog_, windowTitleText(title), info.absolutePath(), FillArguments::fileFilter());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("run.arrays"));
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, script, arrays, missing](const QString& path) { open(script, QStringList(arrays) << path, missing); });
  dialog->open();
}

void RunScripts::askWhereToSave() {
  auto* dialog = new QFileDialog(dialog_, tr("Save script"), {}, tr("Scripts (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("json"));
  connect(dialog, &QFileDialog::fileSelected, this, &RunScripts::saveRequested);
  dialog->open();
}

void RunScripts::open(const QString& path, const QStringList& arrays, const QString& missingBefore) {
  const auto read = [path, arrays, executable = executable_](const std::stop_token&) {
    return readCallScript(path, arrays, *executable);
  };
  const auto done = [this, path, arrays, missingBefore](const Result<ScriptCalls>& script) {
    if (!script.ok()) emit noted(engineText(script.error().text()), true);
    else if (const QString& missing = script->missingArray; !missing.isEmpty() && missing == missingBefore)
      emit noted(tr("%1 holds no array \"%2\"").arg(QFileInfo(arrays.last()).fileName(), missing), true);
    else if (!missing.isEmpty()) askForArrays(path, arrays, missing);
    else emit opened(*script);
  };
  task_.start(read, done, [this](const TaskError& error) { failed(error); });
}

void RunScripts::save(const QString& path, const std::vector<RunCall>& calls, quint64 seed) {
  const bool replace = warnedOf_ == path;
  warnedOf_.clear();
  const auto write = [path, replace, calls, seed, executable = executable_](const std::stop_token&) {
    return writeCallScript(path, calls, seed, replace, *executable);
  };
  task_.start(
      write, [this, path](const Result<WrittenScript>& written) { saved(path, written); },
      [this](const TaskError& error) { failed(error); });
}

void RunScripts::saved(const QString& path, const Result<WrittenScript>& written) {
  if (!written.ok()) return emit noted(engineText(written.error().text()), true);
  if (!written->refused)
    return emit noted(tr("Saved; on the command line: %1").arg(commandFor(path, written->arraysPath)), false);
  warnedOf_ = path;
  const QString arrays = QFileInfo(written->arraysPath).fileName();
  emit noted(
      tr("%1 already exists and would be overwritten with the arrays of the calls; save under another name, or save again to replace it")
          .arg(arrays),
      true);
}

QString RunScripts::commandFor(const QString& script, const QString& arrays) const {
  const QString file = file_.isEmpty() ? QStringLiteral("FILE") : QFileInfo(file_).fileName();
  QString command = QStringLiteral("rscope run %1 --script %2").arg(quoted(file), quoted(QFileInfo(script).fileName()));
  if (arrays.isEmpty()) return command;
  const bool beside = QFileInfo(arrays).absolutePath() == QFileInfo(script).absolutePath();
  return command + QStringLiteral(" --inputs %1").arg(quoted(beside ? QFileInfo(arrays).fileName() : arrays));
}

}  // namespace relaxscope
