// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of the action table do.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QVBoxLayout>

#include "app/window/document/export.h"
#include "app/window/document/file_kinds.h"
#include "app/window/document/output_panel.h"
#include "app/window/document/save_executable.h"
#include "app/window/run/run_dialog.h"
#include "app/window/settings.h"
#include "app/window/shell/command_palette.h"
#include "app/window/shell/dialogs.h"
#include "app/window/shell/help_page.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/search_field.h"
#include "views/code/references_popup.h"
#include "views/listing/listing_view.h"
#include "views/theme/theme.h"
#include "views/widgets/data_table.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {
QRect under(const QWidget* field, const QWidget* window) { return {field->mapTo(window, QPoint(0, 0)), field->size()}; }
}  // namespace

void MainWindow::openDialog() {
  auto* dialog = new QFileDialog(this, tr("Open"));
  dialog->setObjectName(QStringLiteral("openDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  dialog->setNameFilters(openableFilters());
  if (const auto recent = settings::recent(); !recent.isEmpty())
    dialog->setDirectory(QFileInfo(recent.first().path).path());
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
    for (const QString& path : paths) openFile(path);
  });
  dialog->open();
}

void MainWindow::reload() {
  if (DocumentPage* page = currentPage(); page != nullptr && page->mayGo()) page->reload();
}

/// The list usually lies beside the executable.
void MainWindow::loadConstants() {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->isLoaded() || !page->constants()->wanted()) return;
  auto* dialog = new QFileDialog(this, tr("Load constants file"), QFileInfo(page->path()).path(),
                                 tr("Parameter lists (*.consts *.params *.ro);;All files (*)"));
  dialog->setObjectName(QStringLiteral("constantsDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->selectNameFilter(tr("All files (*)"));
  connect(dialog, &QFileDialog::fileSelected, page, [page](const QString& path) { page->constants()->load(path); });
  dialog->open();
}

QString MainWindow::suggestedPath(const QString& suffix) const {
  const DocumentPage* page = currentPage();
  const QFileInfo info(page->path());
  return info.path() + QLatin1Char('/') + info.completeBaseName() + suffix;
}

void MainWindow::askWhereToSave(const QString& title, const QString& suffix, const QString& filter,
                                std::function<void(const QString&)> save) {
  const QString name = suggestedPath(suffix);
  auto* dialog = new QFileDialog(this, title, name, filter);
  dialog->setObjectName(QStringLiteral("saveDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(name);
  connect(dialog, &QFileDialog::fileSelected, this, std::move(save));
  dialog->open();
}

void MainWindow::reportSaved(const QString& path, const QString& error) {
  notify(error.isEmpty() ? tr("Saved %1").arg(path) : tr("%1 was not written: %2").arg(path, error), !error.isEmpty());
}

ExportDone MainWindow::whenSaved(const QString& path) {
  return [self = QPointer(this), path](const QString& error) {
    if (self) self->reportSaved(path, error);
  };
}

void MainWindow::saveTrace() {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->document()->trace()) return;
  askWhereToSave(tr("Save profile"), QStringLiteral(".rsprof"), tr("Profiles (*.rsprof)"),
                 [this, trace = page->document()->trace(), executable = page->document()->data().executable](
                     const QString& path) { saveProfile(trace, executable, path, whenSaved(path)); });
}

void MainWindow::exportPicture() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->workspace() == nullptr || page->workspace()->currentView() == nullptr) return;
  askWhereToSave(tr("Save picture"), QLatin1Char('-') + page->workspace()->currentViewId() + QStringLiteral(".svg"),
                 tr("Pictures (*.svg *.png)"),
                 [this, view = QPointer<View>(page->workspace()->currentView())](const QString& path) {
                   if (view) reportSaved(path, exportViewPicture(view, path));
                 });
}

void MainWindow::exportExecutable(int row) {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->document()->data().executable) return;
  const ExecutableExporter& exporter = executableExporters()[static_cast<size_t>(row)];
  askWhereToSave(tr("Export"), QLatin1String(exporter.suffix), {},
                 [this, &exporter, executable = page->document()->data().executable](const QString& path) {
                   exportExecutableFile(executable, exporter, path, whenSaved(path));
                 });
}

void MainWindow::exportTrace(int row) {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->document()->trace()) return;
  const TraceExporter& exporter = traceExporters()[static_cast<size_t>(row)];
  askWhereToSave(tr("Export"), QLatin1String(exporter.suffix), {},
                 [this, &exporter, trace = page->document()->trace(), executable = page->document()->data().executable](
                     const QString& path) { exportTraceFile(trace, executable, exporter, path, whenSaved(path)); });
}

