// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/save_flow.h"

#include <QFileDialog>
#include <QFileInfo>

#include "app/window/comparison/comparison_page.h"
#include "app/window/document/document_page.h"
#include "app/window/document/save_executable.h"
#include "app/window/shell/main_window.h"

namespace relaxscope {

SaveFlow::SaveFlow(MainWindow* window) : QObject(window), window_(window) {}

void SaveFlow::askWhere(const Page* page, const QString& title, const QString& suffix, const QString& filter,
                        std::function<void(const QString&)> save) {
  const QFileInfo info(page->path());
  const QString name = info.path() + QLatin1Char('/') + info.completeBaseName() + suffix;
  auto* dialog = new QFileDialog(window_, title, name, filter);
  dialog->setObjectName(QStringLiteral("saveDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(name);
  connect(dialog, &QFileDialog::fileSelected, this, std::move(save));
  dialog->open();
}

void SaveFlow::report(const QString& path, const QString& error) {
  if (error.isEmpty()) window_->notify(tr("Saved %1").arg(path), false);
  else window_->notify(tr("cannot write %1: %2").arg(path, error), true);
}

ExportDone SaveFlow::whenSaved(const QString& path) {
  return [self = QPointer(this), path](const QString& error) {
    if (self) self->report(path, error);
  };
}

void SaveFlow::saveTrace(DocumentPage* page, bool anonymous) {
  auto trace = page->document()->trace();
  if (!trace) return;
  if (anonymous) trace = std::make_shared<const Trace>(anonymousCopy(*trace));
  askForTrace(page, trace, anonymous ? tr("Save profile without host, command and folders") : tr("Save profile"));
}

void SaveFlow::askForTrace(DocumentPage* page, const std::shared_ptr<const Trace>& trace, const QString& title) {
  const auto save = [this, page = QPointer(page), trace, title](const QString& path) {
    if (!page) return;
    // A disk that is full holds no recording: another place is asked for.
    const auto done = [self = QPointer(this), page, trace, title, path](const QString& error) {
      if (!self) return;
      self->report(path, error);
      if (!error.isEmpty() && page) self->askForTrace(page, trace, title);
    };
    saveProfile(trace, page->document()->data().executable, path, done);
  };
  askWhere(page, title, QStringLiteral(".rsprof"), MainWindow::tr("Profiles (*.rsprof)"), save);
}

void SaveFlow::savePicture(Page* page) {
  View* view = page->currentView();
  if (view == nullptr) return;
  const QString suffix = QLatin1Char('-') + QLatin1String(viewName(view->id())) + QStringLiteral(".svg");
  askWhere(page, tr("Save picture"), suffix, MainWindow::tr("Pictures (*.svg *.png)"),
           [this, view = QPointer<View>(view)](const QString& path) {
             if (view) report(path, exportViewPicture(view, path));
           });
}

void SaveFlow::exportExecutable(DocumentPage* page, const ExecutableExporter& exporter) {
  const auto executable = page->document()->data().executable;
  if (!executable) return;
  askWhere(page, tr("Export"), QLatin1String(exporter.suffix), {}, [this, &exporter, executable](const QString& path) {
    exportExecutableFile(executable, exporter, path, whenSaved(path));
  });
}

void SaveFlow::exportTrace(DocumentPage* page, const TraceExporter& exporter) {
  const auto trace = page->document()->trace();
  if (!trace) return;
  askWhere(page, tr("Export"), QLatin1String(exporter.suffix), {},
           [this, &exporter, trace, executable = page->document()->data().executable](const QString& path) {
             exportTraceFile(trace, executable, exporter, path, whenSaved(path));
           });
}

void SaveFlow::exportDiff(ComparisonPage* page, const QString& id) {
  if (id.isEmpty()) return savePicture(page);
  if (!page->comparison()->diff()) return;
  for (const DiffExporter& exporter : diffExporters())
    if (id == QLatin1String(exporter.id))
      askWhere(page, tr("Export"), QLatin1String(exporter.suffix), {},
               [this, &exporter, page = QPointer(page)](const QString& path) {
                 if (page && page->comparison()->diff())
                   exportDiffFile(*page->comparison(), exporter, path, whenSaved(path));
               });
}

void SaveFlow::exportTimes(ComparisonPage* page, const QString& id, Grouping grouping) {
  if (id.isEmpty()) return savePicture(page);
  if (!page->comparison()->times()->times()) return;
  for (const TimesExporter& exporter : timesExporters())
    if (id == QLatin1String(exporter.id))
      askWhere(page, tr("Export"), QLatin1String(exporter.suffix), {},
               [this, &exporter, grouping, page = QPointer(page)](const QString& path) {
                 if (page && page->comparison()->times()->times())
                   exportTimesFile(*page->comparison(), exporter, grouping, path, whenSaved(path));
               });
}

void SaveFlow::saveConstant(DocumentPage* page, ConstIndex constant) {
  const auto executable = page->document()->data().executable;
  if (!executable) return;
  askWhere(page, tr("Export"), QStringLiteral("-c%1.npy").arg(constant.value), {},
           [this, constant, executable](const QString& path) {
             relaxscope::saveConstant(executable, constant, path, whenSaved(path));
           });
}

void SaveFlow::saveEdited(DocumentPage* page) {
  const auto executable = page->document()->data().executable;
  if (!executable) return;
  const auto file = page->document()->data().file;
  const bool library = file && file->library;
  QStringList filters{tr("Executable bytes (*.bin)"), MainWindow::tr("Assembler text (*.rsasm)"),
                      tr("Python form (*.py)")};
  if (library) filters.prepend(tr("Library with its kernels (*.so)"));
  const QString suffix = library ? QStringLiteral("-edited.so") : QStringLiteral("-edited.bin");
  askWhere(page, tr("Save the code as"), suffix, filters.join(QStringLiteral(";;")),
           [this, page = QPointer(page), executable, file](const QString& path) {
             writeEdited(page, executable, file, path);
           });
}

void SaveFlow::writeEdited(DocumentPage* page, std::shared_ptr<const Executable> executable,
                           std::shared_ptr<const LoadedFile> file, const QString& path) {
  const auto canonical = [](const QString& name) { return QFileInfo(name).canonicalFilePath(); };
  if (file && canonical(path) == canonical(QString::fromStdString(file->path)))
    return report(path, tr("cannot overwrite the open file; choose another name"));
  const QString origin = file ? QString::fromStdString(file->path) : QString();
  const auto done = [self = QPointer(this), page = QPointer(page), executable, origin, path](const QStringList& written,
                                                                                             const QString& error) {
    if (page && error.isEmpty()) page->noteSaved(executable);
    if (!self) return;
    if (!error.isEmpty()) return self->report(path, error);
    const QString said = written.size() < 2 ? tr("Saved %1").arg(path)
                                            : tr("Saved %1 with its tensor data in %2: keep both files together.")
                                                  .arg(path, QFileInfo(written[1]).fileName());
    if (origin.isEmpty()) return self->window_->notify(said, false);
    self->window_->notify(said, false, tr("Compare with before"),
                          [window = self->window_, origin, path] { window->openComparison(origin, path); });
  };
  saveExecutableAs(executable, file, path, done);
}

}  // namespace relaxscope
