// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/compiled_mode.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "vmcore/base/thread_variable.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/native/cuda_module.h"

#define RS_EXPORT extern "C" __attribute__((visibility("default"), used))

namespace {
/// Where generated code called one of the functions below last, since the last boundary of an event; null: it did not.
/// Each call of a kernel or builtin is preceded by such calls, so this tells apart the places of a function's code.
RS_THREAD_VARIABLE const void* codePlace = nullptr;
}  // namespace

// The lists of these functions are arrays of TVMFFIAny: registers, constants or functions of a compiled function.
RS_EXPORT int TVMBackendAnyListSetPackedArg(void* list, int index, TVMFFIAny* args, int offset) {
  codePlace = __builtin_return_address(0);
  args[offset] = static_cast<TVMFFIAny*>(list)[index];
  return 0;
}

RS_EXPORT int TVMBackendAnyListMoveFromPackedReturn(void* list, int index, TVMFFIAny* args, int offset) {
  codePlace = __builtin_return_address(0);
  auto& slot = static_cast<TVMFFIAny*>(list)[index];
  const TVMFFIAny old = slot;
  slot = args[offset];
  args[offset] = TVMFFIAny{};
  if (old.type_index >= TVMFFITypeIndex::kTVMFFIStaticObjectBegin) TVMFFIObjectDecRef(old.v_obj);
  return 0;
}

RS_EXPORT int TVMBackendAnyListResetItem(void* list, int index) {
  codePlace = __builtin_return_address(0);
  auto& slot = static_cast<TVMFFIAny*>(list)[index];
  const TVMFFIAny old = slot;
  slot = TVMFFIAny{};
  if (old.type_index >= TVMFFITypeIndex::kTVMFFIStaticObjectBegin) TVMFFIObjectDecRef(old.v_obj);
  return 0;
}

