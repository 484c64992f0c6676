// SPDX-License-Identifier: GPL-3.0-or-later
// The tracks of a document's trace, built once and shared by all views that draw times. They are built in steps of a
// few milliseconds between other GUI events, during streaming and when a file is opened.
#pragma once

#include <QObject>

#include <optional>

#include "views/code/layers.h"
#include "views/profile/geometry/track.h"

namespace relaxscope {

class ProfileTracks : public QObject {
  Q_OBJECT
 public:
  /// The tracks of `document`, created on the first call and owned by `document`.
  static ProfileTracks* of(Document* document);

  [[nodiscard]] const Tracks& tracks() const { return tracks_; }
  /// Whether all events of the document's trace are ingested.
  [[nodiscard]] bool isSettled() const { return settled_; }
  /// Whether layers are being searched for, which are then drawn too.
  [[nodiscard]] bool awaitsLayers() const { return layers_->isPending(); }
  /// Ingests all remaining events synchronously; for tests and benchmarks.
  void finish();
  [[nodiscard]] double nsPerTick() const;
  [[nodiscard]] double toNs(double ticks) const { return ticks * nsPerTick(); }

  // Runs of the trace; positions in Trace::runs.
  /// The measured run with the median duration (among all runs if every run is a warm-up), or -1.
  [[nodiscard]] int medianRun() const;
  [[nodiscard]] int fastestRun() const;
  [[nodiscard]] int slowestRun() const;
  /// Ticks that recording takes within an event of this kind, as the rows have it taken out; 0 if they have not.
  [[nodiscard]] double recordingTicks(EventKind kind) const;
  /// Indices of the outlying runs, which no row of the statistics counts.
  [[nodiscard]] std::vector<int> outlyingRuns() const;
  /// The run that contains `ticks`, or -1.
  [[nodiscard]] int runAt(double ticks) const;
  /// Where the values of events are, for the present trace; null without one.
  [[nodiscard]] EventValues* values() const;
  /// The event that set the slot's value in effect at `ticks`; searches the values of the whole trace.
  [[nodiscard]] std::optional<uint64_t> settingEvent(const SlotKey& key, double ticks) const;
  /// Whether the executable's shape checks reveal which dimension slot `key` holds.
  [[nodiscard]] bool isNamed(const SlotKey& key) const;
  /// Display name of slot `key`: that dimension, else "slot 0".
  [[nodiscard]] QString slotName(const SlotKey& key) const;
  /// Origin of the slot's name or value: "slot 0, dimension", "written by a kernel".
  [[nodiscard]] QString slotOrigin(const SlotKey& key) const;
  /// Shows that instruction in the listing.
  void showSlotWriter(const SlotKey& key) const;
  /// The first instruction that writes slot `key`; invalid if it is not known or not computed yet.
  [[nodiscard]] InstrIndex slotWriter(const SlotKey& key) const;

 signals:
  /// More events were ingested, or the trace was replaced.
  void changed();

 private:
  explicit ProfileTracks(Document* document);
  void restart();
  void work();
  [[nodiscard]] LayersOfTrace findLayers();
  void takeLayers();
  [[nodiscard]] const SlotInfo* slotInfo(const SlotKey& key) const;
  [[nodiscard]] std::vector<int> runsByDuration() const;

  Document* document_;
  Derived<AllLayers>* layers_;
  Tracks tracks_;
  mutable std::unique_ptr<EventValues> values_;  ///< made on demand, of valuesOf_
  mutable std::shared_ptr<const Trace> valuesOf_;
  bool settled_ = true;
  bool scheduled_ = false;
};

/// 1-based run number among the runs of its kind.
struct RunNumber {
  int number = 0, count = 0;
  RunKind kind = RunKind::Measured;
};
RunNumber runNumber(const Trace& trace, int run);
/// Name of a function as shown in a slice: without prefixes such as "vm.builtin." and "relax.run.".
QString shortCallName(std::string_view name);

}  // namespace relaxscope
