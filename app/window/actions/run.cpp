// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Run.
#include <QCoreApplication>
#include <QPointer>

#include <algorithm>

#include "app/window/actions/table.h"
#include "app/window/comparison/comparison_page.h"
#include "app/window/document/document_page.h"
#include "app/window/document/output_panel.h"
#include "app/window/run/call_model.h"
#include "app/window/run/run_dialog.h"
#include "app/window/shell/device_box.h"
#include "app/window/shell/main_window.h"
#include "vmcore/analysis/summary.h"

namespace relaxscope {
namespace {

/// The last run; if it named no function, with the function that is shown.
RunSpec proposedRun(const ActionContext& context) {
  RunSpec spec = context.page->lastRun();
  spec.device = context.window->devices()->chosen();
  if (spec.calls.size() == 1 && spec.calls.front().function.isEmpty()) {
    const FuncIndex subject = context.document->selection()->subject();
    const Function* row = context.document->executable()->function(subject);
    if (row != nullptr && row->isBytecode()) spec.calls.front().function = functionKey(*row);
  }
  return spec;
}

/// Whether the calls leave the function to the file, which has several and no main.
bool leavesFunctionOpen(const Executable& executable, const RunSpec& spec) {
  const bool open = std::ranges::any_of(spec.calls, [](const RunCall& call) { return call.function.isEmpty(); });
  return open && !defaultEntry(executable).ok();
}

RunSpec lastRunOfBoth(const ActionContext& context) {
  RunSpec spec = context.comparison->runner()->lastRun();
  spec.device = context.window->devices()->chosen();
  return spec;
}

/// Its calls are those of the old executable.
void openDialogForBoth(const ActionContext& context) {
  Comparison* comparison = context.comparison->comparison();
  auto* dialog = new RunDialog(comparison->executable(Side::Old), lastRunOfBoth(context),
                               context.window->devices()->all(), context.window);
  dialog->setForPair();
  QObject::connect(dialog, &RunDialog::runRequested, context.comparison->runner(), &PairRunner::start);
  dialog->open();
}

void openDialog(const ActionContext& context) {
  if (hasComparison(context)) return openDialogForBoth(context);
  auto* dialog = new RunDialog(context.document->data().executable, proposedRun(context),
                               context.window->devices()->all(), context.window);
  dialog->setObstacles(
      [page = QPointer(context.page)](const RunSpec& spec) { return page ? page->whyNotRunnable(spec) : QString(); });
  QObject::connect(dialog, &RunDialog::runRequested, context.page, &DocumentPage::startRun);
  dialog->open();
  if (leavesFunctionOpen(*context.document->executable(), context.page->lastRun())) dialog->askForFunction();
}

/// Where the function or an argument is not known, the dialog asks for it.
void runBoth(const ActionContext& context) {
  const RunSpec spec = lastRunOfBoth(context);
  const auto& executable = context.comparison->comparison()->executable(Side::Old);
  const RunCallModel calls(executable, spec.calls, nullptr);
  if (leavesFunctionOpen(*executable, spec) || calls.firstBad()) openDialogForBoth(context);
  else context.comparison->runner()->start(spec);
}

bool areRunnable(const ActionContext& context) { return hasComparison(context) && isRunnable(context); }

QString whyNotRunBoth(const ActionContext& context) {
  return hasComparison(context) ? context.whyNotRunnable : MainWindow::tr("Compare two executables to run both");
}

/// Where the function or an argument is not known, the dialog asks for it.
void runAgain(const ActionContext& context) {
  if (hasComparison(context)) return runBoth(context);
  RunSpec spec = context.page->lastRun();
  spec.device = context.window->devices()->chosen();
  const RunCallModel calls(context.document->data().executable, spec.calls, nullptr);
  if (leavesFunctionOpen(*context.document->executable(), spec) || calls.firstBad()) openDialog(context);
  else context.page->startRun(spec);
}

void stop(const ActionContext& context) {
  if (hasComparison(context)) context.comparison->runner()->stop();
  else context.page->runController()->stop();
}

void toggleOutput(const ActionContext& context) { context.page->showOutput(context.page->outputPanel()->isHidden()); }

bool hasEarlierRun(const ActionContext& context) {
  return hasDocument(context) && !isRunning(context) && !context.document->runs()->earlier().isEmpty();
}
bool hasLaterRun(const ActionContext& context) {
  return hasDocument(context) && !isRunning(context) && !context.document->runs()->later().isEmpty();
}
void showEarlierRun(const ActionContext& context) {
  context.document->runs()->requestShow(context.document->runs()->earlier());
}
void showLaterRun(const ActionContext& context) {
  context.document->runs()->requestShow(context.document->runs()->later());
}

// id, text, icon, keys, viewKey, separator, enabled, run, whyNot
constexpr ActionRow kRunRows[] = {
    {"run.run", QT_TRANSLATE_NOOP("actions", "&Run"), "run", "F5", "", false, isRunnable, runAgain, whyNotRun},
    {"run.dialog", QT_TRANSLATE_NOOP("actions", "Run &with…"), "settings", "Ctrl+F5", "", false,
     isRunnableWithLibraries, openDialog, whyNotRunWithLibraries},
    {"run.both", QT_TRANSLATE_NOOP("actions", "Run &both in turns"), "compare", "", "", false, areRunnable, runBoth,
     whyNotRunBoth},
    {"run.stop", QT_TRANSLATE_NOOP("actions", "&Stop"), "stop", "Shift+F5", "", false, isRunning, stop},
    {"run.output", QT_TRANSLATE_NOOP("actions", "&Output of the kernels"), "", "Ctrl+Alt+O", "", true, hasDocument,
     toggleOutput},
    {"run.earlier", QT_TRANSLATE_NOOP("actions", "Show the &earlier run"), "history", "Alt+PgUp", "", true,
     hasEarlierRun, showEarlierRun},
    {"run.later", QT_TRANSLATE_NOOP("actions", "Show the &later run"), "", "Alt+PgDown", "", false, hasLaterRun,
     showLaterRun},
};

}  // namespace

ActionMenu runActions() { return {"run", QT_TRANSLATE_NOOP("actions", "&Run"), kRunRows}; }

}  // namespace relaxscope
