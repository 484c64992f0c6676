// SPDX-License-Identifier: Apache-2.0
// Shared by the commands that run: the options of a run, the request made from them, and the exchange with the worker
// up to the end of the run.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/run/worker_process.h"
#include "vmcore/base/result.h"
#include "vmcore/model/loaded_file.h"
#include "vmcore/run/files/load_files.h"
#include "vmcore/run/prepare.h"

namespace relaxscope::cli {

/// As given; empty strings and lists where not.
struct RunOptions {
  std::string file, function;
  std::vector<std::string> inputs, devices, libraries;
  std::map<std::string, int64_t> dims;  ///< extents of dimensions that no argument defines; no option
  std::string argsPath, resultPath, outputsPath, scriptPath;
  std::vector<std::string> inputsPaths;
  std::string engine = "builtin", allocator = "pooled", workerCommand, constsPath;
  std::vector<std::string> skip;
  std::string instrument;
  uint64_t seed = 0;
  double timeout = 0;
  std::optional<uint64_t> memoryLimit, stepLimit, stackLimit;
  bool printRequest = false;
};
/// How often a measured call is repeated.
struct RepeatOptions {
  uint32_t repeat = 20, warmup = 3;
  double minTime = 0;  ///< seconds
};
/// A run ready to be sent, with its file. Defaulted arguments are reported once the worker has loaded the file.
struct RunOfFile : PreparedRun {
  LoadedFile file;
  LoadFiles files = nullptr;  ///< what a worker of --worker may lack; null for others
};
/// Opens the file and prepares the run; `run` sets repetitions and recording.
Result<RunOfFile> prepareRun(const RunOptions& options, const RunRequest& run);

/// Why a run computes something else than the model that its program was compiled from: the verifier's first such
/// finding; empty if there is none.
std::string wrongResultText(const RunOfFile& prepared);

/// The worker's answer.
struct RunOutcome {
  wire::Loaded loaded;
  wire::RunFinished finished;
  std::shared_ptr<const Trace> trace;  ///< of a traced run
};
/// Receives output of kernels; the second argument is true for standard error.
using PrintOutput = std::function<void(const std::string& text, bool standardError)>;
/// Receives what was recorded before a run failed.
using KeepPartial = std::function<void(const Trace& trace)>;
/// What is called during an exchange with a worker; any may be empty.
struct RunSinks {
  PrintOutput print;
  std::function<void()> loaded;  ///< before the run is sent
  KeepPartial keepPartial;
  std::string progress;        ///< written before the progress on a terminal
  bool progressLines = false;  ///< progress is lines on standard error, on a terminal or not
};
/// A run's outcome, or the message that came instead: a RunFailure, or another that violates the protocol.
using RunAnswer = std::variant<RunOutcome, wire::Message>;
/// A worker with a loaded file, for several runs.
class LoadedWorker {
 public:
  /// Whether the time limit of a run began with the process, and counts the load, too, or begins with the run.
  enum class Limit : uint8_t { FromTheStart, OfTheRun };
  /// Starts the worker. `origin` applies to the traces of its runs.
  LoadedWorker(const RunOptions& options, const TraceOrigin& origin);
  /// To be called once, before run(). Returns the message that came instead of the answer, if one did.
  std::optional<wire::Message> load(const LoadRequest& request, const LoadFiles& files, const RunSinks& sinks);
  RunAnswer run(const RunRequest& request, const RunSinks& sinks, Limit limit);

 private:
  WorkerProcess worker_;
  double timeout_;
  wire::Loaded loaded_;
};
/// Starts a worker, loads, runs.
RunAnswer exchangeRun(const RunOptions& options, const RunOfFile& prepared, const TraceOrigin& origin,
                      const RunSinks& sinks);
/// What a message that is not the expected one says.
std::string answerText(const wire::Message& message);
/// Reports a message that is not the expected one on standard error; returns the exit code.
int reportAnswer(const RunOptions& options, const RunOfFile& prepared, const wire::Message& message);
/// Starts a worker, loads, runs. A Failure is reported on standard error and becomes the exit code.
std::optional<RunOutcome> performRun(const RunOptions& options, const RunOfFile& prepared, const TraceOrigin& origin,
                                     const PrintOutput& print, int& exitCode, const KeepPartial& keepPartial = {});

/// Writes the results to the files of --result and --outputs; returns the exit code.
int saveResultsIfAsked(const RunOptions& options, const RunOutcome& outcome);

}  // namespace relaxscope::cli
