// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/device_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/figures/device_activity.h"
#include "vmcore/trace/figures/figures_json.h"

namespace relaxscope::cli {
namespace {

using Layout = JsonWriter::Layout;

std::string number(uint64_t value) { return groupedNumber(static_cast<int64_t>(value)); }

/// Nanoseconds of the kept runs with work on a device, and of these runs.
struct Busy {
  double busyNs = 0, kernelsNs = 0, runsNs = 0;
  [[nodiscard]] double share() const { return runsNs > 0 ? busyNs / runsNs : 0; }
};
Busy busyInRuns(const Trace& trace, const TraceStatistics& statistics) {
  const CoveredTime all = coveredByDevices(trace, WorkOf::All), kernels = coveredByDevices(trace, WorkOf::Kernels);
  Busy busy;
  size_t measured = 0;
  for (const RunSpan& run : trace.runs) {
    if (!run.measured() || statistics.kept.placeOf(measured++) == MiddleHalf::kLeftOut) continue;
    const int64_t end = run.start + run.duration;
    busy.busyNs += trace.info.clock.toNs(all.covered(run.start, end));
    busy.kernelsNs += trace.info.clock.toNs(kernels.covered(run.start, end));
    busy.runsNs += trace.info.clock.toNs(run.duration);
  }
  return busy;
}

double clockErrorNs(const DeviceTables& tables) {
  double error = -1;
  for (const ClockDomain& domain : tables.domains) error = std::max(error, domain.errorNs);
  return error;
}

void writeWorkTimes(JsonWriter& json, const char* key, const TraceStatistics& statistics, const WorkTimes& times) {
  json.key(key)
      .beginObject(Layout::Inline)
      .field("count", statistics.ofAllRuns(static_cast<int64_t>(times.count)))
      .field("total_ns", tenths(statistics.ofAllRuns(times.totalNs)))
      .field("mean_ns", tenths(times.meanNs));
  json.field("median_ns", tenths(times.medianNs))
      .field("p90_ns", tenths(times.p90Ns))
      .field("p99_ns", tenths(times.p99Ns));
  json.field("min_ns", tenths(times.minNs))
      .field("max_ns", tenths(times.maxNs))
      .field("sigma_ns", tenths(times.sigmaNs))
      .end();
}

void writeDevices(JsonWriter& json, const DeviceTables& tables) {
  json.key("devices").beginArray();
  for (const DeviceFacts& device : tables.devices) {
    json.beginObject(Layout::Inline)
        .field("device", device.id)
        .field("name", printable(device.name))
        .field("architecture", device.architecture);
    json.field("emulated", device.emulated).field("multiprocessors", uint64_t{device.multiprocessors}).end();
  }
  json.end();
}

void writeDriverMemory(JsonWriter& json, const Trace& trace) {
  const DriverMemory memory = driverMemory(trace);
  json.key("driver_memory").beginObject(Layout::Inline).field("allocations", memory.allocations);
  json.field("bytes_allocated", memory.bytesAllocated).field("releases", memory.releases);
  if (!trace.device.emulated()) json.field("total_ns", tenths(trace.info.clock.toNs(memory.ticks)));
  json.end();
}

}  // namespace

void writeDeviceText(const Trace& trace, const TraceStatistics& statistics, const DeviceStatistics& device,
                     const TextSink& sink) {
  const DeviceTables& tables = trace.device;
  if (tables.empty()) return;
  for (const DeviceFacts& each : tables.devices)
    sink(fmt::format("  device     {}: {}{}{}\n", each.id, printable(each.name), each.architecture.empty() ? "" : ", ",
                     printable(each.architecture)));
  if (tables.timing == DeviceTiming::None) {
    sink(fmt::format("  device     no times: {}\n", printable(tables.noTimes)));
    return;
  }
  std::string line = fmt::format("{} pieces of work, times: {}; launches {}", number(trace.workCount()),
                                 deviceTimingName(tables.timing), launchModeName(tables.mode));
  const double error = clockErrorNs(tables);
  if (!tables.emulated() && error >= 0) line += fmt::format("; clock aligned within {}", durationText(error));
  sink(fmt::format("  device     {}\n", line));
  for (const ClockDomain& clock : tables.domains)
    sink(fmt::format("  device     clock: {}, {}\n", printable(clock.name), printable(clock.source)));
  if (!tables.emulated() && device.any())
    sink(fmt::format("  device     busy {:.0f} % of the runs in the rows\n",
                     100 * busyInRuns(trace, statistics).share()));
  const auto times = [&](uint64_t count) { return count == 1 ? std::string("once") : number(count) + " times"; };
  if (const DriverMemory memory = driverMemory(trace); memory.allocations + memory.releases > 0)
    sink(fmt::format("  device     memory: the driver allocated {} ({} bytes) and freed {}{}\n",
                     times(memory.allocations), groupedNumber(memory.bytesAllocated), times(memory.releases),
                     tables.emulated() ? "" : " in " + durationText(trace.info.clock.toNs(memory.ticks))));
  if (tables.droppedRecords + tables.invalidRecords > 0)
    sink(fmt::format("  note       device records: {} lost, {} with invalid times; counts and sums are too small\n",
                     number(tables.droppedRecords), number(tables.invalidRecords)));
}

std::vector<std::string> onDeviceLine(const TraceStatistics& statistics, const OnDevice& work) {
  const bool kernels = work.kernels.count > 0;
  const WorkTimes& times = kernels ? work.kernels : work.copies;
  const std::string total = durationText(statistics.perRun(times.totalNs));
  return {kernels ? "  on device" : "  copies on device",
          fmt::format("{:.4g}", statistics.perRun(times.count)),
          total,
          "",
          total,
          durationText(times.meanNs),
          durationText(times.medianNs),
          durationText(times.p99Ns)};
}

void writeDeviceJson(JsonWriter& json, const Trace& trace, const TraceStatistics& statistics,
                     const DeviceStatistics& device) {
  const DeviceTables& tables = trace.device;
  json.key("device_work")
      .beginObject()
      .field("timing", deviceTimingName(tables.timing))
      .field("emulated", tables.emulated())
      .field("launches", launchModeName(tables.mode))
      .field("no_times", printable(tables.noTimes));
  writeDevices(json, tables);
  json.key("clocks").beginArray();
  for (const ClockDomain& clock : tables.domains)
    json.beginObject(Layout::Inline)
        .field("name", printable(clock.name))
        .field("source", printable(clock.source))
        .end();
  json.end();
  json.field("rows", trace.workCount())
      .field("dropped_records", tables.droppedRecords)
      .field("invalid_records", tables.invalidRecords);
  if (const double error = clockErrorNs(tables); error >= 0 && !tables.emulated())
    json.field("clock_error_ns", tenths(error));
  else json.key("clock_error_ns").null();
  if (device.any() && !tables.emulated()) {
    const Busy busy = busyInRuns(trace, statistics);
    json.field("busy_ns", tenths(statistics.perRun(busy.busyNs)))
        .field("kernels_ns", tenths(statistics.perRun(busy.kernelsNs)))
        .field("busy_share", busy.share());
  }
  writeDriverMemory(json, trace);
  if (device.outside.any()) writeOnDeviceJson(json, statistics, device.outside);
  json.end();
}

void writeOnDeviceJson(JsonWriter& json, const TraceStatistics& statistics, const OnDevice& work) {
  json.key("on_device").beginObject();
  writeWorkTimes(json, "kernels", statistics, work.kernels);
  writeWorkTimes(json, "copies", statistics, work.copies);
  writeWorkTimes(json, "launch_to_start", statistics, work.latency);
  json.field("bytes_copied", statistics.ofAllRuns(work.bytes))
      .field("argument_bytes", statistics.ofAllRuns(work.argumentBytes))
      .end();
}

}  // namespace relaxscope::cli
