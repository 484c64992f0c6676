// SPDX-License-Identifier: Apache-2.0
// Requests to a worker: load an executable, run a script of calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/run/call_spec.h"
#include "vmcore/run/capture.h"
#include "vmcore/run/limits.h"
#include "vmcore/run/trace_mode.h"
#include "vmcore/trace/device/device_tables.h"

namespace relaxscope {

/// Maximum executions per run, warm-up included: their times are part of the answer.
inline constexpr uint32_t kMaxRuns = 4'000'000;
/// A run of this long is long (RunRequest::fewIfLong).
inline constexpr double kLongRunSeconds = 2;
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
  /// With `reference`: programs of more than two seconds have only as many rounds as an accuracy needs.
  bool fewIfLong = false;
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
  bool valuesRun = false;     ///< one more run records values
  uint64_t rounds = 0;        ///< at least 1
  bool paired = false;        ///< a round is a recorded and an unrecorded run, else one measured run
  double leastSeconds = 0;    ///< there are more rounds until this much was measured; 0: there are not
  uint64_t roundsIfLong = 0;  ///< instead of `rounds`, if a run takes more than kLongRunSeconds; 0: no other number
};
RunPlan planOf(const RunRequest& request);
/// "3 warm-up runs, 1 run for values, 20 rounds of a recorded and an unrecorded run".
std::string planText(const RunPlan& plan);
/// Why the runs of a request have no unrecorded ones beside them; empty if they can have.
std::string whyNoReference(const RunRequest& request);

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
