// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a file on the thread pool: read, decode, summarise, verify. One load at a time; a newer load discards the
// result of the older one. Results arrive on the GUI thread.
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <stop_token>

#include "app/window/document/file_stamp.h"
#include "views/core/document.h"
#include "views/core/latest_task.h"

namespace relaxscope {

struct LoadedDocument {
  DocumentData data;
  std::shared_ptr<const Trace> trace;  ///< of an .rsprof file; null for other files
  FileStamp stamp;                     ///< of the file before it was read
  QString constantsProblem;            ///< why the late-bound constants could not be read from their file
};

/// Why a file could not be opened.
struct LoadFailure {
  QString text;                           ///< the error and its place (a byte offset)
  std::shared_ptr<const ByteMap> damage;  ///< of its bytes, as far as they were decoded; null if they cannot be read
};

/// `origin` with its late-bound constants read from a parameter list. The file's bytes and their map are unchanged; in
/// an edited executable only the constants that are still missing are set.
Result<DocumentData> boundData(const DocumentData& origin, const QString& constants, const std::stop_token& stop);

/// Summary, findings and byte map of an executable that edit mode created from that of `origin`.
DocumentData editedData(const DocumentData& origin, std::shared_ptr<const Executable> executable,
                        const std::stop_token& stop);

class DocumentLoader : public QObject {
  Q_OBJECT
 public:
  explicit DocumentLoader(QObject* parent = nullptr) : QObject(parent) {}

  /// `constants`: path of a parameter list with the late-bound constants, or empty.
  void load(const QString& path, const QString& constants);
  void cancel();
  [[nodiscard]] bool isBusy() const { return task_.isPending(); }

 signals:
  void loaded(const LoadedDocument& document);
  void failed(const LoadFailure& failure);
  void cancelled();

 private:
  LatestTask task_;
};

}  // namespace relaxscope
