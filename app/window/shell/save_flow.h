// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is written to a file chosen in a dialog: profiles, pictures, tables, constants, edited code. What is
// saved is what the page shows when the dialog opens; what became of it is told in the window's notice.
#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

#include "app/window/document/export.h"

namespace relaxscope {

class DocumentPage;
class MainWindow;

class SaveFlow : public QObject {
  Q_OBJECT
 public:
  explicit SaveFlow(MainWindow* window);

  // Each does nothing where the page has nothing of the kind.
  void saveTrace(DocumentPage* page);
  void savePicture(DocumentPage* page);
  void saveEdited(DocumentPage* page);
  void saveConstant(DocumentPage* page, ConstIndex constant);
  void exportExecutable(DocumentPage* page, const ExecutableExporter& exporter);
  void exportTrace(DocumentPage* page, const TraceExporter& exporter);

 private:
  /// Shows a dialog with a name made of the page's file and `suffix`; `save` gets the chosen path.
  void askWhere(const DocumentPage* page, const QString& title, const QString& suffix, const QString& filter,
                std::function<void(const QString&)> save);
  void report(const QString& path, const QString& error);
  [[nodiscard]] ExportDone whenSaved(const QString& path);
  void writeEdited(DocumentPage* page, std::shared_ptr<const Executable> executable,
                   std::shared_ptr<const LoadedFile> file, const QString& path);
  MainWindow* window_;
};

}  // namespace relaxscope
