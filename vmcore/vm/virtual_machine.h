// SPDX-License-Identifier: Apache-2.0
// Public interface of a Relax VM on tvm-ffi: load an executable, call functions, record events.
// Guarantees: no verified executable makes the engine read outside its tables; a failing call returns a
// RunError with its place and leaves the VM usable; no exceptions are thrown. There are no guarantees about
// native kernels: they run in this process, so run untrusted files in a separate process.
//
// Not thread-safe: a call during a call of another thread is refused. Use one VM per thread: another()
// creates one that shares native code and constants. Only another(), requestStop(), unfinishedText(), activity() and
// currentActivity() may be called from other threads, the last three also from signal handlers.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/loaded_file.h"
#include "vmcore/run/counters.h"
#include "vmcore/run/failure_kind.h"
#include "vmcore/run/position.h"
#include "vmcore/run/trace_mode.h"
#include "vmcore/trace/device/device_tables.h"
#include "vmcore/trace/device/work.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

class Engine;
class ExecutionMutex;

/// Zero means no limit, except for stackBytes.
struct EngineLimits {
  uint64_t steps = uint64_t{1} << 32;        ///< instructions per call; a call of a compiled function counts as one
  uint64_t stackDepth = 10'000;              ///< frames of bytecode functions
  uint64_t memoryBytes = 0;                  ///< maximum live storage per host device
  uint64_t deviceMemoryBytes = 0;            ///< the same per GPU, besides its memory
  uint64_t stackBytes = uint64_t{64} << 20;  ///< address space of the register stack
};

/// What to load and how.
struct LoadOptions {
  std::string path;                        ///< of the file; also passed to dlopen for a library
  std::shared_ptr<const LoadedFile> file;  ///< the file already read; null: read from `path`
  /// A VM of the same file, executable and first device whose constants are shared if it still exists. They count as
  /// that VM's memory only.
  std::weak_ptr<const Engine> sharing;
  /// Of the VM that this one replaces; null: its own.
  std::shared_ptr<ExecutionMutex> mutex;
  std::string constants;  ///< parameter list with the late-bound constants of a Relay executable; empty: none
  std::vector<std::string>
      libraries;  ///< more libraries of packed functions, or of the same model (its kernels are used)
  /// Packed functions of the host program, searched after libraries and before the global registry.
  std::vector<std::pair<std::string, tvm::ffi::Function>> functions;
  /// Modules whose functions (and those of their imports) are used as kernels, searched after `libraries`.
  std::vector<tvm::ffi::Any> modules;
  /// By device index: "cpu", "cuda:1", "cpu:1=naive" (devices.h). The last is the host; cpu is added if it is not.
  /// Empty: "cuda:0" for an executable with CUDA kernels, else "cpu".
  std::vector<std::string> devices = {"cpu"};
  std::string allocator = "pooled";  ///< "pooled" or "naive", default for devices that specify none
  EngineLimits limits;
  /// What will be called: functions that this does not need may be missing, and raise an error where they are called
  /// nevertheless. Empty: none may be missing.
  RunTarget target;
  bool recordLoad = false;  ///< store the load phase as events for later recordings
};

/// Why a call failed. Our own kinds: "ArityError", "Cancelled", "StepLimit", "StackOverflow", "MemoryLimit",
/// "InternalError"; others come from the function that raised the error ("ValueError", "TypeError", ...).
struct RunError {
  std::string kind;
  std::string message;               ///< without a trailing newline
  std::optional<Position> position;  ///< the current Call, if any
  tvm::ffi::Any raised{};            ///< the tvm-ffi error; None if nothing was thrown

  [[nodiscard]] bool is(FailureKind wanted) const { return failureKindOf(kind) == wanted; }
};
/// A value or an error.
struct RunResult {
  tvm::ffi::Any value;
  std::optional<RunError> error;
  [[nodiscard]] bool ok() const { return !error; }
};

/// What a VM is currently executing. Plain data, created without locks or allocation.
struct Activity {
  enum class State : uint8_t { Idle, Loading, Running } state = State::Idle;
  uint32_t function = kNoIndex;        ///< of the innermost bytecode or compiled function
  uint32_t pc = kNoIndex;              ///< instruction index of the whole executable
  uint32_t callee = kNoIndex;          ///< function table row of the current Call
  const char* functionName = nullptr;  ///< valid as long as the VM, like calleeName
  const char* calleeName = nullptr;    ///< also a builtin called by compiled code, or the load step
};

/// Receives sealed chunks on the calling thread; `runs` are those that ended in or before the chunk.
using TraceSink = std::function<void(std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> runs)>;

/// What a recording does with the work of the VM's GPUs.
struct DeviceRecording {
  /// Receives rows to append to the tables of devices, and the work of a run, on the calling thread. Empty: it is not
  /// recorded.
  std::function<void(DeviceTables added, DeviceWorkColumns rows)> deliver = {};
  LaunchMode mode = LaunchMode::Asynchronous;  ///< of all runs until stopTrace, recorded or not
};

/// When the conditions of a run that begins are read: RunConditions counts from there. Readings displace the caches of
/// a run of a few microseconds.
enum class ReadConditions : uint8_t {
  Now,
  AsBefore  ///< with the run before, which is dropped
};

/// Not thread-safe unless stated otherwise. Calls from a second thread are refused.
class VirtualMachine {
 public:
  /// Reads, verifies, loads native code, resolves all names, copies constants, decodes. An error lists
  /// everything that is missing at once (context symbols, undefined symbols, functions, module kinds).
  static Result<std::unique_ptr<VirtualMachine>> load(LoadOptions options);
  /// A VM of the same executable, for another thread: it shares native code and constants and has its own
  /// registers, memory, inputs, outputs and limits. Recording and instrument are not copied.
  [[nodiscard]] Result<std::unique_ptr<VirtualMachine>> another() const;
  ~VirtualMachine();
  VirtualMachine(const VirtualMachine&) = delete;
  VirtualMachine& operator=(const VirtualMachine&) = delete;

