// SPDX-License-Identifier: Apache-2.0
// A trace grows by sealed, immutable chunks, so readers need no lock: they take a snapshot (a copy of the list of
// shared pointers) and read it on any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/index.h"
#include "vmcore/trace/device/device_tables.h"
#include "vmcore/trace/device/work.h"
#include "vmcore/trace/event.h"
#include "vmcore/trace/stored_chunk.h"

namespace relaxscope {

/// The numbers are part of the protocol and of .rsprof.
enum class RunKind : uint8_t {
  Measured = 0,
  Warmup = 1,
  Values = 2,  ///< records arguments, shapes and memory for measured runs, which then record times only
};
inline constexpr uint32_t kRunKinds = 3;

/// What the system did to the VM's thread during one run, or, with unrecorded runs beside a run below a millisecond,
/// from the begin of the recorded call before it on. Zeros: nothing, or not known.
struct RunConditions {
  uint32_t cpuBegin = kNoIndex, cpuEnd = kNoIndex;  ///< numbers of the CPU at both ends; kNoIndex: unknown
  uint32_t involuntarySwitches = 0, voluntarySwitches = 0;
  uint32_t minorFaults = 0, majorFaults = 0;  ///< page faults without and with a read from disk
  uint32_t stops = 0;                         ///< times that the process was stopped and continued by signals
  uint32_t reserved = 0;
  int64_t delayNs = 0;  ///< ready to run, but not running
  double coreNs = 0;    ///< of a fixed chain of multiplications right after the run
};

/// One execution of the entry function (or script) in a trace.
struct RunSpan {
  int64_t start = 0, duration = 0;  ///< ticks
  uint32_t index = 0;               ///< from 0 among the runs of its kind
  RunKind kind = RunKind::Measured;
  int64_t recording = 0;  ///< ticks that recording took during the run; in no duration of the trace
  RunConditions conditions{};

  [[nodiscard]] bool measured() const { return kind == RunKind::Measured; }
};
/// "run", "warm-up", "values run".
const char* runKindName(RunKind kind);

/// The cost of recording in nanoseconds, measured on this machine before the run. Costs beyond perEventNs
/// (values, handing over chunks) are excluded from all times of a trace.
struct InstrumentationCost {
  double perEventNs = 0;        ///< a Call in the recording's mode, without values
  double perBodyNs = 0;         ///< what the body of a VM function adds to the Call that runs it
  double perEventValuesNs = 0;  ///< with values, on a call with two tensor arguments
  double clockReadNs = 0;
  double perCompiledCallNs = 0;  ///< a builtin called by compiled code, with the kernels before it; 0: not measured
  double perRunNs = 0;  ///< what a recorded run adds beyond its events: it begins, ends and is timed on its own
};

/// Median times of the rounds of one process, in nanoseconds.
struct ProcessTimes {
  double runNs = 0;         ///< recorded runs, corrected as TraceStatistics::runNs
  double unrecordedNs = 0;  ///< the runs beside them
};
/// Processes of one profile, at most.
inline constexpr size_t kMaxProcesses = 100;

/// Measured runs that one process made without interruption, in a recording of two executables in turns.
struct Turn {
  uint32_t firstRun = 0, runs = 0;  ///< among the measured runs
  uint32_t process = 0;             ///< number of the worker process among those of its executable
  uint32_t place = 0;               ///< in the session; places n of the two executables are a pair
};
/// Turns of one trace, at most.
inline constexpr size_t kMaxTurns = 100'000;

/// Properties of the whole trace.
struct TraceInfo {
  Clock clock;
  std::vector<std::string> functionNames;        ///< of the executable's function table
  std::vector<std::string> names;                ///< names of other callees (compiled-mode builtins)
  std::string executablePath, executableDigest;  ///< SHA-256 of the file, hex
  std::string entry;                             ///< called function, or the list of several: "prefill; decode"
  std::string device, allocator, engine, mode;   ///< mode: "chained" or "precise"
  bool values = true;
  std::string startedAt;      ///< ISO 8601, UTC
  std::string argumentsText;  ///< "x: f32[3, 16] (random, seed 0)"
  InstrumentationCost cost;
  uint64_t lostEvents = 0;
  std::string host, processor;       ///< that the runs were made on: its name, and "Intel(R) Xeon(R) ..., 2 threads"
  std::string command;               ///< that made the recording, as typed; empty: not by a command
  std::string session;               ///< the same in both traces of executables that ran in turns; else empty
  std::string version;               ///< of the program that recorded: "RelaxScope 0.1.0"
  std::string noReference;           ///< why there are no unrecorded runs; empty if there are, or unknown
  std::string cutShort;              ///< why the recording ended before its last run; empty if it did not
  std::vector<std::string> remarks;  ///< "kernels of compiled code are recorded together"
  /// Names of the calls of a run, as their list has them; "" for one that only saves a function. Empty: not a list.
  std::vector<std::string> calls;
  /// Whether a run is its calls and nothing else. Release 0.1 counted the preparation of arguments into it.
  bool callsAlone = false;
};

/// Device work as it was handed over; immutable.
struct WorkChunk {
  uint64_t firstRow = 0;  ///< number of the first row in the whole trace
  DeviceWorkColumns rows;
};

class Trace {
 public:
  TraceInfo info;
  std::vector<RunSpan> runs;
  /// Nanoseconds of the unrecorded runs, by the steady clock; the i-th was made beside the i-th measured run. Empty if
  /// there are none.
  std::vector<double> unrecordedNs;
  /// Of the same runs in other processes; empty if they were made in one.
  std::vector<ProcessTimes> otherProcesses;
  /// Of a recording in turns, else empty. Ascending, without overlap.
  std::vector<Turn> turns;
  /// What the rows of device work refer to; empty without devices.
  DeviceTables device;

