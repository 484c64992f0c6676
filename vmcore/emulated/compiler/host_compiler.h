// SPDX-License-Identifier: Apache-2.0
// Compiles CUDA C++ for the CPU with the host's C++ compiler. The result is a kernel image.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace relaxscope::emulated {

struct CompileJob {
  std::string source;
  std::string name = "default_program";                      ///< of the source, in messages
  std::vector<std::pair<std::string, std::string>> headers;  ///< name as included, text
  int architecture = 80;
  std::vector<std::string> defines;   ///< "NAME" or "NAME=VALUE"
  std::vector<std::string> includes;  ///< folders
  std::string standard = "c++17";
};

struct CompileOutcome {
  bool compiled = false;
  std::string image;
  std::string log;  ///< as NVRTC writes: "kernels.cu(12): error: ..."
};

/// Temporary files are in a folder of their own and are removed.
CompileOutcome compileForHost(const CompileJob& job);
/// What a cached image depends on besides the source: the compiler and the text in front of it. Empty if there is no
/// compiler.
std::string hostCompilerIdentity();

}  // namespace relaxscope::emulated
