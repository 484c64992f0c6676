// SPDX-License-Identifier: Apache-2.0
// Two executables and the traces of both, recorded in turns: what is gone, renamed, slower and the same is known.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/support/synthetic_trace.h"

namespace relaxscope::testing {

/// A function main that makes these calls, and a trace of it: a kernel, and what it takes in nanoseconds.
using TimedCalls = std::vector<std::pair<std::string, int64_t>>;
/// `processes` of two turns of four runs each; 0: one process, whose runs are no turns.
SyntheticModel timedModel(const TimedCalls& calls, uint32_t processes);

/// In both: matmul, which takes 200 ns more of 4000; softmax, which takes the same; alloc_tensor, called twice in the
/// old one and once in the new one. transpose of 1500 ns is only in the old one, copy of 300 ns only in the new one.
struct TimedPair {
  explicit TimedPair(uint32_t processes = 5);
  SyntheticModel old, now;
};

}  // namespace relaxscope::testing
