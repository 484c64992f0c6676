// SPDX-License-Identifier: Apache-2.0
// Programs of the comparison; each executes `units` of something per call of main.
#pragma once

#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::bench {

/// Type of main's argument.
enum class Input { Int, Tensor };

struct BenchProgram {
  std::string name;
  int units = 0;  ///< calls, iterations or operators per run
  const char* unit = "";
  Input input = Input::Int;
  Executable executable;
  double target = 0;  ///< maximum allowed fraction of TVM's time; 0: none is set
};
std::vector<BenchProgram> benchPrograms();
/// main with a single Ret.
BenchProgram returnProgram();
/// 100,000 calls with a stored result.
BenchProgram callProgram(const char* callee = "bench.one");
/// 100,000 calls of a trivial function on two tensors, for the cost of recording values.
BenchProgram tensorProgram();

}  // namespace relaxscope::bench
