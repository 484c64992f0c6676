// SPDX-License-Identifier: Apache-2.0
// Runs another program, a compiler, and collects what it prints. There is no shell: arguments are passed as they are.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "vmcore/base/result.h"

namespace relaxscope {

struct ProcessEnd {
  int exitCode = 0;  ///< 128 and the signal after one
  bool timedOut = false;
  std::string output;  ///< of both standard streams, at most `mostOutput` bytes
};

/// Runs `arguments[0]`, found on PATH, and waits; after `limit` the program is killed. Its standard input is empty.
Result<ProcessEnd> runProcess(const std::vector<std::string>& arguments, std::chrono::seconds limit,
                              size_t mostOutput = size_t{1} << 20);
/// The path of a program on PATH, or of one that is named by its path; empty if there is none.
std::string findProgram(const std::string& name);

}  // namespace relaxscope
