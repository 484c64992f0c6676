// SPDX-License-Identifier: Apache-2.0
// All text exports: one table, used by command line, menu and tests.
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/base/text_sink.h"
#include "vmcore/model/executable.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// TVM 0.27's as_text / as_python / stats, byte for byte. What TVM cannot print is printed anyway (cli.md), and each
/// such case is listed once in `warnings`. For a Relay VM text and python print nothing.
void writeTvmText(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                  std::vector<std::string>& warnings);
void writeTvmPython(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& warnings);
void writeTvmStats(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings);
/// As above in the format of the executable's own era: a Relay VM's disassembly and statistics (which have no 0.27
/// form), those of the prototype and of R0; as above for others.
void writeEraText(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                  std::vector<std::string>& warnings);
void writeEraPython(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& warnings);
void writeEraStats(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings);
/// A Relay executable's disassembly, statistics, constants, packed functions and virtual devices as its release prints
/// them.
void writeRelayText(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& warnings);
void writeRelayStats(const Executable& executable, const TextSink& sink);
void writeRelayConstants(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                         std::vector<std::string>& warnings);
void writeRelayPrimitives(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                          std::vector<std::string>& warnings);
void writeRelayDevices(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                       std::vector<std::string>& warnings);
/// The listing as JSON, one object per instruction; not the lossless form.
void writeJsonListing(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                      std::vector<std::string>& warnings);
/// The program without numbers that another build may give - registers, rows of tables, pcs, slots - in the order of
/// names: a renumbered program has the same text, one with another instruction, constant or signature has not.
void writeCanonical(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& warnings);
/// The listing with pcs, types of results, and names of registers, constants and slots: annotated/annotated.h without
/// costs.
void writeAnnotatedListing(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                           std::vector<std::string>& warnings);
/// CFG of each function as one Graphviz digraph.
void writeDotCfg(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink);
/// Chrome trace event format (JSON array form), streamed. Times in microseconds. `executable`, which may be null,
/// provides the names of shape-heap slots.
void writeChromeTrace(const Trace& trace, const Executable* executable, const TextSink& sink);
/// One row per event: event,run,start_ns,duration_ns,depth,kind,function,pc,callee,args,allocated,freed,live.
void writeTraceCsv(const Trace& trace, const Executable* executable, const TextSink& sink);
/// The same with texts as they are, for a program that reads them back.
void writeTraceCsvForProgram(const Trace& trace, const TextSink& sink);

/// Rows for menus and `--format`.
struct ExecutableExporter {
  enum class For : uint8_t { Any, Relax, Relay };
  const char* id;
  const char* title;
  const char* suffix;
  void (*write)(const Executable&, std::span<const FuncIndex>, const TextSink&, std::vector<std::string>&);
  For takes = For::Any;
  /// Exporters that do not fit write nothing for the executable.
  [[nodiscard]] bool fits(const Executable& executable) const {
    return takes == For::Any || (takes == For::Relay) == isRelay(executable.variant);
  }
};
struct TraceExporter {
  const char* id;
  const char* title;
  const char* suffix;
  void (*write)(const Trace&, const Executable*, const TextSink&);
};
std::span<const ExecutableExporter> executableExporters();
std::span<const TraceExporter> traceExporters();

}  // namespace relaxscope