namespace relaxscope {
namespace {

// Each call of a builtin reads them: see VmMarker.
RS_THREAD_VARIABLE Engine* compiledEngine = nullptr;
/// The innermost activation of compiled code on this thread.
struct CompiledContext {
  uint32_t function = kNoIndex;  ///< row of the function table
  int32_t watch = -1;            ///< of its shape heap
  uint32_t calls = 0;            ///< of builtins and VM functions so far
  bool running = false;          ///< the compiled code itself, not a function that it called
};
RS_THREAD_VARIABLE CompiledContext compiledContext;

/// What tells the place of the code apart from others of its function until the recorder numbers them: the address in
/// the code, or without one the number of calls before it.
uint32_t takeCodePlace(uint32_t calls) {
  const auto address = reinterpret_cast<uintptr_t>(std::exchange(codePlace, nullptr));
  return address != 0 ? static_cast<uint32_t>(address) : calls;
}

/// Records what the compiled code did from the last event until `now`, so that its kernels count neither as the next
/// builtin nor as the body. As between all events of compiled code, the clock stands still while the row is written,
/// which would else count as the builtin or as the kernels after it.
void recordKernels(Recorder& recorder, uint32_t depth, int64_t now) {
  const CompiledContext& context = compiledContext;
  recorder.add(recorder.last, now, takeCodePlace(context.calls), context.function, context.function, depth,
               EventKind::CompiledKernels);
  recorder.hold(now);
  recorder.last = now;
}

/// Calls a builtin on behalf of generated code, on this thread's current VM.
void callBuiltin(BuiltinId builtin, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  const char* const name = builtinName(builtin);
  const BuiltinCall call = builtinCall(builtin);
  Engine* engine = compiledEngine;
  if (engine == nullptr) {
    // TVM's front end lets kernels call matrix products, which need no VM and are part of the kernel's event.
    if (builtinRow(builtin).family == BuiltinFamily::Cublas) return call(nullptr, args, count, result);
    raise("RuntimeError", fmt::format("{} was called outside of a VM", name));
  }
  const char* const before = engine->markers.exchangeBuiltin(name);
  if (engine->interrupts.needAttention()) [[unlikely]]
    engine->interrupts.attend();
  Recorder& recorder = engine->recorder;
  if (!recorder.on()) {
    call(engine, args, count, result);  // not reset after a throw: it names the place of the error
    engine->markers.setBuiltin(before);
    return;
  }
  const int64_t start = recorder.now();
  const uint32_t depth = engine->depth;
  engine->depth = depth + 1;
  const bool fromCompiled = std::exchange(compiledContext.running, false);
  if (fromCompiled) recordKernels(recorder, depth, start);
  call(engine, args, count, result);
  const int64_t end = recorder.now();
  compiledContext.running = fromCompiled;
  if (fromCompiled) ++compiledContext.calls;
  engine->depth = depth;
  engine->markers.setBuiltin(before);
  if (recorder.values()) {
    CompiledContext& context = compiledContext;
    recorder.addArgs(static_cast<uint32_t>(builtin), args, count);
    if (builtinRow(builtin).effects.makesHeap)
      context.watch = engine->watches.watch(*result, context.function, context.watch, recorder);
    if (context.watch >= 0) recorder.addHeapChanges(engine->watches.at(context.watch));
    recorder.addMemory();
  }
  recorder.last = end;
  recorder.add(start, end, kNoIndex, compiledContext.function, static_cast<uint32_t>(builtin), depth,
               EventKind::CompiledBuiltin);
  recorder.hold(end);
}

/// Function objects of all builtins, by id; created once, never destroyed.
const std::vector<ffi::Function>& builtinFunctions() {
  static const auto* functions = [] {
    auto* all = new std::vector<ffi::Function>;
    for (const BuiltinEntry& entry : builtinTable())
      all->push_back(
          ffi::Function::FromPacked([builtin = entry.id](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
            callBuiltin(builtin, rawValues(args), count, result);
          }));
    return all;
  }();
  return *functions;
}

constexpr std::string_view kBuiltinModuleKind = "relaxscope.builtins";

class BuiltinModuleObj : public ffi::ModuleObj {
 public:
  explicit BuiltinModuleObj(std::vector<std::pair<std::string, ffi::Function>> hostFunctions)
      : hostFunctions_(std::move(hostFunctions)) {}
  const char* kind() const final { return kBuiltinModuleKind.data(); }
  int GetPropertyMask() const final { return ffi::Module::kRunnable | ffi::Module::kBinarySerializable; }
  /// For exports of code that imports it: its version (tvm-ffi does not read modules without bytes). Functions of the
  /// host program are not saved.
  ffi::Bytes SaveToBytes() const final { return {"1", 1}; }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    const std::string wanted = name;
    if (const Engine* engine = VmMarker::currentOnThisThread())  // libraries loaded in addition to the executable's
      if (ffi::Function kernel = engine->findKernel(wanted); kernel != nullptr) return kernel;
    for (const auto& [hostName, function] : hostFunctions_)
      if (hostName == wanted) return function;
    if (wanted == "__tvm_set_device") return setDeviceFunction();
    const ffi::Function found = builtinFunction(wanted);
    if (found == nullptr) return std::nullopt;
    return found;
  }

 private:
  std::vector<std::pair<std::string, ffi::Function>> hostFunctions_;
};

}  // namespace

/// Sets the context for builtins called by generated code during a scope, and ends watches of heaps created in it.
struct CompiledScope {
  Engine& engine;
  const size_t watchesBefore;
  Engine* const engineBefore = compiledEngine;
  const CompiledContext contextBefore = compiledContext;
  CompiledScope(Engine& running, uint32_t function) : engine(running), watchesBefore(running.watches.size()) {
    compiledEngine = &engine;
    compiledContext = {function, -1, 0, true};
    codePlace = nullptr;
  }
  ~CompiledScope() {
    compiledEngine = engineBefore;
    compiledContext = contextBefore;
    engine.watches.shrinkTo(watchesBefore);
  }
};

