// SPDX-License-Identifier: Apache-2.0
// Opens a file or a profile for the window, rscope and Python: reads it with its late-bound constants, verifies it, and
// finds the obstacles to a run. Runs nothing.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/partial_file.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

struct Opened {
  std::shared_ptr<const LoadedFile> file;        ///< null for a profile
  std::shared_ptr<const Trace> trace;            ///< of a profile
  std::shared_ptr<const Executable> executable;  ///< null for a profile that holds none
  std::optional<Error> constantsProblem;         ///< why late-bound constants could not be read from their file
};
/// `constants`: path of a parameter list with the late-bound constants of the executable, or empty. On an error in the
/// file's bytes, `partial`, if given, receives what was decoded before it; of a profile, only the bytes.
Result<Opened> openFile(const std::string& path, const std::string& constants = {}, const std::stop_token& stop = {},
                        std::optional<PartialFile>* partial = nullptr);

/// Findings of the readers of `file`, then of the verifier for `executable`: that of the file, with its late-bound
/// constants or edited. Without a file (a profile) only those of the verifier.
Diagnostics findingsOf(const Executable& executable, const LoadedFile* file, const std::stop_token& stop = {});
/// Why the executable cannot be run, most important first; `findings` are those of findingsOf().
std::vector<RunObstacle> obstaclesOf(const Executable& executable, const LoadedFile* file, const Diagnostics& findings);

}  // namespace relaxscope
