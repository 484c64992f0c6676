// SPDX-License-Identifier: Apache-2.0
// safetensors: a u64 length, a JSON header of names, dtypes, shapes and offsets, then the data. Every size is checked
// before anything is used; the data is not copied.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vmcore/format/container/npz.h"

namespace relaxscope {

bool looksLikeSafetensors(const Bytes& file);
/// Arrays in the order of their data. Errors name the array.
Result<std::vector<std::pair<std::string, NpyArray>>> readSafetensors(const Bytes& file);

}  // namespace relaxscope
