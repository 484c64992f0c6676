// SPDX-License-Identifier: Apache-2.0
// The commands that build executables.
#pragma once

#include <string>
#include <vector>

namespace relaxscope::cli {

struct BuildCommandOptions {
  std::string source, output, consts;
  std::string builder = "auto", python, target = "cpu", mode = "bytecode", cpu, compiler, workerCommand;
  std::string stageFolder, printAfter, stopAfter, sourceFolder;
  std::vector<std::string> disabled;
  double compilerLimit = 300;  ///< seconds
  int level = 0;
  bool listPasses = false, asJson = false;
};
int buildCommand(const BuildCommandOptions& options);

}  // namespace relaxscope::cli
