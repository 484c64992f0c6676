// SPDX-License-Identifier: Apache-2.0
// A loaded executable that can be called: the decoded program with everything that its calls need, and the state of the
// current calls. All functions throw tvm-ffi errors; VirtualMachine catches them.
//
// Re-entry: a builtin, a closure or compiled code may call invoke() during a call; each
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
#include "vmcore/vm/cuda_graphs.h"
#include "vmcore/vm/execution_mutex.h"
#include "vmcore/vm/fault.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/interrupts.h"
#include "vmcore/vm/loop/frame_stack.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/program.h"
#include "vmcore/vm/record/heap_watches.h"
#include "vmcore/vm/record/pending_arguments.h"
#include "vmcore/vm/record/recorder.h"
#include "vmcore/vm/virtual_machine.h"
#include "vmcore/vm/vm_marker.h"

namespace relaxscope {

struct CompiledTarget;
class ExecutionLock;
class GpuRecorder;
struct NvtxRanges;
class OldLibrary;

/// Held by closures instead of the engine, so that a closure that outlives its VM can report an error.
struct EngineHandle {
  Engine* engine = nullptr;
  std::weak_ptr<const Executable> executable;
  /// The engine that runs a function of the executable called on this thread: the thread's current VM, as in TVM, if it
  /// has the same executable, else the VM that created the function. Raises an error if that no longer exists.
  [[nodiscard]] Engine& engineToRunOn() const;
};

/// A device of a VM, with its own allocator.
struct VmDevice {
  std::string name;  ///< "cpu", "cuda:1"
  std::shared_ptr<Allocator> memory;
  std::shared_ptr<Device> device;
};

/// State that the host program keeps in a VM between calls.
struct HostState {
  std::unordered_map<std::string, std::vector<ffi::Any>> inputs;
  std::unordered_map<std::string, ffi::Any> outputs;
  std::unordered_map<std::string, ffi::Function> saved;  ///< by the names that callers passed
};

class Engine : public std::enable_shared_from_this<Engine> {
 public:
  /// VMs that replace one another share the mutex.
  explicit Engine(std::shared_ptr<ExecutionMutex> sharedMutex);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // ---- set up by load_engine.cpp ------------------------------------------------------------------
  std::shared_ptr<const LoadedFile> file;
  std::shared_ptr<const Executable> executable;
  LoadOptions options;            ///< as given, without `file`
  std::vector<ffi::Any> modules;  ///< keep native code loaded; declared before all members that may point into it
  std::vector<std::shared_ptr<OldLibrary>> oldLibraries;
  std::vector<VmDevice> devices;         ///< by device index; the last is the host
  std::shared_ptr<Allocator> allocator;  ///< the host's memory
  /// The memory for constants and inputs.
  [[nodiscard]] const std::shared_ptr<Allocator>& firstMemory() const { return devices.front().memory; }
  /// The memory of a device, or the host's if the VM does not have that device.
  [[nodiscard]] const std::shared_ptr<Allocator>& memoryOf(DeviceId id) const;
  ElementLayout layout = ElementLayout::Packed;  ///< of the executable's tensors
  Program program;
  std::vector<std::unique_ptr<CompiledTarget>> compiledTargets;
  std::vector<ffi::Any> constantList, functionList;  ///< by index; empty unless there are compiled functions
  std::shared_ptr<EngineHandle> handle;
  std::vector<LoadEvent> loadEvents;
  std::unordered_map<std::string, uint32_t> functionIndex;  ///< callable functions; the first one of a name

  // ---- calls --------------------------------------------------------------------------------------
  /// Calls a function of the table. Arguments are views. If it throws, the frames that it pushed are released.
  void invoke(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result);
  /// The outermost call if none is in progress: sets the process's current VM, catches all exceptions.
  RunResult run(uint32_t function, const TVMFFIAny* args, int32_t count);
  /// The same for a caller that holds the lock.
  RunResult runLocked(const ExecutionLock& lock, uint32_t function, const TVMFFIAny* args, int32_t count);
  /// A function object that calls `function`, for arguments and closures, on the VM that calls it.
  ffi::Function makeFunction(uint32_t function) const;
  /// A function object that always calls it on this VM.
  ffi::Function makeOwnFunction(uint32_t function) const;
  /// A function of the executable's native code or of the libraries loaded in addition; null if there is none.
  ffi::Function findKernel(const std::string& name) const;
  /// A function of the host program; null if not found.
  ffi::Function findHostFunction(const std::string& name) const;
  /// Message for a call with a wrong number of arguments; empty if the number is right.
  [[nodiscard]] std::string arityMessage(uint32_t function, int64_t given) const;

