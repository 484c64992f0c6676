// SPDX-License-Identifier: Apache-2.0
// A Relax VM on tvm-ffi, as its users see it: load an executable, call functions, record what
// happens. Promises: nothing in a verified executable makes the engine read outside its tables; a
// failing call is a RunError with its place and leaves the machine usable; no exception leaves here.
// Not promised: that native kernels behave. They run in this process, so run untrusted files in a
// process of their own.
//
// One thread calls at a time; a call while another is under way is refused. Threads get a machine each:
// another() makes one that shares native code and constants. Only another(), requestStop(), activity() and
// currentActivity() may be used from other threads, the last three from a signal handler too.
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

#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/loaded_file.h"
#include "vmcore/run/counters.h"
#include "vmcore/run/position.h"
#include "vmcore/run/trace_mode.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

class Engine;
struct Timing;
struct TimingPlan;

/// Zero means no limit, save for stackBytes.
struct EngineLimits {
  uint64_t steps =
      uint64_t{1} << 32;         ///< instructions a call; counted at jumps back, VM calls and returns, never too few
  uint64_t stackDepth = 10'000;  ///< frames of bytecode functions
  uint64_t memoryBytes = 0;      ///< storage live at once, of each device
  uint64_t stackBytes = uint64_t{64} << 20;  ///< address space of the register stack
};

/// What to load and how.
struct LoadOptions {
  std::string path;                        ///< of the file; also what dlopen gets for a library
  std::shared_ptr<const LoadedFile> file;  ///< the file already read; null: read from `path`
  /// A machine of the same file, executable and first device, if it still lives: its constants serve this one, too.
  /// They count as its memory alone.
  std::weak_ptr<const Engine> sharing;
  std::string constants;  ///< parameter list with the late-bound constants of a Relay executable; empty: none
  std::vector<std::string>
      libraries;  ///< more libraries of packed functions, or the same model's (its kernels are used)
  /// Packed functions of the host program, found after libraries and before the global registry.
  std::vector<std::pair<std::string, tvm::ffi::Function>> functions;
  /// Modules whose functions (and those of their imports) serve as kernels, before `libraries`.
  std::vector<tvm::ffi::Any> modules;
  /// By device index: "cpu", "cuda:1", "cpu:1=naive" (devices.h). The last is the host; where it is none, cpu is added.
  std::vector<std::string> devices = {"cpu"};
  std::string allocator = "pooled";  ///< "pooled" or "naive", of devices that name none
  EngineLimits limits;
  bool recordLoad = false;  ///< keep the load phase as events for the next recordings
};

/// Why a call failed. Kinds of our own: "ArityError", "Cancelled", "StepLimit", "StackOverflow", "MemoryLimit",
/// "InternalError"; others are those of the function that raised ("ValueError", "TypeError", ...).
struct RunError {
  std::string kind;
  std::string message;               ///< without a trailing newline
  std::optional<Position> position;  ///< the Call under way, where one was
  tvm::ffi::Any raised{};            ///< the tvm-ffi error behind it; None where nothing was thrown
};
/// A value, or why there is none.
struct RunResult {
  tvm::ffi::Any value;
  std::optional<RunError> error;
  [[nodiscard]] bool ok() const { return !error; }
};

/// What a machine is in the middle of. Plain data, made without locks or allocation.
struct Activity {
  enum class State : uint8_t { Idle, Loading, Running } state = State::Idle;
  uint32_t function = kNoIndex;        ///< of the innermost bytecode or compiled function
  uint32_t pc = kNoIndex;              ///< instruction index of the whole executable
  uint32_t callee = kNoIndex;          ///< function table row of the Call under way
  const char* functionName = nullptr;  ///< these live as long as the machine
  const char* calleeName = nullptr;    ///< also a builtin called by compiled code, or the load step
};

/// Receives sealed chunks on the calling thread; `runs` are those that ended in or before the chunk.
using TraceSink = std::function<void(std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> runs)>;

/// One thread at a time uses a machine, but for what says otherwise. Calls refuse another thread.
class VirtualMachine {
 public:
  /// Reads, verifies, loads native code, resolves every name, moves constants, decodes. An error names
  /// everything that is missing at once (context symbols, undefined symbols, functions, module kinds).
  static Result<std::unique_ptr<VirtualMachine>> load(LoadOptions options);
  /// A machine of the same executable, for another thread: it shares native code and constants and has registers,
  /// memory, inputs, outputs and limits of its own. Without the first one's recording and instrument.
  [[nodiscard]] Result<std::unique_ptr<VirtualMachine>> another() const;
  ~VirtualMachine();
  VirtualMachine(const VirtualMachine&) = delete;
  VirtualMachine& operator=(const VirtualMachine&) = delete;

