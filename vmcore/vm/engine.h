// SPDX-License-Identifier: Apache-2.0
// The machine itself: a decoded program, a register stack, frames, and what a call needs on the way.
// Everything raises tvm-ffi errors by throwing; VirtualMachine catches them.
//
// Re-entry: a builtin, a closure or compiled code may call invoke() while a call is under way; each
// activation of the loop unwinds exactly the frames it pushed.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/vm/machine_marker.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/program.h"
#include "vmcore/vm/record/recorder.h"
#include "vmcore/vm/register_stack.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

struct CompiledTarget;
class OldLibrary;

/// What closures hold instead of the engine, so that one that outlives its machine can say so.
struct EngineHandle {
  Engine* engine = nullptr;
  std::weak_ptr<const Executable> executable;
  /// Where a function of the executable's runs when it is called on this thread: on the machine at work, as in TVM, if
  /// that is of the same executable, else on the one that made it. Raises where that is gone.
  [[nodiscard]] Engine& machineToRunOn() const;
};

/// A device of a machine, with memory of its own.
struct MachineDevice {
  std::string name;  ///< "cpu", "cuda:1"
  std::shared_ptr<Allocator> memory;
};

/// What becomes of a thread that wants a turn while another one has it.
enum class TurnOtherwise : uint8_t { Refuse, Wait };

/// A bytecode function under way.
struct Frame {
  TVMFFIAny* registers = nullptr;
  TVMFFIAny* scratch = nullptr;  ///< arguments of its calls; behind the registers
  TVMFFIAny* top = nullptr;      ///< end of scratch
  const Insn* call = nullptr;    ///< the caller's instruction, null for the first frame of an activation
  uint32_t function = 0;
  uint32_t depth = 0;     ///< slices around its body
  int64_t callStart = 0;  ///< recording: when the call and the body began
  int32_t watch = -1;     ///< its shape heap in Engine::watches_, or -1
  int32_t pending = -1;   ///< arguments of the call that made it, in pendingArgs_, or -1
};

class Engine : public std::enable_shared_from_this<Engine> {
 public:
  Engine();
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // ---- set up by load_engine.cpp ------------------------------------------------------------------
  std::shared_ptr<const LoadedFile> file;
  std::shared_ptr<const Executable> executable;
  LoadOptions options;            ///< as given, without `file`
  std::vector<ffi::Any> modules;  ///< keep native code loaded; declared before all that may point into it
  std::vector<std::shared_ptr<OldLibrary>> oldLibraries;
  std::vector<MachineDevice> devices;    ///< by device index; the last is the host
  std::shared_ptr<Allocator> allocator;  ///< the host's memory
  /// Where constants and inputs lie.
  [[nodiscard]] const std::shared_ptr<Allocator>& firstMemory() const { return devices.front().memory; }
  /// The memory of a device, or the host's where the machine does not have it.
  [[nodiscard]] const std::shared_ptr<Allocator>& memoryOf(DeviceId id) const;
  EngineLimits limits;
  ElementLayout layout = ElementLayout::Packed;  ///< of the executable's tensors
  Program program;
  std::vector<std::unique_ptr<CompiledTarget>> compiledTargets;
  std::vector<ffi::Any> constantList, functionList;  ///< by index; only where there are compiled functions
  RegisterStack stack;
  std::shared_ptr<EngineHandle> handle;
  std::vector<EventRow> loadEvents;
  std::unordered_map<std::string, uint32_t> functionIndex;  ///< callable functions; the first of a name wins
  std::atomic<const char*> loadStep{nullptr};               ///< what loading is in the middle of

  /// Tables that activity() reads; after the program is set.
  void prepareMarkers();

