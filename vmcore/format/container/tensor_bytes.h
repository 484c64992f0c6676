// SPDX-License-Identifier: Apache-2.0
// Internal to the readers of array files: shapes in JSON, and the size of an array.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "vmcore/model/data_type.h"

namespace relaxscope {

/// A list of at most 64 non-negative integers; nothing for anything else.
std::optional<std::vector<int64_t>> shapeOf(const nlohmann::json& list);
/// Bytes of an array's elements one after another; nothing if they do not fit in an int64 or the type has no size.
std::optional<int64_t> dataBytes(const std::vector<int64_t>& shape, DataType dtype);

}  // namespace relaxscope
