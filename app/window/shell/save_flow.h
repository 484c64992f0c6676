// SPDX-License-Identifier: GPL-3.0-or-later
// Saving to files that the user chooses in a dialog: profiles, pictures, tables, constants, edited code. Saves what
// the page shows when the dialog opens; reports the outcome in the window's notice.
#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

#include "app/window/document/export.h"

namespace relaxscope {

class ComparisonPage;
class DocumentPage;
class MainWindow;
class Page;

class SaveFlow : public QObject {
  Q_OBJECT
 public:
  explicit SaveFlow(MainWindow* window);

  // Each does nothing if the page has no such data.
  /// `anonymous`: without the host's name, the command and folders.
  void saveTrace(DocumentPage* page, bool anonymous = false);
  void savePicture(Page* page);
  void saveEdited(DocumentPage* page);
  void saveConstant(DocumentPage* page, ConstIndex constant);
  void exportExecutable(DocumentPage* page, const ExecutableExporter& exporter);
  /// `id`: of a row of diffExporters(); empty: a picture of the view.
  void exportDiff(ComparisonPage* page, const QString& id);
  /// `id`: of a row of timesExporters(); empty: a picture of the view.
  void exportTimes(ComparisonPage* page, const QString& id, Grouping grouping);
  void exportTrace(DocumentPage* page, const TraceExporter& exporter);

 private:
  /// Shows a dialog that proposes the page's file name with `suffix`; calls `save` with the chosen path.
  void askWhere(const Page* page, const QString& title, const QString& suffix, const QString& filter,
                std::function<void(const QString&)> save);
  /// Asks where to save the profile, and again where it cannot be written.
  void askForTrace(DocumentPage* page, const std::shared_ptr<const Trace>& trace, const QString& title);
  void report(const QString& path, const QString& error);
  [[nodiscard]] ExportDone whenSaved(const QString& path);
  void writeEdited(DocumentPage* page, std::shared_ptr<const Executable> executable,
                   std::shared_ptr<const LoadedFile> file, const QString& path);
  MainWindow* window_;
};

}  // namespace relaxscope
