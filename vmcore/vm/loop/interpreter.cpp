// SPDX-License-Identifier: Apache-2.0
// Arguments are copied as views into the frame's scratch area (no reference counts); results are moved. Dispatch uses
// computed goto if the compiler supports it.
#include "vmcore/vm/loop/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "vmcore/vm/engine.h"
#include "vmcore/vm/loop/instrumented_call.h"
#include "vmcore/vm/loop/slots.h"
#include "vmcore/vm/loop/tracing.h"
#include "vmcore/vm/relay/ops.h"

#if defined(__GNUC__)
#define RS_COMPUTED_GOTO 1
#pragma GCC diagnostic ignored "-Wpedantic"  // labels as values
#else
#define RS_COMPUTED_GOTO 0
#endif

namespace relaxscope {
namespace {

/// Argument count of opcodes that do not determine it.
constexpr int kAnyCount = -1;

[[noreturn]] void refuseCondition(const Insn& insn, const TVMFFIAny& condition) {
  raise("TypeError", fmt::format("the condition of If, register {}, is neither an integer nor a bool but {}", insn.dst,
                                 ffi::TypeIndexToTypeKey(condition.type_index)));
}

/// Decodes the function of the last frame, which has just been pushed, and makes room for its calls' arguments.
void decodeFrame(Engine& engine) {
  const uint32_t function = engine.frames.back().function;
  if (engine.program.isDecoded(function)) raise("InternalError", "control fell through the end of a function");
  decodeFunction(engine.program, *engine.executable, function);
  engine.frames.addScratch(engine.program.functions[function]);
}

/// Does what the host program or a limit asks for, before `insn` of the last frame.
[[gnu::noinline, gnu::cold]] void attend(Engine& engine, const Insn* insn) {
  engine.markers.setInsn(insn);
  engine.interrupts.attend(insn - engine.frames.back().start);
}

/// The implementation of instructions in one activation of the loop. Its members stay in CPU registers: every function
/// is inlined into the loop, and the object's address never escapes.
template <class Trace, bool Instrumented>
class Activation {
 public:
  Activation(Engine& engine, ffi::Any& returned)
      : engine_(engine),
        code_(engine.program.code.data()),
        operands_(engine.program.operands.data()),
        ret_(rawValues(&returned)),
        trace_(engine) {
    enterFrame();
    Frame& frame = engine.frames.back();
    insn_ = frame.start = code_ + engine.program.functions[frame.function].start;
  }

  [[gnu::always_inline]] void enterFrame() {
    const Frame& frame = engine_.frames.back();
    regs_ = frame.registers;
    scratch_ = frame.scratch;
    pool_ = engine_.program.poolEnd();
    trace_.enterFrame(frame);
  }
  [[gnu::always_inline]] const TVMFFIAny& value(int32_t operand) const { return operandValue(operand, regs_, pool_); }
  [[gnu::always_inline]] uint32_t pcOf(const Insn* insn) const { return static_cast<uint32_t>(insn - code_); }
  /// With an instrument or ranges, all calls use one opcode, including those that have a special opcode.
  [[gnu::always_inline]] Op op() const {
    return Instrumented && insn_->op >= Op::Call && insn_->op <= Op::Nothing ? Op::Instrumented : insn_->op;
  }

