// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/load_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/base/text/text.h"
#include "vmcore/device/devices.h"
#include "vmcore/device/nvtx.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/loader.h"
#include "vmcore/run/gpu_emulation.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/constants.h"
#include "vmcore/vm/missing_names.h"
#include "vmcore/vm/native/emulated_extents.h"
#include "vmcore/vm/native/environment.h"
#include "vmcore/vm/native/native_library.h"
#include "vmcore/vm/native/old_library.h"
#include "vmcore/vm/native/static_registration.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/relay/program.h"
#include "vmcore/vm/vm_marker.h"

namespace relaxscope {
namespace {

/// Calls a packed function that has no C++ entry.
void callSafe(const void* self, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  const auto* function = static_cast<const ffi::FunctionObj*>(self);
  const int code = function->safe_call(const_cast<ffi::FunctionObj*>(function), args, count, rawValues(result));
  if (code != 0) throw ffi::detail::MoveFromSafeCallRaised();
}

constexpr const char* kEmulationHint = "--device emulated checks them on the CPU";

class EngineLoader {
 public:
  explicit EngineLoader(LoadOptions options)
      : options_(std::move(options)),
        engine_(std::make_shared<Engine>(options_.mutex ? options_.mutex : std::make_shared<ExecutionMutex>())),
        marker_(*engine_) {
    engine_->options = options_;
    engine_->options.file.reset();
    engine_->options.mutex.reset();  // another VM of the same executable has its own
    engine_->ranges = nvtxRanges();
  }

  Result<std::shared_ptr<Engine>> run() {
    RS_CHECK(prepareEnvironment());
    RS_CHECK(timed(EventKind::LoadVerify, "read and verify", [&] { return readAndVerify(); }));
    RS_CHECK(chooseDevices());
    RS_CHECK(configure());
    RS_CHECK(openAndResolve());
    std::vector<ffi::Any> constants;
    RS_CHECK(timed(EventKind::LoadConstants, "constants", [&]() -> Result<void> {
      if (const auto other = options_.sharing.lock(); other != nullptr && hasSameConstants(*other)) {
        constants = constantsOf(*other);
        return {};
      }
      RS_TRY(constants, materializeConstants(*engine_->executable, engine_->firstMemory()));
      return {};
    }));
    return finish(std::move(constants));
  }

  /// Loads from the data of `like`: nothing is read, verified, opened or converted again.
  Result<std::shared_ptr<Engine>> runLike(const Engine& like) {
    RS_CHECK(configure());
    engine_->file = like.file;
    useExecutable(like.executable);
    engine_->layout = like.layout;
    engine_->modules = like.modules;
    engine_->oldLibraries = like.oldLibraries;
    for (const ffi::Any& module : like.modules) trees_.push_back(module.cast<ffi::Module>());
    RS_CHECK(openAndResolve(true));
    return finish(constantsOf(like));
  }

 private:
  static std::vector<ffi::Any> constantsOf(const Engine& engine) {
    const std::vector<ffi::Any>& owned = engine.program.pool.owned();
    return {owned.begin(), owned.begin() + static_cast<std::ptrdiff_t>(engine.executable->constants.size())};
  }
  [[nodiscard]] bool hasSameConstants(const Engine& other) const {
    return other.executable == engine_->executable &&
           other.devices.front().memory->device() == engine_->devices.front().memory->device();
  }

  /// A path and the file read from it; null if it is a library without modules.
  using LibraryFile = std::pair<std::string, std::shared_ptr<const LoadedFile>>;

  /// One load at a time: opening a library temporarily registers functions, and tvm-ffi's function table has no lock.
  Result<void> openAndResolve(bool isOpen = false) {
    static std::mutex one;
    const std::lock_guard hold(one);
    if (!isOpen) RS_CHECK(timed(EventKind::LoadLibrary, "open the library", [&] { return openLibraries(); }));
    return resolve();
  }

