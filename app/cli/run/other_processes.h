// SPDX-License-Identifier: Apache-2.0
// Repeats the runs of a profile in processes of their own, one after the other: times of the same program differ from
// process to process by more than the runs within one show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/run/run.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::cli {

/// Processes of a profile unless told otherwise, and how long all but the first may take for that.
inline constexpr uint32_t kProcesses = 8;
inline constexpr double kOtherProcessesSeconds = 3;

struct OtherProcesses {
  std::vector<ProcessTimes> times;
  std::string note;  ///< why there are fewer than planned; empty if there are not
};
/// Makes the paired runs of `prepared`, at most 20 rounds without values, in further worker processes: in as many that
/// there are `wanted` with the one that took `seconds`, or kProcesses if that is quick enough.
OtherProcesses runInOtherProcesses(const RunOptions& options, RunOfFile& prepared, std::optional<uint32_t> wanted,
                                   double seconds);

}  // namespace relaxscope::cli
