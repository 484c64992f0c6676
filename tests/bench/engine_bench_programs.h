// SPDX-License-Identifier: Apache-2.0
// Programs of the engine's benchmark; each runs `units` of something in one call of main.
#pragma once

#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::bench {

/// What main takes.
enum class Input { Int, Tensor };

struct BenchProgram {
  std::string name;
  int units = 0;             ///< calls, iterations or operators in one run
  const char* unit = "";
  Input input = Input::Int;
  Executable executable;
};
/// The one that the target is set for comes first.
std::vector<BenchProgram> benchPrograms();
/// 100,000 calls of a trivial function on two tensors, for the cost of recording values.
BenchProgram tensorProgram();

}  // namespace relaxscope::bench
