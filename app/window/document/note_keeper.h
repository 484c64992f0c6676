// SPDX-License-Identifier: GPL-3.0-or-later
// Loads the notes of a document's executable and saves edits of them shortly after.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/window/document/notes_file.h"
#include "views/core/document.h"
#include "views/core/latest_task.h"

namespace relaxscope {

class NoteKeeper : public QObject {
  Q_OBJECT
 public:
  NoteKeeper(Document* document, QObject* parent);
  /// Saves edits that are not in the file yet.
  ~NoteKeeper() override;

  /// The document has other data: saves recent edits of the notes before, and loads those of its executable.
  void documentLoaded();
  [[nodiscard]] bool isSettled() const { return !load_.isPending(); }

 signals:
  void failed(const QString& error);  ///< notes could not be saved

 private:
  void save();

  Document* document_;
  QString path_, digest_;  ///< of the notes that are shown; no digest: not known yet
  QTimer delay_;
  LatestTask load_, save_;
};

}  // namespace relaxscope