void MainWindow::exportConstant(int64_t index) {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->document()->data().executable) return;
  askWhereToSave(tr("Export"), QStringLiteral("-c%1.npy").arg(index), {},
                 [this, index, executable = page->document()->data().executable](const QString& path) {
                   saveConstant(executable, ConstIndex(index), path, whenSaved(path));
                 });
}

void MainWindow::closeCurrentTab() { closeTab(tabs_->currentIndex()); }
void MainWindow::quit() { close(); }

void MainWindow::undoNote() {
  if (DocumentPage* page = currentPage()) page->document()->notes()->undoStack()->undo();
}

void MainWindow::redoNote() {
  if (DocumentPage* page = currentPage()) page->document()->notes()->undoStack()->redo();
}

void MainWindow::askForText(const QString& title, const QString& label, const QString& text,
                            std::function<void(const QString&)> done) {
  auto* dialog = new QInputDialog(this);
  dialog->setObjectName(QStringLiteral("textDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  dialog->setLabelText(label);
  dialog->setTextValue(text);
  dialog->setOkButtonText(tr("Save"));
  dialog->setCancelButtonText(tr("Cancel"));
  dialog->resize(Theme::instance()->px(460), dialog->sizeHint().height());
  connect(dialog, &QInputDialog::textValueSelected, this, std::move(done));
  dialog->open();
}

/// The note of the selected instruction, else of the function.
void MainWindow::editNote() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->document()->executable() == nullptr) return;
  const Place place = page->document()->selection()->current();
  if (page->document()->executable()->function(place.function) == nullptr)
    return notify(tr("Choose an instruction or a function to write a note to."), false);
  const QString where = place.pc.valid() ? tr("Note to pc %1").arg(place.pc.value)
                                         : tr("Note to %1").arg(page->document()->functionName(place.function));
  const auto table = page->document()->notes()->table();
  askForText(where, tr("The note stays beside the file, which is not changed. Empty: none."),
             place.pc.valid() ? table->note(place.pc) : table->note(place.function),
             [document = QPointer<Document>(page->document()), place](const QString& text) {
               if (document) document->notes()->setNote(place.function, place.pc, text);
             });
}

/// The name shown for the selected call's callee, else for the function.
void MainWindow::renameFunction() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->document()->executable() == nullptr) return;
  const auto subject = referenceSubject(*page->document()->executable(),
                                        Place{.function = page->document()->selection()->current().function,
                                              .pc = page->document()->selection()->current().pc,
                                              .constant = {},
                                              .module = {},
                                              .event = {},
                                              .reg = {}});
  if (!subject) return notify(tr("Choose a function to name it."), false);
  const FuncIndex function = subject->function;
  const QString own = page->document()->functionName(function);
  const QString given = page->document()->notes()->table()->name(function);
  askForText(tr("Name of %1").arg(own),
             tr("Shown in place of the function's own name; the file is not changed. Empty: its own."),
             given.isEmpty() ? own : given,
             [document = QPointer<Document>(page->document()), function](const QString& text) {
               if (document) document->notes()->setName(function, text);
             });
}

void MainWindow::toggleEditing() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->workspace() == nullptr) return;
  page->workspace()->showView(QStringLiteral("listing"));
  if (auto* listing = qobject_cast<ListingView*>(page->workspace()->view(QStringLiteral("listing"))))
    listing->setEditing(!listing->isEditing());
}

void MainWindow::saveEdited() {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->document()->data().executable) return;
  const bool library = page->document()->data().file && page->document()->data().file->library;
  QStringList filters{tr("Executable bytes (*.bin)"), tr("Assembler text (*.rsasm)"), tr("Python form (*.py)")};
  if (library) filters.prepend(tr("Library with its kernels (*.so)"));
  askWhereToSave(tr("Save the code as"), library ? QStringLiteral("-edited.so") : QStringLiteral("-edited.bin"),
                 filters.join(QStringLiteral(";;")),
                 [this, page = QPointer(page), executable = page->document()->data().executable,
                  file = page->document()->data().file](const QString& path) {
                   if (file && QFileInfo(path).canonicalFilePath() ==
                                   QFileInfo(QString::fromStdString(file->path)).canonicalFilePath())
                     return reportSaved(path, tr("the file that is open is never written; choose another name"));
                   saveExecutableAs(executable, file, path,
                                    [self = QPointer(this), page = QPointer(page), executable, path](
                                        const QStringList& written, const QString& error) {
                                      if (page && error.isEmpty()) page->noteSaved(executable);
                                      if (!self) return;
                                      if (!error.isEmpty() || written.size() < 2) return self->reportSaved(path, error);
                                      self->notify(tr("Saved %1, and its tensor data as %2: keep the two together.")
                                                       .arg(path, QFileInfo(written[1]).fileName()),
                                                   false);
                                    });
                 });
}

