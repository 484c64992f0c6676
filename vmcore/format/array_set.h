// SPDX-License-Identifier: Apache-2.0
// Named arrays of a file or folder, whatever its form: .npz, .npy, a parameter list (TVM's save_param_dict),
// safetensors, a folder with tensor-cache.json. The content decides, not the name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vmcore/format/container/npz.h"

namespace relaxscope {

/// In file order; the array of a .npy has no name. Reads files; large ones on request. Errors name the file.
Result<std::vector<std::pair<std::string, NpyArray>>> readArraySet(const std::string& path);

}  // namespace relaxscope
