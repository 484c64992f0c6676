// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/loop/instrumented_call.h"

#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <vector>

#include "vmcore/device/nvtx.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

constexpr int64_t kSkipRun = 1;  ///< VMInstrumentReturnKind::kSkipRun

/// Calls the instrument, which may remove or replace itself and start or stop a recording while it runs.
ffi::Any askInstrument(Engine& engine, const std::vector<ffi::AnyView>& given) {
  ffi::Any answer;
  const bool recorded = engine.recorder.on();
  const int64_t since = recorded ? engine.recorder.now() : 0;
  if (const ffi::Function hook = engine.instrument; hook != nullptr)
    hook.CallPacked(given.data(), static_cast<int32_t>(given.size()), &answer);
  if (recorded && engine.recorder.on()) engine.recorder.hold(since);  // the instrument's time is excluded
  return answer;
}

void callTarget(Engine& engine, const Insn& insn, uint32_t callee, const TVMFFIAny* args, ffi::Any* result) {
  const auto count = static_cast<int32_t>(insn.argCount);
  if (engine.program.functions[callee].kind == FunctionKind::Bytecode) engine.invoke(callee, args, count, result);
  else insn.call(insn.self, args, count, result);
}

/// The range of a call, if a tool asks for them. What the tool takes is excluded from a recording.
class CallRange {
 public:
  CallRange(Engine& engine, const char* name) : engine_(engine), ranges_(engine.ranges) {
    if (ranges_ != nullptr) unrecorded([&] { ranges_->push(name); });
  }
  ~CallRange() {
    if (ranges_ != nullptr) unrecorded([&] { ranges_->pop(); });
  }
  CallRange(const CallRange&) = delete;
  CallRange& operator=(const CallRange&) = delete;

 private:
  template <class Call>
  void unrecorded(Call call) {
    const bool recorded = engine_.recorder.on();
    const int64_t since = recorded ? engine_.recorder.now() : 0;
    call();
    if (recorded && engine_.recorder.on()) engine_.recorder.hold(since);
  }
  Engine& engine_;
  const NvtxRanges* const ranges_;
};

void callWithInstrument(Engine& engine, const Insn& insn, uint32_t callee, const TVMFFIAny* args, ffi::Any* result) {
  const RuntimeFunction& target = engine.program.functions[callee];
  std::vector<ffi::Any> texts;  // Python functions do not accept data types
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
  if (const auto answer = askInstrument(engine, given).try_cast<int64_t>(); answer && *answer == kSkipRun) return;
  callTarget(engine, insn, callee, args, result);
  given[2] = false;
  given[3] = ffi::AnyView(*result);
  static_cast<void>(askInstrument(engine, given));
}

}  // namespace

void callInstrumented(Engine& engine, const Insn& insn, uint32_t callee, const TVMFFIAny* args, ffi::Any* result) {
  const CallRange range(engine, engine.program.functions[callee].name.c_str());
  if (engine.instrument != nullptr) callWithInstrument(engine, insn, callee, args, result);
  else callTarget(engine, insn, callee, args, result);
}

}  // namespace relaxscope
