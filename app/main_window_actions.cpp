// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of the action table do.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QVBoxLayout>

#include "app/dialogs.h"
#include "app/export.h"
#include "app/main_window.h"
#include "app/palette.h"
#include "app/run_dialog.h"
#include "app/search_field.h"
#include "app/settings.h"
#include "app/tab_bar.h"
#include "views/theme.h"

namespace relaxscope {
namespace {
QRect under(const QWidget* field, const QWidget* window) {
  return {field->mapTo(window, QPoint(0, 0)), field->size()};
}
}  // namespace

void MainWindow::openDialog() {
  auto* dialog = new QFileDialog(this, tr("Open"));
  dialog->setObjectName(QStringLiteral("openDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  dialog->setNameFilters({tr("All files (*)"), tr("Libraries (*.so *.dylib)"), tr("Profiles (*.rsprof)")});
  if (const auto recent = settings::recent(); !recent.isEmpty()) dialog->setDirectory(QFileInfo(recent.first().path).path());
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
    for (const QString& path : paths) openFile(path);
  });
  dialog->open();
}

void MainWindow::reload() {
  if (DocumentPage* page = currentPage()) page->reload();
}

QString MainWindow::suggestedPath(const QString& suffix) const {
  const DocumentPage* page = currentPage();
  const QFileInfo info(page->path());
  return info.path() + QLatin1Char('/') + info.completeBaseName() + suffix;
}

void MainWindow::saveTrace() {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->document()->trace()) return;
  auto* dialog = new QFileDialog(this, tr("Save profile"), suggestedPath(QStringLiteral(".rsprof")), tr("Profiles (*.rsprof)"));
  dialog->setObjectName(QStringLiteral("saveDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(suggestedPath(QStringLiteral(".rsprof")));
  connect(dialog, &QFileDialog::fileSelected, this, [this, trace = page->document()->trace(), executable = page->document()->data().executable](const QString& path) {
    saveProfile(trace, executable, path, [self = QPointer(this), path](const QString& error) {
      if (self) self->notify(error.isEmpty() ? tr("Saved %1").arg(path) : tr("%1 was not written: %2").arg(path, error), !error.isEmpty());
    });
  });
  dialog->open();
}

void MainWindow::exportPicture() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->workspace() == nullptr || page->workspace()->currentView() == nullptr) return;
  QPointer<View> view = page->workspace()->currentView();
  const QString name = suggestedPath(QLatin1Char('-') + page->workspace()->currentViewId() + QStringLiteral(".svg"));
  auto* dialog = new QFileDialog(this, tr("Save picture"), name, tr("Pictures (*.svg *.png)"));
  dialog->setObjectName(QStringLiteral("saveDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(name);
  connect(dialog, &QFileDialog::fileSelected, this, [this, view](const QString& path) {
    if (!view) return;
    const QString error = exportViewPicture(view, path);
    notify(error.isEmpty() ? tr("Saved %1").arg(path) : tr("%1 was not written: %2").arg(path, error), !error.isEmpty());
  });
  dialog->open();
}

void MainWindow::exportExecutable(int row) {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->document()->data().executable) return;
  const ExecutableExporter& exporter = executableExporters()[static_cast<size_t>(row)];
  const QString name = suggestedPath(QLatin1String(exporter.suffix));
  auto* dialog = new QFileDialog(this, tr("Export"), name);
  dialog->setObjectName(QStringLiteral("saveDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(name);
  connect(dialog, &QFileDialog::fileSelected, this, [this, &exporter, executable = page->document()->data().executable](const QString& path) {
    exportExecutableFile(executable, exporter, path, [self = QPointer(this), path](const QString& error) {
      if (self) self->notify(error.isEmpty() ? tr("Saved %1").arg(path) : tr("%1 was not written: %2").arg(path, error), !error.isEmpty());
    });
  });
  dialog->open();
}

void MainWindow::exportTrace(int row) {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->document()->trace()) return;
  const TraceExporter& exporter = traceExporters()[static_cast<size_t>(row)];
  const QString name = suggestedPath(QLatin1String(exporter.suffix));
  auto* dialog = new QFileDialog(this, tr("Export"), name);
  dialog->setObjectName(QStringLiteral("saveDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(name);
  connect(dialog, &QFileDialog::fileSelected, this, [this, &exporter, trace = page->document()->trace(), executable = page->document()->data().executable](const QString& path) {
    exportTraceFile(trace, executable, exporter, path, [self = QPointer(this), path](const QString& error) {
      if (self) self->notify(error.isEmpty() ? tr("Saved %1").arg(path) : tr("%1 was not written: %2").arg(path, error), !error.isEmpty());
    });
  });
  dialog->open();
}

void MainWindow::exportConstant(int64_t index) {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->document()->data().executable) return;
  const QString name = suggestedPath(QStringLiteral("-c%1.npy").arg(index));
  auto* dialog = new QFileDialog(this, tr("Export"), name);
  dialog->setObjectName(QStringLiteral("saveDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(name);
  connect(dialog, &QFileDialog::fileSelected, this, [this, index, executable = page->document()->data().executable](const QString& path) {
    saveConstant(executable, ConstIndex(index), path, [self = QPointer(this), path](const QString& error) {
      if (self) self->notify(error.isEmpty() ? tr("Saved %1").arg(path) : tr("%1 was not written: %2").arg(path, error), !error.isEmpty());
    });
  });
  dialog->open();
}

void MainWindow::closeCurrentTab() { closeTab(tabs_->currentIndex()); }
void MainWindow::quit() { close(); }

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
  if (DocumentPage* page = currentPage(); page != nullptr && page->workspace() != nullptr) page->workspace()->resetLayout();
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
void MainWindow::goToPlace() { palette_->open(QStringLiteral(":"), under(search_, this)); }
void MainWindow::commandPalette() { palette_->open(QStringLiteral(">"), under(search_, this)); }

void MainWindow::swapListingCfg() {
  DocumentPage* page = currentPage();
  if (page == nullptr || page->workspace() == nullptr) return;
  const bool listing = page->workspace()->panel(ViewArea::Centre)->currentId() == QLatin1String("listing");
  showView(listing && !page->workspace()->showsOverview() ? QStringLiteral("cfg") : QStringLiteral("listing"));
}

void MainWindow::runAgain() {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->whyNotRunnable().isEmpty() || page->runController()->isBusy()) return;
  RunSpec spec = RunSpec::fromMap(settings::lastRun(page->path()));
  spec.device = device_->currentData().toString();
  page->startRun(spec);
}

void MainWindow::runDialog() {
  DocumentPage* page = currentPage();
  if (page == nullptr || !page->whyNotRunnable().isEmpty()) return;
  RunSpec last = RunSpec::fromMap(settings::lastRun(page->path()));
  last.device = device_->currentData().toString();
  if (last.function.isEmpty()) {
    const FuncIndex subject = page->document()->selection()->subject();
    const Function* row = page->document()->executable()->function(subject);
    if (row != nullptr && row->isBytecode()) last.function = page->document()->functionName(subject);
  }
  QStringList devices;
  for (int i = 0; i < device_->count(); ++i) devices.append(device_->itemData(i).toString());
  auto* dialog = new RunDialog(page->document()->data().executable, last, devices, this);
  connect(dialog, &RunDialog::runRequested, page, &DocumentPage::startRun);
  dialog->open();
}

void MainWindow::stopRun() {
  if (DocumentPage* page = currentPage()) page->runController()->stop();
}

void MainWindow::settingsDialog() { (new SettingsDialog(this))->open(); }
void MainWindow::shortcutSheet() { (new ShortcutSheet(this))->open(); }

void MainWindow::about() {
  auto* dialog = new QDialog(this);
  dialog->setObjectName(QStringLiteral("aboutDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("About RelaxScope"));
  auto* layout = new QVBoxLayout(dialog);
  layout->setContentsMargins(Theme::instance()->px(24), Theme::instance()->px(24), Theme::instance()->px(24), Theme::instance()->px(24));
  auto* title = new QLabel(QStringLiteral("RelaxScope %1").arg(QStringLiteral(RELAXSCOPE_VERSION)), dialog);
  title->setFont(Theme::instance()->ui(15, 600));
  auto* text = new QLabel(tr("Inspector and profiler for Relax VM executables.\n\n"
                             "The window is GPL-3.0-or-later, the libraries below it Apache-2.0.\n"
                             "It works offline and sends nothing. Files are read, never executed, until you run them;\n"
                             "running happens in a process of its own."), dialog);
  text->setProperty("role", "second");
  layout->addWidget(title);
  layout->addSpacing(Theme::instance()->px(8));
  layout->addWidget(text);
  dialog->open();
}

}  // namespace relaxscope