  // ---- calls out of bytecode ----------------------------------------------------------------------
  /// Common start of every Call.
  [[gnu::always_inline]] void beginCall() {
    engine_.markers.setInsn(insn_);
    ++engine_.calls;
  }
  [[gnu::always_inline]] void poll() {
    if (engine_.interrupts.needAttention()) [[unlikely]]
      attend(engine_, insn_);
  }
  /// Common end of every Call except those of VM functions.
  [[gnu::always_inline]] void finishCall() {
    if constexpr (!std::is_same_v<Trace, NoTracing>) trace_.addCall(pcOf(insn_));
    ++insn_;
  }
  template <int N>
  [[gnu::always_inline]] void copyArguments() {
    const int32_t* operand = operands_ + insn_->args;
    if constexpr (N != kAnyCount) {
#pragma GCC unroll 8  // a call of eight registers takes 3.8 ns instead of 5.5 (GCC 12, Xeon)
      for (int i = 0; i < N; ++i) scratch_[i] = value(operand[i]);
    } else {
      const TVMFFIAny* const end = scratch_ + insn_->argCount;
      for (TVMFFIAny* to = scratch_; to != end; ++to) *to = value(*operand++);
    }
  }
  /// Calls a function that is not bytecode. `into` is empty.
  [[gnu::always_inline]] void callOut(TVMFFIAny* into) {
    if constexpr (Instrumented)
      callInstrumented(engine_, *insn_, engine_.program.calleeAt(pcOf(insn_)), scratch_, ownedAt(into));
    else insn_->call(insn_->self, scratch_, static_cast<int32_t>(insn_->argCount), ownedAt(into));
  }
  /// Moves a call's result, loaded from ret_ as `returned`, into the destination register, or drops it.
  [[gnu::always_inline]] void storeResult(Halves returned, bool wanted) {
    if (wanted) return moveInto(regs_[insn_->dst], *ret_, returned);
    drop(*ret_);
    *ret_ = kEmptySlot;
  }
  /// Whether the destination register is also an argument, whose value is then released when the result is stored.
  [[gnu::always_inline]] bool replacesArgument() const {
    const int32_t* operand = operands_ + insn_->args;
    const int32_t* const end = operand + insn_->argCount;
    return insn_->dst >= 0 && std::find(operand, end, 2 * insn_->dst) != end;
  }
  template <int N>
  [[gnu::always_inline]] void call(bool resultWanted) {
    beginCall();
    poll();
    copyArguments<N>();
    trace_.beginCall();
    if constexpr (Trace::kValues) {
      callOut(ret_);
      // The register's old value is released within the call's time, except after a call that creates a shape heap or
      // if the register is an argument: those are recorded first.
      const bool late = (insn_->flags & kFlagMakesHeap) != 0 || replacesArgument();
      if (!late) storeResult(loadResult(*ret_), resultWanted);
      trace_.endCall();
      trace_.recordValues(*insn_, scratch_, *ownedAt(ret_));
      if (late) storeResult(loadResult(*ret_), resultWanted);
    } else {
      TVMFFIAny* const slot = resultWanted ? regs_ + insn_->dst : ret_;
      if (resultWanted && !holdsObject(*slot)) [[likely]] {
        *slot = kEmptySlot;  // no object that an argument may refer to: the callee can write directly to the register
        callOut(slot);
      } else {
        callOut(ret_);
        storeResult(loadResult(*ret_), resultWanted);
      }
      trace_.endCall();
    }
    finishCall();
  }
  /// A call whose opcode determines argument count and use of the result.
  template <int N, bool ResultWanted>
  [[gnu::always_inline]] void plainCall() {
    if constexpr (!Instrumented) call<N>(ResultWanted);  // op() never returns these when instrumented
  }

  [[gnu::always_inline]] void instrumentedCall() {
    if constexpr (Instrumented) call<kAnyCount>(insn_->dst >= 0);
  }

  // ---- calls and returns of bytecode functions ----------------------------------------------------
  [[gnu::always_inline]] void decode() {
    engine_.markers.setInsn(insn_);
    trace_.beginDecoding();
    decodeFrame(engine_);
    trace_.endDecoding();
    enterFrame();
  }
  [[gnu::always_inline]] void callVm() {
    beginCall();
    poll();
    trace_.beginCall();
    countCaller();
    const uint32_t callee = engine_.program.calleeAt(pcOf(insn_));
    const RuntimeFunction& target = engine_.program.functions[callee];
    Frame& frame = engine_.frames.pushAt(engine_.frames.back().top, target, callee, insn_);
    const int32_t* operand = operands_ + insn_->args;
    TVMFFIAny* const registers = frame.registers;
    TVMFFIAny* const end = registers + insn_->argCount;
    for (TVMFFIAny* to = registers; to != end; ++to) {
      const TVMFFIAny& argument = value(*operand++);  // uses the caller's registers: enterFrame() follows below
      keep(argument);
      store(*to, load(argument));
    }
    trace_.beginVmCall(frame, insn_->argCount);
    enterFrame();
    insn_ = frame.start = code_ + target.start;
  }
  /// Counts the caller's instructions up to this Call of a VM function, as its own ones follow.
  [[gnu::always_inline]] void countCaller() {
    Frame& caller = engine_.frames.back();
    const Insn* const next = insn_ + 1;
    engine_.interrupts.countSteps(next - caller.start);
    caller.start = next;
  }
  /// Leaves the frame; returns false if it was the activation's first, with its value in `result`.
  [[gnu::always_inline]] bool leave(Halves returned, ffi::Any* result) {
    // Reads single fields, and only those needed (see frame_stack.h).
    const Insn* const start = engine_.frames.back().start;
    const Insn* const made = engine_.frames.back().call;  // calling instruction; null for an activation's first frame
    const auto ended = Trace::endingFrame(engine_.frames.back());
    engine_.popFrame();
    engine_.interrupts.addSteps(insn_ - start + 1);
    trace_.addBody(ended, made);
    if (made == nullptr) {
      replace(*rawValues(result), returned);
      return false;
    }
    enterFrame();
    insn_ = made;
    engine_.markers.setInsn(insn_);
    const Insn& call = *insn_++;
    if (call.dst >= 0) replace(regs_[call.dst], returned);
    else drop(returned);
    return true;
  }
  [[gnu::always_inline]] bool returnRegister(ffi::Any* result) {
    poll();
    const Halves returned = load(regs_[insn_->dst]);
    regs_[insn_->dst] = kEmptySlot;
    return leave(returned, result);
  }
  [[gnu::always_inline]] bool returnPoolItem(ffi::Any* result) {
    poll();
    const TVMFFIAny& item = pool_[insn_->dst];
    keep(item);
    return leave(load(item), result);
  }