  // ---- calls --------------------------------------------------------------------------------------
  /// Calls a function of the table. Arguments are views. Throws; frames pushed here are released.
  void invoke(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result);
  /// Counts as the outermost call when none is under way: sets the process's current machine, catches everything.
  RunResult run(uint32_t function, const TVMFFIAny* args, int32_t count);
  class Turn;  ///< a thread's use of the machine
  /// Whether a call is under way, on any thread.
  [[nodiscard]] bool isBusy() const { return caller_.load(std::memory_order_relaxed) != nullptr; }
  /// Whether it is by this thread.
  [[nodiscard]] bool isBusyHere() const {
    return caller_.load(std::memory_order_relaxed) == MachineMarker::thisThread();
  }
  /// Where the last error of a call came from, until the next call; nothing where no Call was under way.
  [[nodiscard]] const std::optional<Position>& faultPosition() const { return faultPosition_; }
  /// A function object that calls `function`, for arguments and closures, on the machine that calls it.
  ffi::Function makeFunction(uint32_t function) const;
  /// One that calls it on this machine, whoever calls.
  ffi::Function makeOwnFunction(uint32_t function) const;
  /// A function of the executable's native code or of the libraries loaded beside it; null where there is none.
  ffi::Function findKernel(const std::string& name) const;

  void requestStop() { attention_.store(true, std::memory_order_relaxed); }
  void clearStop() { attention_.store(false, std::memory_order_relaxed); }
  [[nodiscard]] Activity activity() const;
  /// A builtin called by generated code reports itself (compiled_mode.cpp).
  std::atomic<const char*> compiledBuiltin{nullptr};
  /// The engine whose compiled function is under way on this thread, or null.
  static Engine* current();

  // ---- instruments --------------------------------------------------------------------------------
  Recorder recorder;
  ffi::Function instrument{nullptr};  ///< TVM's set_instrument protocol; null: none
  uint64_t calls = 0;

  /// Slices around code that runs now outside of a frame (compiled functions).
  uint32_t depth = 0;
  std::vector<HeapWatch> watches;
  /// Starts watching the heap a call returned, for the activation that will use it, in place of `before`,
  /// the activation's watch so far; -1: none, also when the value is no heap.
  int32_t watchHeap(const ffi::Any& heap, uint32_t function, int32_t before);

  // ---- the stateful interface ---------------------------------------------------------------------
  std::unordered_map<std::string, std::vector<ffi::Any>> inputs;
  std::unordered_map<std::string, ffi::Any> outputs;
  std::unordered_map<std::string, ffi::Function> saved;  ///< by the names that callers chose

  /// Prefix of a message: what a call to `name` wants. Empty when the count fits.
  [[nodiscard]] std::string arityMessage(uint32_t function, int64_t given) const;

 private:
  template <int Mode, bool Instrumented>
  void loop(size_t base, ffi::Any* result);
  template <bool Instrumented>
  void dispatchByMode(size_t base, ffi::Any* result);
  void dispatch(size_t base, ffi::Any* result);
  /// Decodes the function of the last frame, which has just been pushed, and makes room for its calls' arguments.
  void decodeFrame();
  /// Room for a frame of `function` behind `at`; raises "StackOverflow".
  Frame& pushFrame(uint32_t function, TVMFFIAny* at, const Insn* call);
  /// Releases the last frame's registers, then the frame: a destructor may run functions, whose frames lie above it.
  void popFrame() noexcept;
  void forgetWatch(int32_t watch) noexcept;
  [[noreturn]] void refuseFrame(const RuntimeFunction& target, size_t wanted) const;
  [[noreturn]] void refuseRegisters(const RuntimeFunction& target, size_t wanted) const;
  void unwind(size_t base) noexcept;
  [[noreturn]] void attend();
  /// Makes this thread the caller if there is none.
  bool takeTurn() {
    const void* nobody = nullptr;
    return caller_.compare_exchange_strong(nobody, MachineMarker::thisThread(), std::memory_order_acquire,
                                           std::memory_order_relaxed);
  }
  /// While another thread is the caller: raises, or waits a minute at most.
  void awaitTurn(std::string_view what, TurnOtherwise otherwise);
  void beginCalls();
  void countSteps(uint64_t steps);  ///< raises "StepLimit"
  [[noreturn]] void refuseSteps() const;
  void callInstrumented(const Insn& insn, uint32_t callee, const TVMFFIAny* args, ffi::Any* result);
  void noteFault(const ffi::Error& error);
  /// An argument of a call from outside in an empty register: it is kept, or copied where it is borrowed.
  void keepArgument(TVMFFIAny& slot, const TVMFFIAny& given) const;
  void forgetFault();
  [[nodiscard]] std::optional<Position> position() const;

