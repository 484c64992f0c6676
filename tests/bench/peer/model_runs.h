// SPDX-License-Identifier: Apache-2.0
// Models that TVM compiled, run by both machines.
//
// Where weights, code and results come to lie in the caches is settled by chance when a model is loaded, and shifts one
// whose time goes into kernels by a percent or two for as long as it stays loaded; what a process got, it tends to get
// again. So a timing is that of a process, the median of its pairs, and every other process lets TVM's machine open the
// library first.
#pragma once

#include <string>

#include "tests/bench/peer/table.h"

namespace relaxscope::bench {

/// Times main of the library at `path` and prints the row. `tvmRuntime` is the library with TVM's machine.
void compareModel(Table& table, const std::string& path, const std::string& tvmRuntime, double target, Judge judge);
/// What one of the processes does (peer_bench --model RUNTIME PATH ours|theirs): prints the medians of both in
/// nanoseconds, and that of their ratios. The last argument says who opens the library first.
int timeModel(const std::string& tvmRuntime, const std::string& path, bool oursFirst);

}  // namespace relaxscope::bench
