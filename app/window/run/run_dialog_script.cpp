// SPDX-License-Identifier: GPL-3.0-or-later
// The run dialog's scripts: asked for, read and written on the pool, and what became of them.
#include <QFileDialog>
#include <QFileInfo>

#include "app/window/run/call_list.h"
#include "app/window/run/call_model.h"
#include "app/window/run/run_dialog.h"
#include "views/widgets/number_field.h"

namespace relaxscope {
namespace {

/// As a word of a POSIX shell.
QString quoted(const QString& word) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
  return plain.match(word).hasMatch()
             ? word
             : QLatin1Char('\'') + QString(word).replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
                   QLatin1Char('\'');
}

}  // namespace

void RunDialog::askForScript() {
  auto* dialog = new QFileDialog(this, tr("Open script"), {}, tr("Scripts (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { openScript(path); });
  dialog->open();
}

void RunDialog::askForArrays(const QString& script, const QString& missing) {
  auto* dialog =
      new QFileDialog(this, tr("%1 takes an array \"%2\": choose its file").arg(QFileInfo(script).fileName(), missing),
                      QFileInfo(script).absolutePath(), tr("NumPy arrays (*.npz)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("run.arrays"));
  connect(dialog, &QFileDialog::fileSelected, this, [this, script](const QString& path) { openScript(script, path); });
  dialog->open();
}

void RunDialog::askWhereToSave() {
  auto* dialog = new QFileDialog(this, tr("Save script"), {}, tr("Scripts (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("json"));
  connect(dialog, &QFileDialog::fileSelected, this, &RunDialog::saveScript);
  dialog->open();
}

void RunDialog::openScript(const QString& path, const QString& arrays) {
  scriptTask_.start([path, arrays, executable = executable_](
                        const std::stop_token&) { return readCallScript(path, arrays, *executable); },
                    [this, path](const Result<ScriptCalls>& script) {
                      if (script.ok() && !script->missingArray.isEmpty())
                        return askForArrays(path, script->missingArray);
                      if (script.ok()) return take(*script);
                      noteWrong_ = true;
                      note_ = QString::fromStdString(script.error().text());
                      check();
                    },
                    [this](const QString& problem) {
                      noteWrong_ = true;
                      note_ = problem;
                      check();
                    });
}

void RunDialog::take(const ScriptCalls& script) {
  model_->setCalls(script.calls);
  list_->setCurrent(0);
  showLayout();
  showCall();
  if (script.seed) seed_->setValue(*script.seed);
  if (script.otherSeeds) {
    noteWrong_ = false;
    note_ = tr("The script gives its random arguments seeds of their own; here they follow Seed.");
  }
  check();
}

void RunDialog::saveScript(const QString& path) {
  if (!model_->problem().isEmpty()) return check();
  const bool replace = toldOf_ == path;
  toldOf_.clear();
  scriptTask_.start(
      [path, replace, calls = model_->calls(), seed = seed_->value(), executable = executable_](
          const std::stop_token&) { return writeCallScript(path, calls, seed, replace, *executable); },
      [this, path](const Result<WrittenScript>& written) {
        const bool refused = written.ok() && written->refused;
        noteWrong_ = !written.ok() || refused;
        if (refused) {
          toldOf_ = path;
          note_ =
              tr("%1 exists already, and the arrays of the calls would go there; save under another name, or here once more to replace it")
                  .arg(QFileInfo(written->arraysPath).fileName());
        } else {
          note_ = written.ok() ? tr("Saved; on the command line: %1").arg(commandFor(path, written->arraysPath))
                               : QString::fromStdString(written.error().text());
        }
        check();
      },
      [this](const QString& problem) {
        noteWrong_ = true;
        note_ = problem;
        check();
      });
}

QString RunDialog::commandFor(const QString& script, const QString& arrays) const {
  const QString file = last_.path.isEmpty() ? QStringLiteral("FILE") : QFileInfo(last_.path).fileName();
  QString command = QStringLiteral("rscope run %1 --script %2").arg(quoted(file), quoted(QFileInfo(script).fileName()));
  if (!arrays.isEmpty())
    command += QStringLiteral(" --inputs %1")
                   .arg(quoted(QFileInfo(arrays).absolutePath() == QFileInfo(script).absolutePath()
                                   ? QFileInfo(arrays).fileName()
                                   : arrays));
  return command;
}

}  // namespace relaxscope
