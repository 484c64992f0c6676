// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/device/device_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/trace/device/device_check.h"

namespace relaxscope {
namespace {

template <class Row>
void appendRows(std::vector<Row>& to, const std::vector<Row>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void addDomain(std::vector<ClockDomain>& domains, const ClockDomain& part) {
  const auto known = std::ranges::find(domains, part.name, &ClockDomain::name);
  if (known == domains.end()) return domains.push_back(part);
  appendRows(known->pairs, part.pairs);
  std::ranges::stable_sort(known->pairs, {}, &ClockPair::device);
  known->errorNs = std::max(known->errorNs, part.errorNs);
}

}  // namespace

const char* deviceTimingName(DeviceTiming timing) {
  switch (timing) {
    case DeviceTiming::None: return "";
    case DeviceTiming::Cupti: return "CUPTI";
    case DeviceTiming::Events: return "CUDA events";
    case DeviceTiming::Emulated: return "emulated, no measure";
  }
  return "";
}

const char* launchModeName(LaunchMode mode) {
  return mode == LaunchMode::Synchronised ? "synchronised per Call" : "asynchronous";
}

const char* trackKindName(TrackKind kind) {
  switch (kind) {
    case TrackKind::HostThread: return "host thread";
    case TrackKind::Stream: return "stream";
    case TrackKind::DriverOverhead: return "driver overhead";
  }
  return "";
}

Result<void> addTables(DeviceTables& tables, const DeviceTables& part) {
  DeviceTables sum = tables;
  sum.timing = part.timing;
  sum.mode = part.mode;
  sum.noTimes = part.noTimes;
  sum.droppedRecords += part.droppedRecords;
  sum.invalidRecords += part.invalidRecords;
  appendRows(sum.devices, part.devices);
  appendRows(sum.tracks, part.tracks);
  appendRows(sum.shapes, part.shapes);
  appendRows(sum.names, part.names);
  for (const ClockDomain& domain : part.domains) addDomain(sum.domains, domain);
  RS_CHECK(checkTables(sum));
  tables = std::move(sum);
  return {};
}

std::string trackDevice(const DeviceTables& tables, const Track& track) {
  return track.device < tables.devices.size() ? tables.devices[track.device].id : "host";
}

std::string trackText(const DeviceTables& tables, const Track& track) {
  const std::string device = trackDevice(tables, track);
  if (track.kind == TrackKind::HostThread)
    return track.name.empty() ? fmt::format("thread {}", track.number) : fmt::format("host: {}", track.name);
  if (track.kind == TrackKind::DriverOverhead) return device + ", driver overhead";
  return track.name.empty() ? fmt::format("{}, stream {}", device, track.number)
                            : fmt::format("{}, {}", device, track.name);
}

double occupancyOf(const DeviceTables& tables, const Track& track, const LaunchShape& shape) {
  if (track.device >= tables.devices.size() || shape.residentBlocks == 0) return -1;
  const uint32_t threads = tables.devices[track.device].threadsPerMultiprocessor;
  if (threads == 0) return -1;
  return static_cast<double>(shape.residentBlocks) * static_cast<double>(shape.threadsPerBlock()) / threads;
}

}  // namespace relaxscope
