// SPDX-License-Identifier: Apache-2.0
// Events as comma-separated values. Device work follows as rows without an event, with columns of its own.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/exporter.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/event_values.h"

namespace relaxscope {
namespace {

class CsvWriter {
 public:
  CsvWriter(const Trace& trace, CsvReader reader, const TextSink& sink)
      : trace_(trace), reader_(reader), out_(sink), runs_(trace.runs), values_(trace) {
    for (const std::string& name : trace.info.functionNames) functionNames_.push_back(field(name));
    for (const std::string& name : trace.info.names) otherNames_.push_back(field(name));
  }

  void run() {
    out_.append("event,run,start_ns,duration_ns,depth,kind,function,pc,callee,args,allocated,freed,live");
    out_.append(trace_.workCount() > 0 ? ",track,call,queued_ns,bytes,grid,block,registers,shared_bytes\n" : "\n");
    for (const auto& chunk : trace_.chunks()) {
      for (size_t i = 0; i < chunk->size(); ++i) {
        if (out_.stopped()) return;
        writeEvent(*chunk, i, values_.of(EventIndex(static_cast<int64_t>(chunk->firstEvent + i))));
      }
    }
    for (const auto& chunk : trace_.workChunks()) {
      for (size_t i = 0; i < chunk->rows.size(); ++i) {
        if (out_.stopped()) return;
        writeWork(rowAt(chunk->rows, i));
      }
    }
  }

 private:
  [[nodiscard]] std::string field(std::string_view text) const { return csvCell(text, reader_); }
  void writeEvent(const StoredChunk& chunk, size_t i, const ValueReader::Records& values) {
    const EventSite& site = chunk.site(i);
    out_.append(chunk.firstEvent + i);
    out_.append(',');
    if (!isLoadPhase(site.kind)) writeRun(chunk.start(i));
    out_.append(',');
    out_.appendFixed(trace_.info.clock.toNs(chunk.start(i)), 1);
    out_.append(',');
    out_.appendFixed(trace_.info.clock.toNs(chunk.duration(i)), 1);
    out_.append(',');
    out_.append(static_cast<uint64_t>(site.depth));
    out_.append(',');
    out_.append(eventKindName(site.kind));
    out_.append(',');
    name(functionNames_, site.function);
    out_.append(',');
    if (const uint32_t pc = instructionOf(site); pc != kNoIndex) out_.append(static_cast<uint64_t>(pc));
    out_.append(',');
    name(calleeTable(site.kind) == CalleeTable::Names ? otherNames_ : functionNames_, site.callee);
    out_.append(',');
    writeArgs(values);
    writeMemory(values);
    out_.append(trace_.workCount() > 0 ? ",,,,,,,,\n" : "\n");
  }
  void writeRun(int64_t ticks) {
    const RunSpan* run = runs_.at(ticks);
    if (run == nullptr) return;
    if (!run->measured()) {
      out_.append(runKindName(run->kind));
      out_.append(' ');
    }
    out_.append(static_cast<uint64_t>(run->index));
  }
  void writeWork(const DeviceWork& work) {
    const DeviceTables& tables = trace_.device;
    out_.append(',');
    writeRun(work.queued != kNoTick ? work.queued : work.start);
    out_.append(',');
    out_.appendFixed(trace_.info.clock.toNs(work.start), 1);
    out_.append(',');
    out_.appendFixed(trace_.info.clock.toNs(work.duration), 1);
    out_.append(",,");
    out_.append(deviceWorkKindRow(work.kind)->name);
    out_.append(",,,");
    if (work.name < tables.names.size()) out_.append(field(tables.names[work.name]));
    out_.append(",,,,,");
    out_.append(field(trackText(tables, tables.tracks[work.track])));
    out_.append(',');
    if (work.call != kNoEvent) out_.append(work.call);
    out_.append(',');
    if (work.queued != kNoTick) out_.appendFixed(trace_.info.clock.toNs(work.queued), 1);
    out_.append(',');
    out_.append(work.bytes);
    writeShape(work.shape < tables.shapes.size() ? &tables.shapes[work.shape] : nullptr);
    out_.append('\n');
  }
  void writeShape(const LaunchShape* shape) {
    if (shape == nullptr) return out_.append(",,,,");
    out_.append(fmt::format(",{},{},{},{}", fmt::join(shape->grid, "x"), fmt::join(shape->block, "x"), shape->registers,
                            uint64_t{shape->staticShared} + shape->dynamicShared));
  }
  void name(const std::vector<std::string>& names, uint32_t index) {
    if (index < names.size()) out_.append(names[index]);
  }
  void writeArgs(const ValueReader::Records& values) {
    std::string text;
    for (size_t i = 0; i < values.arguments.size(); ++i) text += (i == 0 ? "" : "; ") + argText(values.arguments[i]);
    out_.append(field(text));
  }
  /// Several records of one event are summed; the live bytes are those of the last.
  void writeMemory(const ValueReader::Records& values) {
    if (values.memory.empty()) return out_.append(",,,");
    int64_t allocated = 0, freed = 0;
    for (const MemoryRecord& record : values.memory) {
      allocated += record.allocated;
      freed += record.freed;
    }
    for (const int64_t value : {allocated, freed, values.memory.back().live}) {
      out_.append(',');
      out_.append(value);
    }
  }

  const Trace& trace_;
  CsvReader reader_;
  TextBuffer out_;
  RunLookup runs_;
  ValueReader values_;
  std::vector<std::string> functionNames_, otherNames_;
};

}  // namespace

void writeTraceCsv(const Trace& trace, const Executable*, const TextSink& sink) {
  CsvWriter(trace, CsvReader::Spreadsheet, sink).run();
}

void writeTraceCsvForProgram(const Trace& trace, const TextSink& sink) {
  CsvWriter(trace, CsvReader::Program, sink).run();
}

}  // namespace relaxscope
