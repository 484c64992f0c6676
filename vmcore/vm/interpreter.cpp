// SPDX-License-Identifier: Apache-2.0
// The loop. One body, instantiated for each way of recording, so that a run without a recorder pays
// nothing for it. Arguments are copied as views into the frame's scratch area (no reference counts);
// results are moved. Dispatch is by computed goto where the compiler has it.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "vmcore/vm/engine.h"
#include "vmcore/vm/relay/ops.h"

#if defined(__GNUC__)
#define RS_COMPUTED_GOTO 1
#pragma GCC diagnostic ignored "-Wpedantic"  // labels as values
#endif

namespace relaxscope {
namespace {

enum Mode : int { kOff, kChained, kChainedValues, kPrecise, kPreciseValues };

constexpr TVMFFIAny kNone{};

/// How many arguments a call has, where its opcode tells.
constexpr int kAny = -1;
template <int N>
struct Arguments {};

inline void drop(const TVMFFIAny& value) {
  if (value.type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin) releaseByCall(value.v_obj);
}
inline void keep(const TVMFFIAny& value) {
  if (value.type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin)
    ffi::detail::ObjectUnsafe::IncRefObjectHandle(value.v_obj);
}
/// A value in two registers of the processor: one wide load of what a callee has just stored in halves would wait until
/// the halves have left the store buffer, longer than the rest of a call takes.
struct Halves {
  uint64_t head, tail;
};
inline Halves load(const TVMFFIAny& value) {
  Halves halves;
  std::memcpy(&halves.head, &value, sizeof halves.head);
  std::memcpy(&halves.tail, reinterpret_cast<const char*>(&value) + sizeof halves.head, sizeof halves.tail);
#if defined(__GNUC__)
  __asm__("" : "+r"(halves.head), "+r"(halves.tail));  // else the compiler joins them again
#endif
  return halves;
}
inline void store(TVMFFIAny& value, Halves halves) {
  std::memcpy(&value, &halves.head, sizeof halves.head);
  std::memcpy(reinterpret_cast<char*>(&value) + sizeof halves.head, &halves.tail, sizeof halves.tail);
}

/// Copies a value that may have been stored in halves just now: read in halves, written at once.
inline void copy(TVMFFIAny& to, const TVMFFIAny& from) {
#if defined(__GNUC__) && defined(__x86_64__) && !defined(RELAXSCOPE_SANITIZED)  // sanitizers do not see into assembly
  using Half [[gnu::may_alias]] = uint64_t;
  const auto* const halves = reinterpret_cast<const Half*>(&from);
  __m128 whole;
  __asm__("movq %1, %0" : "=x"(whole) : "m"(halves[0]));
  __asm__("movhps %1, %0" : "+x"(whole) : "m"(halves[1]));
  std::memcpy(&to, &whole, sizeof to);
#else
  store(to, load(from));
#endif
}

/// What an operand as it stands in Program::operands names.
inline const TVMFFIAny& valueOf(int32_t operand, const TVMFFIAny* registers, const TVMFFIAny* pool) {
  const TVMFFIAny* base = operand >= 0 ? registers : pool;
#if defined(__GNUC__)
  __asm__("" : "+r"(base));  // else the compiler forms both addresses and chooses then
#endif
  return *reinterpret_cast<const TVMFFIAny*>(reinterpret_cast<const uint64_t*>(base) + operand);
}

/// Moves `value` (emptied) into a register; what was there is released last, as its destructor may run anything.
inline void moveInto(TVMFFIAny& slot, TVMFFIAny& value) {
  const TVMFFIAny old = slot;
  store(slot, load(value));
  value = kNone;
  drop(old);
}

}  // namespace

void Engine::decodeFrame() {
  Frame& frame = frames_.back();
  const RuntimeFunction& target = program.functions[frame.function];
  if (program.isDecoded(frame.function)) raise("InternalError", "control ran past the end of a function");
  decodeFunction(program, *executable, frame.function);
  if (static_cast<size_t>(stack.end() - frame.scratch) < target.scratch)
    refuseRegisters(target, size_t{target.registers} + target.scratch);
  frame.top = frame.scratch + target.scratch;
}

void Engine::dispatch(size_t base, ffi::Any* result) {
  if (instrument != nullptr) [[unlikely]]
    return dispatchByMode<true>(base, result);
  dispatchByMode<false>(base, result);
}

template <bool Instrumented>
void Engine::dispatchByMode(size_t base, ffi::Any* result) {
  if (!recorder.on()) return loop<kOff, Instrumented>(base, result);
  const bool precise = recorder.mode() == TraceMode::Precise;
  if (recorder.values())
    return precise ? loop<kPreciseValues, Instrumented>(base, result)
                   : loop<kChainedValues, Instrumented>(base, result);
  return precise ? loop<kPrecise, Instrumented>(base, result) : loop<kChained, Instrumented>(base, result);
}

template <int M, bool Instrumented>
void Engine::loop(size_t base, ffi::Any* result) {
  constexpr bool recording = M == kChained || M == kChainedValues || M == kPrecise || M == kPreciseValues;
  constexpr bool precise = M == kPrecise || M == kPreciseValues;
  constexpr bool withValues = M == kChainedValues || M == kPreciseValues;

  const Insn* const code = program.code.data();
  const int32_t* const operands = program.operands.data();
  const TVMFFIAny* pool = nullptr;  // grows when a function is decoded, so read again with each frame
  TVMFFIAny* regs = nullptr;
  TVMFFIAny* scratch = nullptr;
  const Insn* insn = nullptr;
  ffi::Any returned;  // destroyed when a callee throws after it set a result
  auto* const ret = reinterpret_cast<TVMFFIAny*>(&returned);

  // Recording: whose calls they are, and the event of the one under way.
  uint32_t function = 0, callDepth = 0;
  int64_t started = 0, ended = 0;

  const auto enterFrame = [&] {
    const Frame& frame = frames_.back();
    regs = frame.registers;
    scratch = frame.scratch;
    pool = program.poolEnd();
    if constexpr (recording) {
      function = frame.function;
      callDepth = frame.depth + 1;
      depth = callDepth + 1;  // of what its calls run
    }
  };
  const auto value = [&](int32_t operand) -> const TVMFFIAny& { return valueOf(operand, regs, pool); };
  const auto pcOf = [&](const Insn* at) { return static_cast<uint32_t>(at - code); };
  const auto pollStop = [&] {
    if (attention_.load(std::memory_order_relaxed)) [[unlikely]]
      attend();
  };
  /// What every Call begins with.
  const auto enterCall = [&] {
    at_.store(insn, std::memory_order_relaxed);
    ++calls;
  };
  const auto startEvent = [&] {
    if constexpr (recording) started = precise ? recorder.now() : recorder.last;
  };
  const auto endEvent = [&] {
    if constexpr (recording) ended = recorder.now();
  };
  /// Copies the arguments of a call; kAny: as many as it says.
  const auto copyArguments = [&]<int N>(Arguments<N>) __attribute__((always_inline)) {
    const int32_t* operand = operands + insn->args;
    if constexpr (N != kAny) {
      for (int i = 0; i < N; ++i) copy(scratch[i], value(operand[i]));
    } else {
      const TVMFFIAny* const end = scratch + insn->argCount;
      for (TVMFFIAny* to = scratch; to != end; ++to) copy(*to, value(*operand++));
    }
  };
  /// Calls what is not a bytecode function. `into` is empty.
  const auto callOut = [&](TVMFFIAny* into) __attribute__((always_inline)) {
    auto* const to = reinterpret_cast<ffi::Any*>(into);
    const auto count = static_cast<int32_t>(insn->argCount);
    if constexpr (Instrumented) {
      callInstrumented(*insn, program.calleeAt(pcOf(insn)), scratch, to);
    } else {
      insn->call(insn->self, scratch, count, to);
    }
  };
  /// Moves what a call returned to where it belongs, or drops it.
  const auto storeResult = [&](const Insn& of, bool wanted) __attribute__((always_inline)) {
    if (wanted) return moveInto(regs[of.dst], *ret);
    drop(*ret);
    *ret = kNone;
  };
  /// Arguments and shape-heap changes of the call that has returned; the arguments must be alive.
  [[maybe_unused]] const auto recordValues = [&](const Insn& of) {
    recorder.addArgs(scratch, static_cast<int32_t>(of.argCount));
    Frame& frame = frames_.back();
    if (of.flags & kFlagMakesHeap) frame.watch = watchHeap(returned, frame.function, frame.watch);
    if (frame.watch < 0) return;
    HeapWatch& watch = watches[static_cast<size_t>(frame.watch)];
    for (uint32_t i = 0; i < of.argCount; ++i) {
      const DLTensor* tensor = tensorOf(scratch[i]);
      if (tensor != nullptr && tensor->data == watch.slots) return recorder.addHeapChanges(watch);
    }
  };
  /// Whether the result takes the place of an argument, which then lives no longer than until it is stored.
  [[maybe_unused]] const auto replacesArgument = [&](const Insn& of) {
    const int32_t* operand = operands + of.args;
    return of.dst >= 0 && std::find(operand, operand + of.argCount, 2 * of.dst) != operand + of.argCount;
  };
  /// A call out with all that belongs to it but the writing of its event.
  const auto call = [&]<int N>(Arguments<N> count, bool resultWanted) __attribute__((always_inline)) {
    enterCall();
    pollStop();
    copyArguments(count);
    startEvent();
    if constexpr (withValues) {
      callOut(ret);
      // What the register held before is released in the call's time; an argument must first be looked at.
      const bool late = (insn->flags & kFlagMakesHeap) != 0 || replacesArgument(*insn);
      if (!late) storeResult(*insn, resultWanted);
      endEvent();
      recordValues(*insn);
      if (late) storeResult(*insn, resultWanted);
    } else {
      TVMFFIAny* const slot = resultWanted ? regs + insn->dst : ret;
      if (resultWanted && slot->type_index < ffi::TypeIndex::kTVMFFIStaticObjectBegin) [[likely]] {
        *slot = kNone;  // nothing that an argument may need: the callee can write where the result belongs
        callOut(slot);
      } else {
        callOut(ret);
        storeResult(*insn, resultWanted);
      }
      endEvent();
    }
  };

  enterFrame();
  insn = code + program.functions[frames_.back().function].start;

  // Through TVM's instrument protocol every kind of call is one again, those with opcodes of their own too.
  const auto opOf = [](const Insn& of) {
    return Instrumented && of.op >= Op::Call && of.op <= Op::Nothing ? Op::Instrumented : of.op;
  };
#if RS_COMPUTED_GOTO
  static const void* const kTargets[] = {
      // in the order of Op
      &&L_Undecoded, &&L_Call,      &&L_Call1,        &&L_Call2,     &&L_Call3,     &&L_Call4,     &&L_Call5,
      &&L_Call6,     &&L_Call7,     &&L_Call8,        &&L_CallVoid,  &&L_CallVoid1, &&L_CallVoid2, &&L_CallVoid3,
      &&L_CallVoid4, &&L_CallVoid5, &&L_CallVoid6,    &&L_CallVoid7, &&L_CallVoid8, &&L_CallVm,    &&L_Kill,
      &&L_Copy,      &&L_Nothing,   &&L_Instrumented, &&L_Refuse,    &&L_Ret,       &&L_RetPool,   &&L_Goto,
      &&L_GotoBack,  &&L_If,        &&L_IfEqual};
  static_assert(std::size(kTargets) == static_cast<size_t>(Op::IfEqual) + 1);
#define RS_NEXT() goto* kTargets[static_cast<size_t>(opOf(*insn))]
#define RS_OP(name) L_##name:
  RS_NEXT();
#else
#define RS_NEXT() continue
#define RS_OP(name) case Op::name:
  for (;;) switch (opOf(*insn)) {
#endif

  RS_OP(Undecoded) {
    at_.store(insn, std::memory_order_relaxed);
    [[maybe_unused]] const int64_t since = recording ? recorder.now() : 0;
    decodeFrame();
    if constexpr (recording) recorder.hold(since);  // it belongs to loading
    enterFrame();
    RS_NEXT();
  }
/// The end of an instruction that counts as a call.
#define RS_DONE()                         \
  if constexpr (recording) goto recorded; \
  ++insn;                                 \
  RS_NEXT()
#define RS_CALL(name, count, resultWanted)    \
  RS_OP(name) {                               \
    if constexpr (!Instrumented) {            \
      call(Arguments<count>{}, resultWanted); \
      RS_DONE();                              \
    }                                         \
  }
  RS_CALL(Call, kAny, true)
  RS_CALL(Call1, 1, true)
  RS_CALL(Call2, 2, true)
  RS_CALL(Call3, 3, true)
  RS_CALL(Call4, 4, true)
  RS_CALL(Call5, 5, true)
  RS_CALL(Call6, 6, true)
  RS_CALL(Call7, 7, true)
  RS_CALL(Call8, 8, true)
  RS_CALL(CallVoid, kAny, false)
  RS_CALL(CallVoid1, 1, false)
  RS_CALL(CallVoid2, 2, false)
  RS_CALL(CallVoid3, 3, false)
  RS_CALL(CallVoid4, 4, false)
  RS_CALL(CallVoid5, 5, false)
  RS_CALL(CallVoid6, 6, false)
  RS_CALL(CallVoid7, 7, false)
  RS_CALL(CallVoid8, 8, false)
#undef RS_CALL
  RS_OP(Instrumented) {
    call(Arguments<kAny>{}, insn->dst >= 0);
    RS_DONE();
  }
  RS_OP(CallVm) {
    enterCall();
    pollStop();
    startEvent();
    countSteps(1);
    const uint32_t callee = program.calleeAt(pcOf(insn));
    const TVMFFIAny* const callerRegs = regs;
    Frame& frame = pushFrame(callee, frames_.back().top, insn);
    const int32_t* operand = operands + insn->args;
    for (uint32_t i = 0; i < insn->argCount; ++i) {
      const TVMFFIAny& argument = valueOf(operand[i], callerRegs, pool);
      keep(argument);
      store(frame.registers[i], load(argument));
    }
    if constexpr (recording) {
      frame.depth = callDepth + 1;
      frame.callStart = started;
    }
    if constexpr (withValues) {
      const int64_t since = recorder.now();
      if (pendingUsed_ == pendingArgs_.size()) pendingArgs_.emplace_back();
      Recorder::capture(frame.registers, static_cast<int32_t>(insn->argCount), pendingArgs_[pendingUsed_]);
      frame.pending = static_cast<int32_t>(pendingUsed_++);
      recorder.hold(since);
    }
    enterFrame();
    insn = code + program.functions[callee].start;
    RS_NEXT();
  }
  RS_OP(Kill) {
    enterCall();
    startEvent();
    const TVMFFIAny old = regs[insn->dst];
    regs[insn->dst] = kNone;
    drop(old);
    endEvent();
    RS_DONE();
  }
  RS_OP(Copy) {
    enterCall();
    startEvent();
    TVMFFIAny copied;
    store(copied, load(value(operands[insn->args])));
    keep(copied);
    if constexpr (withValues) scratch[0] = copied;  // alive: the register holds it
    moveInto(regs[insn->dst], copied);
    endEvent();
    if constexpr (withValues) recordValues(*insn);
    RS_DONE();
  }
  RS_OP(Nothing) {
    enterCall();
    startEvent();
    endEvent();
    RS_DONE();
  }
[[maybe_unused]] recorded: {
  // With values the clock then goes on from the event's end.
  if constexpr (withValues) recorder.addMemory();
  const uint32_t pc = pcOf(insn);
  recorder.last = ended;
  recorder.add(started, ended, pc, function, program.calleeAt(pc), callDepth, EventKind::Call);
  if constexpr (withValues) recorder.hold(ended);
  ++insn;
  RS_NEXT();
}
  RS_OP(Refuse) {
    at_.store(insn, std::memory_order_relaxed);
    raise("ArityError", arityMessage(program.calleeAt(pcOf(insn)), insn->argCount));
  }
  RS_OP(RetPool) {
    store(*ret, load(pool[insn->dst]));
    keep(*ret);
    goto leave;
  }
  RS_OP(Ret) {
    store(*ret, load(regs[insn->dst]));
    regs[insn->dst] = kNone;
  }
leave: {
  // Field by field, and only what is needed (engine.h says why).
  const uint32_t doneFunction = frames_.back().function;
  const Insn* const made = frames_.back().call;  // by this instruction; null for an activation's first frame
  [[maybe_unused]] const Frame done = recording ? frames_.back() : Frame{};
  popFrame();
  steps_ += pcOf(insn) - program.functions[doneFunction].start + 1;
  if constexpr (recording) {
    const int64_t end = recorder.now();
    if constexpr (withValues) recorder.addMemory();
    recorder.last = end;
    recorder.add(done.callStart, end, program.functions[done.function].start, done.function, done.function, done.depth,
                 EventKind::FunctionBody);
    if (made != nullptr) {
      if constexpr (withValues) {
        if (done.pending >= 0) {
          recorder.addPending(pendingArgs_[static_cast<size_t>(done.pending)]);
          pendingUsed_ = static_cast<size_t>(done.pending);
        }
      }
      recorder.add(done.callStart, end, pcOf(made), frames_.back().function, done.function, done.depth - 1,
                   EventKind::Call);
    }
    if constexpr (withValues) recorder.hold(end);
  }
  if (frames_.size() == base) {
    *result = std::move(returned);
    return;
  }
  enterFrame();
  insn = made;
  at_.store(insn, std::memory_order_relaxed);
  storeResult(*insn, insn->dst >= 0);
  ++insn;
  RS_NEXT();
}
  RS_OP(Goto) {
    insn = code + insn->args;
    RS_NEXT();
  }
  RS_OP(GotoBack) {
    at_.store(insn, std::memory_order_relaxed);
    pollStop();
    const Insn* const target = code + insn->args;
    countSteps(static_cast<uint64_t>(insn - target) + 1);
    insn = target;
    RS_NEXT();
  }
  RS_OP(If) {
    const TVMFFIAny& condition = regs[insn->dst];
    if (condition.type_index != ffi::TypeIndex::kTVMFFIInt && condition.type_index != ffi::TypeIndex::kTVMFFIBool)
        [[unlikely]] {
      at_.store(insn, std::memory_order_relaxed);
      raise("TypeError", fmt::format("the condition of If, register {}, is neither an integer nor a bool but {}",
                                     insn->dst, ffi::TypeIndexToTypeKey(condition.type_index)));
    }
    insn = condition.v_int64 != 0 ? insn + 1 : code + insn->args;
    RS_NEXT();
  }
  RS_OP(IfEqual) {
    at_.store(insn, std::memory_order_relaxed);
    const int32_t* const sides = operands + insn->args;
    const bool equal = relayCondition(value(sides[0])) == relayCondition(value(sides[1]));
    const Insn* const target = code + sides[equal ? 2 : 3];
    if (target <= insn) {
      pollStop();
      countSteps(static_cast<uint64_t>(insn - target) + 1);
    }
    insn = target;
    RS_NEXT();
  }
#if !RS_COMPUTED_GOTO
}
#endif
#undef RS_NEXT
#undef RS_DONE
#undef RS_OP
}

}  // namespace relaxscope
