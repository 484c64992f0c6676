// SPDX-License-Identifier: GPL-3.0-or-later
// The file with a document's late-bound constants: owns its path, the strip that asks for it or shows why it does not
// match, and the task that binds it on the thread pool. The data shown stays until a file matches.
#pragma once

#include <QObject>
#include <QString>

#include "app/window/document/document_loader.h"
#include "views/core/latest_task.h"
#include "views/widgets/error_strip.h"

namespace relaxscope {

class LateConstants : public QObject {
  Q_OBJECT
 public:
  LateConstants(Document* document, QWidget* parent);

  [[nodiscard]] ErrorStrip* strip() const { return strip_; }
  /// Path of the file that is bound, or that the next load of the document binds; empty: none.
  [[nodiscard]] const QString& path() const { return path_; }
  void setPath(const QString& path) { path_ = path; }
  /// Whether the document's executable has late-bound constants, bound or not.
  [[nodiscard]] bool wanted() const { return wanted_; }
  /// Why the last file was rejected; empty: it was bound, or none was given.
  [[nodiscard]] const QString& problem() const { return problem_; }
  [[nodiscard]] bool isPending() const { return task_.isPending(); }

  /// To be called when the document has new data; `problem` is the error that loading reported for the constants file.
  void documentLoaded(const QString& problem);
  /// Determines again which constants are missing: an edit may have added or removed some.
  void update();
  /// Reads the file and binds it; emits bound(), or failed() with the reason in the strip.
  void load(const QString& path);
  void cancel() { task_.cancel(); }

 signals:
  void bound(const relaxscope::DocumentData& data);
  void failed();

 private:
  void showMissing();
  void showProblem(const QString& path);

  Document* document_;
  ErrorStrip* strip_;
  QString path_, problem_;
  LatestTask task_;
  bool wanted_ = false;
};

/// Whether the file starts with the magic of a parameter list.
bool isParameterList(const QString& path);

}  // namespace relaxscope
