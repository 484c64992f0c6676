// SPDX-License-Identifier: Apache-2.0
// Runs two executables on the same inputs, in turns: the part of `rscope diff --run`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/output.h"
#include "app/cli/run/run.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/export/diff/section.h"
#include "vmcore/run/compare/value_comparison.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope::cli {

/// `file` of RunOptions is the old executable.
struct RunPairOptions : RunOptions, RepeatOptions {
  std::string newFile;
  std::optional<uint32_t> processes;
  std::vector<std::string> out;  ///< -o: none, or the profiles of both
  bool repeatGiven = false;
  bool precise = false;
  bool sites = false;
  bool progress = false;
  std::optional<double> failAbove;
};

/// Both traces and what the comparison says.
struct RunPair {
  std::shared_ptr<const Trace> old, now;
  TraceComparison times;
  ValueComparison values;
};
/// Runs both and writes the profiles of -o. Nothing after a failure, which is reported; `exitCode` is then that of the
/// command.
std::optional<RunPair> runPair(const RunPairOptions& options, int& exitCode);

/// What the run adds to the output of `rscope diff`.
DiffSection runPairSection(const RunPairOptions& options, const RunPair& pair);
void writeRunPairText(const RunPairOptions& options, const RunPair& pair, Output& out);
/// The field run, of which values is a part.
void writeRunPairJson(const RunPair& pair, JsonWriter& json);

}  // namespace relaxscope::cli
