// SPDX-License-Identifier: Apache-2.0
// Chrome's trace event format, JSON array form ("Trace Event Format", Google), as read by chrome://tracing and
// Perfetto's viewer. Times in microseconds with three decimals. Lanes: load phase, runs, main thread, tracks of devices
// with flows from the calls that asked for their work; counters for live bytes and for each slot of a shape heap, with
// the names of annotations.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <unordered_map>

#include "vmcore/analysis/function_facts.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/exporter.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/event_values.h"

namespace relaxscope {
namespace {

enum Lane : int64_t { kLoadLane = 1, kRunLane = 2, kMainLane = 3 };
constexpr int64_t kFirstTrackLane = 16;

class ChromeWriter {
 public:
  ChromeWriter(const Trace& trace, const Executable* executable, const TextSink& sink)
      : trace_(trace), values_(trace), runValues_(trace), out_(sink) {
    if (executable != nullptr) facts_.emplace(*executable);
    for (const std::string& name : trace.info.functionNames) functionNames_.push_back(jsonString(name));
    for (const std::string& name : trace.info.names) otherNames_.push_back(jsonString(name));
  }

  void run() {
    out_.append("[\n");
    writeNames();
    for (const RunSpan& run : trace_.runs) writeRun(run);
    for (const auto& chunk : trace_.chunks()) {
      if (out_.stopped()) return;
      writeChunk(*chunk);
    }
    for (const auto& chunk : trace_.workChunks())
      for (size_t i = 0; i < chunk->rows.size() && !out_.stopped(); ++i)
        writeWork(rowAt(chunk->rows, i), chunk->firstRow + i);
    for (size_t run = 0; run < trace_.runs.size(); ++run)
      if (trace_.runs[run].measured() && runValues_.follows(run)) writeCountersOf(run);
    out_.append("\n]\n");
  }

 private:
  /// Nanoseconds; both ends of a slice are rounded the same way, so that children stay inside their parents.
  [[nodiscard]] int64_t nanoseconds(int64_t ticks) const {
    const double ns = trace_.info.clock.toNs(ticks);
    return std::abs(ns) < 9e18 ? std::llround(ns) : 0;
  }
  void microseconds(int64_t ns) {
    if (ns < 0) out_.append('-');
    const auto magnitude = static_cast<uint64_t>(ns < 0 ? -ns : ns);
    out_.append(magnitude / 1000);
    out_.append('.');
    const uint64_t rest = magnitude % 1000;
    out_.append(static_cast<char>('0' + rest / 100));
    out_.append(static_cast<char>('0' + rest / 10 % 10));
    out_.append(static_cast<char>('0' + rest % 10));
  }
  void beginEvent() {
    out_.append(first_ ? "{" : ",\n{");
    first_ = false;
  }

  void writeNames() {
    const std::string title = trace_.info.executablePath.empty() ? trace_.info.entry : trace_.info.executablePath;
    beginEvent();
    out_.append(
        fmt::format("\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{{\"name\":{}}}}}", jsonString(title)));
    if (!trace_.info.cutShort.empty()) {
      beginEvent();
      out_.append(fmt::format("\"name\":\"process_labels\",\"ph\":\"M\",\"pid\":1,\"args\":{{\"labels\":{}}}}}",
                              jsonString("incomplete: " + trace_.info.cutShort)));
    }
    const std::pair<Lane, const char*> lanes[] = {
        {kLoadLane, "load phase"}, {kRunLane, "runs"}, {kMainLane, "main thread"}};
    for (const auto& [lane, name] : lanes) writeLaneName(lane, jsonString(name));
    for (size_t i = 0; i < trace_.device.tracks.size(); ++i) {
      const std::string emulated = trace_.device.emulated() ? " (emulated, no measure)" : "";
      writeLaneName(laneOfTrack(i), jsonString(trackText(trace_.device, trace_.device.tracks[i]) + emulated));
    }
  }
  void writeLaneName(int64_t lane, const std::string& quotedName) {
    beginEvent();
    out_.append(fmt::format("\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":{},\"args\":{{\"name\":{}}}}}",
                            lane, quotedName));
    beginEvent();
    out_.append(fmt::format(
        "\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":1,\"tid\":{0},\"args\":{{\"sort_index\":{0}}}}}", lane));
  }
  [[nodiscard]] static int64_t laneOfTrack(size_t track) { return kFirstTrackLane + static_cast<int64_t>(track); }

