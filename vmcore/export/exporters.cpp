// SPDX-License-Identifier: Apache-2.0
// The exporter tables, iterated by command line, menu and tests.
#include "vmcore/export/exporter.h"

namespace relaxscope {
namespace {

void writeStatsOfAll(const Executable& executable, std::span<const FuncIndex>, const TextSink& sink,
                     std::vector<std::string>& warnings) {
  writeEraStats(executable, sink, warnings);
}

void writeDot(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
              std::vector<std::string>&) {
  writeDotCfg(executable, only, sink);
}

constexpr ExecutableExporter kExecutableExporters[] = {
    {"text", "TVM text", ".txt", writeEraText},
    {"python", "TVM Python", ".py", writeEraPython, ExecutableExporter::For::Relax},
    {"json", "JSON listing", ".json", writeJsonListing},
    {"annotated", "Annotated listing", ".txt", writeAnnotatedListing},
    {"canonical", "Text without numbering", ".txt", writeCanonical},
    {"stats", "TVM statistics", ".txt", writeStatsOfAll},
    {"constants", "Relay constants", ".txt", writeRelayConstants, ExecutableExporter::For::Relay},
    {"primitives", "Relay packed functions", ".txt", writeRelayPrimitives, ExecutableExporter::For::Relay},
    {"virtual-devices", "Relay virtual devices", ".txt", writeRelayDevices, ExecutableExporter::For::Relay},
    {"dot-cfg", "Control flow for Graphviz", ".dot", writeDot},
};

constexpr TraceExporter kTraceExporters[] = {
    {"chrome", "Chrome trace", ".json", writeChromeTrace},
    {"csv", "Events as CSV", ".csv", writeTraceCsv},
};

}  // namespace

std::span<const ExecutableExporter> executableExporters() { return kExecutableExporters; }
std::span<const TraceExporter> traceExporters() { return kTraceExporters; }

}  // namespace relaxscope
