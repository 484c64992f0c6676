// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/device_work_sink.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace relaxscope {

DeviceWorkSink::DeviceWorkSink(double nsPerTick, const StoppedClock& stops, Deliver deliver)
    : nsPerTick_(nsPerTick), stops_(stops), deliver_(std::move(deliver)) {}

void DeviceWorkSink::setTiming(DeviceTiming timing, LaunchMode mode, std::string noTimes) {
  for (DeviceTables* tables : {&tables_, &added_}) {
    tables->timing = timing;
    tables->mode = mode;
    tables->noTimes = noTimes;
  }
  changed_ = true;
}

uint32_t DeviceWorkSink::addDevice(DeviceFacts device) {
  added_.devices.push_back(device);
  tables_.devices.push_back(std::move(device));
  changed_ = true;
  return static_cast<uint32_t>(tables_.devices.size() - 1);
}

uint32_t DeviceWorkSink::addDomain(std::string name, std::string source) {
  tables_.domains.push_back({name, source, {}, -1});
  added_.domains.push_back({std::move(name), std::move(source), {}, -1});
  pairs_.emplace_back();
  changed_ = true;
  return static_cast<uint32_t>(tables_.domains.size() - 1);
}

uint32_t DeviceWorkSink::track(TrackKind kind, uint32_t device, uint32_t id, uint32_t domain, std::string name) {
  uint32_t number = 0;
  for (size_t row = 0; row < tables_.tracks.size(); ++row) {
    const Track& known = tables_.tracks[row];
    if (known.kind != kind || known.device != device) continue;
    if (known.id == id) return static_cast<uint32_t>(row);
    ++number;
  }
  const Track track{id, kind, device, number, domain, std::move(name)};
  tables_.tracks.push_back(track);
  added_.tracks.push_back(track);
  changed_ = true;
  return static_cast<uint32_t>(tables_.tracks.size() - 1);
}

void DeviceWorkSink::addReadings(uint32_t domain, std::span<const ClockReading> readings) {
  auto pair = narrowestPair(readings);
  if (!pair || domain >= tables_.domains.size()) return;
  pairs_[domain].push_back(*pair);
  ClockDomain& whole = tables_.domains[domain];
  if (whole.pairs.size() >= kMaxPairs) return;
  pair->ticks = stops_.at(pair->ticks);
  whole.pairs.push_back(*pair);
  auto part = std::ranges::find(added_.domains, whole.name, &ClockDomain::name);
  if (part == added_.domains.end())
    part = added_.domains.insert(part, ClockDomain{whole.name, whole.source, {}, whole.errorNs});
  part->pairs.push_back(*pair);
  changed_ = true;
}

uint64_t DeviceWorkSink::launched(int64_t queued, uint64_t call) {
  if (launches_.size() >= kMaxPending) return kNoLaunch;
  launches_.push_back({queued, call});
  return firstLaunch_ + launches_.size() - 1;
}

void DeviceWorkSink::dropRun() {
  for (size_t i = runBegan_; i < launches_.size(); ++i) launches_[i].dropped = true;
}

const DeviceWorkSink::Launch* DeviceWorkSink::launchOf(uint64_t number) const {
  if (number == kNoLaunch || number < firstLaunch_ || number - firstLaunch_ >= launches_.size()) return nullptr;
  return &launches_[static_cast<size_t>(number - firstLaunch_)];
}

uint32_t DeviceWorkSink::nameRow(std::string_view name) {
  if (name.empty()) return kNoIndex;
  const auto known = nameRows_.find(name);
  if (known != nameRows_.end()) return known->second;
  const auto row = static_cast<uint32_t>(tables_.names.size());
  if (row >= kMaxDeviceRows) return kNoIndex;
  nameRows_.emplace(name, row);
  tables_.names.emplace_back(name);
  added_.names.emplace_back(name);
  changed_ = true;
  return row;
}

uint32_t DeviceWorkSink::shapeRow(const LaunchShape& shape) {
  // The last ones first: a model launches its few shapes again and again.
  const auto known = std::ranges::find(tables_.shapes.rbegin(), tables_.shapes.rend(), shape);
  if (known != tables_.shapes.rend()) return static_cast<uint32_t>(tables_.shapes.rend() - known - 1);
  if (tables_.shapes.size() >= kMaxDeviceRows) return kNoIndex;
  tables_.shapes.push_back(shape);
  added_.shapes.push_back(shape);
  changed_ = true;
  return static_cast<uint32_t>(tables_.shapes.size() - 1);
}