  Trace() = default;
  /// A snapshot shares the chunks; what is appended to it later is shared with no other trace.
  Trace(const Trace& other)
      : info(other.info),
        runs(other.runs),
        unrecordedNs(other.unrecordedNs),
        otherProcesses(other.otherProcesses),
        turns(other.turns),
        device(other.device),
        chunks_(other.chunks_),
        eventCount_(other.eventCount_),
        workChunks_(other.workChunks_),
        workCount_(other.workCount_) {}
  Trace& operator=(const Trace& other) { return *this = Trace(other); }
  Trace(Trace&&) = default;
  Trace& operator=(Trace&&) = default;

  /// Appends the events of a chunk that is checked (trace_check.h).
  void append(const TraceChunk& chunk);
  [[nodiscard]] const std::vector<std::shared_ptr<const StoredChunk>>& chunks() const { return chunks_; }
  [[nodiscard]] uint64_t eventCount() const { return eventCount_; }
  [[nodiscard]] uint64_t runCount(RunKind kind) const;
  /// The chunk of an event and the event's index in it; null if there is none. Logarithmic.
  [[nodiscard]] const StoredChunk* find(EventIndex event, size_t& place) const;

  /// Appends device work that is checked against `device` (device_check.h).
  void appendWork(DeviceWorkColumns rows);
  [[nodiscard]] const std::vector<std::shared_ptr<const WorkChunk>>& workChunks() const { return workChunks_; }
  [[nodiscard]] uint64_t workCount() const { return workCount_; }
  /// A row of device work; nothing if there is none. Logarithmic.
  [[nodiscard]] std::optional<DeviceWork> findWork(WorkIndex row) const;

 private:
  std::vector<std::shared_ptr<const StoredChunk>> chunks_;
  uint64_t eventCount_ = 0;
  std::vector<std::shared_ptr<const WorkChunk>> workChunks_;  ///< none is empty
  uint64_t workCount_ = 0;
  std::shared_ptr<EventTables> tables_;  ///< of the chunks that this object appended; null before the first
};

/// A snapshot without what tells where and by whom the trace was made: host, command, and the folders of the
/// executable's path.
[[nodiscard]] Trace anonymousCopy(const Trace& trace);

}  // namespace relaxscope