  // ---- calls with a special opcode ----------------------------------------------------------------
  [[gnu::always_inline]] void kill() {
    beginCall();
    trace_.beginCall();
    const TVMFFIAny old = regs_[insn_->dst];
    regs_[insn_->dst] = kEmptySlot;
    drop(old);
    trace_.endCall();
    finishCall();
  }
  [[gnu::always_inline]] void copy() {
    beginCall();
    trace_.beginCall();
    const Halves copied = loadResult(value(operands_[insn_->args]));
    keep(copied);
    if constexpr (Trace::kValues) store(scratch_[0], copied);  // kept alive by the register
    replace(regs_[insn_->dst], copied);
    trace_.endCall();
    if constexpr (Trace::kValues) trace_.recordValues(*insn_, scratch_, *ownedAt(ret_));
    finishCall();
  }
  [[gnu::always_inline]] void nothing() {
    beginCall();
    trace_.beginCall();
    trace_.endCall();
    finishCall();
  }
  [[noreturn, gnu::always_inline]] void refuse() {
    engine_.markers.setInsn(insn_);
    raise("ArityError", engine_.arityMessage(engine_.program.calleeAt(pcOf(insn_)), insn_->argCount));
  }

  // ---- jumps --------------------------------------------------------------------------------------
  /// To an instruction at or before this one.
  [[gnu::always_inline]] void jumpBack(const Insn* target) {
    poll();
    engine_.interrupts.countSteps(insn_ - target + 1);
    insn_ = target;
  }
  /// To a later instruction, or to the next one.
  [[gnu::always_inline]] void jumpAhead(const Insn* target) {
    engine_.interrupts.addSteps(insn_ + 1 - target);
    insn_ = target;
  }
  [[gnu::always_inline]] void gotoBack() {
    engine_.markers.setInsn(insn_);
    jumpBack(code_ + insn_->args);
  }
  [[gnu::always_inline]] void branch() {
    const TVMFFIAny& condition = regs_[insn_->dst];
    if (condition.type_index != ffi::TypeIndex::kTVMFFIInt && condition.type_index != ffi::TypeIndex::kTVMFFIBool)
        [[unlikely]] {
      engine_.markers.setInsn(insn_);
      refuseCondition(*insn_, condition);
    }
    if (condition.v_int64 != 0) ++insn_;
    else jumpAhead(code_ + insn_->args);
  }
  [[gnu::always_inline]] void jump() { jumpAhead(code_ + insn_->args); }
  [[gnu::always_inline]] void branchEqual() {
    engine_.markers.setInsn(insn_);
    const int32_t* const sides = operands_ + insn_->args;
    const bool equal = relayCondition(value(sides[0])) == relayCondition(value(sides[1]));
    const Insn* const target = code_ + sides[equal ? 2 : 3];
    if (target <= insn_) return jumpBack(target);
    jumpAhead(target);
  }

