// SPDX-License-Identifier: Apache-2.0
// What several trials check of a profile; each prints the figures and returns whether they hold.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "vmcore/run/trace_mode.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::bench {

/// A kernel of known time.
struct Planted {
  const char* name;
  std::function<void(double)> work;  ///< for a share of its usual length
};

/// The corrected runs of a profile of `calls` calls per run agree with the unrecorded ones, and there is at most one
/// page fault per 1,000 calls.
bool agrees(const std::string& name, TraceMode mode, const Trace& trace, int calls);
/// Rows of kernels that a program calls `repeats` times in this order against their own time; then with the first one
/// lengthened by 30 %.
bool plantedIn(const std::vector<Planted>& kernels, int repeats, TraceMode mode);

}  // namespace relaxscope::bench
