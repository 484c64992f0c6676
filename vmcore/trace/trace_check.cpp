// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/trace_check.h"

#include <fmt/format.h>

#include <cmath>

#include "vmcore/trace/event_text.h"
#include "vmcore/trace/times/tick_range.h"

namespace relaxscope {
namespace {

constexpr double kMaxNs = 1e9;  ///< of a tick or an event

Result<void> checkArguments(const ValueColumns& values, size_t events) {
  uint64_t lists = 0;
  for (const ArgRecord& arg : values.args) {
    if (arg.type > static_cast<uint8_t>(ArgType::Other)) return Error("an argument of unknown type");
    if (arg.list > lists || arg.list + uint64_t{1} < lists) return Error("lists of arguments are out of order");
    lists = arg.list + uint64_t{1};
    if (uint64_t{arg.dimsBegin} + arg.ndim > values.dims.size())
      return Error("an argument's shape is outside its column");
  }
  uint64_t next = 0;
  for (const ArgumentUse& use : values.uses) {
    if (use.event >= events || use.event < next) return Error("arguments that belong to no event or to several lists");
    if (use.list >= lists) return Error("an event with arguments that are not recorded");
    next = use.event + uint64_t{1};
  }
  return {};
}

Result<void> checkSideRecords(const ValueColumns& values, size_t events) {
  RS_CHECK(checkArguments(values, events));
  for (const SlotChange& change : values.slotChanges)
    if (change.event >= events) return Error("a shape-heap value that belongs to no event");
  for (const MemoryRecord& record : values.memory)
    if (record.event >= events) return Error("a memory record that belongs to no event");
  return {};
}

}  // namespace

Result<void> checkInfo(const TraceInfo& info) {
  const std::pair<const char*, double> figures[] = {{"a tick", info.clock.nsPerTick},
                                                    {"an event", info.cost.perEventNs},
                                                    {"a body", info.cost.perBodyNs},
                                                    {"a run", info.cost.perRunNs},
                                                    {"a call of compiled code", info.cost.perCompiledCallNs},
                                                    {"an event with values", info.cost.perEventValuesNs},
                                                    {"a reading of the clock", info.cost.clockReadNs}};
  for (const auto& [what, ns] : figures)
    if (!std::isfinite(ns) || ns < 0 || ns > kMaxNs) return Error(fmt::format("{} of {} ns", what, ns));
  if (info.clock.nsPerTick <= 0) return Error("ns_per_tick must be positive");
  return {};
}

Result<void> checkRun(const RunSpan& run) {
  const double coreNs = run.conditions.coreNs;
  if (run.conditions.delayNs < 0 || !std::isfinite(coreNs) || coreNs < 0)
    return Error("conditions of a run are out of range");
  if (isTime(run.start) && isDuration(run.duration) && isDuration(run.recording)) return {};
  return Error(fmt::format("times {} + {} of a run are out of range", run.start, run.duration));
}

Result<void> checkRecords(const TraceChunk& chunk) {
  const EventColumns& events = chunk.events;
  for (size_t i = 0; i < events.size(); ++i) {
    if (!isTime(events.start[i]) || !isDuration(events.duration[i]))
      return Error(fmt::format("event {}: times {} + {} are out of range", i, events.start[i], events.duration[i]));
    if (eventKindRow(events.kind[i]) == nullptr)
      return Error(fmt::format("event {}: unknown kind {}", i, events.kind[i]));
  }
  return checkSideRecords(chunk.values, events.size());
}

Result<void> checkNames(const TraceChunk& chunk, const TraceInfo& info) {
  const auto inTable = [](uint32_t index, const std::vector<std::string>& table) {
    return index == kNoIndex || index < table.size();
  };
  const EventColumns& events = chunk.events;
  for (size_t i = 0; i < events.size(); ++i) {
    const auto kind = static_cast<EventKind>(events.kind[i]);
    if (!inTable(events.function[i], info.functionNames) || !inTable(events.callee[i], calleeNames(info, kind)))
      return Error(
          fmt::format("event {}: function {} or callee {} does not exist", i, events.function[i], events.callee[i]));
  }
  for (const SlotChange& change : chunk.values.slotChanges)
    if (!inTable(change.function, info.functionNames)) return Error("a shape-heap value that belongs to no function");
  return {};
}

}  // namespace relaxscope
