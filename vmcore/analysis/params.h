// SPDX-License-Identifier: Apache-2.0
// Parameters of functions, from the check instructions of a body or the context strings of the constant pool (engine.md
// 5), else from what the body passes them to.
#pragma once

#include <string>
#include <vector>

#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

/// A parameter: its statically known type and its name.
struct ParamInfo : StaticType {
  std::string name;        ///< from the function table, else "arg0"
  std::string annotation;  ///< "R.Tensor((n, 16), dtype=\"float32\")" if a check holds it
  /// Where the type comes from if not from a check: "kernel matmul" (the signature that the library carries),
  /// "checks of kernel matmul" (the messages of its checks), "function block" (its parameter), "builtin read_if_cond",
  /// "a condition". Of a tuple, that of its last field.
  std::string source;
  /// Of integers that a kernel takes as indices: the extent that they select from, as far as a kernel's signature
  /// tells.
  std::optional<DimSpec> selects = {};
};

/// Parameters of a bytecode or compiled function (at most 1,024 if they are unnamed).
std::vector<ParamInfo> recoverParams(const Executable& executable, FuncIndex function);

}  // namespace relaxscope