void MainWindow::find() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->workspace() == nullptr) return;
  View* view = page->workspace()->currentView();
  if (view == nullptr || !view->startFind()) quickOpen();
}

void MainWindow::findNext() {
  if (DocumentPage* page = currentPage(); page != nullptr && page->workspace() != nullptr)
    if (View* view = page->workspace()->currentView()) view->findNext(false);
}

void MainWindow::findPrevious() {
  if (DocumentPage* page = currentPage(); page != nullptr && page->workspace() != nullptr)
    if (View* view = page->workspace()->currentView()) view->findNext(true);
}

void MainWindow::toggleTheme() {
  const bool dark = Theme::instance()->mode() == Theme::Mode::Dark;
  applyTheme(dark ? QStringLiteral("light") : QStringLiteral("dark"));
  if (keepState_) settings::setTheme(dark ? QStringLiteral("light") : QStringLiteral("dark"));
}

static void toggle(DocumentPage* page, ViewArea area) {
  if (page == nullptr || page->workspace() == nullptr) return;
  Workspace* workspace = page->workspace();
  if (workspace->showsOverview()) workspace->showView(QStringLiteral("listing"));
  else workspace->setDockVisible(area, !workspace->isDockVisible(area));
}

void MainWindow::toggleLeft() { toggle(currentPage(), ViewArea::Left); }
void MainWindow::toggleRight() { toggle(currentPage(), ViewArea::Right); }
void MainWindow::toggleBottom() { toggle(currentPage(), ViewArea::Bottom); }

void MainWindow::resetLayout() {
  if (DocumentPage* page = currentPage(); page != nullptr && page->workspace() != nullptr)
    page->workspace()->resetLayout();
}

static void movePanel(DocumentPage* page, int step) {
  if (page == nullptr || page->workspace() == nullptr) return;
  const QList<View*> views = page->workspace()->visibleViews();
  if (views.isEmpty()) return;
  const qsizetype at = std::max<qsizetype>(0, views.indexOf(page->workspace()->currentView()));
  View* next = views[(at + step + views.size()) % views.size()];
  page->workspace()->showView(next->objectName().mid(5));
}

void MainWindow::nextPanel() { movePanel(currentPage(), 1); }
void MainWindow::previousPanel() { movePanel(currentPage(), -1); }

/// Sorts the table with the keyboard, else the first of the current view.
void MainWindow::sortTable() {
  DocumentPage* page = currentPage();
  View* view = page != nullptr && page->workspace() != nullptr ? page->workspace()->currentView() : nullptr;
  DataTable* table = nullptr;
  for (QWidget* widget = QApplication::focusWidget(); widget != nullptr && table == nullptr;
       widget = widget->parentWidget()) {
    table = qobject_cast<DataTable*>(widget);
    if (const auto* panel = qobject_cast<TablePanel*>(widget)) table = panel->table();  // the keyboard is in its filter
  }
  if (table == nullptr && view != nullptr)
    for (DataTable* each : view->findChildren<DataTable*>())
      if (table == nullptr && each->isVisible()) table = each;
  if (table == nullptr || !table->isVisible() || table->tableModel()->source() == nullptr)
    return notify(tr("There is no table in this view to sort."), false);
  table->openColumnMenu();
}

void MainWindow::nextTab() {
  if (tabs_->count() > 0) tabs_->setCurrentIndex((tabs_->currentIndex() + 1) % tabs_->count());
}
void MainWindow::previousTab() {
  if (tabs_->count() > 0) tabs_->setCurrentIndex((tabs_->currentIndex() + tabs_->count() - 1) % tabs_->count());
}

void MainWindow::goBack() {
  if (DocumentPage* page = currentPage()) page->document()->selection()->back();
}
void MainWindow::goForward() {
  if (DocumentPage* page = currentPage()) page->document()->selection()->forward();
}

