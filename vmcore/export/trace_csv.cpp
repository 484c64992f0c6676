// SPDX-License-Identifier: Apache-2.0
// Events as comma-separated values (RFC 4180): a name with a comma, quote or line end is quoted.
#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/exporter.h"
#include "vmcore/trace/event_text.h"

namespace relaxscope {
namespace {

std::string field(std::string_view text) {
  std::string shown = printable(text);
  if (shown.find_first_of(",\"\t") == std::string::npos) return shown;
  std::string out = "\"";
  for (const char c : shown) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

class CsvWriter {
 public:
  CsvWriter(const Trace& trace, const TextSink& sink) : trace_(trace), out_(sink), runs_(trace.runs) {
    for (const std::string& name : trace.info.functionNames) functionNames_.push_back(field(name));
    for (const std::string& name : trace.info.names) otherNames_.push_back(field(name));
  }

  void run() {
    out_.append("event,run,start_ns,duration_ns,depth,kind,function,pc,callee,args,allocated,freed,live\n");
    for (const auto& chunk : trace_.chunks()) {
      const SideIndex<ArgRecord> args(chunk->values.args, chunk->events.size());
      const SideIndex<MemoryRecord> memory(chunk->values.memory, chunk->events.size());
      for (size_t i = 0; i < chunk->events.size(); ++i) {
        if (out_.stopped()) return;
        writeEvent(*chunk, i, args.of(i), memory.of(i));
      }
    }
  }

 private:
  void writeEvent(const TraceChunk& chunk, size_t i, std::span<const uint32_t> args, std::span<const uint32_t> memory) {
    const EventColumns& events = chunk.events;
    const auto kind = static_cast<EventKind>(events.kind[i]);
    out_.append(chunk.firstEvent + i);
    out_.append(',');
    if (const RunSpan* run = isLoadPhase(kind) ? nullptr : runs_.at(events.start[i])) {
      if (run->warmup) out_.append("warm-up ");
      out_.append(static_cast<uint64_t>(run->index));
    }
    out_.append(',');
    out_.appendFixed(trace_.info.clock.toNs(events.start[i]), 1);
    out_.append(',');
    out_.appendFixed(trace_.info.clock.toNs(events.duration[i]), 1);
    out_.append(',');
    out_.append(static_cast<uint64_t>(events.depth[i]));
    out_.append(',');
    out_.append(eventKindName(kind));
    out_.append(',');
    name(functionNames_, events.function[i]);
    out_.append(',');
    if (const uint32_t pc = instructionOf(events, i); pc != kNoIndex) out_.append(static_cast<uint64_t>(pc));
    out_.append(',');
    name(calleeTable(kind) == CalleeTable::Names ? otherNames_ : functionNames_, events.callee[i]);
    out_.append(',');
    writeArgs(chunk, args);
    writeMemory(chunk, memory);
    out_.append('\n');
  }
  void name(const std::vector<std::string>& names, uint32_t index) {
    if (index < names.size()) out_.append(names[index]);
  }
  void writeArgs(const TraceChunk& chunk, std::span<const uint32_t> places) {
    std::string text;
    for (const uint32_t place : places)
      text += (text.empty() ? "" : "; ") + argText(chunk.values.args[place], chunk.values.dims);
    out_.append(field(text));
  }
  /// Several records of one event are summed; the live bytes are those of the last.
  void writeMemory(const TraceChunk& chunk, std::span<const uint32_t> places) {
    if (places.empty()) return out_.append(",,,");
    int64_t allocated = 0, freed = 0;
    for (const uint32_t place : places) {
      allocated += chunk.values.memory[place].allocated;
      freed += chunk.values.memory[place].freed;
    }
    for (const int64_t value : {allocated, freed, chunk.values.memory[places.back()].live}) {
      out_.append(',');
      out_.append(value);
    }
  }

  const Trace& trace_;
  TextBuffer out_;
  RunLookup runs_;
  std::vector<std::string> functionNames_, otherNames_;
};

}  // namespace

void writeTraceCsv(const Trace& trace, const Executable*, const TextSink& sink) { CsvWriter(trace, sink).run(); }

}  // namespace relaxscope
