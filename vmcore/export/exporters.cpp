// SPDX-License-Identifier: Apache-2.0
// The exporter tables: command line, menu and tests iterate them.
#include "vmcore/export/exporter.h"

namespace relaxscope {
namespace {

void writeStatsOfAll(const Executable& executable, std::span<const FuncIndex>, const TextSink& sink, std::vector<std::string>& oddities) {
  writeTvmStats(executable, sink, oddities);
}

constexpr ExecutableExporter kExecutableExporters[] = {
    {"text", "TVM text", ".txt", writeTvmText},
    {"python", "TVM Python", ".py", writeTvmPython},
    {"json", "JSON listing", ".json", writeJsonListing},
    {"stats", "TVM statistics", ".txt", writeStatsOfAll},
};

}  // namespace

std::span<const ExecutableExporter> executableExporters() { return kExecutableExporters; }

}  // namespace relaxscope
