// SPDX-License-Identifier: Apache-2.0
// The shared library relaxscope_vm: our machine behind the module protocol of TVM's, so that a Python
// or C++ program can put one in the other's place (engine.md 10.11). Registers two functions of ours
// and nothing under TVM's names:
//   relaxscope.load_executable(path) -> Module
//   relaxscope.executable_from_bytes(Bytes, Array<Module> imports) -> Module
#include <fmt/format.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "vmcore/export/exporter.h"
#include "vmcore/format/loader.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/environment.h"
#include "vmcore/vm/native_library.h"
#include "vmcore/vm/relay/relay_objects.h"
#include "vmcore/vm/virtual_machine.h"

#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"   // tvm-ffi destroys objects by their own type

namespace relaxscope {
namespace {

/// Numbers of TVM's allocator kinds (python/tvm/runtime/vm.py).
constexpr int64_t kNaive = 1, kPooled = 2;

template <class T>
T unwrap(Result<T> result) {
  if (!result.ok()) raise("RuntimeError", result.error().text());
  return std::move(*result);
}

ffi::Any unwrap(RunResult result) {
  if (result.ok()) return std::move(result.value);
  const RunError& error = *result.error;
  std::string message = error.message;
  if (error.position && !error.position->function.empty()) {
    message += fmt::format("\n  in {}", error.position->function);
    if (error.position->pc >= 0) message += fmt::format(", instruction {}", error.position->pc);
    if (!error.position->callee.empty()) message += fmt::format(", call {}", error.position->callee);
  }
  raise(error.kind.c_str(), std::move(message));
}

std::string textOf(const ffi::AnyView& value) { return value.cast<ffi::String>(); }

/// Arguments behind the first `skip`.
std::span<const ffi::AnyView> rest(const ffi::PackedArgs& args, int skip) {
  if (args.size() < skip) raise("TypeError", fmt::format("at least {} arguments are needed, {} were given", skip, args.size()));
  return {args.data() + skip, static_cast<size_t>(args.size() - skip)};
}
std::vector<int64_t> path(const ffi::PackedArgs& args) {
  std::vector<int64_t> indices;
  for (const ffi::AnyView& index : rest(args, 1)) indices.push_back(index.cast<int64_t>());
  return indices;
}

/// What `vm_load_executable` returns; it runs once vm_initialization has set devices and allocator.
class MachineModuleObj : public ffi::ModuleObj {
 public:
  MachineModuleObj(std::shared_ptr<const LoadedFile> file, std::vector<ffi::Any> modules) : file_(std::move(file)), modules_(std::move(modules)) {}
  const char* kind() const final { return "relaxscope.VirtualMachine"; }
  int GetPropertyMask() const final { return ffi::Module::kRunnable; }

  ffi::Optional<ffi::Function> GetFunction(const ffi::String& wanted) final {
    const std::string name = wanted;
    if (const auto at = protocol().find(name); at != protocol().end()) {
      const Method method = at->second;
      return ffi::Function::FromPacked([self = ref(), method](ffi::PackedArgs args, ffi::Any* result) { (self.get()->*method)(args, result); });
    }
    if (const auto saved = saved_.find(name); saved != saved_.end()) return saved->second;
    if (machine_ == nullptr || !machine_->hasFunction(name)) return std::nullopt;
    const uint32_t function = machine_->engine()->functionIndex.at(name);
    return ffi::Function::FromPacked([self = ref(), function](ffi::PackedArgs args, ffi::Any* result) {
      *result = unwrap(self->machine_->engine()->run(function, reinterpret_cast<const TVMFFIAny*>(args.data()), args.size()));
    });
  }

 private:
  using Method = void (MachineModuleObj::*)(const ffi::PackedArgs&, ffi::Any*);
  static const std::map<std::string, Method>& protocol();
  ffi::ObjectPtr<MachineModuleObj> ref() { return ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<MachineModuleObj>(this); }
  VirtualMachine& machine() {
    if (machine_ == nullptr) raise("RuntimeError", "vm_initialization was not called");
    return *machine_;
  }

