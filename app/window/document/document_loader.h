// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a file on the pool: read, decode, summarise, verify. One load at a time; a newer one drops the
// older one's result. Results arrive on the GUI thread.
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <stop_token>

#include "views/core/document.h"
#include "views/core/latest_task.h"

namespace relaxscope {

struct LoadedDocument {
  DocumentData data;
  std::shared_ptr<const Trace> trace;  ///< of an .rsprof
  QString constantsProblem;            ///< why the late-bound constants could not be taken from their file
};

/// What `origin` is with its late-bound constants taken from a parameter list. The file's bytes and their map stay; an
/// edited executable gets them in the place of those that it still lacks.
Result<DocumentData> boundData(const DocumentData& origin, const QString& constants, const std::stop_token& stop);

/// Summary and findings of an executable that edit mode made of `origin`'s, and the bytes it would have.
DocumentData editedData(const DocumentData& origin, std::shared_ptr<const Executable> executable,
                        const std::stop_token& stop);

class DocumentLoader : public QObject {
  Q_OBJECT
 public:
  explicit DocumentLoader(QObject* parent = nullptr) : QObject(parent) {}

  /// `constants`: a parameter list with the late-bound constants, or empty.
  void load(const QString& path, const QString& constants);
  void cancel();
  [[nodiscard]] bool isBusy() const { return task_.isPending(); }

 signals:
  void loaded(const LoadedDocument& document);
  /// `text` says what and where (a byte offset).
  void failed(const QString& text);
  void cancelled();

 private:
  LatestTask task_;
};

}  // namespace relaxscope