void MainWindow::quickOpen() { palette_->open({}, under(search_, this)); }
void MainWindow::goToPlace() {
  DocumentPage* page = currentPage();
  View* view = page != nullptr && page->workspace() != nullptr ? page->workspace()->currentView() : nullptr;
  if (view == nullptr || !view->startGoTo()) palette_->open(QStringLiteral(":"), under(search_, this));
}

void MainWindow::showReferences() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->document()->executable() == nullptr) return;
  const auto subject = referenceSubject(*page->document()->executable(), page->document()->selection()->current());
  if (!subject)
    return notify(
        tr("Nothing is selected that could be referred to: choose an operand, a function or a constant first."), false);
  const View* view = page->workspace()->currentView();
  const QWidget* beside = view != nullptr ? static_cast<const QWidget*>(view) : page;
  auto* popup = new ReferencesPopup(page->document(), *subject, this);
  popup->openAt(beside->mapToGlobal(QPoint(Theme::instance()->px(48), Theme::instance()->px(48))));
}

void MainWindow::commandPalette() { palette_->open(QStringLiteral(">"), under(search_, this)); }

void MainWindow::swapListingCfg() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->workspace() == nullptr) return;
  const bool listing = page->workspace()->panel(ViewArea::Centre)->currentId() == QLatin1String("listing");
  showView(listing && !page->workspace()->showsOverview() ? QStringLiteral("cfg") : QStringLiteral("listing"));
}

void MainWindow::runAgain() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->runController()->isBusy()) return;
  if (const QString why = page->whyNotRunnable(); !why.isEmpty()) return notify(why, true);
  RunSpec spec = page->lastRun();
  spec.device = device_->currentData().toString();
  page->startRun(spec);
}

void MainWindow::runDialog() {
  DocumentPage* page = currentPage();
  if (page == nullptr) return;
  page->updateRunnable();
  if (const QString why = page->whyNotRunnable(); !why.isEmpty() && !page->document()->needsLibrary())
    return notify(why, true);
  RunSpec last = page->lastRun();
  last.device = device_->currentData().toString();
  if (last.calls.size() == 1 && last.calls.front().function.isEmpty()) {
    const FuncIndex subject = page->document()->selection()->subject();
    const Function* row = page->document()->executable()->function(subject);
    if (row != nullptr && row->isBytecode()) last.calls.front().function = functionKey(*row);
  }
  QStringList devices;
  for (int i = 0; i < device_->count(); ++i) devices.append(device_->itemData(i).toString());
  RunSpec alone = last;
  alone.libraries.clear();
  auto* dialog = new RunDialog(page->document()->data().executable, last, devices, this);
  dialog->setProblemWithoutLibraries(page->whyNotRunnable(alone));
  connect(dialog, &RunDialog::runRequested, page, &DocumentPage::startRun);
  dialog->open();
}

void MainWindow::stopRun() {
  if (DocumentPage* page = currentPage()) page->runController()->stop();
}

void MainWindow::toggleOutput() {
  if (DocumentPage* page = currentPage()) page->showOutput(page->outputPanel()->isHidden());
}

void MainWindow::settingsDialog() { (new SettingsDialog(this))->open(); }
void MainWindow::shortcutSheet() { (new ShortcutSheet(this))->open(); }

void MainWindow::assemblerPage() { showHelpPage(this); }

void MainWindow::about() {
  auto* dialog = new QDialog(this);
  dialog->setObjectName(QStringLiteral("aboutDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("About RelaxScope"));
  auto* layout = new QVBoxLayout(dialog);
  layout->setContentsMargins(Theme::instance()->px(24), Theme::instance()->px(24), Theme::instance()->px(24),
                             Theme::instance()->px(24));
  auto* title = new QLabel(QStringLiteral("RelaxScope %1").arg(QStringLiteral(RELAXSCOPE_VERSION)), dialog);
  title->setFont(Theme::instance()->ui(15, 600));
  auto* text = new QLabel(tr("Inspector and profiler for Relax VM executables.\n\n"
                             "The window is GPL-3.0-or-later, the libraries below it Apache-2.0.\n"
                             "It works offline and sends nothing. Files are read, never executed, until you run them;\n"
                             "running happens in a process of its own."),
                          dialog);
  text->setProperty("role", "second");
  layout->addWidget(title);
  layout->addSpacing(Theme::instance()->px(8));
  layout->addWidget(text);
  dialog->open();
}

}  // namespace relaxscope
