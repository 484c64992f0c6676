// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/entries.h"

#include <cstdio>
#include <cstdlib>

namespace relaxscope::fuzz {
namespace {

constexpr Entry kEntries[] = {
    {"file", runFile},
    {"relax_vm", runRelaxVm},
    {"library", runLibrary},
    {"payload", runPayload},
    {"kernel_resources", runKernelResources},
    {"pack", runPack},
    {"diff", runDiff},
    {"parameters", runParameters},
    {"byte_map", runByteMap},
    {"json_form", runJsonForm},
    {"assembly_text", runAssemblyText},
    {"assembly_python", runAssemblyPython},
    {"relax_text", runRelaxText},
    {"npz", runNpz},
    {"array_set", runArraySet},
    {"wire", runWire},
    {"host", runHost},
    {"values", runValues},
    {"trace_file", runTraceFile},
};

}  // namespace

std::span<const Entry> entries() { return kEntries; }

const Entry* findEntry(std::string_view name) {
  for (const Entry& entry : kEntries)
    if (name == entry.name) return &entry;
  return nullptr;
}

void broken(const char* promise) {
  std::fprintf(stderr, "promise broken: %s\n", promise);
  std::abort();
}

}  // namespace relaxscope::fuzz
