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

/// Two bytecode functions of which one calls the other, a branch, constants, an unused function and a compiled one.
inline constexpr const char* kProgram = R"(const "global"
const 42
fn main(x, y)
  call vm.builtin.null_value -> %5
  call matmul %0 %1 -> %2
  call helper %2 c0 -> %3
  if %3 +2
  call matmul %3 c1 -> %3
  ret %3
fn helper(z)
  call relu %0 -> %1
  call vm.builtin.null_value -> %2
  ret %1
packed unused_one
vmtir compiled
)";

/// Parses the lines; an unknown line fails the running test.
Executable program(std::string_view text);
/// A function of `blocks` consecutive diamonds, followed by a loop back to the start: for size tests.
Executable diamonds(int blocks);
/// `count` calls of one packed function in one body.
Executable straight(int count);

}  // namespace relaxscope::testing
