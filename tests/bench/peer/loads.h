// SPDX-License-Identifier: Apache-2.0
// What passes before a program runs: from bytes or a file to a machine, or to the end of a first call.
#pragma once

#include <string>

#include "tests/bench/peer/table.h"

namespace relaxscope::bench {

/// Loads of code, of many functions and of large constants.
void compareLoads(Table& table);
/// Opening a library, making a machine and calling main once, each in a process of its own: two machines in one process
/// keep their hands off each other's libraries, and a second opening is not the first. `tvmRuntime` is the library with
/// TVM's machine.
void compareFirstCall(Table& table, const std::string& path, const std::string& tvmRuntime);
/// What such a process does (peer_bench --first-call RUNTIME PATH): prints the nanoseconds. Without a runtime by our
/// machine.
int firstCall(const std::string& tvmRuntime, const std::string& path);

}  // namespace relaxscope::bench
