// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/nested_call.h"

#include <algorithm>
#include <utility>

#include "vmcore/base/thread_variable.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

RS_THREAD_VARIABLE Engine* recordedEngine = nullptr;

/// An event from now to end(), with the depth of events within it; without end(), as after an error, there is none.
class OpenEvent {
 public:
  explicit OpenEvent(Engine& engine)
      : engine_(engine), depth_(std::exchange(engine.depth, engine.depth + 1)), start_(engine.recorder.now()) {
    engine.recorder.last = start_;
  }
  ~OpenEvent() { engine_.depth = depth_; }
  OpenEvent(const OpenEvent&) = delete;
  OpenEvent& operator=(const OpenEvent&) = delete;

  void end(uint32_t pc, uint32_t function, uint32_t callee, EventKind kind, const TVMFFIAny* args, int32_t count) {
    Recorder& recorder = engine_.recorder;
    const int64_t now = recorder.now();
    if (recorder.values()) {
      recorder.addArgs(callee, args, count);
      recorder.addMemory();
    }
    recorder.last = now;
    recorder.add(start_, now, pc, function, callee, depth_, kind);
    if (recorder.values()) recorder.hold(now);
  }

 private:
  Engine& engine_;
  const uint32_t depth_;
  const int64_t start_;
};

/// The row of the function table that a function object stands for; kNoIndex if none.
uint32_t rowOf(const Engine& engine, const ffi::Function& function) {
  const auto found = engine.rowByCallable.find(function.get());
  return found != engine.rowByCallable.end() ? found->second : kNoIndex;
}

/// Calls a function as an event within the call that its engine is executing.
void callAsEvent(Engine& engine, const ffi::Function& function, uint32_t callee, const ffi::AnyView* args,
                 int32_t count, ffi::Any* result) {
  const Insn* const insn = engine.markers.place().insn;
  OpenEvent event(engine);
  function.CallPacked(args, count, result);
  const bool known = insn != nullptr && !engine.frames.empty();
  event.end(known ? static_cast<uint32_t>(insn - engine.program.code.data()) : kNoIndex,
            known ? engine.frames.back().function : kNoIndex, callee, EventKind::NestedKernel, rawValues(args), count);
}

}  // namespace

RecordedScope::RecordedScope(Engine& engine) : before_(std::exchange(recordedEngine, &engine)) {}
RecordedScope::~RecordedScope() { recordedEngine = before_; }

void indexCallables(Engine& engine) {
  if (!engine.rowByCallable.empty()) return;
  for (uint32_t row = 0; row < engine.program.functions.size(); ++row)
    if (const auto callable = engine.program.functions[row].callable.as<ffi::Function>())
      engine.rowByCallable.emplace(callable->get(), row);
}

void callNestedKernel(const ffi::Function& kernel, const ffi::AnyView* args, int32_t count) {
  ffi::Any ignored;
  Engine* const engine = recordedEngine;
  if (engine == nullptr || !engine->recorder.on()) return kernel.CallPacked(args, count, &ignored);
  callAsEvent(*engine, kernel, rowOf(*engine, kernel), args, count, &ignored);
}

void callNestedFunction(Engine& engine, const ffi::Function& function, const ffi::AnyView* args, int32_t count,
                        ffi::Any* result, bool always) {
  if (!engine.recorder.on()) return function.CallPacked(args, count, result);
  const uint32_t callee = rowOf(engine, function);
  const bool packed = callee != kNoIndex && engine.program.functions[callee].kind == FunctionKind::Packed;
  if (!packed && !always) return function.CallPacked(args, count, result);
  callAsEvent(engine, function, callee, args, count, result);
}

void callRecordedBuiltin(Engine& engine, BuiltinId builtin, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  const BuiltinCall call = builtinCall(builtin);
  if (!engine.recorder.on()) return call(&engine, args, count, result);
  const RecordedScope scope(engine);
  OpenEvent event(engine);
  call(&engine, args, count, result);
  event.end(kNoIndex, kNoIndex, static_cast<uint32_t>(builtin), EventKind::ScriptBuiltin, args, count);
}

void waitForDevices(Engine& engine) {
  const bool hasGpu = std::ranges::any_of(
      engine.devices, [](const VmDevice& device) { return device.memory->device().type == kDLCUDA; });
  if (!hasGpu) return;
  if (!engine.recorder.on()) return engine.synchronize();
  OpenEvent event(engine);
  engine.synchronize();
  event.end(kNoIndex, kNoIndex, static_cast<uint32_t>(builtinTable().size()), EventKind::DeviceWait, nullptr, 0);
}

}  // namespace relaxscope
