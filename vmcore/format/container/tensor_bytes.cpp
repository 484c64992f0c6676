// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/container/tensor_bytes.h"

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

std::optional<uint64_t> tensorBytes(DataType dtype, const std::vector<int64_t>& shape) {
  if (dtype.elementBytes() <= 0) return std::nullopt;
  auto bytes = static_cast<uint64_t>(dtype.elementBytes());
  for (const int64_t dim : shape)
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(dim), &bytes)) return std::nullopt;
  return bytes;
}

}  // namespace relaxscope
