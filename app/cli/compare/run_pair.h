// SPDX-License-Identifier: Apache-2.0
// Runs two executables on the same inputs, in turns: the part of `rscope diff --run`.
#pragma once

#include <optional>
#include <string>

#include "app/cli/run/run.h"
#include "vmcore/analysis/diff/diff.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope::cli {

/// `file` of RunOptions is the old executable.
struct RunPairOptions : RunOptions, RepeatOptions {
  std::string newFile;
  std::optional<uint32_t> processes;
  std::vector<std::string> out;  ///< -o: none, or the profiles of both
  bool precise = false;
  bool sites = false;
  std::optional<double> failAbove;
};
/// Adds the options of a run of two executables but their files and -o.
void addRunPairOptions(CLI::App& command, RunPairOptions& options);

/// Both traces and what the comparison says.
struct RunPair {
  std::shared_ptr<const Trace> old, now;
  TraceComparison times;
  std::string note;  ///< why fewer processes were made than planned; empty if not
};
/// Runs both and writes the profiles of -o. Nothing after a failure, which is reported; `exitCode` is then that of the
/// command.
std::optional<RunPair> runPair(const RunPairOptions& options, int& exitCode);

/// A command of its own until `rscope diff` has --run: hidden.
Runner configureRunPair(CLI::App& command);

}  // namespace relaxscope::cli