  /// The default of an executable that needs a GPU.
  Result<void> chooseDevices() {
    if (!options_.devices.empty()) return {};
    options_.devices = engine_->options.devices = {"cpu"};
    if (!engine_->file->library || !needsCudaDevice(*engine_->file->library)) return {};
    if (const auto first = parseDevice("cuda:0"); !first)
      return Error(fmt::format("it holds CUDA kernels, but {}; {}", first.error().text(), kEmulationHint));
    options_.devices = engine_->options.devices = {"cuda:0"};
    return {};
  }

  Result<void> configure() {
    RS_TRY(const Allocator::Kind usual, parseAllocator(options_.allocator));
    std::vector<DeviceChoice> choices;
    for (const std::string& text : options_.devices) {
      RS_TRY(DeviceChoice choice, parseDeviceChoice(text, usual));
      choices.push_back(std::move(choice));
    }
    constexpr int32_t kHost = 1;  // shape functions run there
    if (choices.empty() || choices.back().id.type != kHost) choices.push_back({{}, "cpu", usual});
    for (const DeviceChoice& choice : choices) {
      RS_TRY(std::shared_ptr<Device> device, openDevice(choice.id));
      const uint64_t limit = choice.id.type == kHost ? options_.limits.memoryBytes : options_.limits.deviceMemoryBytes;
      engine_->devices.push_back({choice.name, std::make_shared<Allocator>(choice.allocator, limit, device), device});
    }
    engine_->allocator = engine_->devices.back().memory;
    return engine_->frames.reserve(options_.limits.stackBytes, options_.limits.stackDepth);
  }

  /// Runs a step of loading and stores its time if the load phase is recorded.
  template <class Step>
  Result<void> timed(EventKind kind, const char* what, Step step, uint32_t callee = kNoIndex) {
    engine_->markers.setLoadStep(what);
    const int64_t start = readTicks();
    Result<void> done = step();
    if (options_.recordLoad)
      engine_->loadEvents.push_back({start, readTicks(), kNoIndex, kNoIndex, callee, 0, static_cast<uint16_t>(kind)});
    return done;
  }

  Result<void> readAndVerify() {
    if (options_.file == nullptr) {
      // Each constant is needed once, soon: it is copied directly from the file, which must not change until then.
      constexpr size_t kLarge = size_t{1} << 20;
      RS_TRY(Bytes bytes, readFileBytes(options_.path, kLarge));
      RS_TRY(LoadedFile file, loadBytes(std::move(bytes), options_.path));
      options_.file = std::make_shared<const LoadedFile>(std::move(file));
    }
    engine_->file = options_.file;
    RS_TRY(auto bound, boundExecutable());
    useExecutable(std::move(bound));
    if (engine_->executable == nullptr) return Error(fmt::format("{} holds no executable", options_.path));
    const Executable& executable = *engine_->executable;
    if (const auto obstacles = executableObstacles(executable); !obstacles.empty())
      return Error(obstacles.front().text());
    if (const auto damage = damageOf(executable)) return Error(damage->text());
    engine_->layout = elementLayoutOf(executable.variant);
    return {};
  }

  void useExecutable(std::shared_ptr<const Executable> executable) {
    engine_->handle->executable = executable;
    engine_->executable = std::move(executable);
  }

  /// The file's executable, with late-bound constants bound if they were given.
  Result<std::shared_ptr<const Executable>> boundExecutable() const {
    if (options_.constants.empty() || options_.file->executable == nullptr) return options_.file->executable;
    auto bound = withConstantsFile(*options_.file->executable, options_.constants);
    if (!bound) return Error(fmt::format("{}: {}", options_.constants, bound.error().text()));
    return bound;
  }