  /// (device type, device id, allocator kind)...; the host comes last and needs no memory of its own kind.
  void initialize(const ffi::PackedArgs& args, ffi::Any*) {
    if (args.size() == 0 || args.size() % 3 != 0) raise("TypeError", "vm_initialization expects triples of device type, device id and allocator kind");
    LoadOptions options;
    options.file = file_;
    options.path = file_->path;
    options.modules = modules_;
    options.devices.clear();
    for (int i = 0; i < args.size(); i += 3) {
      const auto type = args[i].cast<int64_t>(), id = args[i + 1].cast<int64_t>(), kind = args[i + 2].cast<int64_t>();
      if (kind != kNaive && kind != kPooled) raise("ValueError", fmt::format("unknown allocator kind {}", kind));
      if (type != kDLCPU && type != kDLCUDA) raise("ValueError", fmt::format("device type {} is not known here", type));
      const std::string device = type == kDLCPU ? "cpu" : fmt::format("cuda:{}", id);
      if (i == 0) options.allocator = kind == kNaive ? "naive" : "pooled";
      if (options.devices.empty() || device != "cpu") options.devices.push_back(device);
    }
    machine_ = unwrap(VirtualMachine::load(std::move(options)));
  }
  void invokeClosure(const ffi::PackedArgs& args, ffi::Any* result) {
    const auto given = rest(args, 1);
    static_cast<void>(machine());
    args[0].cast<ffi::Function>().CallPacked(given.data(), static_cast<int32_t>(given.size()), result);
  }
  /// (function, saved name, include return, arguments...): the arguments are the function's last; calls give the others.
  void saveFunction(const ffi::PackedArgs& args, ffi::Any*) {
    const auto given = rest(args, 3);
    const std::string name = textOf(args[0]);
    if (!machine().hasFunction(name)) raise("ValueError", fmt::format("the executable has no function {}", name));
    std::vector<ffi::Any> kept;
    for (const ffi::AnyView& argument : given) kept.push_back(ownedValue(machine_->engine()->allocator, argument.CopyToTVMFFIAny(), machine_->engine()->layout));
    const uint32_t function = machine_->engine()->functionIndex.at(name);
    const bool wantResult = args[2].cast<int64_t>() != 0;
    // No reference to this module: it holds the function itself.
    saved_.insert_or_assign(textOf(args[1]), ffi::Function::FromPacked([engine = std::weak_ptr<Engine>(machine_->engine()), function, wantResult,
                                                                         kept = std::move(kept)](ffi::PackedArgs first, ffi::Any* result) {
      const std::shared_ptr<Engine> alive = engine.lock();
      if (alive == nullptr) raise("RuntimeError", "the machine of this function is gone");
      std::vector<ffi::AnyView> all(first.data(), first.data() + first.size());
      all.insert(all.end(), kept.begin(), kept.end());
      ffi::Any value = unwrap(alive->run(function, reinterpret_cast<const TVMFFIAny*>(all.data()), static_cast<int32_t>(all.size())));
      if (wantResult) *result = std::move(value);
    }));
  }
  void setInput(const ffi::PackedArgs& args, ffi::Any*) { static_cast<void>(unwrap(machine().setInput(textOf(args[0]), rest(args, 1)))); }
  /// The last argument is a module whose get_params gives what the function gets in its place.
  void setInputWithParamModule(const ffi::PackedArgs& args, ffi::Any*) {
    static_cast<void>(rest(args, 2));
    std::vector<ffi::AnyView> given(args.data() + 1, args.data() + args.size());
    const auto params = given.back().cast<ffi::Module>()->GetFunction("get_params");
    if (!params.has_value()) raise("ValueError", "the module of parameters has no function get_params");
    const ffi::Any values = (*params)();
    given.back() = values;
    static_cast<void>(unwrap(machine().setInput(textOf(args[0]), given)));
  }
  void invokeStateful(const ffi::PackedArgs& args, ffi::Any*) {
    static_cast<void>(rest(args, 1));
    static_cast<void>(unwrap(machine().invokeStateful(textOf(args[0]))));
  }
  void getOutput(const ffi::PackedArgs& args, ffi::Any* result) { *result = unwrap(machine().getOutput(textOf(args[0]), path(args))); }
  void getOutputArity(const ffi::PackedArgs& args, ffi::Any* result) {
    const ffi::Any value = unwrap(machine().getOutput(textOf(args[0]), path(args)));
    ValueFields fields;
    *result = fieldsOf(ffi::AnyView(value).CopyToTVMFFIAny(), fields) ? static_cast<int64_t>(fields.count) : int64_t{-1};
  }
  void getFunctionArity(const ffi::PackedArgs& args, ffi::Any* result) {
    static_cast<void>(rest(args, 1));
    *result = unwrap(machine().arity(textOf(args[0])));
  }
  void getFunctionParamName(const ffi::PackedArgs& args, ffi::Any* result) {
    static_cast<void>(rest(args, 2));
    *result = ffi::String(unwrap(machine().paramName(textOf(args[0]), args[1].cast<int64_t>())));
  }
  void setInstrument(const ffi::PackedArgs& args, ffi::Any*) {
    static_cast<void>(rest(args, 1));
    if (const auto name = args[0].as<ffi::String>()) {   // a global function that makes the instrument of the other arguments
      const auto make = ffi::Function::GetGlobal(*name);
      if (!make.has_value()) raise("ValueError", fmt::format("there is no global function {}", std::string(*name)));
      const auto given = rest(args, 1);
      ffi::Any made;
      make->CallPacked(given.data(), static_cast<int32_t>(given.size()), &made);
      machine().engine()->instrument = made.cast<ffi::Function>();
      return;
    }
    machine().engine()->instrument = args[0] == nullptr ? ffi::Function(nullptr) : args[0].cast<ffi::Function>();
  }

