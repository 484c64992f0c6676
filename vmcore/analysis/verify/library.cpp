// SPDX-License-Identifier: Apache-2.0
// Rules about an executable together with its library.
#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "vmcore/analysis/flow/call_graph.h"
#include "vmcore/analysis/verify/context.h"
#include "vmcore/model/library_names.h"

namespace relaxscope::verifying {
namespace {

// Slots of generated code that the engine fills ("__" before the name). Those without FFI in the name belong to TVM
// 0.16 to 0.25.
constexpr std::array<std::string_view, 11> kFilledSlots = {
    "TVMFFIFunctionCall",
    "TVMFFIErrorSetRaisedFromCStr",
    "TVMFFIEnvModLookupFromImports",
    "TVMFFIHandleInitOnce",
    "TVMBackendAllocWorkspace",
    "TVMBackendFreeWorkspace",
    "TVMBackendParallelLaunch",
    "TVMBackendParallelBarrier",
    "TVMBackendGetFuncFromEnv",
    "TVMFuncCall",
    "TVMAPISetLastError",
};
// Functions that the dynamic linker must resolve; those of the C interface (TVMFFI...) come with libtvm_ffi.
constexpr std::array<std::string_view, 3> kExported = {
    "TVMBackendAnyListSetPackedArg", "TVMBackendAnyListMoveFromPackedReturn", "TVMBackendAnyListResetItem"};
// Functions that objects call by name, which are linked into a program with TVM's runtime, besides those of the slots
// (TVM include/tvm/runtime/c_backend_api.h, 0.16 to 0.27).
constexpr std::array<std::string_view, 3> kOfRuntime = {"TVMBackendRegisterEnvCAPI",
                                                        "TVMBackendRegisterSystemLibSymbol", "TVMBackendRunOnce"};

bool has(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether a symbol that the library does not define is defined where its kernels run: in this process for a shared
/// library, in the program that it is linked into for others.
bool isProvided(const Library& library, std::string_view symbol) {
  if (symbol.starts_with("TVMFFI") || has(kExported, symbol)) return true;
  const bool isLinked = library.archive.empty() && library.object.kind == ObjectKind::SharedLibrary;
  return !isLinked && (has(kFilledSlots, symbol) || has(kOfRuntime, symbol));
}

}  // namespace

namespace {

/// Why the function of row `index` cannot be found; empty if it can.
std::string whyUnresolved(const Context& context, const LibraryNames& library, size_t index) {
  const Function& function = context.executable.functions[index];
  if (function.isVmTir() && !library.hasCompiled(function.name)) return "its compiled body is not in the library";
  if (!function.isPacked() || library.has(function.name)) return {};
  const BuiltinRow* builtin = context.callees[index].builtin;
  if (builtin != nullptr && !builtin->missing) return {};
  if (builtin != nullptr) return fmt::format("{} Only TVM's own engine has it.", builtin->help);
  if (!library.undecoded().empty())
    return fmt::format("not among the library's known functions; it may be in its {} module", library.undecoded());
  return "neither in the library nor a builtin; running it needs a library that contains it";
}

/// Adds the calls of a function to a finding about it: the place of the first one, and their number.
void addCalls(const Context& context, const CallGraph& graph, FuncIndex callee, Diagnostic& place, std::string& text) {
  size_t sites = 0;
  for (const uint32_t row : graph.callers.of(static_cast<uint32_t>(callee.value))) {
    const CallEdge& edge = graph.edges[row];
    if (sites == 0) {
      place.function = edge.caller;
      place.pc = graph.sitesOf(edge).front().pc;
    }
    sites += edge.sitesEnd - edge.sitesBegin;
  }
  if (sites == 0) return;
  const std::string first = fmt::format("{}:{}", context.functionName(place.function), place.pc.value);
  text += sites == 1 ? fmt::format(" (used at {})", first) : fmt::format(" (used at {} and {} more)", first, sites - 1);
}

}  // namespace

void checkNamesResolve(Context& context) {
  if (context.library == nullptr) return;
  const LibraryNames library(context.library);
  std::optional<CallGraph> graph;
  for (size_t i = 0; i < context.executable.functions.size(); ++i) {
    if (context.findings.all().size() >= Diagnostics::kMaxKept) return;
    std::string text = whyUnresolved(context, library, i);
    if (text.empty()) continue;
    if (!graph) graph = callGraphOf(context.executable, context.stop);
    if (!graph) return;
    const FuncIndex index(static_cast<int64_t>(i));
    Diagnostic place;
    place.function = index;
    addCalls(context, *graph, index, place, text);
    context.report(std::move(place), [&] { return fmt::format("{}: {}", context.functionName(index), text); });
  }
}

void checkSymbolsCovered(Context& context) {
  if (context.library == nullptr) return;
  const auto uncovered = [&](const std::string& symbol, const char* what) {
    context.report(Diagnostic{}, [&] {
      return fmt::format("{} {} is not provided; a kernel that needs it would end the process", what, symbol);
    });
  };
  for (const std::string& slot : context.library->contextSlots) {
    const std::string_view name =
        std::string_view(slot).starts_with("__") ? std::string_view(slot).substr(2) : std::string_view(slot);
    if (!has(kFilledSlots, name)) uncovered(slot, "context slot");
  }
  for (const std::string& symbol : context.library->undefinedSymbols)
    if (!isProvided(*context.library, symbol)) uncovered(symbol, "symbol");
}

}  // namespace relaxscope::verifying
