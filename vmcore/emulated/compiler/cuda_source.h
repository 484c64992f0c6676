// SPDX-License-Identifier: Apache-2.0
// Preprocessed CUDA C++ rewritten to C++: finds the kernels, gives shared variables a section of their own, and adds
// the table of kernels that an image ends with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace relaxscope::emulated {

struct SourceProblem {
  std::string file;
  int line = 0;
  std::string message;
};

struct CppSource {
  std::string text;
  std::vector<std::string> kernels;
  std::vector<SourceProblem> problems;
};

/// `preprocessed` has the compiler's line markers; text of system headers stays as it is.
CppSource cppFromCuda(std::string_view preprocessed);

}  // namespace relaxscope::emulated
