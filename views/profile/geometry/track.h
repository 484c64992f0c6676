// SPDX-License-Identifier: GPL-3.0-or-later
// A trace as the timeline draws it: a load lane, one row per frame depth of the main thread, and the counters.
// Built incrementally from sealed chunks, during and after streaming; ingested events are never processed
// again. Times are ticks since the trace's origin. No Qt, not thread-safe.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "views/profile/geometry/event_row.h"
#include "views/profile/geometry/layer_follower.h"
#include "views/profile/geometry/step_series.h"
#include "views/profile/geometry/work_feed.h"
#include "vmcore/model/builtin.h"
#include "vmcore/trace/event_values.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// Name of a slice: a function of the function table, another name, a step of the load phase, the kernels of a
/// compiled function, a layer, or device work.
struct TrackName {
  enum class Space : uint8_t { Function, Other, Load, Kernels, Layer, Work } space = Space::Function;
  uint32_t index = kNoIndex;    ///< index of the function or into TraceInfo::names, or the EventKind of the load step;
                                ///< Layer: row of LayerMap::copies(); Work: row of DeviceTables::names
  uint32_t subject = kNoIndex;  ///< Load: the function looked up; Layer: row of Tracks::layers(); Work: DeviceWorkKind
  CallKind kind = CallKind::Other;
  std::string text;
  uint64_t count = 0;              ///< number of slices with that name
  uint32_t firstEvent = kNoIndex;  ///< Work: row of device work
};
/// One row of slices. Calls, function bodies and their layers have separate rows. Depth counts bodies and calls:
/// the entry function has depth 0, its calls 1, the body of a function they call 2.
struct TrackRow {
  EventRow slices;
  uint32_t depth = 0;
  bool body = false;
  bool load = false;
  bool layer = false;         ///< a slice is a layer; its event is its first call. `depth` is that of the frame
  uint32_t track = kNoIndex;  ///< of device work: row of DeviceTables::tracks. A slice's event is a row of work
  [[nodiscard]] bool isWork() const { return track != kNoIndex; }
  /// Calls, and bodies that are none.
  [[nodiscard]] bool hasEvents() const { return !load && !layer && !isWork(); }
};
/// Where an event is drawn.
struct SlicePlace {
  uint32_t row = kNoSlice;
  uint32_t slice = kNoSlice;
  [[nodiscard]] bool valid() const { return row != kNoSlice; }
  friend bool operator==(const SlicePlace&, const SlicePlace&) = default;
};
/// A slot of the shape heap of one function.
struct SlotKey {
  uint32_t function = kNoIndex, slot = 0;
  friend auto operator<=>(const SlotKey&, const SlotKey&) = default;
};
/// Totals over a range of time.
struct RangeTotals {
  uint64_t calls = 0;  ///< calls that begin in the range
  double ticks = 0;
  std::optional<double> deviceBusy;  ///< ticks in which some device was at work; empty without device work
};

class Tracks {
 public:
  /// Returns the call kind that determines how a function of the function table is drawn.
  using KindOf = std::function<CallKind(uint32_t function, std::string_view name)>;
  explicit Tracks(KindOf kindOf = {});
  /// The layers to draw, and what they are called. Forgets all events.
  using LayerTitle = std::function<std::string(const LayerMap& map, const LayerCopy& copy)>;
  void setLayers(LayersOfTrace layers, LayerTitle title);
  [[nodiscard]] const LayersOfTrace& layers() const { return follower_.layers(); }
  /// Asks for the titles of layers again.
  void renameLayers();
  /// Changes when names do that were there before.
  [[nodiscard]] uint32_t namesVersion() const { return namesVersion_; }
  /// The copy that a slice of that name is; null for other names.
  [[nodiscard]] const LayerCopy* layerOf(const TrackName& name) const;

  /// Ingests at most `maxEvents` more events of `trace`; returns true when none is left. Starts over if `trace`
  /// does not continue the one ingested so far (its chunks differ).
  bool advance(const std::shared_ptr<const Trace>& trace, uint64_t maxEvents = UINT64_MAX);
  void clear();
  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
  [[nodiscard]] uint64_t eventsTaken() const { return taken_; }

  /// Load rows first, then by depth: calls, the body, its layers from the outermost inwards; device work last, by
  /// track. Order and indices are valid until the next advance().
  [[nodiscard]] const std::vector<std::unique_ptr<TrackRow>>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<TrackName>& names() const { return names_; }
  [[nodiscard]] const TrackName& nameOf(const EventRow& row, uint32_t slice) const { return names_[row.name(slice)]; }
  [[nodiscard]] const StepSeries& liveBytes() const { return live_; }
  [[nodiscard]] const std::map<SlotKey, StepSeries>& slotSeries() const { return slots_; }
  [[nodiscard]] bool hasCompiledBodies() const { return compiled_; }
  [[nodiscard]] uint64_t callCount() const { return calls_; }
  /// Greatest depth that has a row; 0 for an empty trace.
  [[nodiscard]] uint32_t maxDepth() const;
  /// From the first start to the last end of all ingested events, including the load phase.
  [[nodiscard]] std::pair<int64_t, int64_t> extent() const;
  /// The same without the load phase.
  [[nodiscard]] std::pair<int64_t, int64_t> runExtent() const;

