// SPDX-License-Identifier: Apache-2.0
// Parameters of functions, from the check instructions of a body or the context strings of the constant pool (engine.md
// 5).
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
};

/// Parameters of a bytecode or compiled function (at most 1,024 if they are unnamed).
std::vector<ParamInfo> recoverParams(const Executable& executable, FuncIndex function);

}  // namespace relaxscope
