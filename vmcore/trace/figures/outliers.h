// SPDX-License-Identifier: Apache-2.0
// Outlying measured runs, and what the system did to each of them as far as it can be seen from within the process.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

enum class RunCause : uint8_t {
  Stopped,      ///< by a signal, and continued
  MovedToCpu,   ///< during the run
  OnOtherCpu,   ///< than most runs, from its beginning
  Descheduled,  ///< another thread ran on its CPU
  Waited,       ///< gave the CPU up itself: a lock, a file, a sleep
  ReadFromDisk,
  PageFaults,
  SlowCore,   ///< the same multiplications took longer right after the run
  Recording,  ///< events were handed over within the run, which cools the caches
  Unseen,     ///< none of these: an interrupt, or the host of a virtual machine
};
struct SeenCause {
  RunCause cause = RunCause::Unseen;
  int64_t figure = 0;  ///< number of the CPU; number of times or faults beyond the usual; percent for SlowCore
  friend bool operator==(const SeenCause&, const SeenCause&) = default;
};
struct OutlyingRun {
  uint32_t run = 0;               ///< among the measured runs, from 0
  double excess = 0;              ///< of its time over the median: 0.61 is 61 % longer
  std::vector<SeenCause> causes;  ///< empty for a run that was faster than the others
};

/// The outliers of statistics.runTimes, slowest first. A cause is what the run had and most runs had not; page faults,
/// waiting for a CPU and recording count where they may explain a tenth of the excess.
std::vector<OutlyingRun> outlyingRuns(const Trace& trace, const TraceStatistics& statistics);

/// "moved to CPU 1", "descheduled twice", "interrupt or host".
std::string causeText(const SeenCause& cause);
/// "run 7 +61.0 % (moved to CPU 1, descheduled twice), run 12 +22.0 % (interrupt or host)": names at most four.
std::string outlyingRunsText(std::span<const OutlyingRun> runs);

}  // namespace relaxscope
