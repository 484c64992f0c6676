// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the runs of one document: stores each profile when its run ends, lists those of earlier sessions, shows the one
// that the user chooses. A profile that could not be stored stays in memory.
#pragma once

#include <QObject>

#include <map>
#include <memory>

#include "app/window/history/run_store.h"
#include "views/core/document.h"
#include "views/core/latest_task.h"

namespace relaxscope {

/// Two stored runs of a document.
struct RunsToCompare {
  QString oldPath, newPath;  ///< of their profiles
  QString oldName, newName;  ///< what tells them apart
};

class RunKeeper : public QObject {
  Q_OBJECT
 public:
  RunKeeper(Document* document, QObject* parent);

  /// Reads the runs of the document, whose data is new, and the digest of its code. `ownRuns` is false for a profile,
  /// which has no runs of its own.
  void documentLoaded(bool ownRuns);
  /// Keeps the document's trace, of a run that has ended.
  void keep();
  /// The user deleted all runs that are stored.
  void forgetStored();
  /// Whether nothing is being read or stored.
  [[nodiscard]] bool isSettled() const { return !listTask_.isPending() && !showTask_.isPending() && saving_ == 0; }

 signals:
  /// The trace of an earlier run of this code.
  void traceReady(std::shared_ptr<const relaxscope::Trace> trace);
  /// A profile of other code, to be opened in a tab of its own.
  void openRequested(const QString& path);
  void compareRequested(const relaxscope::RunsToCompare& runs);
  void failed(const QString& text);

 private:
  struct Code {
    QString digest;
    std::vector<RunEntry> entries;
  };
  void show(const QString& id);
  void compare(const QString& old, const QString& now);
  void stored(const QString& id, const QString& error);
  void dropOldTraces();
  [[nodiscard]] RunHistory* history() const { return document_->runs(); }

  Document* document_;
  RunStore store_;
  QString path_;  ///< of the document whose runs these are
  bool ownRuns_ = false;
  std::map<QString, std::shared_ptr<const Trace>> traces_;  ///< by id, of runs without a file
  size_t saving_ = 0;                                       ///< of them being stored
  LatestTask listTask_, showTask_;
};

}  // namespace relaxscope
