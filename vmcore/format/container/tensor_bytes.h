// SPDX-License-Identifier: Apache-2.0
// Internal to the readers of array files: shapes in JSON, and the size of a tensor.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "vmcore/model/data_type.h"

namespace relaxscope {

/// A list of at most 64 non-negative integers; nothing for anything else.
std::optional<std::vector<int64_t>> shapeOf(const nlohmann::json& list);
/// Of its elements one after another; nothing if that overflows or the type has no size.
std::optional<uint64_t> tensorBytes(DataType dtype, const std::vector<int64_t>& shape);

}  // namespace relaxscope
