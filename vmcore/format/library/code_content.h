// SPDX-License-Identifier: Apache-2.0
// The format of code, detected from its first bytes: a module's label may be wrong (TVM calls a fatbin "cubin"), and
// some kinds have none.
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
