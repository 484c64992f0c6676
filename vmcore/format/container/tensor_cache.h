// SPDX-License-Identifier: Apache-2.0
// Folders of weights as TVM and MLC write them: tensor-cache.json (ndarray-cache.json before) names the arrays and the
// shard files that hold them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/format/container/npz.h"

namespace relaxscope {

/// The bytes of a shard by its name in the folder.
using ReadShard = std::function<Result<Bytes>(const std::string& name)>;

/// Arrays in the order of the list `text`, the content of tensor-cache.json. Those of format "f32-to-bf16" are float32
/// whose lower halves were left out: they are widened. A shard's name must not lead out of the folder. Errors name the
/// shard and the array.
Result<std::vector<std::pair<std::string, NpyArray>>> readTensorCache(std::string_view text,
                                                                      const ReadShard& readShard);

}  // namespace relaxscope
