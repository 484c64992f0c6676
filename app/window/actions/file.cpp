// SPDX-License-Identifier: GPL-3.0-or-later
// The menu File.
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

#include "app/window/actions/table.h"
#include "app/window/document/document_page.h"
#include "app/window/document/file_kinds.h"
#include "app/window/settings.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/save_flow.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

void open(const ActionContext& context) {
  MainWindow* window = context.window;
  auto* dialog = new QFileDialog(window, MainWindow::tr("Open"));
  dialog->setObjectName(QStringLiteral("openDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  dialog->setNameFilters(openableFilters());
  if (const auto recent = settings::recent(); !recent.isEmpty())
    dialog->setDirectory(QFileInfo(recent.first().path).path());
  QObject::connect(dialog, &QFileDialog::filesSelected, window, [window](const QStringList& paths) {
    for (const QString& path : paths) window->openFile(path);
  });
  dialog->open();
}

void showStart(const ActionContext& context) { context.window->showStartPage(); }

void reload(const ActionContext& context) {
  const auto again = [page = context.shown] { page->reload(); };
  if (context.shown->canClose(again)) again();
}

/// The dialog opens in the executable's folder, which usually contains the parameter list.
void loadConstants(const ActionContext& context) {
  DocumentPage* page = context.page;
  auto* dialog = new QFileDialog(context.window, MainWindow::tr("Load constants file"), QFileInfo(page->path()).path(),
                                 MainWindow::tr("Parameter lists (*.consts *.params *.ro);;All files (*)"));
  dialog->setObjectName(QStringLiteral("constantsDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->selectNameFilter(MainWindow::tr("All files (*)"));
  QObject::connect(dialog, &QFileDialog::fileSelected, page,
                   [page](const QString& path) { page->loadConstants(path); });
  dialog->open();
}

void saveTrace(const ActionContext& context) { context.window->saveFlow()->saveTrace(context.page); }

void saveAnonymousTrace(const ActionContext& context) { context.window->saveFlow()->saveTrace(context.page, true); }

void savePicture(const ActionContext& context) { context.window->saveFlow()->savePicture(context.shown); }

void closeTab(const ActionContext& context) {
  context.window->closeTab(context.window->documentTabs()->currentIndex());
}

void quit(const ActionContext& context) { context.window->close(); }

// id, text, icon, keys, viewKey, separator, enabled, run
constexpr ActionRow kFileRows[] = {
    {"file.open", QT_TRANSLATE_NOOP("actions", "&Open…"), "open", "Ctrl+O", "", false, always, open},
    {"file.start", QT_TRANSLATE_NOOP("actions", "&New tab"), "plus", "Ctrl+T", "", false, always, showStart},
    {"file.reload", QT_TRANSLATE_NOOP("actions", "&Reload from disk"), "reload", "Ctrl+R", "", false, hasAnyPage,
     reload},
    {"file.constants", QT_TRANSLATE_NOOP("actions", "&Load constants file…"), "constants", "", "", false,
     hasLateBoundConstants, loadConstants},
    {"file.saveTrace", QT_TRANSLATE_NOOP("actions", "&Save profile…"), "save", "Ctrl+S", "", true, hasTrace, saveTrace},
    {"file.saveAnonymousTrace", QT_TRANSLATE_NOOP("actions", "Save profile without &host and command…"), "save", "", "",
     false, hasTrace, saveAnonymousTrace},
    {"file.exportImage", QT_TRANSLATE_NOOP("actions", "Save &picture of the view…"), "export", "Ctrl+Shift+S", "",
     false, hasView, savePicture},
    {"file.close", QT_TRANSLATE_NOOP("actions", "&Close tab"), "close", "Ctrl+W", "", true, always, closeTab},
    {"file.quit", QT_TRANSLATE_NOOP("actions", "&Quit"), "", "Ctrl+Q", "", false, always, quit},
};

}  // namespace

ActionMenu fileActions() { return {"file", QT_TRANSLATE_NOOP("actions", "&File"), kFileRows}; }

}  // namespace relaxscope