  [[nodiscard]] SlicePlace placeOf(uint64_t event) const;
  [[nodiscard]] SlicePlace placeOfWork(WorkIndex work) const;
  /// The first slice of a name.
  [[nodiscard]] SlicePlace firstOf(const TrackName& name) const;
  /// The row of device work that a slice is; invalid for other slices.
  [[nodiscard]] WorkIndex workOf(SlicePlace place) const;
  /// The last slice that starts before a time; invalid if none does.
  [[nodiscard]] SlicePlace lastBefore(double ticks) const;
  [[nodiscard]] bool hasWork() const { return !busy_.empty(); }
  /// The end of the device work that starts from `begin` on and before `end`; `begin` if there is none.
  [[nodiscard]] int64_t workEnd(int64_t begin, int64_t end) const;
  [[nodiscard]] RangeTotals totals(double begin, double end) const;
  /// The next or previous slice in the row; invalid at its end.
  [[nodiscard]] SlicePlace step(SlicePlace from, bool backwards) const;
  /// Names that contain `needle` (plain text, case-insensitive), by descending count. All names if it is empty.
  [[nodiscard]] std::vector<uint32_t> findNames(std::string_view needle) const;
  /// The first slice after `from` (in order of start, then row) whose name is set in `wanted`; wraps around.
  [[nodiscard]] SlicePlace findNext(const std::vector<bool>& wanted, SlicePlace from, bool backwards) const;
  /// Number and total duration of the slices of a name in measured runs (in all, where no run is measured), and the
  /// number of those shorter than `ticks`.
  struct Peers {
    uint64_t count = 0, shorter = 0;
    double sum = 0;
  };
  [[nodiscard]] Peers peers(uint32_t name, int64_t ticks) const;
  /// By name, the number of its slices in measured runs (in all, where no run is measured). Counts what was added since
  /// the last call.
  [[nodiscard]] std::vector<uint64_t> measuredCounts() const;

 private:
  /// Ticks from begin to end of measured runs; runs that follow one another are one span.
  [[nodiscard]] const std::vector<std::pair<int64_t, int64_t>>& measuredSpans() const;
  /// Calls `visit(row, first, end)` for the slices of a row from `from` on that are in measured runs. Returns the first
  /// slice that is later than all of these runs: a run that is added may still contain it.
  template <class Visit>
  size_t forEachMeasured(const TrackRow& row, size_t from, Visit&& visit) const;
  struct RawSlice {
    int64_t start, duration;
    uint32_t name, event, callee, function;
    uint16_t depth;
    EventKind kind;
  };
  void take(const StoredChunk& chunk, size_t begin, size_t end);
  void takeValues(const StoredChunk& chunk, size_t end);
  /// Repeats the values of the values run in the measured runs that follow it, until runs of about `maxEvents` events
  /// were looked at; returns true when none is left.
  bool repeatValues(uint64_t maxEvents);
  void repeatValues(EventValues& values, size_t run);
  void place(const RawSlice& slice);
  void flushBody();
  [[nodiscard]] static uint32_t rowKey(const RawSlice& slice);
  TrackRow& rowFor(uint32_t key, const TrackRow& made);
  static TrackRow rowOf(const RawSlice& slice);
  /// Places at most `most` pieces of device work; returns true when none is left.
  bool takeWork(uint64_t most);
  void placeWork(const PlacedWork& placed);
  [[nodiscard]] uint32_t keyOfTrack(uint32_t track) const;
  uint32_t nameOfWork(const DeviceWork& work);
  void placeLayers();
  uint32_t nameOfLayer(const LayerStretch& stretch);
  uint32_t nameFor(EventKind kind, uint32_t callee);
  [[nodiscard]] SlicePlace scanRow(size_t row, const std::vector<bool>& wanted, size_t from, bool backwards) const;

  KindOf kindOf_;
  LayerTitle layerTitle_;
  LayerFollower follower_;
  std::vector<LayerStretch> ended_;                    ///< layers to be placed
  std::unordered_map<uint64_t, uint32_t> layerNames_;  ///< by row of the map and of the copy
  uint32_t namesVersion_ = 0;
  // Made on demand; traces only grow.
  mutable std::vector<std::pair<int64_t, int64_t>> spans_;
  mutable size_t spannedRuns_ = 0;                ///< runs that spans_ are of
  mutable std::vector<uint64_t> measuredCounts_;  ///< by name
  mutable std::unordered_map<const TrackRow*, size_t>
      counted_;  ///< slices before this one are counted, or in no measured run
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const StoredChunk> lastChunk_;  ///< the last one read; detects whether a trace continues
  size_t chunk_ = 0, place_ = 0;
  size_t slotCursor_ = 0, memoryCursor_ = 0;
  size_t runsRepeated_ = 0;  ///< runs before this one have their values
  uint64_t taken_ = 0, calls_ = 0;
  bool compiled_ = false;
  bool bodyPending_ = false;
  RawSlice body_{};
  std::vector<std::unique_ptr<TrackRow>> rows_;
  std::vector<uint32_t> rowKeys_;  ///< ascending, parallel to rows_
  std::vector<TrackRow*> rowByKey_;
  std::vector<TrackName> names_;
  std::unordered_map<uint64_t, uint32_t> nameIds_;
  std::vector<uint32_t> functionNames_;  ///< name by function index; avoids nameIds_ on the hot path
  StepSeries live_;
  std::map<SlotKey, StepSeries> slots_;
  WorkFeed work_;
  EventRow busy_;                 ///< when devices are at work, whichever of them
  int64_t lastWork_ = INT64_MIN;  ///< latest start
  bool lateWork_ = false;         ///< some work came after later work
};

}  // namespace relaxscope
