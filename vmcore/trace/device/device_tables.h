// SPDX-License-Identifier: Apache-2.0
// What the rows of device work refer to, each stored once per trace, and how their times were taken.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/base/column.h"
#include "vmcore/base/result.h"
#include "vmcore/trace/device/clock_domain.h"

namespace relaxscope {

/// What measured the times of device work. The numbers are part of the protocol and of .rsprof.
enum class DeviceTiming : uint8_t {
  None = 0,      ///< no times; DeviceTables::noTimes says why
  Cupti = 1,     ///< activity records of the driver
  Events = 2,    ///< CUDA events around each launch
  Emulated = 3,  ///< an emulated device: times are no measure
};
inline constexpr uint32_t kDeviceTimings = 4;
/// "", "CUPTI", "CUDA events", "emulated, no measure".
const char* deviceTimingName(DeviceTiming timing);

enum class LaunchMode : uint8_t {
  Asynchronous = 0,  ///< launches return at once
  Synchronised = 1,  ///< the host waits after each Call
};
inline constexpr uint32_t kLaunchModes = 2;
/// "asynchronous", "synchronised per Call".
const char* launchModeName(LaunchMode mode);

/// A device of the recording. Zeros: unknown.
struct DeviceFacts {
  std::string id;            ///< "cuda:0"
  std::string name;          ///< "NVIDIA H100 80GB HBM3"
  std::string architecture;  ///< "sm_90"
  bool emulated = false;
  uint32_t multiprocessors = 0, threadsPerMultiprocessor = 0;
  double peakFlops = 0;           ///< float32 operations per second, without tensor cores
  double peakBytesPerSecond = 0;  ///< of the device's memory
};

enum class TrackKind : uint8_t { HostThread = 0, Stream = 1, DriverOverhead = 2 };
inline constexpr uint32_t kTrackKinds = 3;
/// "host thread", "stream", "driver overhead".
const char* trackKindName(TrackKind kind);

/// A row of the timeline.
struct Track {
  uint32_t id = 0;  ///< the collector's: of a stream or thread
  TrackKind kind = TrackKind::Stream;
  uint32_t device = kNoIndex;  ///< row of DeviceTables::devices; kNoIndex: none
  uint32_t number = 0;         ///< among those of its kind and device, from 0 on
  uint32_t domain = kNoIndex;  ///< row of DeviceTables::domains: the clock of its times; kNoIndex: the trace's own
  std::string name;            ///< a stream's own name; usually empty
};

/// What a kernel was launched with. Zeros of the last six: unknown or none.
struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint32_t registers = 0;                                        ///< per thread
  uint32_t staticShared = 0, dynamicShared = 0, localBytes = 0;  ///< bytes per block, per block, per thread
  uint32_t residentBlocks = 0;                                   ///< that fit on a multiprocessor at once

  friend bool operator==(const LaunchShape&, const LaunchShape&) = default;
  [[nodiscard]] uint64_t threadsPerBlock() const { return uint64_t{block[0]} * block[1] * block[2]; }
};

struct DeviceTables {
  DeviceTiming timing = DeviceTiming::None;
  LaunchMode mode = LaunchMode::Asynchronous;
  std::string noTimes;          ///< why there are no times; empty if there are, or without devices
  uint64_t droppedRecords = 0;  ///< that the collector could not keep
  uint64_t invalidRecords = 0;  ///< whose times make no sense
  std::vector<DeviceFacts> devices;
  std::vector<Track> tracks;
  std::vector<ClockDomain> domains;
  std::vector<LaunchShape> shapes;
  std::vector<std::string> names;

  [[nodiscard]] bool emulated() const { return timing == DeviceTiming::Emulated; }
  /// Nothing was told about devices.
  [[nodiscard]] bool empty() const { return devices.empty() && tracks.empty() && noTimes.empty(); }
};

/// Rows of one table of a trace, at most; devices and domains far fewer.
inline constexpr size_t kMaxDeviceRows = size_t{1} << 20, kMaxDevices = 64, kMaxDomains = 64;

/// Appends the rows of `part` to those of `tables`; pairs of a domain of the same name are joined. Counts are added,
/// timing, mode and reason replaced. Indices of `part` refer to the whole tables. An error, without changes, if the
/// result is out of bounds.
Result<void> addTables(DeviceTables& tables, const DeviceTables& part);

/// "cuda:0, stream 0", "cuda:0, driver overhead", "thread 2".
std::string trackText(const DeviceTables& tables, const Track& track);
/// "cuda:0", or "host".
std::string trackDevice(const DeviceTables& tables, const Track& track);
/// Share of a multiprocessor's threads that resident blocks occupy; below 0: unknown.
double occupancyOf(const DeviceTables& tables, const Track& track, const LaunchShape& shape);

}  // namespace relaxscope
