// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions/context.h"

#include "app/window/document/document_page.h"
#include "app/window/shell/main_window.h"

namespace relaxscope {

ActionContext contextOf(MainWindow* window) {
  ActionContext context;
  context.window = window;
  context.shown = window->shownPage();
  context.page = window->currentPage();
  context.comparison = window->currentComparison();
  if (context.comparison != nullptr) {
    context.view = context.comparison->currentView();
    context.whyNotRunnable = context.comparison->runner()->whyNotRunnable();
    return context;
  }
  if (context.page == nullptr) {
    context.whyNotRunnable = MainWindow::tr("Open a file to run it");
    return context;
  }
  context.page->updateRunnable();
  if (!context.page->isLoaded() || context.page->workspace() == nullptr) {
    context.view = context.page->currentView();
    context.whyNotRunnable = context.page->whyNotRunnable();
    return context;
  }
  context.document = context.page->document();
  context.workspace = context.page->workspace();
  context.view = context.workspace->currentView();
  if (context.view != nullptr) context.document = context.view->document();
  context.whyNotRunnable = context.document->whyNotRunnable();
  return context;
}

bool always(const ActionContext&) { return true; }

bool hasPage(const ActionContext& context) { return context.page != nullptr; }

bool hasAnyPage(const ActionContext& context) { return context.shown != nullptr; }

bool hasComparison(const ActionContext& context) { return context.comparison != nullptr; }

bool hasDocument(const ActionContext& context) { return context.document != nullptr; }

bool hasExecutable(const ActionContext& context) {
  return hasDocument(context) && context.document->executable() != nullptr;
}

bool hasDocumentOrView(const ActionContext& context) { return hasDocument(context) || hasView(context); }

bool hasView(const ActionContext& context) { return context.view != nullptr; }

bool hasTrace(const ActionContext& context) {
  return hasDocument(context) && context.document->trace() != nullptr && !isRunning(context);
}

bool hasLateBoundConstants(const ActionContext& context) {
  return hasDocument(context) && context.page->constants()->wanted();
}

bool isRunning(const ActionContext& context) {
  if (hasComparison(context)) return context.comparison->runner()->isBusy();
  return hasPage(context) && context.page->runController()->isBusy();
}

bool isRunnable(const ActionContext& context) {
  const bool read = hasDocument(context) || hasComparison(context);
  return read && context.whyNotRunnable.isEmpty() && !isRunning(context);
}

bool isRunnableWithLibraries(const ActionContext& context) {
  const bool read = hasDocument(context) || hasComparison(context);
  return read && whyNotRunWithLibraries(context).isEmpty() && !isRunning(context);
}

bool hasPast(const ActionContext& context) {
  return hasDocument(context) && context.document->selection()->canGoBack();
}

bool hasFuture(const ActionContext& context) {
  return hasDocument(context) && context.document->selection()->canGoForward();
}

QString whyNotRun(const ActionContext& context) { return context.whyNotRunnable; }

QString whyNotRunWithLibraries(const ActionContext& context) {
  if (hasComparison(context)) {
    RunSpec helped = context.comparison->runner()->lastRun();
    helped.libraries = QStringList(QString());  // any
    return context.comparison->runner()->whyNotRunnable(helped);
  }
  return hasDocument(context) && context.document->needsLibrary() ? QString() : context.whyNotRunnable;
}

}  // namespace relaxscope
