// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/engine.h"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "vmcore/vm/caught_error.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/loop/interpreter.h"
#include "vmcore/vm/native/native_library.h"
#include "vmcore/vm/native/native_stack.h"
#include "vmcore/vm/native/old_library.h"
#include "vmcore/vm/nested_call.h"
#include "vmcore/vm/objects/device_copy.h"
#include "vmcore/vm/record/gpu_recorder.h"

namespace relaxscope {

Engine::Engine(std::shared_ptr<ExecutionMutex> shared)
    : handle(std::make_shared<EngineHandle>()), sharedMutex(std::move(shared)), mutex(*sharedMutex) {
  handle->engine = this;
}

// Members are destroyed in reverse order of declaration: modules after all objects whose destructors may be in them.
Engine::~Engine() { handle->engine = nullptr; }

Engine& EngineHandle::engineToRunOn() const {
  Engine* const caller = VmMarker::currentOnThisThread();
  const bool isOfTheSame = caller != nullptr && caller->mutex.isHeldHere() &&
                           !caller->executable.owner_before(executable) && !executable.owner_before(caller->executable);
  if (isOfTheSame) return *caller;
  if (engine == nullptr) raise("RuntimeError", "the VM of this closure no longer exists");
  return *engine;
}

std::string Engine::deviceNames() const {
  std::string names;
  for (const VmDevice& device : devices) names += (names.empty() ? "" : ", ") + device.name;
  return names;
}

void Engine::synchronize() const {
  for (const VmDevice& device : devices)
    if (device.memory->device().type != kDLCPU) onDevice([&] { device.device->synchronize(); });
}

const std::shared_ptr<Allocator>& Engine::memoryOf(DeviceId id) const {
  for (const VmDevice& device : devices)
    if (device.memory->device() == id) return device.memory;
  return allocator;
}

std::string Engine::arityMessage(uint32_t function, int64_t given) const {
  const RuntimeFunction& target = program.functions[function];
  if (given == target.numArgs) return {};
  std::string params;
  for (const std::string& name : executable->functions[function].paramNames)
    params += (params.empty() ? "" : ", ") + name;
  return fmt::format("Invoking function {} expects {} arguments ({}), but {} arguments were provided.", target.name,
                     target.numArgs, params, given);
}

void Engine::unwind(size_t base) noexcept {
  const int64_t now = recorder.on() ? recorder.now() : 0;
  while (frames.size() > base) {
    const Frame done = frames.back();
    popFrame();
    if (done.pending >= 0) pendingArguments.dropFrom(done.pending);
    if (!recorder.on() || program.functions[done.function].kind != FunctionKind::Bytecode) continue;
    try {  // the failed call's time is recorded as well
      recorder.add(done.callStart, now, program.functions[done.function].start, done.function, done.function,
                   done.depth, EventKind::FunctionBody);
      if (done.call != nullptr && !frames.empty())
        recorder.add(done.callStart, now, static_cast<uint32_t>(done.call - program.code.data()),
                     frames.back().function, done.function, done.depth - 1, EventKind::Call);
      recorder.last = now;
    } catch (...) {
      // The sink failed; the current error is the one to report.
    }
  }
}

inline void Engine::keepArgument(TVMFFIAny& slot, const TVMFFIAny& given) const {
  const bool object = holdsObject(given);
  if (object || given.type_index < ffi::TypeIndex::kTVMFFIDLTensorPtr) [[likely]] {
    if (object) ffi::detail::ObjectUnsafe::IncRefObjectHandle(given.v_obj);
    slot = given;
    return;
  }
  ffi::Any owned = ownedValue(firstMemory(), given, layout);
  std::swap(slot, *rawValues(&owned));
}

void Engine::beginCalls() {
  interrupts.beginCall();
  depth = 0;
  pendingArguments.clear();
  watches.clear();
  fault.forget();
}

void Engine::invoke(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  const RuntimeFunction& target = program.functions[function];
  if (target.kind == FunctionKind::Packed) return target.call(target.self, args, count, result);
  const ExecutionLock lock(*this, target.name);
  invokeHeld(function, args, count, result);
}

inline void Engine::invokeHeld(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  if (static_cast<uint32_t>(count) != program.functions[function].numArgs) [[unlikely]]
    raise("ArityError", arityMessage(function, count));
  checkNativeStack();
  const ActivityMarkers::Place before = markers.place();
  const uint32_t depthBefore = depth;
  const size_t base = frames.size();
  const auto restore = [&] {
    markers.setPlace(before);
    depth = depthBefore;
  };
  const auto fail = [&](const ffi::Error& error) {
    fault.note(error, markers);
    unwind(base);
    restore();
  };
  const auto failWith = [&](const char* kind, const char* what) {
    const ffi::Error error(kind, what, "");
    fail(error);
    throw error;
  };
  try {
    enterFunction(function, args, count, result);
  } catch (const ffi::Error& error) {
    if (error.get() == nullptr) failWith("RuntimeError", "native code failed without an error message");
    fail(error);
    throw;
  } catch (const std::bad_alloc&) { failWith("MemoryError", "out of memory"); } catch (const std::exception& error) {
    failWith("InternalError", error.what());
  } catch (...) { failWith("InternalError", "an exception of unknown type was thrown"); }
  restore();
}

/// Runs the function of the last frame, which holds its arguments, while recording. Apart from enterFunction, so that
/// calls that are not recorded have no part of it.
[[gnu::noinline]] static void runRecorded(Engine& engine, int32_t count, ffi::Any* result) {
  Frame& frame = engine.frames.back();
  if (engine.frames.size() == 1) engine.recorder.last = engine.recorder.now();
  const bool fromCompiled = leaveCompiledCode(engine);
  const RecordedScope scope(engine);
  if (engine.program.functions[frame.function].kind == FunctionKind::Bytecode) {
    frame.callStart = engine.recorder.startOfEvent();
    runFrames(engine, result);
  } else {
    callCompiled(engine, frame.function, frame.registers, count, result);
    engine.popFrame();
  }
  if (fromCompiled) returnToCompiledCode();
}

inline void Engine::enterFunction(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  const RuntimeFunction& target = program.functions[function];
  const bool bytecode = target.kind == FunctionKind::Bytecode;
  markers.setPlace({bytecode ? program.code.data() + target.start : nullptr, bytecode ? kNoIndex : function, nullptr});
  interrupts.countSteps(bytecode ? 0 : 1);
  Frame& frame = frames.push(target, function, nullptr);
  frame.depth = depth;
  for (int32_t i = 0; i < count; ++i) keepArgument(frame.registers[i], args[i]);
  if (recorder.on()) [[unlikely]]
    return runRecorded(*this, count, result);
  if (bytecode) return runFrames(*this, result);
  callCompiled(*this, function, frame.registers, count, result);
  popFrame();
}

inline void Engine::runInto(RunResult& result, const ExecutionLock& lock, uint32_t function, const TVMFFIAny* args,
                            int32_t count) {
  try {
    const RuntimeFunction& target = program.functions[function];
    if (target.kind == FunctionKind::Packed) target.call(target.self, args, count, &result.value);
    else invokeHeld(function, args, count, &result.value);
  } catch (...) {
    result.error = currentError();
    result.error->position = fault.position();
    result.value.reset();
  }
  if (lock.isOutermost()) fault.forget();
}

RunResult Engine::run(uint32_t function, const TVMFFIAny* args, int32_t count) {
  RunResult result;
  try {
    const ExecutionLock lock(*this, program.functions[function].name);
    runInto(result, lock, function, args, count);
  } catch (...) { result.error = currentError(); }  // another thread has the lock
  return result;
}

RunResult Engine::runLocked(const ExecutionLock& lock, uint32_t function, const TVMFFIAny* args, int32_t count) {
  RunResult result;
  runInto(result, lock, function, args, count);
  return result;
}

ffi::Function Engine::makeFunction(uint32_t function) const {
  return ffi::Function::FromPacked(
      [maker = handle, function](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
        maker->engineToRunOn().invoke(function, rawValues(args), count, result);
      });
}

ffi::Function Engine::makeOwnFunction(uint32_t function) const {
  return ffi::Function::FromPacked(
      [owner = handle, function](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
        if (owner->engine == nullptr) raise("RuntimeError", "the VM of this function no longer exists");
        owner->engine->invoke(function, rawValues(args), count, result);
      });
}

ffi::Function Engine::findHostFunction(const std::string& name) const {
  for (const auto& [hostName, function] : options.functions)
    if (hostName == name) return function;
  return nullptr;
}

ffi::Function Engine::findKernel(const std::string& name) const {
  // Guards against recursion: modules look names up in the VM through our import (compiled_mode.cpp).
  static thread_local bool searching = false;
  if (std::exchange(searching, true)) return nullptr;
  struct Done {
    ~Done() { searching = false; }
  } done;
  for (const ffi::Any& root : modules)
    if (ffi::Function found = findInTree(root.cast<ffi::Module>(), name); found != nullptr) return found;
  for (const auto& library : oldLibraries)
    if (ffi::Function found = library->find(name); found != nullptr) return found;
  return nullptr;
}

}  // namespace relaxscope