bool leaveCompiledCode(Engine& engine) {
  if (compiledEngine != &engine || !std::exchange(compiledContext.running, false)) return false;
  recordKernels(engine.recorder, engine.depth, engine.recorder.now());
  return true;
}

void returnToCompiledCode() {
  compiledContext.running = true;
  ++compiledContext.calls;
}

void callCompiledTarget(const void* self, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  const auto* target = static_cast<const CompiledTarget*>(self);
  target->engine->invoke(target->function, args, count, result);
}

void callCompiled(Engine& engine, uint32_t function, TVMFFIAny* registers, int32_t count, ffi::Any* result) {
  const auto* target = static_cast<const CompiledTarget*>(engine.program.functions[function].self);
  if (engine.interrupts.needAttention()) [[unlikely]]
    engine.interrupts.attend();
  const CompiledScope scope(engine, function);
  Recorder& recorder = engine.recorder;
  const uint32_t depth = engine.depth;
  engine.depth = depth + 1;
  const bool recording = recorder.on();
  // Read in chained mode as well: what a builtin does before it calls a closure is no kernel of the closure.
  const int64_t start = recording ? recorder.now() : 0;
  if (recording) recorder.last = start;
  ffi::AnyView args[4] = {static_cast<void*>(&engine), static_cast<void*>(registers),
                          static_cast<void*>(target->constants->data()), static_cast<void*>(target->functions->data())};
  ffi::Any ignored;
  target->kernel.CallPacked(args, 4, &ignored);
  TVMFFIAny& slot = registers[count];
  result->reset();
  std::swap(*rawValues(result), slot);
  engine.depth = depth;
  if (!recording) return;
  const int64_t end = recorder.now();
  recordKernels(recorder, depth + 1, end);
  if (recorder.values()) recorder.addMemory();
  recorder.add(start, end, kNoIndex, function, function, depth, EventKind::CompiledBody);
  recorder.hold(end);
}

ffi::Function builtinFunction(const std::string& name) {
  const BuiltinId builtin = implementedBuiltin(name);
  return builtin == BuiltinId::None ? ffi::Function(nullptr) : builtinFunctions()[static_cast<size_t>(builtin)];
}

ffi::Function makeBuiltinFunction(std::shared_ptr<EngineHandle> vm, BuiltinId builtin) {
  return ffi::Function::FromPacked(
      [vm = std::move(vm), builtin](const ffi::AnyView* views, int32_t count, ffi::Any* result) {
        if (vm->engine == nullptr)
          raise("RuntimeError", fmt::format("the VM of this {} no longer exists", builtinName(builtin)));
        const auto* args = rawValues(views);
        if (compiledEngine == vm->engine) return callBuiltin(builtin, args, count, result);
        const std::shared_ptr<Engine> engine = vm->engine->shared_from_this();
        const ExecutionLock lock(*engine, builtinName(builtin));
        builtinCall(builtin)(engine.get(), args, count, result);
      });
}

ffi::Module makeBuiltinModule(std::vector<std::pair<std::string, ffi::Function>> hostFunctions) {
  return ffi::Module(ffi::make_object<BuiltinModuleObj>(std::move(hostFunctions)));
}

bool importsBuiltins(const ffi::Module& host) {
  const ffi::Array<ffi::Any> imports = host->imports();
  return std::any_of(imports.begin(), imports.end(), [](const ffi::Any& import) {
    const auto module = import.as<ffi::Module>();
    return module && (*module)->kind() == kBuiltinModuleKind;
  });
}

std::vector<LinkerFunction> linkerFunctions() {
  return {
      {"TVMBackendAnyListSetPackedArg", reinterpret_cast<const void*>(&TVMBackendAnyListSetPackedArg)},
      {"TVMBackendAnyListMoveFromPackedReturn", reinterpret_cast<const void*>(&TVMBackendAnyListMoveFromPackedReturn)},
      {"TVMBackendAnyListResetItem", reinterpret_cast<const void*>(&TVMBackendAnyListResetItem)}};
}

}  // namespace relaxscope
