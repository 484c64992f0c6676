// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/container/tensor_bytes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace relaxscope {

std::optional<std::vector<int64_t>> shapeOf(const nlohmann::json& list) {
  constexpr size_t kMostDims = 64;
  if (!list.is_array() || list.size() > kMostDims) return std::nullopt;
  std::vector<int64_t> shape;
  for (const auto& item : list) {
    if (!item.is_number_integer() || (item.is_number_unsigned() && item.get<uint64_t>() > uint64_t{INT64_MAX}))
      return std::nullopt;
    shape.push_back(item.get<int64_t>());
    if (shape.back() < 0) return std::nullopt;
  }
  return shape;
}

std::optional<int64_t> dataBytes(const std::vector<int64_t>& shape, DataType dtype) {
  if (dtype.elementBytes() <= 0) return std::nullopt;
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  int64_t bytes = dtype.elementBytes();
  for (const int64_t extent : shape)
    if (__builtin_mul_overflow(bytes, extent, &bytes)) return std::nullopt;
  return bytes;
}

}  // namespace relaxscope
