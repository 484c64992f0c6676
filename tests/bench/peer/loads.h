// SPDX-License-Identifier: Apache-2.0
// What passes before a program runs: from bytes or a file to a machine, or to the end of a first call.
#pragma once

#include <string>

#include "tests/bench/peer/table.h"

namespace relaxscope::bench {

/// Loads of code, of many functions and of large constants.
void compareLoads(Table& table);
/// Opening a library, making a machine and calling main once.
void compareFirstCall(Table& table, const std::string& path);

}  // namespace relaxscope::bench
