// SPDX-License-Identifier: Apache-2.0
// Reads what the system did to the calling thread during a run. begin() and end() lie outside the run's time.
#pragma once

#include <sys/resource.h>

#include <cstdint>

#include "vmcore/trace/trace.h"

namespace relaxscope {

class RunSampler {
 public:
  RunSampler() = default;
  ~RunSampler();
  RunSampler(const RunSampler&) = delete;
  RunSampler& operator=(const RunSampler&) = delete;

  void begin();
  /// Differences since begin(), on the same thread.
  RunConditions end();

  /// To be called by the program's handler of SIGCONT, if it has one. Async-signal-safe.
  static void countContinue();

 private:
  /// Nanoseconds that the thread has waited for a CPU; 0 if the kernel does not tell.
  [[nodiscard]] int64_t readDelay();

  rusage before_{};
  int64_t delayBefore_ = 0;
  uint32_t cpuBefore_ = kNoIndex, stopsBefore_ = 0;
  int schedstat_ = -1;  ///< of the thread schedstatThread_
  int schedstatThread_ = 0;
};

}  // namespace relaxscope
