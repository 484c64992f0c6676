// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/module_copies.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "vmcore/format/loader.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/native/native_library.h"
#include "vmcore/vm/native/native_module.h"
#include "vmcore/vm/native/shared_object.h"
#include "vmcore/vm/native/system_library.h"

namespace relaxscope {
namespace {

constexpr std::string_view kLlvm = "llvm";

/// A file in memory with a path, for functions that read and write files.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("relaxscope-module", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  [[nodiscard]] bool isOpen() const { return descriptor_ >= 0; }
  [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  const int descriptor_;
};

/// The same program, compiled again when its first function is looked up. TVM's reader for the text of LLVM's
/// intermediate language (src/target/llvm/llvm_module.cc, 0.27) also reads bitcode.
Result<ffi::Module> copyOfLlvm(const ffi::Module& module) {
  const auto read = ffi::Function::GetGlobal("ffi.Module.load_from_file.ll");
  if (!read.has_value()) return Error("this process has no reader of LLVM's modules");
  const MemoryFile file;
  if (!file.isOpen()) return Error(fmt::format("cannot create a file in memory: {}", std::strerror(errno)));
  module->WriteToFile(file.path(), "bc");
  return (*read)(ffi::String(file.path()), ffi::String("ll")).cast<ffi::Module>();
}

/// The file of a library that tvm-ffi opened, whose slot holds the address of its module; empty if none does.
std::string fileOfLibrary(const ffi::Module& module) {
  std::vector<std::string> loaded;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        if (info->dlpi_name != nullptr && info->dlpi_name[0] != '\0')
          static_cast<std::vector<std::string>*>(data)->emplace_back(info->dlpi_name);
        return 0;
      },
      &loaded);
  for (const std::string& file : loaded) {
    void* const slot = slotHolding(file, ffi::symbol::tvm_ffi_library_ctx, module.get());
    Dl_info holder{};
    if (slot != nullptr && dladdr(slot, &holder) != 0) return holder.dli_fname;
  }
  return {};
}

Result<ffi::Module> copyOfLibrary(const ffi::Module& module) {
  if (const auto program = systemProgramOf(module)) return copyOf(*program);
  const std::string path = fileOfLibrary(module);
  if (path.empty()) return Error("the file of an opened library is not known");
  const Result<LoadedFile> file = loadFile(path);
  if (!file.ok()) return Error(fmt::format("{}: {}", path, file.error().text()));
  if (!(*file).library) return Error(fmt::format("{} holds no modules", path));
  RS_TRY(const ffi::Module root, openLibrary(path, Sharing::Never, &*(*file).library));
  const std::vector<ffi::Module> host = hostModules(root);
  if (host.empty()) return Error(fmt::format("{} holds no native code", path));
  return host.front();
}

/// Whether only our engine uses the module's code.
bool isOurs(const ffi::Module& module) { return isNativeModule(module) || importsBuiltins(module); }

/// Stands for a module that is shared, some of whose imports were copied.
class StandInObj : public ffi::ModuleObj {
 public:
  explicit StandInObj(ffi::Module original) : original_(std::move(original)) {}
  const char* kind() const final { return original_->kind(); }
  int GetPropertyMask() const final { return original_->GetPropertyMask(); }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final { return original_->GetFunction(name); }
  ffi::Bytes SaveToBytes() const final { return original_->SaveToBytes(); }

 private:
  const ffi::Module original_;
};

class ModuleCopies {
 public:
  explicit ModuleCopies(const Executable& executable) : executable_(executable) {}

  /// The module itself where nothing in its tree has to be copied.
  Result<ffi::Module> of(const ffi::Module& module) {
    if (isOurs(module)) return module;
    if (const auto known = made_.find(module.get()); known != made_.end()) return known->second;
    if (!isHostCode(module) || !holdsCompiledFunctions(module, executable_)) return standIn(module);
    const bool isLlvm = std::string_view(module->kind()) == kLlvm;
    RS_TRY(ffi::Module copy, isLlvm ? copyOfLlvm(module) : copyOfLibrary(module));
    made_.emplace(module.get(), copy);
    RS_TRY(const std::vector<ffi::Module> imports, importsOf(module, copy->imports().size()));
    for (const ffi::Module& import : imports) copy->ImportModule(import);
    return copy;
  }

 private:
  Result<ffi::Module> standIn(const ffi::Module& module) {
    RS_TRY(const std::vector<ffi::Module> imports, importsOf(module, 0));
    const auto originals = module->imports();
    const bool same =
        std::equal(imports.begin(), imports.end(), originals.begin(), originals.end(),
                   [](const ffi::Module& made, const ffi::Any& of) { return made.same_as(of.cast<ffi::Module>()); });
    ffi::Module made = same ? module : ffi::Module(ffi::make_object<StandInObj>(module));
    if (!same)
      for (const ffi::Module& import : imports) made->ImportModule(import);
    made_.emplace(module.get(), made);
    return made;
  }

  /// What stands for the imports after the first `known`, which the copy of a library brings from its file.
  Result<std::vector<ffi::Module>> importsOf(const ffi::Module& module, size_t known) {
    std::vector<ffi::Module> made;
    const ffi::Array<ffi::Any> imports = module->imports();
    for (size_t i = known; i < imports.size(); ++i) {
      RS_TRY(ffi::Module import, of(imports[static_cast<int64_t>(i)].cast<ffi::Module>()));
      made.push_back(std::move(import));
    }
    return made;
  }

  const Executable& executable_;
  std::unordered_map<const ffi::ModuleObj*, ffi::Module> made_;  ///< by original
};

}  // namespace

Result<std::vector<ffi::Module>> withPrivateCode(const std::vector<ffi::Module>& roots, const Executable& executable) {
  try {
    ModuleCopies copies(executable);
    std::vector<ffi::Module> made;
    for (const ffi::Module& root : roots) {
      RS_TRY(ffi::Module copy, copies.of(root));
      made.push_back(std::move(copy));
    }
    return made;
  } catch (const ffi::Error& error) { return Error(error.message()); } catch (const std::exception& error) {
    return Error(error.what());
  }
}

}  // namespace relaxscope