  Result<void> openLibraries() {
    const LoadedFile& file = *engine_->file;
    std::vector<LibraryFile> files;
    if (file.library) files.emplace_back(options_.path.empty() ? file.path : options_.path, engine_->file);
    for (const std::string& path : options_.libraries) {
      RS_TRY(auto more, readPlainLibrary(path));
      files.emplace_back(path, std::move(more));
    }
    RS_CHECK(checkDevices(files));
    if (findNeeds(files)) RS_CHECK(openEach(files));
    importBuiltins([](const ffi::Module&) { return true; });
    for (const ffi::Any& module : options_.modules) {
      if (const auto root = module.as<ffi::Module>(); root && root->defined()) trees_.push_back(*root);
    }
    // The caller's modules may be in use by TVM's VM as well, so they are changed only if they hold compiled functions.
    importBuiltins([this](const ffi::Module& host) { return holdsCompiledFunctions(host, *engine_->executable); });
    for (const ffi::Module& root : trees_) engine_->modules.emplace_back(root);
    return {};
  }

  /// Kernels for a GPU need one among the devices.
  [[nodiscard]] Result<void> checkDevices(const std::vector<LibraryFile>& files) const {
    const auto isGpu = [](const VmDevice& device) { return device.memory->device().type == kDLCUDA; };
    if (std::any_of(engine_->devices.begin(), engine_->devices.end(), isGpu)) return {};
    for (const auto& [path, loaded] : files)
      if (loaded != nullptr && loaded->library && needsCudaDevice(*loaded->library))
        return Error(fmt::format("{} holds CUDA kernels, but no device of the run is a GPU; use --device cuda; {}",
                                 loaded == engine_->file ? "it" : printable(path), kEmulationHint));
    return {};
  }

  /// Whether all libraries can be opened. If one of them lacks something, none is opened: their contents are then
  /// derived from their bytes.
  bool findNeeds(const std::vector<LibraryFile>& files) {
    for (const auto& [path, loaded] : files) {
      if (loaded == nullptr || !loaded->library) continue;
      for (const std::string& need : missingForLibrary(*loaded->library)) missing_.addNeed(path, need);
    }
    if (missing_.empty()) return true;
    for (const auto& [path, loaded] : files) {
      if (loaded == nullptr || !loaded->library) unopened_.addUnknown();
      else unopened_.add({loaded, &*loaded->library});
    }
    return false;
  }

  Result<void> openEach(const std::vector<LibraryFile>& files) {
    for (const auto& [path, loaded] : files) {
      const bool plain = loaded == nullptr || !loaded->library;
      if (const auto abi = plain ? abiOfPlainLibrary(path) : oldKernelAbi(loaded->library->era)) {
        RS_TRY(auto library, OldLibrary::open(path, *abi));
        engine_->oldLibraries.push_back(std::move(library));
        if (!plain) continue;
      }
      RS_TRY(ffi::Module root, openLibrary(path, Sharing::WhenAlone, plain ? nullptr : &*loaded->library));
      trees_.push_back(std::move(root));
    }
    return {};
  }

  /// Kernel ABI of a library without modules, whose era is unknown: that of the executable's release, unless the
  /// library is one of packed functions for tvm-ffi.
  std::optional<KernelAbi> abiOfPlainLibrary(const std::string& path) const {
    if (registersStatically(path, nullptr)) return std::nullopt;
    switch (engine_->executable->variant) {
      case Variant::R4:
      case Variant::R5: return std::nullopt;
      case Variant::R3: return KernelAbi::SafeCall;
      default: return KernelAbi::PackedC;
    }
  }

  /// A library for --load may be one of TVM's exports or a plain one without modules.
  static Result<std::shared_ptr<const LoadedFile>> readPlainLibrary(const std::string& path) {
    const auto named = [&](const Error& error) { return Error(fmt::format("{}: {}", path, error.text())); };
    Result<LoadedFile> loaded = loadFile(path);
    if (loaded.ok()) return std::make_shared<const LoadedFile>(std::move(*loaded));
    const auto bytes = readFileBytes(path);
    if (!bytes) return named(bytes.error());
    if ((*bytes).size() < 4 || (*bytes).head(4) !=
                                   "\x7f"
                                   "ELF")
      return named(loaded.error());
    return std::shared_ptr<const LoadedFile>();
  }

