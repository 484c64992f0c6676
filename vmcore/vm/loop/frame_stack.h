// SPDX-License-Identifier: Apache-2.0
// The frames of active functions and the registers they own. The registers of a frame and the arguments of its calls
// follow those of the frame below, in memory that never moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/loop/register_stack.h"
#include "vmcore/vm/objects/object_memory.h"
#include "vmcore/vm/program.h"

namespace relaxscope {

struct Frame {
  TVMFFIAny* registers = nullptr;
  TVMFFIAny* scratch = nullptr;  ///< arguments of its calls, after the registers
  TVMFFIAny* top = nullptr;      ///< end of scratch
  const Insn* call = nullptr;    ///< the caller's instruction, null for the first frame of an activation
  const Insn* start = nullptr;   ///< the function's first instruction; set by the interpreter
  uint32_t function = 0;
  uint32_t depth = 0;     ///< nesting depth of its body's event
  int64_t callStart = 0;  ///< recording: start of the call and of the body
  int32_t watch = -1;     ///< index of its shape heap in Engine::watches, or -1
  int32_t pending = -1;   ///< index of its call's arguments in Engine::pendingArguments, or -1
};

class FrameStack {
 public:
  FrameStack();

  /// Reserves address space for registers; returns an error if the system refuses. `maxFrames` of zero: no limit.
  Result<void> reserve(uint64_t registerBytes, uint64_t maxFrames);

  [[nodiscard]] size_t size() const { return frames_.size(); }
  [[nodiscard]] bool empty() const { return frames_.empty(); }
  [[nodiscard]] Frame& back() { return frames_.back(); }

  /// Pushes a frame of `target`, row `function` of the table, with empty registers. Raises "StackOverflow".
  Frame& push(const RuntimeFunction& target, uint32_t function, const Insn* call) {
    return pushAt(frames_.empty() ? registers_.begin() : frames_.back().top, target, function, call);
  }
  /// The same with registers at `at`, the end of the last frame.
  Frame& pushAt(TVMFFIAny* at, const RuntimeFunction& target, uint32_t function, const Insn* call);
  /// Releases the last frame's registers, then the frame: a destructor may run functions, whose frames are pushed above
  /// it. Returns the frame's watch.
  int32_t pop() noexcept;
  /// Adds the argument area of the last frame's calls if its size was unknown when the frame was pushed.
  void addScratch(const RuntimeFunction& target);

 private:
  [[noreturn]] void refuse(const RuntimeFunction& target, size_t wanted) const;
  [[noreturn]] static void refuseRegisters(const RuntimeFunction& target, size_t wanted);

  RegisterStack registers_;
  std::vector<Frame> frames_;
  uint64_t maxFrames_ = 0;
};

// Every call of a VM function pushes and pops a frame. Frames are written and read field by field: a wide load right
// after narrow stores would stall until they have left the store buffer.

inline Frame& FrameStack::pushAt(TVMFFIAny* at, const RuntimeFunction& target, uint32_t function, const Insn* call) {
  const size_t wanted = size_t{target.registers} + target.scratch;
  const bool tooDeep = maxFrames_ != 0 && frames_.size() >= maxFrames_;
  if (tooDeep || static_cast<size_t>(registers_.end() - at) < wanted) [[unlikely]]
    refuse(target, wanted);
  TVMFFIAny* const scratch = at + target.registers;
  Frame& frame = frames_.emplace_back();
  frame.registers = at;
  frame.scratch = scratch;
  frame.top = scratch + target.scratch;
  frame.call = call;
  frame.function = function;
  for (TVMFFIAny* slot = at; slot != scratch; ++slot) *slot = TVMFFIAny{};
  return frame;
}

inline int32_t FrameStack::pop() noexcept {
  const Frame& frame = frames_.back();
  const TVMFFIAny* const end = frame.scratch;
  const int32_t watch = frame.watch;
  for (TVMFFIAny* slot = frame.registers; slot != end; ++slot) {
    if (!holdsObject(*slot)) continue;
    TVMFFIObject* const object = slot->v_obj;
    *slot = TVMFFIAny{};
    releaseByCall(object);
  }
  frames_.pop_back();
  return watch;
}

}  // namespace relaxscope
