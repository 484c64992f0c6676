// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/library.h"

#include <algorithm>
#include <iterator>

namespace relaxscope {
namespace {

struct ExecutableKind {
  std::string_view kind;
  bool relay;
};
constexpr ExecutableKind kExecutableKinds[] = {
    {"relax.VMExecutable", false}, {"relax.Executable", false}, {"VMExecutable", true}};

const ExecutableKind* findKind(std::string_view kind) {
  const auto* row = std::find_if(std::begin(kExecutableKinds), std::end(kExecutableKinds),
                                 [&](const ExecutableKind& k) { return k.kind == kind; });
  return row == std::end(kExecutableKinds) ? nullptr : row;
}

}  // namespace

const char* eraProducer(LibraryEra era) {
  switch (era) {
    case LibraryEra::UpTo020: return "TVM 0.20 or earlier";
    case LibraryEra::Tvm021: return "TVM 0.21";
    case LibraryEra::From022: break;
  }
  return "TVM 0.22 or later";
}

std::vector<std::string> kernelNames(const LibraryModule& module) {
  if (const auto* host = std::get_if<HostModule>(&module.decoded)) return host->kernels;
  if (const auto* graph = std::get_if<GraphModule>(&module.decoded)) return {graph->symbol};
  std::vector<std::string> names;
  if (const auto* code = std::get_if<CodeModule>(&module.decoded))
    for (const DeviceKernel& kernel : code->kernels) names.push_back(kernel.name);
  return names;
}

size_t kernelCount(const LibraryModule& module) {
  if (const auto* host = std::get_if<HostModule>(&module.decoded)) return host->kernels.size();
  if (const auto* code = std::get_if<CodeModule>(&module.decoded)) return code->kernels.size();
  return std::holds_alternative<GraphModule>(module.decoded) ? 1 : 0;
}

bool needsCudaDevice(const Library& library) {
  return library.era == LibraryEra::From022 &&
         std::any_of(library.modules.begin(), library.modules.end(), [](const LibraryModule& module) {
           const bool ofGpu = module.kind == "cuda" || module.kind == "cublas_json";
           return ofGpu && kernelCount(module) != 0;
         });
}

std::vector<CodePart> partsOf(const LibraryModule& module) {
  if (const auto* code = std::get_if<CodeModule>(&module.decoded)) return code->parts;
  std::vector<CodePart> parts;
  if (const auto* graph = std::get_if<GraphModule>(&module.decoded)) {
    parts.push_back({graph->symbol, graph->json, "JSON graph", true});
    if (!graph->rest.empty()) parts.push_back({{}, graph->rest, "unknown", false});
  } else if (std::holds_alternative<std::monostate>(module.decoded) && !module.payload.empty() &&
             !holdsExecutable(module.kind)) {
    parts.push_back({{}, module.payload, "unknown", false});
  }
  return parts;
}

bool holdsExecutable(std::string_view kind) { return findKind(kind) != nullptr; }

bool holdsRelayExecutable(std::string_view kind) {
  const ExecutableKind* row = findKind(kind);
  return row != nullptr && row->relay;
}

std::string containerText(const Library& library) {
  return library.archive.empty() ? library.object.describe() : library.archive + ": " + library.object.describe();
}

ModuleIndex executableModule(const Library& library) {
  for (size_t i = 0; i < library.modules.size(); ++i)
    if (holdsExecutable(library.modules[i].kind)) return ModuleIndex(static_cast<int64_t>(i));
  return {};
}

}  // namespace relaxscope