  /// Adds the import through which generated code finds builtins and host functions, once per module. Idempotent.
  template <class Wanted>
  void importBuiltins(Wanted wanted) {
    const ffi::Module builtins = makeBuiltinModule(options_.functions);
    for (const ffi::Module& root : trees_)
      for (const ffi::Module& host : hostModules(root))
        if (!importsBuiltins(host) && wanted(host)) host->ImportModule(builtins);
  }

  /// Search order: kernels, functions of the host program, our builtins, the global registry.
  bool resolvePacked(RuntimeFunction& function) {
    const BuiltinId builtin = implementedBuiltin(function.name);
    ffi::Function found = engine_->findKernel(function.name);
    if (builtin != BuiltinId::None && found.same_as(builtinFunction(function.name)))
      found = nullptr;  // found through the module that we imported into the library
    for (const auto& [name, host] : options_.functions)
      if (found == nullptr && name == function.name) found = host;
    if (found == nullptr && builtin == BuiltinId::RunPrint)  // Python's print writes to Python's standard output
      if (const auto global = ffi::Function::GetGlobal(function.name); global.has_value()) found = *global;
    if (found == nullptr && builtin != BuiltinId::None) {
      function.callable = makeBuiltinFunction(engine_->handle, builtin);
      function.call = reinterpret_cast<PackedCall>(builtinCall(builtin));
      function.self = engine_.get();
      function.builtin = builtin;
      return true;
    }
    if (found == nullptr) {
      if (const auto global = ffi::Function::GetGlobal(function.name); global.has_value()) found = *global;
    }
    if (found == nullptr) return false;
    useFunction(function, std::move(found));
    return true;
  }
  static void useFunction(RuntimeFunction& function, ffi::Function found) {
    if (cudaIsEmulated()) found = withExtents(std::move(found));
    const auto* object = static_cast<const ffi::FunctionObj*>(found.get());
    function.call = object->cpp_call != nullptr ? reinterpret_cast<PackedCall>(object->cpp_call) : callSafe;
    function.self = object;
    function.callable = std::move(found);
  }

  /// The prototype calls the executable's own functions by name, as if they were packed.
  bool resolveOwn(RuntimeFunction& function) {
    if (!isPrototype(engine_->executable->variant)) return false;
    const auto& table = engine_->executable->functions;
    const auto own = std::find_if(table.begin(), table.end(), [&](const Function& each) {
      return each.isBytecode() && each.name == function.name;
    });
    if (own == table.end()) return false;
    useFunction(function, engine_->makeFunction(static_cast<uint32_t>(own - table.begin())));
    return true;
  }

  bool resolveCompiled(RuntimeFunction& function, uint32_t index) {
    // Compiled bodies of releases up to 0.21 address registers differently and are not supported.
    ffi::Function kernel = nullptr;
    for (const ffi::Module& root : trees_)
      if (kernel == nullptr) kernel = findInTree(root, "__vmtir__" + function.name);
    if (kernel == nullptr) return false;
    auto target = std::make_unique<CompiledTarget>();
    target->engine = engine_.get();
    target->function = index;
    target->kernel = std::move(kernel);
    target->constants = &engine_->constantList;
    target->functions = &engine_->functionList;
    function.call = callCompiledTarget;
    function.self = target.get();
    function.callable = engine_->makeFunction(index);
    engine_->compiledTargets.push_back(std::move(target));
    return true;
  }

