// SPDX-License-Identifier: Apache-2.0
// Parameters of functions, as the check instructions of a body or the context strings of the constant pool describe
// them (engine.md 5).
#pragma once

#include <string>
#include <vector>

#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

/// A parameter: what is known of its type without running anything, and what it is called.
struct ParamInfo : StaticType {
  std::string name;        ///< from the function table, else "arg0"
  std::string annotation;  ///< "R.Tensor((n, 16), dtype=\"float32\")" where a check carries it
};

/// Parameters of a bytecode or compiled function, as many as it takes (those without names up to 1,024).
std::vector<ParamInfo> recoverParams(const Executable& executable, FuncIndex function);

}  // namespace relaxscope