void DeviceWorkSink::add(const CollectedWork& work) {
  if (pending_.size() >= kMaxPending) return addLost(1);
  if (work.track >= tables_.tracks.size() || work.end < work.start) return addLost(0, 1);
  Pending pending;
  pending.end = work.end;
  DeviceWork& row = pending.row;
  row.start = work.start;
  row.bytes = work.bytes;
  row.call = work.launch;
  row.node = work.node;
  row.track = work.track;
  row.name = nameRow(work.name);
  row.shape = work.shape ? shapeRow(*work.shape) : kNoIndex;
  row.graph = work.graph;
  row.kind = static_cast<uint16_t>(work.kind);
  pending_.push_back(pending);
}

void DeviceWorkSink::addLost(uint64_t dropped, uint64_t invalid) {
  added_.droppedRecords += dropped;
  added_.invalidRecords += invalid;
  changed_ = changed_ || dropped != 0 || invalid != 0;
}

/// Converts times of tracks.
class DeviceWorkSink::Converter {
 public:
  explicit Converter(DeviceWorkSink& sink) : sink_(sink) {
    for (size_t i = 0; i < sink.pairs_.size(); ++i) {
      ClockDomain& domain = sink.tables_.domains[i];
      maps_.emplace_back(sink.pairs_[i], sink.nsPerTick_);
      domain.errorNs = std::max(domain.errorNs, maps_.back().errorNs());
      const auto part = std::ranges::find(sink.added_.domains, domain.name, &ClockDomain::name);
      if (part != sink.added_.domains.end()) part->errorNs = domain.errorNs;
    }
  }
  /// The row by the trace's clock, or nothing if its times make no sense: it ends before it begins, or begins before it
  /// was asked for by more than the clock's error.
  [[nodiscard]] std::optional<DeviceWork> convert(const Pending& pending, const Launch* launch) const {
    DeviceWork row = pending.row;
    int64_t end = pending.end;
    double errorTicks = 0;
    const uint32_t domain = sink_.tables_.tracks[row.track].domain;
    if (domain < maps_.size()) {
      const int64_t start = maps_[domain].toTicks(row.start);
      row.start = sink_.stops_.at(start);
      // A device goes on while the recording's clock stands still: its work has the length that it had.
      end = row.start + (maps_[domain].toTicks(end) - start);
      errorTicks = std::max(0.0, sink_.tables_.domains[domain].errorNs) / sink_.nsPerTick_;
    }
    row.duration = end - row.start;
    row.queued = launch != nullptr ? launch->queued : kNoTick;
    row.call = launch != nullptr ? launch->call : kNoEvent;
    if (row.duration < 0) return std::nullopt;
    if (launch != nullptr && static_cast<double>(row.start) < static_cast<double>(row.queued) - errorTicks - 1)
      return std::nullopt;
    return row;
  }

 private:
  DeviceWorkSink& sink_;
  std::vector<ClockMap> maps_;
};

void DeviceWorkSink::deliver() {
  const Converter converter(*this);
  std::ranges::stable_sort(pending_, {}, [](const Pending& each) { return each.row.start; });
  DeviceWorkColumns rows;
  for (const Pending& each : pending_) {
    const Launch* launch = launchOf(each.row.call);
    if (launch != nullptr && launch->dropped) continue;
    if (const auto row = converter.convert(each, launch)) append(rows, *row);
    else addLost(0, 1);
  }
  pending_.clear();
  // Work of later runs lies after the last pair.
  for (std::vector<ClockPair>& pairs : pairs_)
    if (pairs.size() > 1) pairs.erase(pairs.begin(), pairs.end() - 1);
  firstLaunch_ += launches_.size();
  launches_.clear();
  runBegan_ = 0;
  if (!changed_ && rows.size() == 0) return;
  DeviceTables added = std::exchange(added_, {});
  added_.timing = tables_.timing;
  added_.mode = tables_.mode;
  added_.noTimes = tables_.noTimes;
  changed_ = false;
  deliver_(std::move(added), std::move(rows));
}

}  // namespace relaxscope
