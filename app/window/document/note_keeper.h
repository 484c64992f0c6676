// SPDX-License-Identifier: GPL-3.0-or-later
// Loads the notes of a document's executable, saves edits of them shortly after, and says where if that is not next to
// the file.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/window/document/notes_file.h"
#include "views/core/document.h"
#include "views/core/latest_task.h"
#include "views/widgets/error_strip.h"

namespace relaxscope {

class NoteKeeper : public QObject {
  Q_OBJECT
 public:
  /// The strip becomes a child of `parent`.
  NoteKeeper(Document* document, QWidget* parent);
  /// Saves edits that are not in the file yet.
  ~NoteKeeper() override;

  [[nodiscard]] ErrorStrip* strip() const { return strip_; }
  /// The document has other data: saves recent edits of the notes before, and loads those of its executable.
  void documentLoaded();
  [[nodiscard]] bool isSettled() const { return !load_.isPending(); }

 private:
  struct Kept;
  void loaded(const Kept& kept);
  void save();
  void saved(const WrittenNotes& written);
  /// The notes with the user's edits, as they are to be stored.
  [[nodiscard]] StoredNotes edited() const;

  Document* document_;
  ErrorStrip* strip_;
  QString path_, digest_;  ///< of the notes that are shown; no digest: not known yet
  StoredNotes stored_;     ///< before the user's edits
  QTimer delay_;
  LatestTask load_, save_;
  bool saidWhere_ = false;
};

}  // namespace relaxscope