  std::shared_ptr<const LoadedFile> file_;
  std::vector<ffi::Any> modules_;
  std::unique_ptr<VirtualMachine> machine_;
  std::map<std::string, ffi::Function> saved_;
};

const std::map<std::string, MachineModuleObj::Method>& MachineModuleObj::protocol() {
  static const std::map<std::string, Method> rows = {
      {"vm_initialization", &MachineModuleObj::initialize},
      {"invoke_closure", &MachineModuleObj::invokeClosure},
      {"save_function", &MachineModuleObj::saveFunction},
      {"set_input", &MachineModuleObj::setInput},
      {"set_input_with_param_module", &MachineModuleObj::setInputWithParamModule},
      {"invoke_stateful", &MachineModuleObj::invokeStateful},
      {"get_output", &MachineModuleObj::getOutput},
      {"get_output_arity", &MachineModuleObj::getOutputArity},
      {"get_function_arity", &MachineModuleObj::getFunctionArity},
      {"get_function_param_name", &MachineModuleObj::getFunctionParamName},
      {"set_instrument", &MachineModuleObj::setInstrument},
  };
  return rows;
}

/// An executable with its native code as imports.
class ExecutableModuleObj : public ffi::ModuleObj {
 public:
  explicit ExecutableModuleObj(std::shared_ptr<const LoadedFile> file) : file_(std::move(file)) {}
  const char* kind() const final { return "relaxscope.Executable"; }
  int GetPropertyMask() const final { return ffi::Module::kRunnable; }