  [[nodiscard]] const Executable& executable() const;
  [[nodiscard]] const LoadedFile& file() const;
  /// Names by row of the function table; behind it, for a Relay program, what its opcodes do.
  [[nodiscard]] std::vector<std::string> functionNames() const;
  /// Whether a bytecode or compiled function of that name can be called.
  [[nodiscard]] bool hasFunction(std::string_view name) const;
  /// Number of parameters, or an error.
  [[nodiscard]] Result<int64_t> arity(std::string_view name) const;
  [[nodiscard]] Result<std::string> paramName(std::string_view name, int64_t index) const;

  /// Calls a bytecode or compiled function, a saved one, a builtin that works on KV caches and other state, or
  /// The builtin invoke_closure with a closure and its arguments. Arguments are borrowed. DLTensor* is copied into a
  /// tensor.
  RunResult call(std::string_view name, std::span<const tvm::ffi::AnyView> args);
  /// Calls it by a plan and measures; the result is the last call's. The times are in `timing` where it succeeds.
  RunResult time(std::string_view name, std::span<const tvm::ffi::AnyView> args, const TimingPlan& plan,
                 Timing& timing);
  /// Calls a closure that a call returned, or any function object.
  RunResult invokeClosure(const tvm::ffi::Any& closure, std::span<const tvm::ffi::AnyView> args);
  /// Keeps `last` as the last arguments of a function, which may be a saved one; calls of `as` give those before them.
  /// Without a result wanted they return None.
  RunResult saveFunction(std::string_view name, std::string as, std::span<const tvm::ffi::AnyView> last,
                         bool wantResult = true);
  /// TVM's protocol: called before and after each Call with (function, name, whether before, result, arguments...); an
  /// answer of 1 before skips the call. Null: none. Recordings keep its time out of theirs.
  void setInstrument(tvm::ffi::Function instrument);
  /// The instrument that a global function, or one of the loaded libraries, makes.
  RunResult setInstrument(const std::string& factory);
  /// Calls of these kernels, builtins and functions by instructions are not run and give None, whatever the instrument
  /// says that is set now.
  RunResult skipCalls(const std::vector<std::string>& names);
  /// The value with its tensors on the machine's first device, where constants are; those of the host's memory are
  /// copied.
  [[nodiscard]] RunResult toFirstDevice(const tvm::ffi::Any& value) const;
  /// The stateful interface: inputs are kept until they are set again, on the first device.
  RunResult setInput(std::string_view name, std::span<const tvm::ffi::AnyView> args);
  RunResult invokeStateful(std::string_view name);
  /// The last result of invokeStateful; `path` goes into tuples.
  RunResult getOutput(std::string_view name, std::span<const int64_t> path = {});
  /// Length of the last result when it is a tuple, else -1.
  Result<int64_t> outputArity(std::string_view name) const;

  /// Makes the call under way end with "Cancelled" at its next Call. Any thread, async-signal-safe.
  void requestStop();
  /// Takes a stop request back, so that calls work again.
  void clearStop();

  /// What it is doing now. Any thread, signal handlers too; may be torn by one instruction.
  [[nodiscard]] Activity activity() const;
  /// The machine whose load or call is under way on any thread of this process, or null; for signal handlers.
  static Activity currentActivity();

  /// Starts recording. Chunks come every 33 ms at most while events arrive, or when full; with a
  /// recorded load phase its events open the first chunk and the recording begins after them.
  void startTrace(TraceMode mode, bool values, TraceSink sink);
  /// Marks one execution of the entry function or script.
  void beginRun(uint32_t index, bool warmup);
  /// Ends it; its duration in nanoseconds.
  double endRun();
  /// Seals what is left, hands it over, stops.
  void stopTrace();
  /// Fills what the engine knows of TraceInfo: clock, names, device, allocator, engine, mode, values,
  /// remarks. `cost` is left alone (measureInstrumentationCost is slow).
  void describe(TraceInfo& info) const;

  /// Sums over the devices, and each device's own where there are several.
  [[nodiscard]] Counters counters() const;
  void resetCounters();  ///< peak becomes live, counts become zero

  /// For the shared library: the engine behind this.
  [[nodiscard]] const std::shared_ptr<Engine>& engine() const { return engine_; }

 private:
  explicit VirtualMachine(std::shared_ptr<Engine> engine) : engine_(std::move(engine)) {}
  std::shared_ptr<Engine> engine_;
};

}  // namespace relaxscope
