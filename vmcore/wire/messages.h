// SPDX-License-Identifier: Apache-2.0
// The worker protocol as data. Frames on a byte stream: u32 length of the rest (at most kMaxFrameBytes), u8 frame type,
// payload, all little-endian. Control frames are CBOR; EventBatch and WorkBatch are raw columns; tensor data precedes
// its control frame in Blob frames of at most kMaxBlobPiece, so no tensor is too large for a frame. A pure codec: no
// file descriptors, no threads; malformed input returns an Error and never throws.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "vmcore/base/file_identity.h"
#include "vmcore/base/result.h"
#include "vmcore/run/counters.h"
#include "vmcore/run/device_row.h"
#include "vmcore/run/failure.h"
#include "vmcore/run/request.h"
#include "vmcore/run/value.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::wire {

/// The newest protocol that this program has, and the oldest. Peers use the newest one that both have (agreement.h).
inline constexpr uint32_t kProtocolVersion = 18, kOldestProtocol = 18;
/// Capabilities: what a peer may lack or have within one protocol. `files`: it takes part in the transfer of files;
/// `compile`: it compiles kernels.
inline constexpr const char *kCanReceiveFiles = "files", *kCanCompile = "compile";
inline constexpr uint32_t kMaxFrameBytes = 1u << 30;
inline constexpr uint32_t kMaxBlobPiece = 1u << 26;
/// Maximum bytes of a FilePart, and files of FileOffers.
inline constexpr uint64_t kMaxFilePart = 1u << 20;
inline constexpr size_t kMaxFiles = 4096;
/// Maximum bytes of tensor data per message.
inline constexpr uint64_t kMaxBlobBytes = uint64_t{1} << 36;
/// Limit of the first frame, which must be a Hello: a peer that is not a worker is detected by its first bytes.
inline constexpr uint32_t kMaxHelloBytes = 1u << 16;

// ---- host to worker --------------------------------------------------------------------------------
/// First message of both sides; neither waits for the other's.
struct Hello {
  uint32_t protocol = kProtocolVersion;  ///< the newest
  std::string program;                   ///< "relaxscope-worker 0.1.0"
  uint64_t pid = 0;
  std::vector<std::string> devices;  ///< worker only: "cpu", "cuda:0"
  std::string deviceText;            ///< worker only: "x86-64-v3, 2 cores"
  // Peers before protocol 18 do not send the following.
  uint32_t oldest = kOldestProtocol;                                        ///< protocol; 0: `protocol` only
  std::vector<std::string> capabilities = {kCanReceiveFiles, kCanCompile};  ///< unknown ones are ignored
  std::string machine = {};                                                 ///< machineToken()
};
struct ListDevices {};
using Load = LoadRequest;
using Run = RunRequest;
struct Cancel {};  ///< stops the run at the next instruction; the worker continues
struct Quit {};
/// A file that the next Load needs.
struct FileOffer {
  std::string path, place, digest;  ///< as in LoadFile
  FileIdentity identity;            ///< on the host's machine
};
/// Sent before a Load to a worker with kCanReceiveFiles, which answers with WantedFiles.
struct FileOffers {
  std::vector<FileOffer> files;
};
/// The wanted files one after the other, in order, each in parts of at most kMaxFilePart; an empty file is one part.
struct FilePart {
  std::string digest;
  uint64_t offset = 0;
  Bytes data;
};

/// Compiles kernels into a library that holds an executable: answered with Compiled or a Failure of kind
/// "CompileError".
struct Compile {
  std::string source;       ///< C
  Bytes executable;         ///< in its file form
  std::string compiler;     ///< a program; empty: $CC, else cc
  std::string cpu;          ///< instruction set: "x86-64-v3", "native"; empty: the compiler's default
  double limitSeconds = 0;  ///< of the compiler
};

