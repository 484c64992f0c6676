// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/native_library.h"

#include <fmt/format.h>
#include <tvm/ffi/c_api.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/native/cublas_module.h"
#include "vmcore/vm/native/environment.h"
#include "vmcore/vm/native/native_module.h"
#include "vmcore/vm/native/private_copy.h"
#include "vmcore/vm/native/static_registration.h"
#include "vmcore/vm/native/system_library.h"

namespace relaxscope {
namespace {

/// Module kinds that a stub may replace, as their bytes are read from the file.
constexpr const char* kExecutableKinds[] = {"relax.VMExecutable", "relax.Executable", "VMExecutable"};

std::string loaderName(std::string_view kind) { return fmt::format("ffi.Module.load_from_bytes.{}", kind); }

/// Stub of the executable's module in the tree, whose bytes were already read from the file.
class ExecutableStubObj : public ffi::ModuleObj {
 public:
  const char* kind() const final { return kExecutableKinds[0]; }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String&) final { return std::nullopt; }
};

using ModuleLoader = ffi::Module (*)(const ffi::Bytes&);
ffi::Module loadExecutableStub(const ffi::Bytes&) { return ffi::Module(ffi::make_object<ExecutableStubObj>()); }

/// Modules that TVM's runtime loads too, if it is in the process.
struct LoaderRow {
  std::string_view kind;
  ModuleLoader load;
};
constexpr LoaderRow kLoaders[] = {{"cublas_json", loadCublasModule}, {"const_loader", loadConstantsModule}};

/// Registers loaders for kinds without one and removes them again, as a later `import tvm` registers its own.
class TemporaryLoaders {
 public:
  TemporaryLoaders() {
    for (const char* kind : kExecutableKinds) add(kind, loadExecutableStub);
    for (const LoaderRow& row : kLoaders) add(row.kind, row.load);
  }
  ~TemporaryLoaders() {
    const auto remove = ffi::Function::GetGlobal("ffi.FunctionRemoveGlobal");
    if (!remove.has_value()) return;
    for (const std::string& name : added_) {
      try {
        (*remove)(name);
      } catch (const std::exception&) {
        // The stub remains; this matters only if TVM's runtime is imported later.
      }
    }
  }
  TemporaryLoaders(const TemporaryLoaders&) = delete;
  TemporaryLoaders& operator=(const TemporaryLoaders&) = delete;

 private:
  void add(std::string_view kind, ModuleLoader load) {
    const std::string name = loaderName(kind);
    if (ffi::Function::GetGlobal(name).has_value()) return;
    ffi::Function::SetGlobal(name, ffi::Function::FromTyped(load));
    added_.push_back(name);
  }

  std::vector<std::string> added_;
};

void collect(const ffi::Module& module, std::vector<const ffi::ModuleObj*>& seen, std::vector<ffi::Module>& host) {
  if (std::find(seen.begin(), seen.end(), module.get()) != seen.end()) return;
  seen.push_back(module.get());
  if (isHostCode(module)) host.push_back(module);
  for (const ffi::Any& import : module->imports())
    if (const auto child = import.as<ffi::Module>()) collect(*child, seen, host);
}

}  // namespace

std::optional<KernelAbi> oldKernelAbi(LibraryEra era) {
  switch (era) {
    case LibraryEra::UpTo020: return KernelAbi::PackedC;
    case LibraryEra::Tvm021: return KernelAbi::SafeCall;
    case LibraryEra::From022: break;
  }
  return std::nullopt;
}

namespace {

/// Where a function of TVM that generated code needs is usually found.
const char* homeOfSymbol(std::string_view name) {
  if (name.starts_with("__")) name.remove_prefix(2);
  return name.starts_with("TVMFFI") ? "in another release of libtvm_ffi" : "in another release of TVM's own runtime";
}

/// Whether loading the library registers its symbols in place of those of the same prefix.
bool registersSymbols(const Library& library) {
  return std::ranges::find(library.undefinedSymbols, kSystemRegistration) != library.undefinedSymbols.end();
}

/// Whether host code is its only module besides executables, whose bytes were read from the file.
bool hasOnlyHostCode(const Library& library) {
  const auto count = [&](auto&& is) { return std::count_if(library.modules.begin(), library.modules.end(), is); };
  const auto host =
      count([](const LibraryModule& module) { return std::holds_alternative<HostModule>(module.decoded); });
  const auto executables = count([](const LibraryModule& module) { return holdsExecutable(module.kind); });
  return library.era == LibraryEra::From022 && host == 1 &&
         static_cast<size_t>(host + executables) == library.modules.size();
}

}  // namespace