  ffi::Optional<ffi::Function> GetFunction(const ffi::String& wanted) final {
    const std::string name = wanted;
    const auto self = ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<ExecutableModuleObj>(this);
    if (name == "vm_load_executable")
      return ffi::Function::FromTyped([self] {
        std::vector<ffi::Any> modules(self->imports().begin(), self->imports().end());
        return ffi::Module(ffi::make_object<MachineModuleObj>(self->file_, std::move(modules)));
      });
    if (name == "as_text") return textFunction([](const Executable& executable, const TextSink& sink) {
      std::vector<std::string> oddities;
      writeTvmText(executable, {}, sink, oddities);
    });
    if (name == "as_python") return textFunction([](const Executable& executable, const TextSink& sink) {
      std::vector<std::string> oddities;
      writeTvmPython(executable, {}, sink, oddities);
    });
    if (name == "stats") return textFunction([](const Executable& executable, const TextSink& sink) {
      std::vector<std::string> oddities;
      writeTvmStats(executable, sink, oddities);
    });
    if (name == "has_function")
      return ffi::Function::FromTyped([self](const ffi::String& function) { return self->file_->executable->findFunction(std::string(function)).valid(); });
    return std::nullopt;
  }

 private:
  using Writer = void (*)(const Executable&, const TextSink&);
  ffi::Function textFunction(Writer write) {
    return ffi::Function::FromTyped([self = ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<ExecutableModuleObj>(this), write] {
      const Executable& executable = *self->file_->executable;
      std::string text;
      // A listing has about nine bytes a word. Room that stays empty costs nothing, growing would copy all there is.
      text.reserve(12 * executable.code.words.size());
      write(executable, [&](std::string_view piece) {
        text += piece;
        return true;
      });
      return ffi::String(std::move(text));
    });
  }

  std::shared_ptr<const LoadedFile> file_;
};

/// The file without its library part: native code comes in as imports.
std::shared_ptr<const LoadedFile> withoutLibrary(const LoadedFile& file) {
  if (file.executable == nullptr) raise("ValueError", fmt::format("{} holds no executable", file.path));
  auto bare = std::make_shared<LoadedFile>(file);
  bare->library.reset();
  return bare;
}

ffi::Module loadExecutable(const ffi::String& path) {
  if (Result<void> ready = prepareEnvironment(); !ready.ok()) raise("RuntimeError", ready.error().text());
  const LoadedFile file = unwrap(loadFile(std::string(path)));
  ffi::Module module(ffi::make_object<ExecutableModuleObj>(withoutLibrary(file)));
  if (!file.library) return module;
  std::string missing;
  for (const std::string& fault : missingForLibrary(*file.library)) missing += (missing.empty() ? "" : "; ") + fault;
  if (!missing.empty()) raise("RuntimeError", fmt::format("{}: {}", std::string(path), missing));
  // TVM's runtime may come into the process later and open the same file.
  const ffi::Module root = unwrap(openLibrary(std::string(path), Sharing::Never));
  for (const ffi::Module& host : hostModules(root)) module->ImportModule(host);
  return module;
}

ffi::Module executableFromBytes(const ffi::Bytes& bytes, const ffi::Array<ffi::Module>& imports) {
  if (Result<void> ready = prepareEnvironment(); !ready.ok()) raise("RuntimeError", ready.error().text());
  const LoadedFile file = unwrap(loadBytes(Bytes::copyOf({bytes.data(), bytes.size()}), "executable bytes"));
  ffi::Module module(ffi::make_object<ExecutableModuleObj>(withoutLibrary(file)));
  for (const ffi::Module& import : imports) module->ImportModule(import);
  return module;
}

}  // namespace

// The one registration that happens by loading: a foreign program has no other way in.
TVM_FFI_STATIC_INIT_BLOCK() {
  ffi::Function::SetGlobal("relaxscope.load_executable", ffi::Function::FromTyped(loadExecutable), true);
  ffi::Function::SetGlobal("relaxscope.executable_from_bytes", ffi::Function::FromTyped(executableFromBytes), true);
}

}  // namespace relaxscope
