// SPDX-License-Identifier: GPL-3.0-or-later
// The file with a document's late-bound constants: which one it is, the strip that asks for it or says why it does
// not fit, and binding it on the pool. What is shown already stays until a file fits.
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
  /// Of the file that is bound, or that is to be bound by the next load of the document; empty: none.
  [[nodiscard]] const QString& path() const { return path_; }
  void setPath(const QString& path) { path_ = path; }
  /// Whether the document shows an executable whose constants lie in a file of their own, bound or not.
  [[nodiscard]] bool wanted() const { return wanted_; }
  /// Why the last file was not taken; empty: it was, or none was given.
  [[nodiscard]] const QString& problem() const { return problem_; }
  [[nodiscard]] bool isPending() const { return task_.isPending(); }

  /// The document has new data; `problem` is what loading it said of the constants file.
  void documentLoaded(const QString& problem);
  /// Looks again which constants are missing: an edit may have brought or taken some.
  void update();
  /// Reads the file and binds it; answers with bound(), or the strip says why not.
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

/// Whether the file begins as a parameter list does.
bool isParameterList(const QString& path);

}  // namespace relaxscope