std::vector<std::string> missingForLibrary(const Library& library) {
  std::vector<std::string> missing;
  const auto loads = [](const LibraryModule& module) {
    return engineLoads(module) || ffi::Function::GetGlobal(loaderName(module.kind)).has_value();
  };
  for (const RunObstacle& obstacle : libraryObstacles(library, loads)) missing.push_back(obstacle.text());
  const std::vector<std::string> filled = filledContextSymbols();
  const std::optional<KernelAbi> old = oldKernelAbi(library.era);
  for (const std::string& slot : library.contextSlots)
    if (old ? !fillsOldSlot(slot, *old) : std::find(filled.begin(), filled.end(), slot) == filled.end())
      missing.push_back(fmt::format("context symbol {} is not provided (usually {})", slot, homeOfSymbol(slot)));
  for (const std::string& name : library.undefinedSymbols)
    if (!linkerFinds(name))
      missing.push_back(fmt::format("symbol {} is not provided (usually {})", name, homeOfSymbol(name)));
  return missing;
}

Result<ffi::Module> openLibrary(const std::string& path, Sharing sharing, const Library* library) {
  // The stub loaders are registered process-wide.
  static std::mutex one;
  const std::lock_guard hold(one);
  const std::string prefix = library != nullptr && library->era == LibraryEra::From022 ? library->systemPrefix : "";
  PrivateCopy copy;
  std::string file = std::filesystem::absolute(path).string();
  if (registersStatically(file, library)) {
    if (const auto open = openForEver(file); !open) return Error(fmt::format("{}: {}", path, open.error().message));
  } else if (sharing == Sharing::Never || tvmRuntimePresent() || openedBefore(file)) {
    if (!prefix.empty() && registersSymbols(*library)) return copyOf({file, prefix});
    RS_TRY(file, copy.make(file));
  }
  try {
    if (library != nullptr && (hasOnlyHostCode(*library) || !prefix.empty())) {
      auto module = openNativeModule(file, prefix);
      return module ? std::move(module) : Error(fmt::format("{}: {}", path, module.error().message));
    }
    // A plain library may load TVM's runtime, which registers its own loaders and aborts the process if others exist.
    std::optional<TemporaryLoaders> loaders;
    if (library != nullptr) loaders.emplace();
    return ffi::Module::LoadFromFile(file);
  } catch (const ffi::Error& error) {
    return Error(fmt::format("{}: {}", path, error.message()));
  } catch (const std::exception& error) { return Error(fmt::format("{}: {}", path, error.what())); }
}

bool isHostCode(const ffi::Module& module) {
  const std::string_view kind = module->kind();
  return kind == "library" || kind == "llvm";
}

std::vector<ffi::Module> hostModules(const ffi::Module& root) {
  std::vector<const ffi::ModuleObj*> seen;
  std::vector<ffi::Module> host;
  collect(root, seen, host);
  return host;
}

bool holdsCompiledFunctions(const ffi::Module& module, const Executable& executable) {
  // What LLVM compiles lazily knows its names, but not if it was read from a file; looking them up compiles it.
  const auto any = [&](auto&& has) {
    return std::any_of(executable.functions.begin(), executable.functions.end(), [&](const Function& function) {
      return function.isVmTir() && has(ffi::String("__vmtir__" + function.name));
    });
  };
  return any([&](const ffi::String& name) { return module->ImplementsFunction(name); }) ||
         any([&](const ffi::String& name) { return module->GetFunction(name).has_value(); });
}

ffi::Function findInTree(const ffi::Module& root, const std::string& name) {
  if (const auto found = root->GetFunction(name, true); found.has_value()) return *found;
  return nullptr;
}

}  // namespace relaxscope
