// SPDX-License-Identifier: Apache-2.0
// Executables from a few lines of text, so that a test shows its input:
//
//   fn main(x)
//     call add %0 i1 -> %1
//     if %1 +2
//     goto -2
//     ret %1
//   const "global"
//   vmtir compiled
#pragma once

#include <string_view>

#include "vmcore/model/executable.h"

namespace relaxscope::testing {

/// Parses the lines; an unknown line fails the running test.
Executable program(std::string_view text);
/// A function of `blocks` consecutive diamonds, followed by a loop back to the start: for size tests.
Executable diamonds(int blocks);
/// `count` calls of one packed function in one body.
Executable straight(int count);

}  // namespace relaxscope::testing