  // ---- the current call ---------------------------------------------------------------------------
  const std::shared_ptr<ExecutionMutex> sharedMutex;
  ExecutionMutex& mutex;  ///< *sharedMutex
  Interrupts interrupts;
  ActivityMarkers markers;
  FrameStack frames;
  Fault fault;  ///< of the last failed call, until the next call
  uint64_t calls = 0;
  /// Pops the last frame and ends the watch of its shape heap.
  void popFrame() noexcept {
    if (const int32_t watch = frames.pop(); watch >= 0) watches.shrinkTo(static_cast<size_t>(watch));
  }

  // ---- instruments --------------------------------------------------------------------------------
  Recorder recorder;
  uint32_t depth = 0;  ///< current nesting depth of events for code without a frame (compiled functions)
  HeapWatches watches;
  PendingArguments pendingArguments;
  std::unordered_map<const void*, uint32_t> rowByCallable;  ///< filled by indexCallables()
  ffi::Function instrument{nullptr};                        ///< TVM's set_instrument protocol; null: none
  const NvtxRanges* ranges = nullptr;                       ///< each call of bytecode is a range; null: no tool asks

  HostState host;
  std::unique_ptr<GpuRecorder> gpu;        ///< while a recording goes on, of a VM with a GPU
  std::unique_ptr<CudaGraphs> cudaGraphs;  ///< created by the first builtin that uses it
  /// "cuda:0, cpu", by device index.
  [[nodiscard]] std::string deviceNames() const;
  /// Waits for the work of all GPUs; raises what their kernels did wrong.
  void synchronize() const;

 private:
  friend class ExecutionLock;
  void beginCalls();
  [[gnu::always_inline]] void runInto(RunResult& result, const ExecutionLock& lock, uint32_t function,
                                      const TVMFFIAny* args, int32_t count);
  /// Of a function that is not packed, while the lock is held.
  [[gnu::always_inline]] void invokeHeld(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result);
  [[gnu::always_inline]] void enterFunction(uint32_t function, const TVMFFIAny* args, int32_t count, ffi::Any* result);
  /// Releases the frames above `base` after an error.
  void unwind(size_t base) noexcept;
  /// Stores an argument of an external call in an empty register: adds a reference, or copies a borrowed value.
  void keepArgument(TVMFFIAny& slot, const TVMFFIAny& given) const;
};

/// Execution lock of a VM, held by this thread until its outermost lock ends; nested locks have no effect.
/// Raises "RuntimeError" if another thread holds it. Always inlined, as each call of a short function takes it.
class ExecutionLock {
 public:
  [[gnu::always_inline]] ExecutionLock(Engine& engine, std::string_view what, WhenBusy whenBusy = WhenBusy::Refuse)
      : ExecutionLock(engine.mutex, what, whenBusy, [&]() -> Engine& { return engine; }) {}
  /// For VMs that replace one another: `engine`, which may throw, finds the present one while the mutex is held.
  template <class Find>
  [[gnu::always_inline]] ExecutionLock(ExecutionMutex& mutex, std::string_view what, WhenBusy whenBusy, Find engine)
      : hold_(mutex, what, whenBusy), engine_(engine()), marker_(engine_) {
    if (hold_.isOutermost()) engine_.beginCalls();
  }
  ExecutionLock(const ExecutionLock&) = delete;
  ExecutionLock& operator=(const ExecutionLock&) = delete;
  [[nodiscard]] bool isOutermost() const { return hold_.isOutermost(); }
  [[nodiscard]] Engine& engine() const { return engine_; }

 private:
  const ExecutionHold hold_;
  Engine& engine_;
  const VmMarker marker_;
};

}  // namespace relaxscope
