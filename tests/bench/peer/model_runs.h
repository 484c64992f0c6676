// SPDX-License-Identifier: Apache-2.0
// Models that TVM compiled, run by both VMs.
//
// The placement of weights, code and results in the caches is random per load and shifts a kernel-bound model by a
// percent or two for as long as it stays loaded; within one process it tends to repeat. So a timing is that of a
// process (the median of its pairs), and in every other process TVM's VM opens the library first.
#pragma once

#include <string>

#include "tests/bench/peer/table.h"

namespace relaxscope::bench {

/// Times main of the library at `path` and prints the row. `tvmRuntime` is the library with TVM's VM.
void compareModel(Table& table, const std::string& path, const std::string& tvmRuntime, double target, Judge judge);
/// Body of one of the processes (peer_bench --model RUNTIME PATH ours|theirs): prints the medians of both in
/// nanoseconds, and that of their ratios. The last argument selects the VM that opens the library first.
int timeModel(const std::string& tvmRuntime, const std::string& path, bool oursFirst);

}  // namespace relaxscope::bench
