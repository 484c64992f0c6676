// SPDX-License-Identifier: Apache-2.0
// Repeats a measurement in further worker processes, one after the other: `time` and `profile`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/run/run.h"
#include "vmcore/run/request.h"

namespace relaxscope::cli {

struct ProcessRuns {
  std::vector<RunOutcome> outcomes;
  std::string note;  ///< why there are fewer than asked for, or than the default; empty if there are not
};
struct ProcessCount {
  std::optional<uint32_t> wanted;  ///< --processes
  uint32_t most = kProcesses;      ///< without it
};
/// Makes the runs of `prepared` in further processes, of at most `mostRounds` rounds each: in as many that there are
/// `count` with the first one, or as there is time for (furtherProcesses()).
ProcessRuns runInFurtherProcesses(const RunOptions& options, const RunOfFile& prepared, ProcessCount count,
                                  const FirstProcess& first, uint32_t mostRounds);

/// Checks --processes.
Result<void> checkProcesses(std::optional<uint32_t> processes);

}  // namespace relaxscope::cli
