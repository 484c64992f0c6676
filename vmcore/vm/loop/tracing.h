// SPDX-License-Identifier: Apache-2.0
// Policy types for what the loop records: the loop is compiled once for each, so that a run without a recorder has no
// overhead.
#pragma once

#include <cstdint>

#include "vmcore/vm/engine.h"

namespace relaxscope {

/// Records the shape heap that a call created and the slots that it changed in the watched one.
void recordHeap(Engine& engine, const Insn& insn, const TVMFFIAny* args, const ffi::Any& returned);

/// Records nothing.
class NoTracing {
 public:
  static constexpr bool kValues = false;
  explicit NoTracing(Engine&) {}
  void enterFrame(const Frame&) {}
  void beginDecoding() {}
  void endDecoding() {}
  void beginCall() {}
  void endCall() {}
  void addCall(uint32_t) {}
  void beginVmCall(Frame&, uint32_t) {}
  struct Ended {};
  static Ended endingFrame(const Frame&) { return {}; }
  void addBody(Ended, const Insn*) {}
};

/// Events of calls and function bodies. Precise: the clock is read before and after each call, so gaps between calls
/// are seen; else a call begins where the last event ended. Values: also records arguments and changes of shape heaps.
template <bool Precise, bool Values>
class Tracing {
 public:
  static constexpr bool kValues = Values;
  explicit Tracing(Engine& engine) : engine_(engine) {}

  /// Sets the frame of the following calls.
  [[gnu::always_inline]] void enterFrame(const Frame& frame) {
    function_ = uint64_t{frame.function} << 32;
    depth_ = frame.depth + 1;
    call_ = Recorder::packed(Recorder::kCalleeOfInstruction, depth_, EventKind::Call);
    engine_.depth = depth_ + 1;  // depth of events within its calls
  }

  /// Called around the decoding of a function, whose time counts as loading.
  [[gnu::always_inline]] void beginDecoding() { started_ = recorder().now(); }
  [[gnu::always_inline]] void endDecoding() { recorder().hold(started_); }

  /// Called around the work of a call.
  [[gnu::always_inline]] void beginCall() { started_ = Precise ? recorder().now() : recorder().last; }
  [[gnu::always_inline]] void endCall() { ended_ = recorder().now(); }
  /// Records values of the call that has returned; the arguments must be alive.
  [[gnu::always_inline]] void recordValues(const Insn& insn, const TVMFFIAny* args, const ffi::Any& returned) {
    recorder().addArgs(pcOf(insn), args, static_cast<int32_t>(insn.argCount));
    recorder().capture(pcOf(insn), args, static_cast<int32_t>(insn.argCount));
    if ((insn.flags & kFlagMakesHeap) != 0 || engine_.frames.back().watch >= 0)
      recordHeap(engine_, insn, args, returned);
  }
  /// Adds the event of the call that has ended. With values, the recording's clock then resumes at the event's end.
  [[gnu::always_inline]] void addCall(uint32_t pc) {
    if constexpr (Values) recorder().addMemory();
    recorder().last = ended_;
    recorder().add(started_, ended_, pc | function_, call_);
    if constexpr (Values) recorder().hold(ended_);
  }

  /// Called after pushing the frame of a VM function; its arguments are in its registers.
  [[gnu::always_inline]] void beginVmCall(Frame& frame, uint32_t argCount) {
    frame.depth = depth_ + 1;
    frame.callStart = started_;
    if constexpr (Values) {
      const int64_t since = recorder().now();
      frame.pending = engine_.pendingArguments.capture(frame.registers, static_cast<int32_t>(argCount));
      recorder().hold(since);
    }
  }
  /// Copy of a frame before it is popped; addBody() then adds the body's event and, if instruction `made` called it,
  /// the call's.
  using Ended = Frame;
  [[gnu::always_inline]] static Ended endingFrame(const Frame& frame) { return frame; }
  [[gnu::always_inline]] void addBody(const Ended& done, const Insn* made) {
    const int64_t end = recorder().now();
    const Program& program = engine_.program;
    if constexpr (Values) recorder().addMemory();
    recorder().last = end;
    recorder().add(done.callStart, end, program.functions[done.function].start, done.function, done.function,
                   done.depth, EventKind::FunctionBody);
    if (made != nullptr) {
      if constexpr (Values) {
        if (done.pending >= 0) {
          recorder().addCaptured(pcOf(*made), engine_.pendingArguments.at(done.pending));
          engine_.pendingArguments.dropFrom(done.pending);
        }
      }
      recorder().add(done.callStart, end, pcOf(*made), engine_.frames.back().function, done.function, done.depth - 1,
                     EventKind::Call);
    }
    if constexpr (Values) recorder().hold(end);
  }

 private:
  [[nodiscard, gnu::always_inline]] uint32_t pcOf(const Insn& insn) const {
    return static_cast<uint32_t>(&insn - engine_.program.code.data());
  }
  [[nodiscard, gnu::always_inline]] Recorder& recorder() { return engine_.recorder; }

  Engine& engine_;
  uint32_t depth_ = 0;                ///< of the current frame's calls
  uint64_t function_ = 0, call_ = 0;  ///< as Recorder packs them
  int64_t started_ = 0, ended_ = 0;   ///< times of the current event
};

}  // namespace relaxscope
