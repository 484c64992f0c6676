// SPDX-License-Identifier: Apache-2.0
// The entry of device work into a recording. The engine tells of each launch as it makes it; a collector (activity
// records, events, an emulated device) tells of finished work in any order, by its own clock. After a run, deliver()
// converts the times to the trace's, checks them, and hands the rows over. Used on the VM's thread only: a collector
// with threads of its own queues its records until then.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/trace/device/device_tables.h"
#include "vmcore/trace/device/work.h"
#include "vmcore/vm/record/stopped_clock.h"

namespace relaxscope {

inline constexpr uint64_t kNoLaunch = UINT64_MAX;

/// Work as a collector tells it.
struct CollectedWork {
  DeviceWorkKind kind = DeviceWorkKind::Kernel;
  uint32_t track = 0;          ///< from DeviceWorkSink::track
  int64_t start = 0, end = 0;  ///< of the track's clock: ns of a domain, else ticks of the trace
  std::string_view name;       ///< of the kernel; empty: that of the kind
  std::optional<LaunchShape> shape;
  int64_t bytes = 0;            ///< copied or filled
  uint64_t launch = kNoLaunch;  ///< from DeviceWorkSink::launched
  uint32_t graph = kNoIndex;    ///< number of the replayed graph
  uint64_t node = 0;            ///< of the graph
};

class DeviceWorkSink {
 public:
  /// Receives what is new: rows of the tables that the work is the first to refer to, then the work.
  using Deliver = std::function<void(DeviceTables added, DeviceWorkColumns rows)>;
  /// `stops`: of the recording's clock; it outlives the sink.
  DeviceWorkSink(double nsPerTick, const StoppedClock& stops, Deliver deliver);

  /// `noTimes`: why there are none, for DeviceTiming::None.
  void setTiming(DeviceTiming timing, LaunchMode mode, std::string noTimes = {});
  /// Each returns the row of the table.
  uint32_t addDevice(DeviceFacts device);
  uint32_t addDomain(std::string name, std::string source);
  /// The track of a stream, added at its first use. `device`, `domain`: rows, or kNoIndex.
  uint32_t track(TrackKind kind, uint32_t device, uint32_t id, uint32_t domain, std::string name = {});
  /// Readings of a domain's clock, made in a row between readings of the running clock (StoppedClock), of which the
  /// narrowest counts. Before the first and after the last work of a run.
  void addReadings(uint32_t domain, std::span<const ClockReading> readings);

  /// A launch, copy or fill is about to be asked for, at `queued` (Recorder::now), within event `call`
  /// (Recorder::nextEvent, kNoEvent for none). Returns its number, by which its work is told.
  uint64_t launched(int64_t queued, uint64_t call);
  /// The recording drops the run that began with beginRun(): the work of its launches is dropped with it.
  void beginRun() { runBegan_ = launches_.size(); }
  void dropRun();

  void add(const CollectedWork& work);
  /// Records that the collector lost, or that made no sense.
  void addLost(uint64_t dropped, uint64_t invalid = 0);

  /// Hands over all work added so far. Launches made so far are forgotten: work that is told later has none.
  void deliver();

 private:
  /// Work and launches that wait for deliver(), at most.
  static constexpr size_t kMaxPending = size_t{1} << 22;
  static constexpr size_t kMaxPairs = size_t{1} << 14;  ///< of a domain, that are handed over

  struct Launch {
    int64_t queued = 0;
    uint64_t call = kNoEvent;
    bool dropped = false;
  };
  struct Pending {
    DeviceWork row;  ///< with times of its track's clock, and the launch in `call`
    int64_t end = 0;
  };
  class Converter;
  [[nodiscard]] const Launch* launchOf(uint64_t number) const;
  uint32_t nameRow(std::string_view name);
  uint32_t shapeRow(const LaunchShape& shape);

  double nsPerTick_;
  const StoppedClock& stops_;
  Deliver deliver_;
  std::vector<std::vector<ClockPair>> pairs_;  ///< of each domain, by the running clock
  DeviceTables tables_;                        ///< all rows so far
  DeviceTables added_;                         ///< those not handed over
  bool changed_ = false;                       ///< added_ is not empty
  std::map<std::string, uint32_t, std::less<>> nameRows_;
  std::vector<Launch> launches_;
  uint64_t firstLaunch_ = 0;  ///< number of the first of launches_
  size_t runBegan_ = 0;
  std::vector<Pending> pending_;
};

}  // namespace relaxscope