// ---- worker to host --------------------------------------------------------------------------------
struct Devices {
  std::vector<DeviceRow> rows;
};
struct Loaded {
  std::vector<std::string> functionNames;
  uint64_t loadNs = 0;
};
/// Sent before the first chunk of a run.
struct RunStarted {
  TraceInfo info;
};
/// Sealed events. `runs` are those that ended within the batch.
struct EventBatch {
  std::shared_ptr<TraceChunk> chunk;
  std::vector<RunSpan> runs;
};
/// Where and when runs were made.
struct RunPlace {
  std::string host, processor;
  std::string affinity;   ///< CPUs that the process may use: "0-3,8"
  std::string startedAt;  ///< UTC, "2026-01-31T12:34:56Z"
};
struct RunFinished {
  std::vector<Value> results;  ///< one per call of the script
  std::vector<double> runNs;   ///< per measured repetition: the mean of its executions
  uint32_t number = 1;         ///< executions per repetition
  Counters counters;
  uint64_t lostEvents = 0;                    ///< events that the worker could not keep
  std::vector<double> unrecordedNs = {};      ///< per measured run of a trace: the unrecorded run beside it; else empty
  std::vector<CapturedTensor> captured = {};  ///< RunRequest::capture, in the order of the calls
  uint64_t notCaptured = 0;                   ///< tensors that did not fit, or cannot be copied
  RunPlace place = {};                        ///< empty from workers of earlier releases
};
struct Progress {
  uint32_t warmupsDone = 0, warmups = 0;
  uint32_t roundsDone = 0, rounds = 0;  ///< measured runs, or pairs of a recorded and an unrecorded one
  bool paired = false;
  double seconds = 0;       ///< since the first run began
  double secondsLeft = -1;  ///< by the runs so far; below 0: unknown
};
/// Times of further unrecorded runs, for a recording that may not end as planned: each as RunFinished::unrecordedNs.
struct UnrecordedRuns {
  std::vector<double> ns;
};
/// Rows to append to the trace's tables of devices; before the first WorkBatch that refers to them.
struct DeviceTablesPart {
  DeviceTables added;
};
/// Finished device work.
struct WorkBatch {
  DeviceWorkColumns rows;
};
struct Output {
  bool standardError = false;
  std::string text;
};  ///< output of kernels
using Failure = RunFailure;
/// Digests of the offered files that the worker lacks. Without any it is ready for the Load: sent after FileOffers if
/// it lacks nothing, else after the last FilePart.
struct WantedFiles {
  std::vector<std::string> digests;
};

struct Compiled {
  Bytes library;
  std::string command;  ///< what was run
  std::string version;  ///< of the compiler, its first line
  std::string text;     ///< what it printed
};

/// New messages go to the end: hosts and workers of other versions understand each other's greeting and Failure.
using Message = std::variant<Hello, ListDevices, Load, Run, Cancel, Quit, Devices, Loaded, RunStarted, EventBatch,
                             RunFinished, Progress, Output, Failure, UnrecordedRuns, DeviceTablesPart, WorkBatch,
                             FileOffers, FilePart, WantedFiles, Compile, Compiled>;

/// Whether the message adds to the trace, which the Session assembles.
inline bool isTracePart(const Message& message) {
  return std::holds_alternative<RunStarted>(message) || std::holds_alternative<EventBatch>(message) ||
         std::holds_alternative<UnrecordedRuns>(message) || std::holds_alternative<DeviceTablesPart>(message) ||
         std::holds_alternative<WorkBatch>(message);
}

/// Name of a message's type, for error texts: "RunFinished".
const char* messageName(const Message& message);

/// The frames of one message, each preceded by its length. A message too large for a frame (function tables beyond a
/// gigabyte) becomes a fatal Failure of kind "ProtocolLimit".
std::vector<uint8_t> encode(const Message& message);

/// Splits a byte stream into messages. Memory is bounded by the bytes received, not by the lengths that they declare.
/// An error is permanent.
class Decoder {
 public:
  Decoder() = default;
  /// With `helloFirst` the first frame must be a Hello of at most kMaxHelloBytes.
  explicit Decoder(bool helloFirst) : awaitHello_(helloFirst) {}

  void feed(std::span<const uint8_t> bytes);
  /// The next complete message, nothing when more bytes are needed, or an error about a malformed peer.
  Result<std::optional<Message>> next();
  /// Whether the stream is between two messages, as required when the peer closes it.
  [[nodiscard]] bool atBoundary() const { return consumed_ == buffer_.size() && blobs_.empty(); }

 private:
  Result<std::optional<Message>> take();
  Result<void> takeBlob(std::span<const uint8_t> payload);

  std::vector<uint8_t> buffer_;
  size_t consumed_ = 0;
  std::vector<std::vector<uint8_t>> blobs_;  ///< data received ahead of its message
  uint64_t blobBytes_ = 0;
  std::optional<Error> failed_;
  bool awaitHello_ = false;
};

}  // namespace relaxscope::wire
