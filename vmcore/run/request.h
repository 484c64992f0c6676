// SPDX-License-Identifier: Apache-2.0
// Requests to a worker: load an executable, run a script of calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/run/call_spec.h"
#include "vmcore/run/capture.h"
#include "vmcore/run/limits.h"
#include "vmcore/run/trace_mode.h"
#include "vmcore/trace/device/device_tables.h"

namespace relaxscope {

/// Maximum executions per run, warm-up included: their times are part of the answer.
inline constexpr uint32_t kMaxRuns = 4'000'000;
/// A profile takes about this long by default (RunRequest::mostSeconds), or three rounds, whichever is longer; the
/// first of several processes leaves some of it to the others.
inline constexpr double kProfileSeconds = 15, kFirstProcessSeconds = 9;
inline constexpr uint32_t kLeastRounds = 3;
/// Short runs whose mean is one time, of `rscope time` and of the unrecorded runs beside recorded ones, take this long
/// together: enough for the clock, and short enough that most contain no interrupt.
inline constexpr double kRepeatSeconds = 2e-4;

/// Opens an executable and creates a VM for it.
struct LoadRequest {
  std::string path;
  std::string constants;               ///< --consts: parameter list with late-bound constants; empty: none
  std::vector<std::string> libraries;  ///< --load
  std::vector<std::string> devices;    ///< by device index, "cpu:1=naive"; empty: cpu
  std::string allocator = "pooled";    ///< "pooled" or "naive", for devices that name none
  Limits limits;
  bool record = false;  ///< send the load phase as events
  /// SHA-256 of the file that the caller has read, hex; a file at `path` with other bytes is not loaded. Empty: any.
  std::string digest = {};
  RunTarget target = {};  ///< what the runs call; a function that they do not need may be missing
};

/// Instrumentation of the calls of a run, by TVM's set_instrument.
struct Instrument {
  std::string factory;            ///< a global function, or one of --load, that creates the instrument; empty: none
  std::vector<std::string> skip;  ///< kernels and builtins that are skipped: their calls return None
};

/// Runs a script of calls warmup + repeat times; results are those of the last repetition. Without a trace a repetition
/// may be several executions, whose mean time is recorded: `number`, or more until it takes minRepeatSeconds.
struct RunRequest {
  std::vector<CallSpec> script;
  uint32_t warmup = 0;
  uint32_t repeat = 1;
  double minTimeSeconds = 0;  ///< repeat until this much time was measured
  uint32_t number = 1;
  double minRepeatSeconds = 0;
  TraceMode trace = TraceMode::Off;
  bool values = true;
  bool wantResults = true;
  Instrument instrument = {};
  /// Each measured run has an unrecorded one beside it, which shows what recording adds. Needs a trace.
  bool reference = false;
  /// With `reference`: no round after kLeastRounds that would end later than this from the first run on; 0: no limit.
  double mostSeconds = 0;
  /// Of GPUs: whether the host waits after each launch. Needs a trace.
  LaunchMode launches = LaunchMode::Asynchronous;
  CaptureRequest capture = {};  ///< in the run that records values (hasValuesRun)
};
/// Whether measured runs record times only, as a run of its own records values.
bool hasValuesRun(const RunRequest& request);
/// Whether each measured run has an unrecorded one beside it.
bool isPaired(const RunRequest& request);
/// Executions of a request, of all kinds; more where it has a minimum time.
uint64_t leastRuns(const RunRequest& request);
/// What a request will execute, for texts.
struct RunPlan {
  uint64_t warmups = 0;
  bool valuesRun = false;   ///< one more run records values
  uint64_t rounds = 0;      ///< at least 1
  bool paired = false;      ///< a round is a recorded and an unrecorded run, else one measured run
  double leastSeconds = 0;  ///< there are more rounds until this much was measured; 0: there are not
  double mostSeconds = 0;   ///< after kLeastRounds none that would end later; 0: no limit
};
RunPlan planOf(const RunRequest& request);
/// "3 warm-up runs, 1 run for values, 20 rounds of a recorded and an unrecorded run".
std::string planText(const RunPlan& plan);
/// Why the runs of a request have no unrecorded ones beside them; empty if they can have.
std::string whyNoReference(const RunRequest& request);

// ---- in how many processes a measurement is repeated ----
// Times of a program differ from process to process (addresses, the processor's predictions) by more than its repeats
// in one of them show, so an interval is over processes.

/// Of a profile, unless told otherwise: of nine medians the second and the eighth hold the median of all with 95 %
/// confidence, and no single disturbed process moves them far.
inline constexpr uint32_t kProcesses = 9;
/// Of `time`, unless told otherwise, see runTimesOfProcesses().
inline constexpr uint32_t kTimedProcesses = 25;

/// What the first process took, and what a round (a repeat, or a recorded and an unrecorded run) took in it.
struct FirstProcess {
  double seconds = 0;
  uint32_t rounds = 0;
  double roundSeconds = 0;
};
struct FurtherProcesses {
  uint32_t processes = 0;  ///< 0: there is no time for them
  uint32_t rounds = 0;     ///< in each
};
/// As many further processes as fit with the first one into `allSeconds`, at most `mostProcesses` with the first and at
/// least kMinProcesses with it; of `mostRounds` rounds each, or of as many as there is time for, but kLeastRounds;
/// where there is no time for these, of fewer in as few processes as an interval needs.
FurtherProcesses furtherProcesses(const FirstProcess& first, double allSeconds, uint32_t mostRounds,
                                  uint32_t mostProcesses);
/// Seconds that `count` further processes of `rounds` rounds take.
double secondsOf(const FirstProcess& first, uint32_t count, uint32_t rounds);

/// A remark of a trace: its code was edited in the window.
inline constexpr const char* kEditedCode = "the code was edited";
/// Host-side facts about a run that the worker does not have; part of the trace's info.
struct TraceOrigin {
  std::string executablePath, executableDigest, argumentsText;
  std::string entry = {};    ///< name of a run of several calls; empty: the worker's name
  std::string command = {};  ///< TraceInfo::command
  bool edited = false;       ///< adds kEditedCode to the remarks
};

}  // namespace relaxscope
