// SPDX-License-Identifier: Apache-2.0
// Models that TVM compiled, run by both machines.
//
// Where weights, code and results come to lie in the caches is settled by chance when a model is loaded, and shifts one
// whose time goes into kernels by a percent or two for as long as it stays loaded; what a process got, it tends to get again.
// So the pairs are spread over processes, and in each the library is opened anew every few pairs, by either machine first.
#pragma once

#include <string>

#include "tests/bench/peer/table.h"

namespace relaxscope::bench {

/// Times main of the library at `path` and prints the row. `tvmRuntime` is the library with TVM's machine.
void compareModel(Table& table, const std::string& path, const std::string& tvmRuntime, double target, Judge judge);
/// What one of the processes does (peer_bench --model RUNTIME PATH PAIRS): prints nanoseconds of both, a line a pair.
int timeModel(const std::string& tvmRuntime, const std::string& path, int pairs);

}  // namespace relaxscope::bench
