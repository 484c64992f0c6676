// SPDX-License-Identifier: Apache-2.0
// Programs of the comparison; each runs `units` of something in one call of main.
#pragma once

#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::bench {

/// What main takes.
enum class Input { Int, Tensor };

struct BenchProgram {
  std::string name;
  int units = 0;  ///< calls, iterations or operators in one run
  const char* unit = "";
  Input input = Input::Int;
  Executable executable;
  double target = 0;  ///< of TVM's time that ours may take; 0: none is set
};
std::vector<BenchProgram> benchPrograms();
/// main of a single Ret.
BenchProgram returnProgram();
/// 100,000 calls with a stored result.
BenchProgram callProgram();
/// 100,000 calls of a trivial function on two tensors, for the cost of recording values.
BenchProgram tensorProgram();

}  // namespace relaxscope::bench