  Result<void> resolve() {
    const auto& table = engine_->executable->functions;
    functions_.resize(table.size());
    for (uint32_t i = 0; i < table.size(); ++i) {
      const Function& from = table[i];
      RuntimeFunction& to = functions_[i];
      to.name = from.name;
      to.kind = static_cast<FunctionKind>(from.kind);
      const auto step = [&]() -> Result<void> {
        if (to.kind == FunctionKind::Packed) {
          if (!resolvePacked(to) && !resolveOwn(to) && !unopened_.mayHave(from.name)) missingRows_.push_back(i);
          return {};
        }
        to.numArgs = static_cast<uint32_t>(from.numArgs);
        to.registers = static_cast<uint32_t>(from.registerFileSize);
        if (to.kind == FunctionKind::VmTir) {
          if (!resolveCompiled(to, i) && !unopened_.mayHaveCompiled(from.name)) missing_.addCompiled(from.name);
        } else {
          to.start = static_cast<uint32_t>(from.startInstr);
          to.end = static_cast<uint32_t>(from.endInstr);
          to.callable = engine_->makeFunction(i);
        }
        engine_->functionIndex.emplace(from.name, i);
        return {};
      };
      RS_CHECK(timed(EventKind::LoadLookup, "function lookup", step, i));
    }
    addMissingFunctions();
    if (isRelay(engine_->executable->variant)) addRelayOps();
    if (missing_.empty()) return {};
    std::string text = missing_.text();
    if (trees_.empty() && engine_->oldLibraries.empty() && !engine_->file->library && options_.libraries.empty())
      text += ". Kernels are in the library that the executable was exported with, but no library is open";
    return Error(std::move(text));
  }

  /// A packed function that the run does not need raises an error when it is called, instead of now.
  void addMissingFunctions() {
    if (missingRows_.empty()) return;
    const bool any = options_.target.functions.empty();
    const std::vector<bool> needed =
        any ? std::vector<bool>(functions_.size(), true) : neededFunctions(*engine_->executable, options_.target);
    for (const uint32_t row : missingRows_) {
      const std::string& name = functions_[row].name;
      if (needed[row]) {
        missing_.addFunction(name);
        continue;
      }
      MissingNames alone;
      alone.addFunction(name);
      useFunction(functions_[row],
                  ffi::Function::FromPacked([text = alone.text()](const ffi::AnyView*, int32_t, ffi::Any*) {
                    raise("InternalError", text);
                  }));
    }
  }

  void addRelayOps() {
    for (std::string& name : relayOpNames(*engine_->executable->code.set))
      functions_.emplace_back().name = std::move(name);
  }

  Result<std::shared_ptr<Engine>> finish(std::vector<ffi::Any> constants) {
    if (!engine_->compiledTargets.empty()) {
      engine_->constantList = constants;
      for (const RuntimeFunction& function : functions_) engine_->functionList.push_back(function.callable);
    }
    RS_CHECK(timed(EventKind::LoadVerify, "decode", [&]() -> Result<void> {
      const auto decode = isRelay(engine_->executable->variant) ? decodeRelayProgram : prepareProgram;
      RS_TRY(engine_->program,
             decode(*engine_->executable, std::move(functions_), std::move(constants), engine_.get()));
      return {};
    }));
    engine_->interrupts.limitSteps(options_.limits.steps, engine_->executable->code.offsets.size());
    engine_->markers.setProgram(engine_->program);
    engine_->markers.setLoadStep(nullptr);
    return engine_;
  }

  LoadOptions options_;
  std::shared_ptr<Engine> engine_;
  VmMarker marker_;
  std::vector<ffi::Module> trees_;
  std::vector<RuntimeFunction> functions_;
  MissingNames missing_;
  std::vector<uint32_t> missingRows_;  ///< packed functions of the table that nothing has
  UnopenedFunctions unopened_;         ///< of libraries that were not opened as one of them lacks something
};

/// Converts exceptions of a loader to an error.
template <class Load>
Result<std::shared_ptr<Engine>> guardedLoad(Load load) {
  try {
    return load();
  } catch (const ffi::Error& error) { return Error(error.message()); } catch (const std::bad_alloc&) {
    return Error("no memory for the executable");
  } catch (const std::exception& error) { return Error(error.what()); }
}

}  // namespace

Result<std::shared_ptr<Engine>> loadEngine(LoadOptions options) {
  return guardedLoad([&] { return EngineLoader(std::move(options)).run(); });
}
Result<std::shared_ptr<Engine>> loadAnother(const Engine& like) {
  return guardedLoad([&] { return EngineLoader(like.options).runLike(like); });
}

}  // namespace relaxscope