 private:
  Engine& engine_;
  const Insn* const code_;
  const int32_t* const operands_;
  TVMFFIAny* const ret_;             ///< result of the last call until it is stored
  const TVMFFIAny* pool_ = nullptr;  ///< reloaded with each frame, as decoding a function may move the pool
  TVMFFIAny* regs_ = nullptr;
  TVMFFIAny* scratch_ = nullptr;
  const Insn* insn_ = nullptr;
  Trace trace_;
};

template <class Trace, bool Instrumented>
void runActivation(Engine& engine, ffi::Any* result) {
  ffi::Any returned;  // destroyed if a callee throws after it set a result
  Activation<Trace, Instrumented> loop(engine, returned);
#if RS_COMPUTED_GOTO
  static const void* const kTargets[] = {
      // in the order of Op
      &&L_Undecoded, &&L_Call,      &&L_Call1,        &&L_Call2,     &&L_Call3,     &&L_Call4,     &&L_Call5,
      &&L_Call6,     &&L_Call7,     &&L_Call8,        &&L_CallVoid,  &&L_CallVoid1, &&L_CallVoid2, &&L_CallVoid3,
      &&L_CallVoid4, &&L_CallVoid5, &&L_CallVoid6,    &&L_CallVoid7, &&L_CallVoid8, &&L_CallVm,    &&L_Kill,
      &&L_Copy,      &&L_Nothing,   &&L_Instrumented, &&L_Refuse,    &&L_Ret,       &&L_RetPool,   &&L_Goto,
      &&L_GotoBack,  &&L_If,        &&L_IfEqual};
  static_assert(std::size(kTargets) == static_cast<size_t>(Op::IfEqual) + 1);
#define RS_NEXT() goto* kTargets[static_cast<size_t>(loop.op())]
#define RS_OP(name, ...)  \
  L_##name : __VA_ARGS__; \
  RS_NEXT();
  RS_NEXT();
#else
#define RS_OP(name, ...) \
  case Op::name: __VA_ARGS__; continue;
  for (;;) switch (loop.op()) {
#endif
  RS_OP(Undecoded, loop.decode())
  RS_OP(Call, loop.template plainCall<kAnyCount, true>())
  RS_OP(Call1, loop.template plainCall<1, true>())
  RS_OP(Call2, loop.template plainCall<2, true>())
  RS_OP(Call3, loop.template plainCall<3, true>())
  RS_OP(Call4, loop.template plainCall<4, true>())
  RS_OP(Call5, loop.template plainCall<5, true>())
  RS_OP(Call6, loop.template plainCall<6, true>())
  RS_OP(Call7, loop.template plainCall<7, true>())
  RS_OP(Call8, loop.template plainCall<8, true>())
  RS_OP(CallVoid, loop.template plainCall<kAnyCount, false>())
  RS_OP(CallVoid1, loop.template plainCall<1, false>())
  RS_OP(CallVoid2, loop.template plainCall<2, false>())
  RS_OP(CallVoid3, loop.template plainCall<3, false>())
  RS_OP(CallVoid4, loop.template plainCall<4, false>())
  RS_OP(CallVoid5, loop.template plainCall<5, false>())
  RS_OP(CallVoid6, loop.template plainCall<6, false>())
  RS_OP(CallVoid7, loop.template plainCall<7, false>())
  RS_OP(CallVoid8, loop.template plainCall<8, false>())
  RS_OP(CallVm, loop.callVm())
  RS_OP(Kill, loop.kill())
  RS_OP(Copy, loop.copy())
  RS_OP(Nothing, loop.nothing())
  RS_OP(Instrumented, loop.instrumentedCall())
  RS_OP(Refuse, loop.refuse())
  RS_OP(Ret, if (!loop.returnRegister(result)) return)
  RS_OP(RetPool, if (!loop.returnPoolItem(result)) return)
  RS_OP(Goto, loop.jump())
  RS_OP(GotoBack, loop.gotoBack())
  RS_OP(If, loop.branch())
  RS_OP(IfEqual, loop.branchEqual())
#if !RS_COMPUTED_GOTO
}
#endif
#undef RS_NEXT
#undef RS_OP
}

template <bool Instrumented>
void runTraced(Engine& engine, ffi::Any* result) {
  const Recorder& recorder = engine.recorder;
  if (!recorder.on()) return runActivation<NoTracing, Instrumented>(engine, result);
  const bool precise = recorder.mode() == TraceMode::Precise;
  if (recorder.values())
    return precise ? runActivation<Tracing<true, true>, Instrumented>(engine, result)
                   : runActivation<Tracing<false, true>, Instrumented>(engine, result);
  return precise ? runActivation<Tracing<true, false>, Instrumented>(engine, result)
                 : runActivation<Tracing<false, false>, Instrumented>(engine, result);
}

}  // namespace

void runFrames(Engine& engine, ffi::Any* result) {
  if (engine.instrument != nullptr || engine.ranges != nullptr) [[unlikely]]
    return runTraced<true>(engine, result);
  runTraced<false>(engine, result);
}

}  // namespace relaxscope
