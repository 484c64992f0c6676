// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "vmcore/vm/caught_error.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/native/native_library.h"
#include "vmcore/vm/native/native_stack.h"
#include "vmcore/vm/native/old_library.h"

namespace relaxscope {

Engine::Engine() : handle(std::make_shared<EngineHandle>()) {
  handle->engine = this;
  frames_.reserve(64);
}

// Members go in the reverse order of their declaration: modules behind all that may have destructors in their code.
Engine::~Engine() { handle->engine = nullptr; }

Engine& EngineHandle::machineToRunOn() const {
  Engine* const caller = MachineMarker::currentOnThisThread();
  const bool isOfTheSame = caller != nullptr && caller->isBusyHere() && !caller->executable.owner_before(executable) &&
                           !executable.owner_before(caller->executable);
  if (isOfTheSame) return *caller;
  if (engine == nullptr) raise("RuntimeError", "the machine of this closure is gone");
  return *engine;
}

const std::shared_ptr<Allocator>& Engine::memoryOf(DeviceId id) const {
  for (const MachineDevice& device : devices)
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

void Engine::refuseFrame(const RuntimeFunction& target, size_t wanted) const {
  if (limits.stackDepth != 0 && frames_.size() >= limits.stackDepth)
    raise("StackOverflow",
          fmt::format("calling {} would pass the limit of {} nested calls", target.name, limits.stackDepth));
  refuseRegisters(target, wanted);
}

void Engine::refuseRegisters(const RuntimeFunction& target, size_t wanted) const {
  raise("StackOverflow",
        fmt::format("calling {} needs {} registers, more than the register stack has left", target.name, wanted));
}

void Engine::forgetWatch(int32_t watch) noexcept {
  if (static_cast<size_t>(watch) < watches.size()) watches.erase(watches.begin() + watch, watches.end());
}

void Engine::unwind(size_t base) noexcept {
  const int64_t now = recorder.on() ? recorder.now() : 0;
  while (frames_.size() > base) {
    const Frame done = frames_.back();
    popFrame();
    if (done.pending >= 0) pendingUsed_ = static_cast<size_t>(done.pending);
    if (!recorder.on() || program.functions[done.function].kind != FunctionKind::Bytecode) continue;
    try {  // what the failed call cost is part of the picture
      recorder.add(done.callStart, now, program.functions[done.function].start, done.function, done.function,
                   done.depth, EventKind::FunctionBody);
      if (done.call != nullptr && !frames_.empty())
        recorder.add(done.callStart, now, static_cast<uint32_t>(done.call - program.code.data()),
                     frames_.back().function, done.function, done.depth - 1, EventKind::Call);
      recorder.last = now;
    } catch (...) {
      // The sink failed; the error under way is the one to report.
    }
  }
}

void Engine::attend() { raise("Cancelled", "the call was stopped on request"); }

void Engine::refuseSteps() const {
  raise("StepLimit", fmt::format("the call ran {} instructions, the limit", limits.steps));
}

std::optional<Position> Engine::position() const {
  const Activity now = activity();
  if (now.functionName == nullptr && now.calleeName == nullptr) return std::nullopt;
  Position place;
  if (now.functionName != nullptr) place.function = now.functionName;
  if (now.calleeName != nullptr) place.callee = now.calleeName;
  place.pc = now.pc == kNoIndex ? -1 : int64_t{now.pc};
  return place;
}

void Engine::noteFault(const ffi::Error& error) {
  if (const auto* known = faultError_.as<ffi::ErrorObj>(); known != nullptr && known == error.get()) return;
  faultError_ = error;
  faultPosition_ = position();
}

inline void Engine::keepArgument(TVMFFIAny& slot, const TVMFFIAny& given) const {
  const bool object = given.type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin;
  if (object || given.type_index < ffi::TypeIndex::kTVMFFIDLTensorPtr) [[likely]] {
    if (object) ffi::detail::ObjectUnsafe::IncRefObjectHandle(given.v_obj);
    slot = given;
    return;
  }
  ffi::Any owned = ownedValue(firstMemory(), given, layout);
  std::swap(slot, *reinterpret_cast<TVMFFIAny*>(&owned));
}

void Engine::awaitTurn(std::string_view what, TurnOtherwise otherwise) {
  // The other thread may wait for this one, in a function of Python say.
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  do {
    if (otherwise == TurnOtherwise::Refuse || std::chrono::steady_clock::now() > until)
      raise("RuntimeError",
            fmt::format(
                "{} cannot be called: another thread is calling this machine; give each thread a machine of its own",
                what));
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  } while (!takeTurn());
}

void Engine::beginCalls() {
  steps_ = 0;
  depth = 0;
  pendingUsed_ = 0;
  watches.clear();
  forgetFault();
}

void Engine::invoke(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  const RuntimeFunction& target = program.functions[function];
  if (target.kind == FunctionKind::Packed) return target.call(target.self, args, count, result);
  if (static_cast<uint32_t>(count) != target.numArgs) [[unlikely]]
    raise("ArityError", arityMessage(function, count));
  checkNativeStack();
  const Turn turn(*this, target.name);
  const Insn* const at = at_.load(std::memory_order_relaxed);
  const uint32_t compiled = compiled_.load(std::memory_order_relaxed);
  const char* const builtin = compiledBuiltin.load(std::memory_order_relaxed);
  const uint32_t depthBefore = depth;
  const size_t base = frames_.size();
  const bool bytecode = target.kind == FunctionKind::Bytecode;
  at_.store(bytecode ? program.code.data() + target.start : nullptr, std::memory_order_relaxed);
  compiled_.store(bytecode ? kNoIndex : function, std::memory_order_relaxed);
  compiledBuiltin.store(nullptr, std::memory_order_relaxed);
  const auto restore = [&] {
    at_.store(at, std::memory_order_relaxed);
    compiled_.store(compiled, std::memory_order_relaxed);
    compiledBuiltin.store(builtin, std::memory_order_relaxed);
    depth = depthBefore;
  };
  const auto fail = [&](const ffi::Error& error) {
    noteFault(error);
    unwind(base);
    restore();
  };
  const auto failWith = [&](const char* kind, const char* what) {
    const ffi::Error error(kind, what, "");
    fail(error);
    throw error;
  };
  try {
    countSteps(1);
    Frame& frame = pushFrame(function, frames_.empty() ? stack.begin() : frames_.back().top, nullptr);
    frame.depth = depth;
    if (recorder.on()) {
      if (frames_.size() == 1) recorder.last = recorder.now();
      frame.callStart = recorder.startOfEvent();
    }
    for (int32_t i = 0; i < count; ++i) keepArgument(frame.registers[i], args[i]);
    if (bytecode) {
      dispatch(base, result);
    } else {
      callCompiled(*this, function, frame.registers, count, result);
      popFrame();
    }
  } catch (const ffi::Error& error) {
    if (error.get() == nullptr) failWith("RuntimeError", "native code failed and did not say why");
    fail(error);
    throw;
  } catch (const std::bad_alloc&) { failWith("MemoryError", "no memory left"); } catch (const std::exception& error) {
    failWith("InternalError", error.what());
  } catch (...) { failWith("InternalError", "an exception of unknown type was thrown"); }
  restore();
}

RunResult Engine::run(uint32_t function, const TVMFFIAny* args, int32_t count) {
  RunResult result;
  const auto refused = errorOf([&] {
    const Turn turn(*this, program.functions[function].name);
    result.error = errorOf([&] { invoke(function, args, count, &result.value); });
    if (result.error) result.error->position = faultPosition_;
    if (turn.isOutermost()) forgetFault();
  });
  if (refused) result.error = refused;
  if (result.error) result.value.reset();
  return result;
}

void Engine::forgetFault() {
  faultError_.reset();
  faultPosition_.reset();
}

ffi::Function Engine::makeFunction(uint32_t function) const {
  return ffi::Function::FromPacked(
      [maker = handle, function](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
        maker->machineToRunOn().invoke(function, reinterpret_cast<const TVMFFIAny*>(args), count, result);
      });
}

ffi::Function Engine::makeOwnFunction(uint32_t function) const {
  return ffi::Function::FromPacked(
      [owner = handle, function](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
        if (owner->engine == nullptr) raise("RuntimeError", "the machine of this function is gone");
        owner->engine->invoke(function, reinterpret_cast<const TVMFFIAny*>(args), count, result);
      });
}

ffi::Function Engine::findKernel(const std::string& name) const {
  // Modules ask the machine in turn, through the import that it gave them (compiled_mode.cpp).
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

int32_t Engine::watchHeap(const ffi::Any& heap, uint32_t function, int32_t before) {
  const DLTensor* tensor = tensorOf(ffi::AnyView(heap).CopyToTVMFFIAny());
  if (tensor == nullptr || tensor->ndim != 1) return before;
  HeapWatch watch;
  watch.heap = heap;
  watch.slots = static_cast<const int64_t*>(tensor->data);
  watch.count = static_cast<uint32_t>(tensor->shape[0]);
  watch.frame = recorder.nextSerial();
  watch.function = function;
  watch.seen.assign(watch.slots, watch.slots + watch.count);
  if (before < 0) {
    watches.push_back(std::move(watch));
    return static_cast<int32_t>(watches.size()) - 1;
  }
  watches[static_cast<size_t>(before)] = std::move(watch);
  return before;
}

void Engine::callInstrumented(const Insn& insn, uint32_t callee, const TVMFFIAny* args, ffi::Any* result) {
  const RuntimeFunction& target = program.functions[callee];
  const auto count = static_cast<int32_t>(insn.argCount);
  std::vector<ffi::Any> texts;  // functions of Python take no data types
  texts.reserve(insn.argCount);
  std::vector<ffi::AnyView> given(4 + insn.argCount);
  given[0] = ffi::AnyView(target.callable);
  given[1] = target.name.c_str();
  given[2] = true;
  for (uint32_t i = 0; i < insn.argCount; ++i) {
    given[4 + i] = ffi::AnyView::CopyFromTVMFFIAny(args[i]);
    if (args[i].type_index == ffi::TypeIndex::kTVMFFIDataType)
      given[4 + i] = texts.emplace_back(ffi::String(ffi::DLDataTypeToString(args[i].v_dtype)));
  }
  // An instrument may take itself away, or put another in its place, while it runs.
  const auto ask = [&] {
    ffi::Any answer;
    const bool recorded = recorder.on();  // the instrument may begin or end a recording
    const int64_t since = recorded ? recorder.now() : 0;
    if (const ffi::Function hook = instrument; hook != nullptr)
      hook.CallPacked(given.data(), static_cast<int32_t>(given.size()), &answer);
    if (recorded && recorder.on()) recorder.hold(since);  // nobody's time
    return answer;
  };
  if (const auto skip = ask().try_cast<int64_t>(); skip && *skip == 1) return;  // VMInstrumentReturnKind::kSkipRun
  if (target.kind == FunctionKind::Bytecode) invoke(callee, args, count, result);
  else insn.call(insn.self, args, count, result);
  given[2] = false;
  given[3] = ffi::AnyView(*result);
  ask();
}

}  // namespace relaxscope
