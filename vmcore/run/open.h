// SPDX-License-Identifier: Apache-2.0
// A file or a profile, opened for whoever looks at it or runs it: the window, rscope and Python. Read, with its
// late-bound constants, verified, and what keeps it from being run. Runs nothing.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/loaded_file.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

struct Opened {
  std::shared_ptr<const LoadedFile> file;        ///< null for a profile
  std::shared_ptr<const Trace> trace;            ///< of a profile
  std::shared_ptr<const Executable> executable;  ///< null for a profile that holds none
  std::optional<Error> constantsProblem;         ///< why late-bound constants could not be taken from their file
};
/// `constants`: a parameter list with the late-bound constants of the executable, or empty.
Result<Opened> openFile(const std::string& path, const std::string& constants = {}, const std::stop_token& stop = {});

/// What the readers of `file` noted, then what the verifier finds in `executable`: that of the file, with its
/// late-bound constants or edited. Without a file (a profile) the verifier alone.
Diagnostics findingsOf(const Executable& executable, const LoadedFile* file, const std::stop_token& stop = {});
/// What keeps it from being run, the most important first; `findings` are those of findingsOf().
std::vector<RunObstacle> obstaclesOf(const Executable& executable, const LoadedFile* file, const Diagnostics& findings);

}  // namespace relaxscope
