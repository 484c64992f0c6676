// SPDX-License-Identifier: Apache-2.0
// Names of the weights that a model takes as one tuple, from the metadata that MLC compiles into it.
#pragma once

#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// In the order of the tuple's fields: "name" of each item of "params" in the JSON text that the function `_metadata`
/// refers to. Empty for an executable without one.
std::vector<std::string> packedParamNames(const Executable& executable);

}  // namespace relaxscope
