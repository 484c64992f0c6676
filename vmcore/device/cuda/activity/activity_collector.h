// SPDX-License-Identifier: Apache-2.0
// What collects the times of a GPU's work while a recording runs: CUPTI's activity records, or events around each
// launch where CUPTI cannot be used. Used on the recording's thread, except where said.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/launch_observer.h"
#include "vmcore/trace/device/clock_domain.h"
#include "vmcore/trace/device/device_tables.h"

namespace relaxscope::cuda {

inline constexpr uint64_t kUnknownLaunch = UINT64_MAX;

/// A piece of work that is done. Times are nanoseconds of the collector's clock.
struct DeviceActivity {
  DeviceWorkKind kind = DeviceWorkKind::Kernel;
  TrackKind track = TrackKind::Stream;
  uint32_t device = 0;  ///< the driver's number
  uint32_t stream = 0;  ///< the collector's number for it
  int64_t start = 0, end = 0;
  std::string_view name;  ///< valid during the call
  std::optional<LaunchShape> shape;
  int64_t bytes = 0;
  uint64_t launch = kUnknownLaunch;  ///< that of ActivityCollector::begin
  uint32_t graph = kNoIndex;
  uint64_t node = 0;
};

/// What a collector has collected.
class ActivityReceiver {
 public:
  virtual ~ActivityReceiver() = default;
  virtual void receive(const DeviceActivity& activity) = 0;
  virtual void receiveLost(uint64_t dropped, uint64_t invalid) = 0;
};

/// Reads the recording's clock, in ticks.
using HostClock = std::function<int64_t()>;

class ActivityCollector {
 public:
  virtual ~ActivityCollector() = default;
  [[nodiscard]] virtual DeviceTiming timing() const = 0;
  /// Of the clock: "CUPTI activity" and "real-time clock, 1 ns".
  [[nodiscard]] virtual std::string clockName() const = 0;
  [[nodiscard]] virtual std::string clockSource() const = 0;

  /// Collects from now on; between runs.
  virtual Result<void> resume() = 0;
  /// Collects nothing until resume(); all work is done and flushed.
  virtual void pause() noexcept = 0;
  /// Readings of the collector's clock, in a row. `first`: no earlier work of it is under way.
  virtual std::vector<ClockReading> readClock(const HostClock& now, bool first) = 0;
  /// Around the driver's call that asks for the work.
  virtual void begin(const WorkRequest& request, uint64_t launch) = 0;
  virtual void end(int status) = 0;
  /// Whether it tells of calls of this kind that keep the host busy: waits, allocations, releases.
  [[nodiscard]] virtual bool tells(DeviceWorkKind kind) const = 0;
  /// Takes over what waits in buffers, so that they can be used again. Cheap; during a run.
  virtual void drain() {}
  /// Tells of all work, which must be done.
  virtual void flush(ActivityReceiver& receiver) = 0;
};

/// The collector for the recording of work on these devices: CUPTI, or events with the reason why; an error where
/// neither can be used. One recording of a process at a time has CUPTI.
Result<std::unique_ptr<ActivityCollector>> makeCollector(const std::vector<const CudaDevice*>& devices);

}  // namespace relaxscope::cuda
