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
#include "vmcore/run/prepare.h"

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
  bool printRequest = false;
};
/// Adds FILE, FUNCTION and all options of a run.
void addRunOptions(CLI::App& command, RunOptions& options);

/// A run ready to be sent, and the file that it is of. What was defaulted is reported once the worker has loaded the
/// file.
struct RunOfFile : PreparedRun {
  LoadedFile file;
};
/// Opens the file and prepares the run; `run` says how often and how it is recorded.
Result<RunOfFile> prepareRun(const RunOptions& options, const RunRequest& run);

/// What came back.
struct RunOutcome {
  wire::Loaded loaded;
  wire::RunFinished finished;
  std::shared_ptr<const Trace> trace;  ///< of a traced run
};
/// Receives what kernels print; the second is true for standard error.
using PrintOutput = std::function<void(const std::string& text, bool standardError)>;
/// Starts a worker, loads, runs. A Failure is told on standard error and becomes the exit code.
std::optional<RunOutcome> performRun(const RunOptions& options, const RunOfFile& prepared, const TraceOrigin& origin,
                                     const PrintOutput& print, int& exitCode);

/// Writes the results where --result and --outputs say; the exit code.
int saveResultsIfAsked(const RunOptions& options, const RunOutcome& outcome);

Runner configureRun(CLI::App& command);
Runner configureTime(CLI::App& command);
Runner configureProfile(CLI::App& command);
Runner configureDevices(CLI::App& command);

}  // namespace relaxscope::cli
