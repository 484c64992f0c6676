// SPDX-License-Identifier: Apache-2.0
// The worker protocol as data. Frames on a byte stream: u32 length of what follows (at most
// kMaxFrameBytes), u8 frame type, payload, all little-endian. Control frames are CBOR; EventBatch is
// raw columns; data of tensors goes ahead of its control frame in Blob frames of at most
// kMaxBlobPiece, so no tensor is too large for a frame.
// A pure codec: no file descriptors, no threads; hostile input gives an Error, never a throw.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/trace/trace.h"
#include "vmcore/run/value.h"

namespace relaxscope::wire {

inline constexpr uint32_t kProtocolVersion = 5;
inline constexpr uint32_t kMaxFrameBytes = 1u << 30;
inline constexpr uint32_t kMaxBlobPiece = 1u << 26;
/// Bytes of tensor data one message may bring along.
inline constexpr uint64_t kMaxBlobBytes = uint64_t{1} << 36;
/// Of the first frame, which must be a Hello: a peer that is no worker is noticed by its first bytes.
inline constexpr uint32_t kMaxHelloBytes = 1u << 16;

/// Executions one Run may ask for, warm-up ones included: their times are part of the answer.
inline constexpr uint32_t kMostRuns = 4'000'000;

enum class TraceMode : uint8_t { Off, Chained, Precise };

/// Zero means no limit.
struct Limits {
  double timeSeconds = 0;
  uint64_t memoryBytes = 0;
  bool memoryDefault = true;   ///< three quarters of what is free at start; memoryBytes is ignored
  uint64_t steps = uint64_t{1} << 32;  ///< instructions a call
  uint64_t stackDepth = 10'000;
};

// ---- host to worker --------------------------------------------------------------------------------
/// First message of both sides. A worker answers with its own Hello; versions must be equal.
struct Hello {
  uint32_t protocol = kProtocolVersion;
  std::string program;                 ///< "relaxscope-worker 0.1.0"
  uint64_t pid = 0;
  std::vector<std::string> devices;    ///< worker only: "cpu", "cuda:0"
  std::string deviceText;              ///< worker only: "x86-64-v3, 2 cores"
};
struct DeviceRow { std::string id, name; bool usable = false; std::string reason; uint64_t memoryBytes = 0; };
struct ListDevices {};
/// Opens an executable and makes a VM of it.
struct Load {
  std::string path;
  std::string constants;                ///< --consts: parameter list with late-bound constants; empty: none
  std::vector<std::string> libraries;   ///< --load
  std::vector<std::string> devices;     ///< by device index, "cpu:1=naive"; empty: cpu
  std::string allocator = "pooled";     ///< "pooled" or "naive", of devices that name none
  Limits limits;
  bool record = false;                  ///< send the load phase as events
};
enum class CallMode : uint8_t {
  Call,
  Stateful,   ///< set_input, invoke_stateful, get_output in place of a call
  Save,       ///< save_function: `args` become the last arguments of `savedAs`, which later calls may call; gives None
};
/// As scripts and settings name them, by mode.
inline constexpr std::array<std::string_view, 3> kCallModeNames = {"call", "stateful", "save"};
/// A function of the executable, a saved one, or a builtin that works on KV caches and other state.
struct CallSpec {
  std::string function;
  std::vector<Value> args;
  CallMode mode = CallMode::Call;
  std::string savedAs = {};             ///< Save only
  bool savesResult = true;              ///< Save only: false lets calls of it give None
};
/// What watches the calls of a run, by TVM's set_instrument.
struct Instrument {
  std::string factory;                  ///< a global function, or one of --load, that makes the instrument; empty: none
  std::vector<std::string> skip;        ///< kernels and builtins that are not run: their calls give None
};
/// Runs a script of calls, warmup + repeat times; results are those of the last repetition. Without a trace a repetition
/// may be several executions, whose mean time counts: `number`, or more until it takes minRepeatSeconds.
struct Run {
  std::vector<CallSpec> script;
  uint32_t warmup = 0;
  uint32_t repeat = 1;
  double minTimeSeconds = 0;            ///< repeat until so much time was measured
  uint32_t number = 1;
  double minRepeatSeconds = 0;
  TraceMode trace = TraceMode::Off;
  bool values = true;
  bool wantResults = true;
  Instrument instrument = {};
};
struct Cancel {};   ///< stops the run at the next instruction; the worker stays
struct Quit {};

// ---- worker to host --------------------------------------------------------------------------------
struct Devices { std::vector<DeviceRow> rows; };
struct Loaded {
  std::vector<std::string> functionNames;
  uint64_t loadNs = 0;
};
/// Sent before the first chunk of a run.
struct RunStarted { TraceInfo info; };
/// Sealed events. `runs` are those that ended inside it.
struct EventBatch { std::shared_ptr<TraceChunk> chunk; std::vector<RunSpan> runs; };
/// What the process is in the middle of; while it loads, `function` is empty and `callee` the step.
struct Position { std::string function, callee; int64_t pc = -1; };
struct DeviceMemory { std::string device, allocator; int64_t liveBytes = 0, peakBytes = 0; uint64_t allocations = 0, poolHits = 0; };
struct Counters {
  int64_t liveBytes = 0, peakBytes = 0; uint64_t allocations = 0, poolHits = 0; uint64_t calls = 0;
  std::vector<DeviceMemory> devices;    ///< each one's own, where there are several
};
struct RunFinished {
  std::vector<Value> results;           ///< one a call of the script
  std::vector<double> runNs;            ///< measured repetitions: the mean of their executions
  uint32_t number = 1;                  ///< executions a repetition
  Counters counters;
  uint64_t lostEvents = 0;              ///< that the worker could not keep
};
struct Progress { uint32_t runsDone = 0, runsTotal = 0; uint64_t events = 0; };
struct Output { bool standardError = false; std::string text; };   ///< what kernels print
/// The run or load failed and the worker lives on (fatal false), or it ends now (true).
struct Failure {
  std::string kind;                     ///< "ValueError", "TimeLimit", "Crash", "Cancelled", ...
  std::string message;
  std::optional<Position> position;
  int signal = 0;                       ///< Crash only
  bool fatal = false;
};

using Message = std::variant<Hello, ListDevices, Load, Run, Cancel, Quit, Devices, Loaded, RunStarted, EventBatch, RunFinished, Progress, Output, Failure>;

/// Name of a message's type, for error texts: "RunFinished".
const char* messageName(const Message& message);

/// The frames of one message, each with its length first. A message that no frame can hold (function
/// tables beyond a gigabyte) becomes a fatal Failure of kind "ProtocolLimit".
std::vector<uint8_t> encode(const Message& message);

/// Cuts a byte stream into messages. Memory grows with the bytes that came, never with what a length
/// promises. After an error it stays in error.
class Decoder {
 public:
  Decoder() = default;
  /// With `helloFirst` the first frame must be a Hello of at most kMaxHelloBytes.
  explicit Decoder(bool helloFirst) : awaitHello_(helloFirst) {}

  void feed(std::span<const uint8_t> bytes);
  /// The next whole message, nothing when more bytes are needed, or an error about a lying peer.
  Result<std::optional<Message>> next();
  /// Whether the stream stands between two messages, as it must when the peer closes it.
  [[nodiscard]] bool atBoundary() const { return consumed_ == buffer_.size() && blobs_.empty(); }

 private:
  Result<std::optional<Message>> take();
  Result<void> takeBlob(std::span<const uint8_t> payload);

  std::vector<uint8_t> buffer_;
  size_t consumed_ = 0;
  std::vector<std::vector<uint8_t>> blobs_;  ///< data that came ahead of its message
  uint64_t blobBytes_ = 0;
  std::optional<Error> failed_;
  bool awaitHello_ = false;
};

}  // namespace relaxscope::wire