  void writeSlice(std::string_view quotedName, const char* category, int64_t lane, int64_t start, int64_t duration) {
    beginEvent();
    out_.append("\"name\":");
    out_.append(quotedName);
    out_.append(",\"cat\":\"");
    out_.append(category);
    out_.append("\",\"ph\":\"X\",\"ts\":");
    const int64_t begin = nanoseconds(start);
    microseconds(begin);
    out_.append(",\"dur\":");
    microseconds(std::max<int64_t>(0, nanoseconds(start + duration) - begin));
    out_.append(",\"pid\":1,\"tid\":");
    out_.append(lane);
  }

  void writeWork(const DeviceWork& work, uint64_t number) {
    const DeviceTables& tables = trace_.device;
    const char* kind = deviceWorkKindRow(work.kind)->name;
    const std::string name = jsonString(work.name < tables.names.size() ? tables.names[work.name] : kind);
    const int64_t lane = work.workKind() == DeviceWorkKind::Compilation ? kLoadLane : laneOfTrack(work.track);
    writeSlice(name, kind, lane, work.start, work.duration);
    out_.append(fmt::format(",\"args\":{{\"work\":{}", number));
    if (work.call != kNoEvent) out_.append(fmt::format(",\"event\":{}", work.call));
    if (work.shape < tables.shapes.size()) {
      const LaunchShape& shape = tables.shapes[work.shape];
      out_.append(fmt::format(",\"grid\":[{}],\"block\":[{}],\"registers\":{},\"shared_bytes\":{}",
                              fmt::join(shape.grid, ","), fmt::join(shape.block, ","), shape.registers,
                              uint64_t{shape.staticShared} + shape.dynamicShared));
    }
    if (work.bytes > 0) out_.append(fmt::format(",\"bytes\":{}", work.bytes));
    out_.append("}}");
    if (work.queued == kNoTick || work.call == kNoEvent) return;
    writeFlow("s", number, kMainLane, work.queued);
    writeFlow("f", number, lane, work.start);
  }
  /// One end of the flow from a call to its work.
  void writeFlow(const char* phase, uint64_t number, int64_t lane, int64_t ticks) {
    beginEvent();
    out_.append(fmt::format(
        "\"name\":\"launch\",\"cat\":\"launch\",\"ph\":\"{}\",\"id\":{},\"bp\":\"e\",\"ts\":", phase, number));
    microseconds(nanoseconds(ticks));
    out_.append(fmt::format(",\"pid\":1,\"tid\":{}}}", lane));
  }
  void writeRun(const RunSpan& run) {
    writeSlice(fmt::format("\"{} {}\"", runKindName(run.kind), run.index), "run", kRunLane, run.start, run.duration);
    out_.append('}');
  }

  void writeChunk(const StoredChunk& chunk) {
    for (size_t i = 0; i < chunk.size() && !out_.stopped(); ++i) writeEvent(chunk, i);
    writeCounters(chunk, [&](uint32_t event) { return EventIndex(static_cast<int64_t>(chunk.firstEvent + event)); });
  }
  /// Counters of a measured run that follows the values run.
  void writeCountersOf(size_t run) {
    const EventValues::Range range = runValues_.eventsOf(*runValues_.valuesRun());
    for (const auto& chunk : trace_.chunks()) {
      if (chunk->firstEvent + chunk->size() <= range.begin || chunk->firstEvent >= range.end) continue;
      if (out_.stopped()) return;
      writeCounters(*chunk, [&](uint32_t event) {
        return runValues_.counterpart(run, EventIndex(static_cast<int64_t>(chunk->firstEvent + event)));
      });
    }
  }
  /// `target` gives the event at whose end a record of the chunk counts; invalid for none.
  template <class Target>
  void writeCounters(const StoredChunk& chunk, Target&& target) {
    for (const MemoryRecord& record : chunk.memory())
      writeCounter("\"live bytes\"", "bytes", target(record.event), record.live);
    for (const SlotChange& change : chunk.slotChanges())
      writeCounter(slotTitle(change.function, change.slot), "value", target(change.event), change.value);
  }

