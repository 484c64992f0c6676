// SPDX-License-Identifier: Apache-2.0
// The loop. One body, instantiated for each way of recording, so that a run without a recorder pays
// nothing for it. Arguments are copied as views into the frame's scratch area (no reference counts);
// results are moved. Dispatch is by computed goto where the compiler has it.
#include <fmt/format.h>

#include "vmcore/vm/engine.h"

#if defined(__GNUC__)
#define RS_COMPUTED_GOTO 1
#pragma GCC diagnostic ignored "-Wpedantic"   // labels as values
#endif

namespace relaxscope {
namespace {

enum Mode : int { kOff, kChained, kChainedValues, kPrecise, kPreciseValues, kInstrument };

constexpr TVMFFIAny kNone{};

inline void drop(const TVMFFIAny& value) {
  if (value.type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin) ffi::detail::ObjectUnsafe::DecRefObjectHandle(value.v_obj);
}
inline void keep(const TVMFFIAny& value) {
  if (value.type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin) ffi::detail::ObjectUnsafe::IncRefObjectHandle(value.v_obj);
}
/// Moves `value` (emptied) into a register; what was there is released last, as its destructor may run anything.
inline void moveInto(TVMFFIAny& slot, TVMFFIAny& value) {
  const TVMFFIAny old = slot;
  slot = value;
  value = kNone;
  drop(old);
}

}  // namespace

void Engine::dispatch(size_t base, ffi::Any* result) {
  if (recorder.on()) {
    const bool precise = recorder.mode() == wire::TraceMode::Precise;
    if (recorder.values()) return precise ? loop<kPreciseValues>(base, result) : loop<kChainedValues>(base, result);
    return precise ? loop<kPrecise>(base, result) : loop<kChained>(base, result);
  }
  if (instrument != nullptr) return loop<kInstrument>(base, result);
  loop<kOff>(base, result);
}

template <int M>
void Engine::loop(size_t base, ffi::Any* result) {
  constexpr bool recording = M == kChained || M == kChainedValues || M == kPrecise || M == kPreciseValues;
  constexpr bool precise = M == kPrecise || M == kPreciseValues;
  constexpr bool withValues = M == kChainedValues || M == kPreciseValues;

  const Insn* const code = program.code.data();
  const int32_t* const operands = program.operands.data();
  const TVMFFIAny* const pool = program.poolEnd();
  TVMFFIAny* regs = nullptr;
  TVMFFIAny* scratch = nullptr;
  const Insn* insn = nullptr;
  ffi::Any returned;   // destroyed when a callee throws after it set a result
  auto* const ret = reinterpret_cast<TVMFFIAny*>(&returned);

  const auto enterFrame = [&] {
    const Frame& frame = frames_.back();
    regs = frame.registers;
    scratch = frame.scratch;
  };
  const auto value = [&](int32_t operand) -> const TVMFFIAny& { return (operand >= 0 ? regs : pool)[operand]; };
  const auto pcOf = [&](const Insn* at) { return static_cast<uint32_t>(at - code); };
  /// Everything around a call that is not a bytecode function; the result stays in `ret`.
  const auto callOut = [&]() __attribute__((always_inline)) -> int64_t {
    at_.store(insn, std::memory_order_relaxed);
    if (attention_.load(std::memory_order_relaxed)) [[unlikely]]
      attend();
    ++calls;
    const int32_t* operand = operands + insn->args;
    const auto count = static_cast<int32_t>(insn->argCount);
    for (int32_t i = 0; i < count; ++i) scratch[i] = value(operand[i]);
    [[maybe_unused]] int64_t start = 0;
    if constexpr (recording) {
      depth = frames_.back().depth + 2;
      start = precise ? readTicks() : recorder.last;
    }
    if constexpr (M == kInstrument) {
      callInstrumented(*insn, program.callees[pcOf(insn)], scratch, &returned);
    } else {
      insn->call(insn->self, scratch, count, &returned);
    }
    return start;
  };
  /// Closes the event of a call; values are read while the arguments are still alive.
  [[maybe_unused]] const auto recordValues = [&](const Insn* at) {
    recorder.addArgs(scratch, static_cast<int32_t>(at->argCount));
    Frame& frame = frames_.back();
    if (at->flags & kFlagMakesHeap) frame.watch = watchHeap(returned, frame.function);
    if (frame.watch < 0) return;
    HeapWatch& watch = watches[static_cast<size_t>(frame.watch)];
    for (uint32_t i = 0; i < at->argCount; ++i) {
      const DLTensor* tensor = tensorOf(scratch[i]);
      if (tensor != nullptr && tensor->data == watch.slots) return recorder.addHeapChanges(watch);
    }
  };
  [[maybe_unused]] const auto record = [&](int64_t start, int64_t end) {
    const Frame& frame = frames_.back();
    const uint32_t pc = pcOf(insn);
    if constexpr (withValues) recorder.addMemory();
    recorder.last = end;
    recorder.add(start, end, pc, frame.function, program.callees[pc], frame.depth + 1, EventKind::Call);
    if constexpr (withValues) recorder.last = readTicks();   // the cost of values is nobody's
  };

  /// Every kind of call through TVM's instrument protocol: opcodes of ours become calls again.
  [[maybe_unused]] const auto callThroughInstrument = [&] {
    callOut();
    if (insn->dst >= 0) {
      moveInto(regs[insn->dst], *ret);
    } else {
      drop(*ret);
      *ret = kNone;
    }
    ++insn;
  };

  enterFrame();
  insn = code + program.functions[frames_.back().function].start;

#if RS_COMPUTED_GOTO
  static const void* const kTargets[] = {&&L_Call, &&L_CallVoid, &&L_CallVm, &&L_Kill, &&L_Copy,     &&L_Nothing, &&L_Refuse,
                                         &&L_Ret,  &&L_RetPool,  &&L_Goto,   &&L_GotoBack, &&L_If, &&L_End};
#define RS_NEXT() goto* kTargets[static_cast<size_t>(insn->op)]
#define RS_OP(name) L_##name:
  RS_NEXT();
#else
#define RS_NEXT() continue
#define RS_OP(name) case Op::name:
  for (;;) switch (insn->op) {
#endif

  RS_OP(Call) {
    [[maybe_unused]] const int64_t start = callOut();
    if constexpr (recording && !withValues) {
      moveInto(regs[insn->dst], *ret);
      record(start, readTicks());
    } else if constexpr (withValues) {
      const int64_t end = readTicks();
      recordValues(insn);
      moveInto(regs[insn->dst], *ret);
      record(start, end);
    } else {
      moveInto(regs[insn->dst], *ret);
    }
    ++insn;
    RS_NEXT();
  }
  RS_OP(CallVoid) {
    [[maybe_unused]] const int64_t start = callOut();
    if constexpr (withValues) {
      const int64_t end = readTicks();
      recordValues(insn);
      drop(*ret);
      *ret = kNone;
      record(start, end);
    } else {
      drop(*ret);
      *ret = kNone;
      if constexpr (recording) record(start, readTicks());
    }
    ++insn;
    RS_NEXT();
  }
  RS_OP(CallVm) {
    if constexpr (M == kInstrument) {
      callThroughInstrument();
      RS_NEXT();
    }
    at_.store(insn, std::memory_order_relaxed);
    if (attention_.load(std::memory_order_relaxed)) [[unlikely]]
      attend();
    ++calls;
    countSteps(1);
    const uint32_t callee = program.callees[pcOf(insn)];
    const Frame& caller = frames_.back();
    const uint32_t callerDepth = caller.depth;
    const TVMFFIAny* const callerRegs = regs;
    Frame& frame = pushFrame(callee, caller.top, insn);
    const int32_t* operand = operands + insn->args;
    for (uint32_t i = 0; i < insn->argCount; ++i) {
      const TVMFFIAny& argument = (operand[i] >= 0 ? callerRegs : pool)[operand[i]];
      keep(argument);
      frame.registers[i] = argument;
    }
    if constexpr (recording) {
      frame.depth = callerDepth + 2;
      frame.callStart = precise ? readTicks() : recorder.last;
      if constexpr (withValues) {
        if (pendingUsed_ == pendingArgs_.size()) pendingArgs_.emplace_back();
        Recorder::capture(frame.registers, static_cast<int32_t>(insn->argCount), pendingArgs_[pendingUsed_]);
        frame.pending = static_cast<int32_t>(pendingUsed_++);
      }
    }
    enterFrame();
    insn = code + program.functions[callee].start;
    RS_NEXT();
  }
  RS_OP(Kill) {
    if constexpr (M == kInstrument) {
      callThroughInstrument();
      RS_NEXT();
    }
    at_.store(insn, std::memory_order_relaxed);
    ++calls;
    [[maybe_unused]] int64_t start = 0;
    if constexpr (recording) start = precise ? readTicks() : recorder.last;
    const TVMFFIAny old = regs[insn->dst];
    regs[insn->dst] = kNone;
    drop(old);
    if constexpr (recording) record(start, readTicks());
    ++insn;
    RS_NEXT();
  }
  RS_OP(Copy) {
    if constexpr (M == kInstrument) {
      callThroughInstrument();
      RS_NEXT();
    }
    at_.store(insn, std::memory_order_relaxed);
    ++calls;
    [[maybe_unused]] int64_t start = 0;
    if constexpr (recording) start = precise ? readTicks() : recorder.last;
    TVMFFIAny copied = value(operands[insn->args]);
    keep(copied);
    if constexpr (withValues) {
      scratch[0] = copied;
      recordValues(insn);
    }
    moveInto(regs[insn->dst], copied);
    if constexpr (recording) record(start, readTicks());
    ++insn;
    RS_NEXT();
  }
  RS_OP(Nothing) {
    if constexpr (M == kInstrument) {
      callThroughInstrument();
      RS_NEXT();
    }
    ++calls;
    if constexpr (recording) {
      const int64_t start = precise ? readTicks() : recorder.last;
      record(start, readTicks());
    }
    ++insn;
    RS_NEXT();
  }
  RS_OP(Refuse) {
    at_.store(insn, std::memory_order_relaxed);
    raise("ValueError", arityMessage(program.callees[pcOf(insn)], insn->argCount));
  }
  RS_OP(RetPool) {
    *ret = pool[insn->dst];
    keep(*ret);
    goto leave;
  }
  RS_OP(Ret) {
    *ret = regs[insn->dst];
    regs[insn->dst] = kNone;
  }
leave : {
  const Frame done = frames_.back();
  frames_.pop_back();
  releaseFrame(done);
  steps_ += pcOf(insn) - program.functions[done.function].start + 1;
  const Insn* const call = done.call;
  if constexpr (recording) {
    const int64_t end = readTicks();
    if constexpr (withValues) recorder.addMemory();
    recorder.last = end;
    recorder.add(done.callStart, end, program.functions[done.function].start, done.function, done.function, done.depth, EventKind::FunctionBody);
    if (call != nullptr) {
      if constexpr (withValues) {
        if (done.pending >= 0) {
          recorder.addPending(pendingArgs_[static_cast<size_t>(done.pending)]);
          pendingUsed_ = static_cast<size_t>(done.pending);
        }
      }
      recorder.add(done.callStart, end, pcOf(call), frames_.back().function, done.function, done.depth - 1, EventKind::Call);
    }
  }
  if (frames_.size() == base) {
    *result = std::move(returned);
    return;
  }
  enterFrame();
  insn = call;
  at_.store(insn, std::memory_order_relaxed);
  if (insn->dst >= 0) {
    moveInto(regs[insn->dst], *ret);
  } else {
    drop(*ret);
    *ret = kNone;
  }
  ++insn;
  RS_NEXT();
}
  RS_OP(Goto) {
    insn = code + insn->args;
    RS_NEXT();
  }
  RS_OP(GotoBack) {
    at_.store(insn, std::memory_order_relaxed);
    if (attention_.load(std::memory_order_relaxed)) [[unlikely]]
      attend();
    const Insn* const target = code + insn->args;
    countSteps(static_cast<uint64_t>(insn - target) + 1);
    insn = target;
    RS_NEXT();
  }
  RS_OP(If) {
    const TVMFFIAny& condition = regs[insn->dst];
    if (condition.type_index != ffi::TypeIndex::kTVMFFIInt && condition.type_index != ffi::TypeIndex::kTVMFFIBool) [[unlikely]] {
      at_.store(insn, std::memory_order_relaxed);
      raise("TypeError", fmt::format("the condition of If, register {}, is neither an integer nor a bool but {}", insn->dst,
                                     ffi::TypeIndexToTypeKey(condition.type_index)));
    }
    insn = condition.v_int64 != 0 ? insn + 1 : code + insn->args;
    RS_NEXT();
  }
  RS_OP(End) {
    at_.store(insn, std::memory_order_relaxed);
    raise("InternalError", "control ran past the end of a function");
  }
#if !RS_COMPUTED_GOTO
  }
#endif
#undef RS_NEXT
#undef RS_OP
}

}  // namespace relaxscope
