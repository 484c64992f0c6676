// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that were made of a document, newest first, and which of them is shown. The application keeps their profiles
// and answers the requests.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <span>
#include <vector>

#include "vmcore/trace/trace.h"

namespace relaxscope {

/// What one run was, and its time.
struct RunEntry {
  QString id;         ///< unique among the runs of a document; ids sort by time
  QString startedAt;  ///< ISO 8601, UTC
  QString function;   ///< or the list of several calls: "prefill; decode"
  QString arguments, device, allocator, mode;
  QString digest;        ///< SHA-256 of the executable that ran, hex
  QString cutShort;      ///< why it ended early; empty: it is complete
  bool edited = false;   ///< edited code ran
  bool stored = false;   ///< in a file; else in memory
  double runNs = -1;     ///< median time of a run, unrecorded where that was measured; -1: no run was measured
  bool recorded = true;  ///< runNs is of recorded runs
  uint64_t runs = 0, events = 0;
  uint64_t bytes = 0;  ///< of the profile's file
};
/// `trace` may be an outline; `events` is then set by the caller.
RunEntry runEntryOf(const Trace& trace);

/// Per entry what tells it from the others: "edited", "x: f32[8, 16]", "naive allocator"; the local time where nothing
/// does. `digest`: of the executable that is shown.
QStringList runLabels(std::span<const RunEntry> entries, const QString& digest);
/// "14:05" today, else "11-24 14:05", by the local clock; the text itself if it is no time.
QString localTimeText(const QString& iso);

class RunHistory : public QObject {
  Q_OBJECT
 public:
  explicit RunHistory(QObject* parent = nullptr) : QObject(parent) {}

  [[nodiscard]] const std::vector<RunEntry>& entries() const { return entries_; }
  [[nodiscard]] const RunEntry* find(const QString& id) const;
  /// Id of the run that the document shows; empty: none, or one of another file.
  [[nodiscard]] const QString& shown() const { return shown_; }
  /// Digest of the document's executable; empty until it is known.
  [[nodiscard]] const QString& digest() const { return digest_; }
  /// Whether the run was of the code that is shown; runs of other code open in a tab of their own.
  [[nodiscard]] bool isOfThisCode(const RunEntry& entry) const { return entry.digest == digest_; }
  // Ids of the runs of this code before and after the shown one; empty: there is none. If no run is shown, all are
  // earlier ones.
  [[nodiscard]] QString earlier() const;
  [[nodiscard]] QString later() const;

  void setEntries(std::vector<RunEntry> entries);
  /// Adds a run, or replaces the one of the same id.
  void put(const RunEntry& entry);
  void remove(const QString& id);
  void setShown(const QString& id);
  void setDigest(const QString& digest);

  void requestShow(const QString& id);
  void requestRemove(const QString& id);
  /// To compare two runs; the earlier one is the old side.
  void requestCompare(const QString& id, const QString& other);

 signals:
  void changed();
  void showRequested(const QString& id);
  void removeRequested(const QString& id);
  void compareRequested(const QString& old, const QString& now);

 private:
  std::vector<RunEntry> entries_;
  QString shown_, digest_;
};

}  // namespace relaxscope
