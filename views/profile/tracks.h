// SPDX-License-Identifier: GPL-3.0-or-later
// The tracks of a document's trace, built once and shared by all views that draw times: taken in by
// slices of a few milliseconds between other events, while a run streams and when a file is opened.
#pragma once

#include <QObject>

#include <optional>

#include "views/core/document.h"
#include "views/profile/geometry/track.h"

namespace relaxscope {

class ProfileTracks : public QObject {
  Q_OBJECT
 public:
  /// The tracks of `document`, made at the first call and owned by it.
  static ProfileTracks* of(Document* document);

  [[nodiscard]] const Tracks& tracks() const { return tracks_; }
  /// Whether all events of the document's trace are taken in.
  [[nodiscard]] bool isSettled() const { return settled_; }
  /// Takes in everything now; for tests and benchmarks.
  void finish();
  [[nodiscard]] double nsPerTick() const;
  [[nodiscard]] double toNs(double ticks) const { return ticks * nsPerTick(); }

  // Runs of the trace; positions in Trace::runs.
  /// The measured run in the middle by duration (all runs when every one is a warm-up), or -1.
  [[nodiscard]] int medianRun() const;
  [[nodiscard]] int fastestRun() const;
  [[nodiscard]] int slowestRun() const;
  /// The run in which `ticks` lies, or -1.
  [[nodiscard]] int runAt(double ticks) const;
  /// The event that set the slot's value which holds at `ticks`; searches the values of the whole trace.
  [[nodiscard]] std::optional<uint64_t> eventThatSet(const SlotKey& key, double ticks) const;
  /// Whether the executable's own checks tell which dimension slot `key` holds.
  [[nodiscard]] bool isNamed(const SlotKey& key) const;
  /// How slot `key` is called: that dimension, else "slot 0".
  [[nodiscard]] QString slotName(const SlotKey& key) const;
  /// Where the name comes from: "slot 0 = x.shape[0]", or the place alone.
  [[nodiscard]] QString slotOrigin(const SlotKey& key) const;

 signals:
  /// More was taken in, or everything is new.
  void changed();

 private:
  explicit ProfileTracks(Document* document);
  void restart();
  void work();
  [[nodiscard]] const SlotInfo* slotInfo(const SlotKey& key) const;
  [[nodiscard]] std::vector<int> runsByDuration() const;

  Document* document_;
  Tracks tracks_;
  bool settled_ = true;
  bool scheduled_ = false;
};

/// A run as people count them: warm-ups and measured runs apart, from 1.
struct RunNumber {
  int number = 0, count = 0;
  bool warmup = false;
};
RunNumber runNumber(const Trace& trace, int run);
/// Name of a function as a slice shows it: without "vm.builtin.", "relax.run." and the like.
QString shortCallName(std::string_view name);

}  // namespace relaxscope
