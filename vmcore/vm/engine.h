// SPDX-License-Identifier: Apache-2.0
// A loaded executable that can be called: the decoded program with what its calls need, and the state of the calls
// under way. Everything raises tvm-ffi errors by throwing; VirtualMachine catches them.
//
// Re-entry: a builtin, a closure or compiled code may call invoke() while a call is under way; each
// activation of the loop unwinds exactly the frames it pushed.
#pragma once

#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vmcore/vm/activity.h"
#include "vmcore/vm/execution_mutex.h"
#include "vmcore/vm/fault.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/interrupts.h"
#include "vmcore/vm/loop/frame_stack.h"
#include "vmcore/vm/machine_marker.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/program.h"
#include "vmcore/vm/record/heap_watches.h"
#include "vmcore/vm/record/pending_arguments.h"
#include "vmcore/vm/record/recorder.h"
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

/// What the host program keeps in a machine between calls.
struct HostState {
  std::unordered_map<std::string, std::vector<ffi::Any>> inputs;
  std::unordered_map<std::string, ffi::Any> outputs;
  std::unordered_map<std::string, ffi::Function> saved;  ///< by the names that callers chose
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
  ElementLayout layout = ElementLayout::Packed;  ///< of the executable's tensors
  Program program;
  std::vector<std::unique_ptr<CompiledTarget>> compiledTargets;
  std::vector<ffi::Any> constantList, functionList;  ///< by index; only where there are compiled functions
  std::shared_ptr<EngineHandle> handle;
  std::vector<EventRow> loadEvents;
  std::unordered_map<std::string, uint32_t> functionIndex;  ///< callable functions; the first of a name wins

  // ---- calls --------------------------------------------------------------------------------------
  /// Calls a function of the table. Arguments are views. Throws; frames pushed here are released.
  void invoke(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result);
  /// Counts as the outermost call when none is under way: sets the process's current machine, catches everything.
  RunResult run(uint32_t function, const TVMFFIAny* args, int32_t count);
  /// A function object that calls `function`, for arguments and closures, on the machine that calls it.
  ffi::Function makeFunction(uint32_t function) const;
  /// One that calls it on this machine, whoever calls.
  ffi::Function makeOwnFunction(uint32_t function) const;
  /// A function of the executable's native code or of the libraries loaded beside it; null where there is none.
  ffi::Function findKernel(const std::string& name) const;
  /// Prefix of a message: what a call to `name` wants. Empty when the count fits.
  [[nodiscard]] std::string arityMessage(uint32_t function, int64_t given) const;

  // ---- the call under way -------------------------------------------------------------------------
  ExecutionMutex mutex;
  Interrupts interrupts;
  ActivityMarkers markers;
  FrameStack frames;
  Fault fault;  ///< of the last error of a call, until the next call
  uint64_t calls = 0;
  /// Releases the last frame and ends the watch of its shape heap.
  void popFrame() noexcept {
    if (const int32_t watch = frames.pop(); watch >= 0) watches.shrinkTo(static_cast<size_t>(watch));
  }

  // ---- instruments --------------------------------------------------------------------------------
  Recorder recorder;
  uint32_t depth = 0;  ///< slices around code that runs now outside of a frame (compiled functions)
  HeapWatches watches;
  PendingArguments pendingArguments;
  ffi::Function instrument{nullptr};  ///< TVM's set_instrument protocol; null: none

  HostState host;

 private:
  friend class ExecutionLock;
  void beginCalls();
  [[gnu::always_inline]] void invokeHeld(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result);
  [[gnu::always_inline]] void enterFunction(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result);
  /// Releases the frames above `base` after an error.
  void unwind(size_t base) noexcept;
  /// An argument of a call from outside in an empty register: it is kept, or copied where it is borrowed.
  void keepArgument(TVMFFIAny& slot, const TVMFFIAny& given) const;
};

/// Holds a machine for this thread, from the outermost lock on the thread to its end; a call under way is part of one.
/// Raises "RuntimeError" where another thread holds it. Inlined at all costs: each call of a short function takes it.
class ExecutionLock {
 public:
  [[gnu::always_inline]] ExecutionLock(Engine& engine, std::string_view what, WhenBusy whenBusy = WhenBusy::Refuse)
      : mutex_(engine.mutex), marker_(engine), outermost_(!mutex_.isHeldHere()) {
    if (!outermost_) return;
    mutex_.lock(what, whenBusy);
    engine.beginCalls();
  }
  [[gnu::always_inline]] ~ExecutionLock() {
    if (outermost_) mutex_.unlock();
  }
  ExecutionLock(const ExecutionLock&) = delete;
  ExecutionLock& operator=(const ExecutionLock&) = delete;
  [[nodiscard]] bool isOutermost() const { return outermost_; }

 private:
  ExecutionMutex& mutex_;
  const MachineMarker marker_;
  const bool outermost_;
};

}  // namespace relaxscope
