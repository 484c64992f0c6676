// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/library_names.h"

namespace relaxscope {

LibraryNames::LibraryNames(const Library* library) {
  if (library == nullptr) return;
  // Libraries of TVM up to 0.21 export kernels under unprefixed names.
  for (const ObjectSymbol& symbol : library->object.symbols)
    if (symbol.defined) names_.insert(symbol.name);
  for (const LibraryModule& module : library->modules) {
    if (const auto* host = std::get_if<HostModule>(&module.decoded)) addKernels(*host, library->systemPrefix);
    if (const auto* graph = std::get_if<GraphModule>(&module.decoded)) names_.insert(graph->symbol);
    if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded))
      for (const ConstantsModule::Need& need : constants->needs) names_.insert(need.symbol);
    if (const auto* code = std::get_if<CodeModule>(&module.decoded))
      for (const DeviceKernel& kernel : code->kernels) names_.insert(kernel.name);
    if (std::holds_alternative<std::monostate>(module.decoded) && !holdsExecutable(module.kind))
      undecoded_ += (undecoded_.empty() ? "" : ", ") + module.kind;
  }
}

/// tvm-ffi finds a function of a system library by its name with or without the prefix.
void LibraryNames::addKernels(const HostModule& host, std::string_view systemPrefix) {
  names_.insert(host.kernels.begin(), host.kernels.end());
  if (systemPrefix.empty()) return;
  for (const std::string_view kernel : host.kernels)
    if (kernel.starts_with(systemPrefix)) names_.insert(kernel.substr(systemPrefix.size()));
}

}  // namespace relaxscope
