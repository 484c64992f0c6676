// SPDX-License-Identifier: Apache-2.0
// Events as comma-separated values (RFC 4180): a name with a comma, quote or line end is quoted.
#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/exporter.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/event_values.h"

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
  CsvWriter(const Trace& trace, const TextSink& sink) : trace_(trace), out_(sink), runs_(trace.runs), values_(trace) {
    for (const std::string& name : trace.info.functionNames) functionNames_.push_back(field(name));
    for (const std::string& name : trace.info.names) otherNames_.push_back(field(name));
  }

  void run() {
    out_.append("event,run,start_ns,duration_ns,depth,kind,function,pc,callee,args,allocated,freed,live\n");
    for (const auto& chunk : trace_.chunks()) {
      for (size_t i = 0; i < chunk->events.size(); ++i) {
        if (out_.stopped()) return;
        writeEvent(*chunk, i, values_.of(EventIndex(static_cast<int64_t>(chunk->firstEvent + i))));
      }
    }
  }

 private:
  void writeEvent(const TraceChunk& chunk, size_t i, const ValueReader::Records& values) {
    const EventColumns& events = chunk.events;
    const auto kind = static_cast<EventKind>(events.kind[i]);
    out_.append(chunk.firstEvent + i);
    out_.append(',');
    if (const RunSpan* run = isLoadPhase(kind) ? nullptr : runs_.at(events.start[i])) {
      if (!run->measured()) {
        out_.append(runKindName(run->kind));
        out_.append(' ');
      }
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
    writeArgs(values);
    writeMemory(values);
    out_.append('\n');
  }
  void name(const std::vector<std::string>& names, uint32_t index) {
    if (index < names.size()) out_.append(names[index]);
  }
  void writeArgs(const ValueReader::Records& values) {
    std::string text;
    for (const uint32_t place : values.args)
      text += (text.empty() ? "" : "; ") + argText(values.columns->args[place], values.columns->dims);
    out_.append(field(text));
  }
  /// Several records of one event are summed; the live bytes are those of the last.
  void writeMemory(const ValueReader::Records& values) {
    if (values.memory.empty()) return out_.append(",,,");
    int64_t allocated = 0, freed = 0;
    for (const uint32_t place : values.memory) {
      allocated += values.columns->memory[place].allocated;
      freed += values.columns->memory[place].freed;
    }
    for (const int64_t value : {allocated, freed, values.columns->memory[values.memory.back()].live}) {
      out_.append(',');
      out_.append(value);
    }
  }

  const Trace& trace_;
  TextBuffer out_;
  RunLookup runs_;
  ValueReader values_;
  std::vector<std::string> functionNames_, otherNames_;
};

}  // namespace

void writeTraceCsv(const Trace& trace, const Executable*, const TextSink& sink) { CsvWriter(trace, sink).run(); }

}  // namespace relaxscope
