// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of runs on disk, which outlive the window: one .rsprof per run in a folder per document. The oldest ones are
// deleted when a document has more than kMostRuns or all together take more than the user allows.
#pragma once

#include <QString>

#include <vector>

#include "views/core/run_history.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// How much is stored of all documents.
struct StoredRuns {
  quint64 runs = 0, bytes = 0;
};

class RunStore {
 public:
  static constexpr int kMostRuns = 50;  ///< of one document

  /// `root`: folder of all documents' folders; empty: nothing is kept. `mostBytes`: of all profiles together.
  RunStore(QString root, quint64 mostBytes) : root_(std::move(root)), mostBytes_(mostBytes) {}
  /// The one of the settings; while they are read-only it only reads.
  static RunStore ofSettings();

  [[nodiscard]] bool keeps() const { return !root_.isEmpty() && mostBytes_ > 0; }
  /// An id that no earlier run has: the present time and the process.
  [[nodiscard]] static QString newId();
  /// Path of a run's profile, whether it exists or not. `document`: path of the executable.
  [[nodiscard]] QString pathOf(const QString& document, const QString& id) const;

  // All of these read or write files: call them on the thread pool.

  /// The runs of a document; files that cannot be read are left out.
  [[nodiscard]] std::vector<RunEntry> list(const QString& document) const;
  /// Writes the profile of a run, then deletes the oldest ones beyond the limits, never this one. Returns an error
  /// text, or empty.
  QString save(const QString& document, const QString& id, const Trace& trace, const Executable* executable) const;
  void remove(const QString& document, const QString& id) const;
  [[nodiscard]] StoredRuns stored() const;
  /// Deletes the runs of all documents.
  void removeAll() const;

 private:
  [[nodiscard]] QString folderOf(const QString& document) const;
  void prune(const QString& document, const QString& kept) const;

  QString root_;
  quint64 mostBytes_;
};

}  // namespace relaxscope