  struct Span {
    uint32_t start, end, function;
  };
  std::vector<Span> bodies_;  ///< bytecode functions by start
  std::vector<Frame> frames_;
  uint64_t steps_ = 0;
  std::atomic<const void*> caller_{nullptr};  ///< MachineMarker::thisThread() of who calls it now; null: nobody
  std::atomic<bool> attention_{false};
  std::atomic<const Insn*> at_{nullptr};      ///< the Call under way
  std::atomic<uint32_t> compiled_{kNoIndex};  ///< the compiled function under way
  std::vector<Recorder::Pending> pendingArgs_;
  size_t pendingUsed_ = 0;
  ffi::Any faultError_;  ///< the error whose place is known
  std::optional<Position> faultPosition_;
};

/// The machine belongs to one thread at a time: from the outermost Turn on that thread to its end. Raises
/// "RuntimeError" where another thread has it.
class Engine::Turn {
 public:
  using Otherwise = TurnOtherwise;

  [[gnu::always_inline]] Turn(Engine& engine, std::string_view what, Otherwise otherwise = Otherwise::Refuse)
      : engine_(engine), marker_(engine), outermost_(!engine.isBusyHere()) {
    if (!outermost_) return;
    if (!engine.takeTurn()) [[unlikely]]
      engine.awaitTurn(what, otherwise);
    engine.beginCalls();
  }
  [[gnu::always_inline]] ~Turn() {
    if (outermost_) engine_.caller_.store(nullptr, std::memory_order_release);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  [[nodiscard]] bool isOutermost() const { return outermost_; }

 private:
  Engine& engine_;
  const MachineMarker marker_;
  const bool outermost_;
};

// What every call of a VM function goes through. A frame is written and read field by field: a wide load right after
// narrow stores would wait until they have left the store buffer.

inline Frame& Engine::pushFrame(uint32_t function, TVMFFIAny* at, const Insn* call) {
  const RuntimeFunction& target = program.functions[function];
  const size_t wanted = size_t{target.registers} + target.scratch;
  const bool tooDeep = limits.stackDepth != 0 && frames_.size() >= limits.stackDepth;
  if (tooDeep || static_cast<size_t>(stack.end() - at) < wanted) [[unlikely]]
    refuseFrame(target, wanted);
  Frame& frame = frames_.emplace_back();
  frame.registers = at;
  frame.scratch = at + target.registers;
  frame.top = frame.scratch + target.scratch;
  frame.call = call;
  frame.function = function;
  for (TVMFFIAny* slot = at; slot != frame.scratch; ++slot) *slot = TVMFFIAny{};
  return frame;
}

inline void Engine::popFrame() noexcept {
  const Frame& frame = frames_.back();
  const TVMFFIAny* const end = frame.scratch;
  const int32_t watch = frame.watch;
  for (TVMFFIAny* slot = frame.registers; slot != end; ++slot) {
    if (slot->type_index < ffi::TypeIndex::kTVMFFIStaticObjectBegin) continue;
    TVMFFIObject* const object = slot->v_obj;
    *slot = TVMFFIAny{};
    releaseByCall(object);
  }
  if (watch >= 0) forgetWatch(watch);
  frames_.pop_back();
}

inline void Engine::countSteps(uint64_t steps) {
  steps_ += steps;
  if (limits.steps != 0 && steps_ > limits.steps) [[unlikely]]
    refuseSteps();
}

/// Runs a compiled function: sets what its builtins need and records its body (compiled_mode.cpp).
void callCompiled(Engine& engine, uint32_t function, TVMFFIAny* registers, int32_t count, ffi::Any* result);

}  // namespace relaxscope
