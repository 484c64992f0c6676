// SPDX-License-Identifier: Apache-2.0
// Cost before a program runs: from bytes or a file to a VM, or to the end of a first call.
#pragma once

#include <string>

#include "tests/bench/peer/table.h"

namespace relaxscope::bench {

/// Loads of code, of many functions and of large constants.
void compareLoads(Table& table);
/// Opens a library, creates a VM and calls main once, each in its own process: two VMs in one process do not share
/// libraries, and a second opening is not a first one. `tvmRuntime` is the library with TVM's VM.
void compareFirstCall(Table& table, const std::string& path, const std::string& tvmRuntime);
/// Body of such a process (peer_bench --first-call RUNTIME PATH): prints the nanoseconds. Uses our VM if no runtime is
/// given.
int firstCall(const std::string& tvmRuntime, const std::string& path);

}  // namespace relaxscope::bench
