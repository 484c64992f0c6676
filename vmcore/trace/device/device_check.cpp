// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/device/device_check.h"

#include <fmt/format.h>

#include <cmath>

#include "vmcore/trace/times/tick_range.h"

namespace relaxscope {
namespace {

constexpr double kMaxRate = 1e21;     ///< operations or bytes per second
constexpr double kMaxErrorNs = 1e18;  ///< 31 years
constexpr uint64_t kMaxCount = uint64_t{1} << 62;
constexpr size_t kMaxPairs = size_t{1} << 16;
constexpr uint32_t kMaxThreads = 1u << 20;  ///< of a block in one dimension, or of a multiprocessor

bool isRate(double rate) { return std::isfinite(rate) && rate >= 0 && rate <= kMaxRate; }

Result<void> checkDevices(const DeviceTables& tables) {
  if (tables.devices.size() > kMaxDevices) return Error(fmt::format("{} devices", tables.devices.size()));
  for (const DeviceFacts& device : tables.devices)
    if (!isRate(device.peakFlops) || !isRate(device.peakBytesPerSecond) ||
        device.threadsPerMultiprocessor > kMaxThreads)
      return Error("figures of a device are out of range");
  return {};
}

Result<void> checkTracks(const DeviceTables& tables) {
  for (const Track& track : tables.tracks) {
    if (static_cast<uint32_t>(track.kind) >= kTrackKinds) return Error("a track of unknown kind");
    if (track.device != kNoIndex && track.device >= tables.devices.size())
      return Error(fmt::format("a track of device {}, which does not exist", track.device));
    if (track.domain != kNoIndex && track.domain >= tables.domains.size())
      return Error(fmt::format("a track by clock {}, which does not exist", track.domain));
  }
  return {};
}

Result<void> checkDomains(const DeviceTables& tables) {
  if (tables.domains.size() > kMaxDomains) return Error(fmt::format("{} clocks", tables.domains.size()));
  for (const ClockDomain& domain : tables.domains) {
    if (!std::isfinite(domain.errorNs) || domain.errorNs > kMaxErrorNs)
      return Error(fmt::format("an error of {} ns of a clock", domain.errorNs));
    if (domain.pairs.size() > kMaxPairs) return Error("too many readings of a clock");
    for (const ClockPair& pair : domain.pairs)
      if (!isTime(pair.ticks) || !isDuration(pair.width)) return Error("a reading of a clock is out of range");
  }
  return {};
}

}  // namespace

Result<void> checkTables(const DeviceTables& tables) {
  if (static_cast<uint32_t>(tables.timing) >= kDeviceTimings || static_cast<uint32_t>(tables.mode) >= kLaunchModes)
    return Error("unknown timing or mode of devices");
  if (tables.droppedRecords > kMaxCount || tables.invalidRecords > kMaxCount)
    return Error("counts of device records are out of range");
  for (const size_t rows : {tables.tracks.size(), tables.shapes.size(), tables.names.size()})
    if (rows > kMaxDeviceRows) return Error(fmt::format("{} rows in a table of devices", rows));
  for (const LaunchShape& shape : tables.shapes)
    for (const uint32_t threads : shape.block)
      if (threads > kMaxThreads) return Error(fmt::format("a block of {} threads", threads));
  RS_CHECK(checkDevices(tables));
  RS_CHECK(checkDomains(tables));
  return checkTracks(tables);
}

Result<void> checkWork(const DeviceWorkColumns& work, const DeviceTables& tables) {
  const auto inTable = [](uint32_t index, size_t rows) { return index == kNoIndex || index < rows; };
  for (size_t i = 0; i < work.size(); ++i) {
    if (!isTime(work.start[i]) || !isDuration(work.duration[i]) ||
        (work.queued[i] != kNoTick && !isTime(work.queued[i])))
      return Error(fmt::format("device work {}: times {} + {} are out of range", i, work.start[i], work.duration[i]));
    if (deviceWorkKindRow(work.kind[i]) == nullptr)
      return Error(fmt::format("device work {}: unknown kind {}", i, work.kind[i]));
    if (work.bytes[i] < 0) return Error(fmt::format("device work {}: {} bytes", i, work.bytes[i]));
    if (work.track[i] >= tables.tracks.size() || !inTable(work.name[i], tables.names.size()) ||
        !inTable(work.shape[i], tables.shapes.size()))
      return Error(fmt::format("device work {}: track {}, name {} or shape {} does not exist", i, work.track[i],
                               work.name[i], work.shape[i]));
  }
  return {};
}

}  // namespace relaxscope
