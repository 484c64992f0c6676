// SPDX-License-Identifier: Apache-2.0
// The shared library relaxscope_vm: our VM with the module protocol of TVM's VM, so that a Python or C++ program can
// replace one by the other (engine.md 10.11). Registers our own functions, and nothing under TVM's names until a VM
// makes a KV cache or another state (state_calls.h):
//   relaxscope.load_executable(path) -> Module
//   relaxscope.executable_from_bytes(Bytes, Array<Module> imports) -> Module
//   relaxscope.executable_from_module(Module) -> Module of TVM's executable with its imports; None where it must be
//     exported and loaded: modules that are still sources or objects
#include <fmt/format.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/base/text/collect.h"
#include "vmcore/embed/adt.h"
#include "vmcore/embed/errors.h"
#include "vmcore/embed/state_calls.h"
#include "vmcore/embed/vm_module.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/closure.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/native/environment.h"
#include "vmcore/vm/native/module_copies.h"
#include "vmcore/vm/native/native_library.h"

namespace relaxscope {
namespace {

/// An executable with its native code as imports.
class ExecutableModuleObj : public ffi::ModuleObj {
 public:
  explicit ExecutableModuleObj(std::shared_ptr<const LoadedFile> file) : file_(std::move(file)) {}
  const char* kind() const final { return "relaxscope.Executable"; }
  int GetPropertyMask() const final { return ffi::Module::kRunnable | ffi::Module::kBinarySerializable; }
  /// The executable in TVM's format, without its imports.
  ffi::Bytes SaveToBytes() const final {
    const std::vector<uint8_t> bytes = writeVmExecutable(*file_->executable);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  ffi::Optional<ffi::Function> GetFunction(const ffi::String& wanted) final {
    const std::string name = wanted;
    const auto self = ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<ExecutableModuleObj>(this);
    if (name == "vm_load_executable")
      return ffi::Function::FromTyped([self] {
        std::vector<ffi::Module> modules;
        for (const ffi::Any& import : self->imports()) modules.push_back(import.cast<ffi::Module>());
        return makeVmModule(self->file_, std::move(modules));
      });
    if (name == "as_text")
      return textFunction([](const Executable& executable, const TextSink& sink) {
        std::vector<std::string> warnings;
        writeTvmText(executable, {}, sink, warnings);
      });
    if (name == "as_python")
      return textFunction([](const Executable& executable, const TextSink& sink) {
        std::vector<std::string> warnings;
        writeTvmPython(executable, {}, sink, warnings);
      });
    if (name == "stats")
      return textFunction([](const Executable& executable, const TextSink& sink) {
        std::vector<std::string> warnings;
        writeTvmStats(executable, sink, warnings);
      });
    if (name == "has_function")
      return ffi::Function::FromTyped([self](const ffi::String& function) {
        return self->file_->executable->findFunction(std::string(function)).valid();
      });
    return std::nullopt;
  }

 private:
  using Writer = void (*)(const Executable&, const TextSink&);
  ffi::Function textFunction(Writer write) {
    return ffi::Function::FromTyped(
        [self = ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<ExecutableModuleObj>(this), write] {
          const Executable& executable = *self->file_->executable;
          // A listing has about nine bytes per word.
          return ffi::String(
              collectText([&](const TextSink& sink) { write(executable, sink); }, 12 * executable.code.words.size()));
        });
  }

  std::shared_ptr<const LoadedFile> file_;
};

void expectExecutable(const LoadedFile& file) {
  if (file.executable == nullptr) raise("ValueError", fmt::format("{} holds no executable", file.path));
}

/// The file without its library part: native code is imported as modules.
std::shared_ptr<const LoadedFile> withoutLibrary(const LoadedFile& file) {
  expectExecutable(file);
  auto bare = std::make_shared<LoadedFile>(file);
  bare->library.reset();
  return bare;
}

ffi::Module loadExecutable(const ffi::String& path) {
  if (Result<void> ready = prepareEnvironment(); !ready.ok()) raise("RuntimeError", ready.error().text());
  const Result<LoadedFile> file = loadFile(std::string(path));
  if (!file.ok()) raise("RuntimeError", fmt::format("{}: {}", std::string(path), file.error().text()));
  expectExecutable(*file);
  // Today's modules cannot represent a library of TVM up to 0.21: the VM opens it itself.
  if ((*file).library && oldKernelAbi((*file).library->era))
    return ffi::Module(ffi::make_object<ExecutableModuleObj>(std::make_shared<const LoadedFile>(*file)));
  ffi::Module module(ffi::make_object<ExecutableModuleObj>(withoutLibrary(*file)));
  if (!(*file).library) return module;
  std::string missing;
  for (const std::string& fault : missingForLibrary(*(*file).library)) missing += (missing.empty() ? "" : "; ") + fault;
  if (!missing.empty()) raise("RuntimeError", fmt::format("{}: {}", std::string(path), missing));
  // Not shared: TVM's runtime may be loaded later and open the same file.
  const ffi::Module root = unwrap(openLibrary(std::string(path), Sharing::Never, &*(*file).library));
  for (const ffi::Module& host : hostModules(root)) module->ImportModule(host);
  return module;
}

/// Code in compiled mode caches the builtins that it looked up, which are TVM's if TVM's runtime is loaded: it needs
/// modules that nothing else uses.
bool needsOwnCode(const Executable& executable) {
  const auto& functions = executable.functions;
  return tvmRuntimePresent() &&
         std::any_of(functions.begin(), functions.end(), [](const Function& function) { return function.isVmTir(); });
}

std::shared_ptr<const LoadedFile> readExecutable(const ffi::Bytes& bytes) {
  if (Result<void> ready = prepareEnvironment(); !ready.ok()) raise("RuntimeError", ready.error().text());
  return withoutLibrary(unwrap(loadBytes(Bytes::copyOf({bytes.data(), bytes.size()}), "executable bytes")));
}

/// Loads what SaveToBytes wrote into a library that this process opens; tvm-ffi adds the imports.
ffi::Module executableOfLibrary(const ffi::Bytes& bytes) {
  return ffi::Module(ffi::make_object<ExecutableModuleObj>(readExecutable(bytes)));
}

/// The executable in `bytes` with the kernels and the compiled functions of `imports`.
ffi::Module executableWith(const ffi::Bytes& bytes, std::vector<ffi::Module> imports) {
  const std::shared_ptr<const LoadedFile> bare = readExecutable(bytes);
  if (needsOwnCode(*bare->executable)) {
    auto copies = withPrivateCode(imports, *bare->executable);
    if (!copies.ok())
      raise("RuntimeError", fmt::format("cannot copy the code of functions in compiled mode: {}; export the "
                                        "executable as a library and load that",
                                        copies.error().text()));
    imports = *std::move(copies);
  }
  ffi::Module module(ffi::make_object<ExecutableModuleObj>(bare));
  for (const ffi::Module& import : imports) module->ImportModule(import);
  return module;
}

ffi::Module executableFromBytes(const ffi::Bytes& bytes, const ffi::Array<ffi::Module>& imports) {
  return executableWith(bytes, {imports.begin(), imports.end()});
}

/// Source or objects, which an export compiles and links. TVM creates an empty source where a program has no kernels.
bool isNoCodeYet(const ffi::Module& module) {
  const int is = module->GetPropertyMask();
  if ((is & ffi::Module::kCompilationExportable) == 0 || (is & ffi::Module::kRunnable) != 0) return false;
  const auto names = module->GetFunction("get_func_names");
  return !names.has_value() || !(*names)().cast<ffi::Array<ffi::String>>().empty();
}
bool needsExport(const ffi::Module& module) {
  return std::any_of(module->imports().begin(), module->imports().end(), [](const ffi::Any& item) {
    const auto import = item.cast<ffi::Module>();
    return isNoCodeYet(import) || needsExport(import);
  });
}

/// TVM's executable as its compiler returned it, never saved; its modules serve both VMs, those of functions in
/// compiled mode as copies.
ffi::Optional<ffi::Module> executableFromModule(const ffi::Module& executable) {
  if (needsExport(executable)) return std::nullopt;
  std::vector<ffi::Module> imports;
  for (const ffi::Any& import : executable->imports()) imports.push_back(import.cast<ffi::Module>());
  return executableWith(executable->SaveToBytes(), std::move(imports));
}

/// Views a compact tensor as elements of another type with as many bits: Python passes types that it has no name for as
/// unsigned integers.
ffi::Tensor seenAs(const ffi::Tensor& tensor, DLDataType dtype) {
  const DLDataType from = tensor.dtype();
  if (from.bits * from.lanes != dtype.bits * dtype.lanes || from.bits % 8 != 0)
    raise("TypeError", fmt::format("a tensor of {} cannot be viewed as one of {}", dtypeName(from), dtypeName(dtype)));
  if (!tensor.IsContiguous()) raise("ValueError", "a strided tensor cannot be viewed as another type");
  auto owner = ffi::detail::ObjectUnsafe::ObjectPtrFromObjectRef<ffi::Object>(tensor);
  return ffi::Tensor(makeView(std::move(owner), *tensor.GetDLTensorPtr(), tensor.shape().data(), tensor.ndim(), dtype));
}

/// (function) -> (name, captured values...) of a closure; None for other functions.
void closurePartsOf(ffi::PackedArgs args, ffi::Any* result) {
  const auto parts = args.size() == 1 ? closureParts(args[0].CopyToTVMFFIAny()) : std::nullopt;
  if (!parts) return;
  ffi::Array<ffi::Any> list{ffi::String(parts->function)};
  for (const ffi::Any& value : parts->captured) list.push_back(value);
  *result = std::move(list);
}

}  // namespace

// Registered when the library is loaded: a host program has no other entry point.
TVM_FFI_STATIC_INIT_BLOCK() {
  ffi::Function::SetGlobal("relaxscope.load_executable", ffi::Function::FromTyped(loadExecutable), true);
  ffi::Function::SetGlobal("relaxscope.executable_from_bytes", ffi::Function::FromTyped(executableFromBytes), true);
  ffi::Function::SetGlobal("ffi.Module.load_from_bytes.relaxscope.Executable",
                           ffi::Function::FromTyped(executableOfLibrary), true);
  ffi::Function::SetGlobal("ffi.Module.load_from_bytes.relaxscope.builtins",
                           ffi::Function::FromTyped([](const ffi::Bytes&) { return makeBuiltinModule({}); }), true);
  ffi::Function::SetGlobal("relaxscope.executable_from_module", ffi::Function::FromTyped(executableFromModule), true);
  ffi::Function::SetGlobal("relaxscope.seen_as", ffi::Function::FromTyped(seenAs), true);
  ffi::Function::SetGlobal("relaxscope.withdraw_state_calls", ffi::Function::FromTyped(withdrawStateCalls), true);
  ffi::Function::SetGlobal("relaxscope.resume_state_calls", ffi::Function::FromTyped(resumeStateCalls), true);
  ffi::Function::SetGlobal("relaxscope.closure_parts", ffi::Function::FromPacked(closurePartsOf), true);
  registerAdt();
  serveStateCalls();
}

}  // namespace relaxscope
