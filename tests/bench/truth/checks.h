// SPDX-License-Identifier: Apache-2.0
// What several trials check of a profile; each prints the figures and returns whether they hold.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/bench/truth/recorded_program.h"
#include "vmcore/run/trace_mode.h"

namespace relaxscope::bench {

/// A kernel of known time.
struct Planted {
  const char* name;
  std::function<void(double)> work;  ///< for a share of its usual length
};

/// Three profiles of a program of `calls` calls per run: in two of them at least, the corrected runs agree with the
/// unrecorded ones, and there is at most one page fault per 1,000 calls. An interval of 95 % misses by chance.
bool agrees(const std::string& name, TraceMode mode, RecordedProgram& program, int calls);
/// Rows of kernels that a program calls `repeats` times in this order against their own time; then with the first one
/// lengthened by 30 %.
bool plantedIn(const std::vector<Planted>& kernels, int repeats, TraceMode mode);

}  // namespace relaxscope::bench
