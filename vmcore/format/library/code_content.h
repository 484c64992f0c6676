// SPDX-License-Identifier: Apache-2.0
// What a run of code is, by its first bytes: the label that a module carries may lie (TVM calls a fatbin
// "cubin"), and some kinds carry none.
#pragma once

#include <string>
#include <string_view>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

struct CodeContent {
  std::string name;  ///< "CUDA C++ source", "PTX", "fatbin", "SPIR-V", "unknown", ...
  bool isText = false;
};
/// `kind` is the module's, `format` its label.
CodeContent codeContent(std::string_view kind, std::string_view format, const Bytes& code);

}  // namespace relaxscope
