// SPDX-License-Identifier: Apache-2.0
// What `run` and `profile` share: their options, the request made of them, and the conversation with the
// worker up to the end of the run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/run/worker_process.h"
#include "vmcore/base/result.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope::cli {

/// As given; empty strings and lists where not.
struct RunOptions {
  std::string file, function;
  std::vector<std::string> inputs, devices, libraries;
  std::string argsPath, inputsPath, resultPath, outputsPath, scriptPath;
  std::string engine = "builtin", allocator = "pooled", workerCommand, constsPath;
  std::vector<std::string> skip;
  std::string instrument;
  uint64_t seed = 0;
  double timeout = 0;
  std::optional<uint64_t> memoryLimit, stepLimit, stackLimit;
};
/// Adds FILE, FUNCTION and all options of a run.
void addRunOptions(CLI::App& command, RunOptions& options);

/// A run ready to be sent, and what to say about it.
struct PreparedRun {
  LoadedFile file;
  LoadRequest load;
  RunRequest run;
  std::string argumentsText;
  std::vector<std::string> madeUp;   ///< arguments nobody gave; told on standard error once the file is loaded
};
/// Opens the file, finds the function, reads and makes up arguments.
Result<PreparedRun> prepareRun(const RunOptions& options);

/// What came back.
struct RunOutcome {
  wire::Loaded loaded;
  wire::RunFinished finished;
  std::shared_ptr<const Trace> trace;   ///< of a traced run
};
/// Receives what kernels print; the second is true for standard error.
using PrintOutput = std::function<void(const std::string& text, bool standardError)>;
/// Starts a worker, loads, runs. A Failure is told on standard error and becomes the exit code.
std::optional<RunOutcome> performRun(const RunOptions& options, const PreparedRun& prepared, const TraceOrigin& origin, const PrintOutput& print, int& exitCode);

/// Writes the results where --result and --outputs say; the exit code.
int saveResultsIfAsked(const RunOptions& options, const RunOutcome& outcome);

Runner configureRun(CLI::App& command);
Runner configureTime(CLI::App& command);
Runner configureProfile(CLI::App& command);
Runner configureDevices(CLI::App& command);

}  // namespace relaxscope::cli
