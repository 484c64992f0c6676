// SPDX-License-Identifier: Apache-2.0
// The commands that compare: their options as given, and functions that run them and return the exit code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/compare/run_pair.h"

namespace relaxscope::cli {

/// Not DiffOptions, which are those of the comparison itself (vmcore/analysis/diff).
struct DiffCommandOptions {
  std::string old, now, format = "text", output;
  std::vector<std::string> more;  ///< the arguments that git adds
  std::vector<std::string> functions, kernels, ignored, matched, kinds;
  bool asJson = false, summaryOnly = false, exact = false;
  bool runs = false;
  RunPairOptions run;  ///< with `runs`
  // Set by asGitCalls().
  bool byGit = false;  ///< exit code 0 if they differ, which git takes for done
  std::string oldTitle, nowTitle;
};
int diffCommand(const DiffCommandOptions& given);

struct CompareOptions {
  std::string old, now;
  bool sites = false, asJson = false, asCsv = false;
  std::optional<double> failAbove;
};
int compareCommand(const CompareOptions& o);

}  // namespace relaxscope::cli