  [[nodiscard]] const Executable& executable() const;
  [[nodiscard]] const LoadedFile& file() const;
  /// Names by row of the function table; for a Relay program followed by the names of its opcodes.
  [[nodiscard]] std::vector<std::string> functionNames() const;
  /// Whether a bytecode or compiled function of that name can be called.
  [[nodiscard]] bool hasFunction(std::string_view name) const;
  /// Number of parameters, or an error.
  [[nodiscard]] Result<int64_t> arity(std::string_view name) const;
  [[nodiscard]] Result<std::string> paramName(std::string_view name, int64_t index) const;

  /// Calls a bytecode, compiled or saved function, a builtin that works on KV caches or other state, or invoke_closure
  /// with a closure and its arguments. Arguments are borrowed; a DLTensor* is copied into a tensor.
  RunResult call(std::string_view name, std::span<const tvm::ffi::AnyView> args);
  /// Calls a closure returned by a call, or any function object.
  RunResult invokeClosure(const tvm::ffi::Any& closure, std::span<const tvm::ffi::AnyView> args);
  /// Saves a function, which may itself be saved, under the name `as` with `last` bound as its last arguments. Unless a
  /// result is wanted, calls of `as` return None.
  RunResult saveFunction(std::string_view name, std::string as, std::span<const tvm::ffi::AnyView> last,
                         bool wantResult = true);
  /// TVM's protocol: called before and after each Call with (function, name, whether before, result, arguments...); it
  /// skips the call if it returns 1 before. Null: none. Recordings exclude its time.
  void setInstrument(tvm::ffi::Function instrument);
  /// Sets the instrument created by a global function or a function of the loaded libraries.
  RunResult setInstrument(const std::string& factory);
  /// Skips calls of these kernels, builtins and functions by instructions; they return None, regardless of the current
  /// instrument. A name that no call has may be a pattern as of fnmatch(3): "matmul*".
  RunResult skipCalls(const std::vector<std::string>& names);
  /// The value with its tensors on the VM's first device, like constants; tensors in host memory are copied.
  [[nodiscard]] RunResult toFirstDevice(const tvm::ffi::Any& value) const;
  /// Waits for the work of all GPUs and reports what it did wrong.
  [[nodiscard]] RunResult synchronize() const;
  /// The stateful interface: inputs are stored on the first device until they are set again.
  RunResult setInput(std::string_view name, std::span<const tvm::ffi::AnyView> args);
  RunResult invokeStateful(std::string_view name);
  /// The last result of invokeStateful; `path` is a list of tuple indices.
  RunResult getOutput(std::string_view name, std::span<const int64_t> path = {});
  /// Length of the last result if it is a tuple, else -1.
  Result<int64_t> outputArity(std::string_view name) const;

  /// Makes the current call end with "Cancelled" at its next Call. Any thread, async-signal-safe.
  void requestStop();
  /// What a call waits for that does not end: "cuda:0 did not finish; last launches: softmax_kernel"; empty: no device.
  /// Any thread.
  [[nodiscard]] std::string unfinishedText() const;
  /// Clears a stop request, so that calls work again.
  void clearStop();

  /// What the VM is executing now. Any thread, async-signal-safe; may be torn by one instruction.
  [[nodiscard]] Activity activity() const;
  /// Activity of a VM that is loading or executing on any thread of this process, or an empty one; async-signal-safe.
  static Activity currentActivity();

  /// Starts recording. A chunk is delivered when it is full, or by the first event that ends 33 ms after the last
  /// delivery. Events of a recorded load phase come first in the first chunk.
  void startTrace(TraceMode mode, bool values, TraceSink sink, DeviceRecording devices = {});
  /// Makes the following runs unrecorded, and recorded again; between runs only.
  void pauseTrace();
  void resumeTrace();
  /// Whether the following runs record values, if startTrace did not ask for them in all runs; between runs only.
  void setTraceValues(bool values);
  /// While values are recorded, `take` receives the arguments of each call of an instruction that has returned; between
  /// runs only. Empty: nothing.
  void setCapture(std::function<void(uint32_t pc, const TVMFFIAny* args, int32_t count)> take);
  /// Marks one execution of the entry function or script.
  void beginRun(uint32_t index, RunKind kind, ReadConditions read = ReadConditions::Now);
  /// Within a recorded run: a call begins. What was done since the last event is in no event and no count of memory.
  void beginCall();
  /// Within a recorded run: the last `ns` nanoseconds are in no time.
  void excludeTime(double ns);
  /// Ends the execution; returns its duration in nanoseconds.
  double endRun();
  /// Ends a run that is not to be in the trace. False: it remains there, as part of it was already handed over.
  bool dropRun();
  /// Seals and delivers the remaining events and stops recording.
  void stopTrace();
  /// Sets the fields of TraceInfo known to the engine: clock, names, device, allocator, engine, mode, values,
  /// remarks. `cost` is not set (measureInstrumentationCost is slow).
  void describe(TraceInfo& info) const;

  /// Sums over all devices, and counters per device if there are several.
  [[nodiscard]] Counters counters() const;
  void resetCounters();  ///< sets peak to live and counts to zero

  /// The underlying engine, for the shared library.
  [[nodiscard]] const std::shared_ptr<Engine>& engine() const { return engine_; }

 private:
  explicit VirtualMachine(std::shared_ptr<Engine> engine) : engine_(std::move(engine)) {}
  std::shared_ptr<Engine> engine_;
};

}  // namespace relaxscope