  /// "shape heap: main n (s0)", quoted; "shape heap: main s0" if the name is unknown. Slots may share a name, so the
  /// number is kept.
  const std::string& slotTitle(uint32_t function, uint32_t slot) {
    const auto [title, fresh] = slotTitles_.try_emplace((uint64_t{function} << 32) | slot);
    if (!fresh) return title->second;
    const std::string number = fmt::format("s{}", slot);
    static const std::vector<SlotInfo> kNoSlots;
    const std::vector<SlotInfo>& slots = facts_ ? facts_->shapeSlots(FuncIndex(int64_t{function})) : kNoSlots;
    const bool known = slot < slots.size() && slots[slot].name != number;
    const std::string shown = known ? fmt::format("{} ({})", slots[slot].name, number) : number;
    title->second = jsonString(
        fmt::format("shape heap: {} {}",
                    function < trace_.info.functionNames.size() ? trace_.info.functionNames[function] : "?", shown));
    return title->second;
  }

  void writeEvent(const StoredChunk& chunk, size_t i) {
    const EventSite& site = chunk.site(i);
    writeSlice(nameOf(site.kind, site.callee), eventKindName(site.kind), isLoadPhase(site.kind) ? kLoadLane : kMainLane,
               chunk.start(i), chunk.duration(i));
    out_.append(",\"args\":{\"event\":");
    out_.append(chunk.firstEvent + i);
    if (site.function < functionNames_.size()) {
      out_.append(",\"function\":");
      out_.append(functionNames_[site.function]);
    }
    if (const uint32_t pc = instructionOf(site); pc != kNoIndex) {
      out_.append(",\"pc\":");
      out_.append(static_cast<uint64_t>(pc));
    }
    writeArguments(values_.of(EventIndex(static_cast<int64_t>(chunk.firstEvent + i))).arguments);
    out_.append("}}");
  }
  void writeArguments(const Arguments& arguments) {
    if (arguments.empty()) return;
    std::string text;
    for (size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "" : ", ") + argText(arguments[i]);
    out_.append(",\"arguments\":");
    out_.append(jsonString(text));
  }
  /// At the event's end; nothing for an invalid event.
  void writeCounter(std::string_view quotedName, std::string_view series, EventIndex event, int64_t value) {
    size_t place = 0;
    const StoredChunk* chunk = trace_.find(event, place);
    if (chunk == nullptr) return;
    beginEvent();
    out_.append("\"name\":");
    out_.append(quotedName);
    out_.append(",\"ph\":\"C\",\"pid\":1,\"ts\":");
    microseconds(nanoseconds(chunk->end(place)));
    out_.append(",\"args\":{\"");
    out_.append(series);
    out_.append("\":");
    out_.append(value);
    out_.append("}}");
  }

  [[nodiscard]] std::string_view nameOf(EventKind kind, uint32_t callee) {
    if (isKernels(kind)) return kindName_ = jsonString(eventLabel(trace_.info, kind, callee));
    const std::vector<std::string>& names = calleeTable(kind) == CalleeTable::Names ? otherNames_ : functionNames_;
    if (calleeTable(kind) != CalleeTable::None && callee < names.size()) return names[callee];
    kindName_ = jsonString(eventKindName(kind));
    return kindName_;
  }

  const Trace& trace_;
  std::optional<FunctionFacts> facts_;  ///< of the executable, if any
  ValueReader values_;
  EventValues runValues_;
  TextBuffer out_;
  std::unordered_map<uint64_t, std::string> slotTitles_;  ///< quoted, by function and slot
  std::vector<std::string> functionNames_, otherNames_;   ///< quoted
  std::string kindName_;
  bool first_ = true;
};

}  // namespace

void writeChromeTrace(const Trace& trace, const Executable* executable, const TextSink& sink) {
  ChromeWriter(trace, executable, sink).run();
}

}  // namespace relaxscope
