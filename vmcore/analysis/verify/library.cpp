// SPDX-License-Identifier: Apache-2.0
// Rules about an executable together with its library.
#include <algorithm>
#include <array>
#include <string_view>

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

}  // namespace

void checkNamesResolve(Context& context) {
  if (context.library == nullptr) return;
  const LibraryNames library(context.library);
  const std::vector<Function>& functions = context.executable.functions;
  for (size_t i = 0; i < functions.size(); ++i) {
    const Function& function = functions[i];
    const FuncIndex index(static_cast<int64_t>(i));
    if (function.isVmTir() && !library.hasCompiled(function.name))
      context.report(index, [] { return std::string("its compiled body is not in the library"); });
    if (!function.isPacked() || library.has(function.name)) continue;
    const BuiltinRow* builtin = context.callees[i].builtin;
    if (builtin != nullptr && !builtin->missing) continue;
    context.report(index, [&] {
      if (builtin != nullptr) return fmt::format("{} Only TVM's own engine has it.", builtin->help);
      if (!library.undecoded().empty())
        return fmt::format("not among the library's known functions; it may be in its {} module", library.undecoded());
      return std::string("neither in the library nor a builtin; running it needs a library that contains it");
    });
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
    if (std::find(kFilledSlots.begin(), kFilledSlots.end(), name) == kFilledSlots.end())
      uncovered(slot, "context slot");
  }
  for (const std::string& symbol : context.library->undefinedSymbols) {
    const bool ffi = std::string_view(symbol).starts_with("TVMFFI");
    if (!ffi && std::find(kExported.begin(), kExported.end(), symbol) == kExported.end()) uncovered(symbol, "symbol");
  }
}

}  // namespace relaxscope::verifying
