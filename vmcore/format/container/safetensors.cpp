// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/container/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "vmcore/base/text/text.h"
#include "vmcore/format/container/tensor_bytes.h"

namespace relaxscope {
namespace {

constexpr uint64_t kMostHeader = uint64_t{16} << 20;  // names of 100,000 arrays take less

uint64_t headerBytes(const Bytes& file) {
  uint64_t size = 0;
  if (file.size() >= sizeof size) std::memcpy(&size, file.slice(0, sizeof size).data(), sizeof size);
  return size;
}

/// "F32" and so on.
std::optional<DataType> dtypeOf(const std::string& name) {
  constexpr std::pair<const char*, const char*> kNames[] = {{"F64", "float64"},        {"F32", "float32"},
                                                            {"F16", "float16"},        {"BF16", "bfloat16"},
                                                            {"I64", "int64"},          {"I32", "int32"},
                                                            {"I16", "int16"},          {"I8", "int8"},
                                                            {"U64", "uint64"},         {"U32", "uint32"},
                                                            {"U16", "uint16"},         {"U8", "uint8"},
                                                            {"BOOL", "bool"},          {"F8_E4M3", "float8_e4m3fn"},
                                                            {"F8_E5M2", "float8_e5m2"}};
  for (const auto& [theirs, ours] : kNames)
    if (name == theirs) return *parseDataType(ours);
  return std::nullopt;
}

}  // namespace

bool looksLikeSafetensors(const Bytes& file) {
  const uint64_t size = headerBytes(file);
  return size >= 2 && size <= std::min<uint64_t>(kMostHeader, file.size() - std::min<size_t>(file.size(), 8)) &&
         file.slice(8, 1).text() == "{";
}

Result<std::vector<std::pair<std::string, NpyArray>>> readSafetensors(const Bytes& file) {
  if (!looksLikeSafetensors(file)) return Error("not a safetensors file", 0);
  const uint64_t size = headerBytes(file);
  const nlohmann::json header = nlohmann::json::parse(file.slice(8, size).text(), nullptr, false);
  if (!header.is_object()) return Error("the header is not a JSON object", 8);
  const Bytes data = file.slice(8 + size, file.size() - 8 - size);
  std::vector<std::pair<uint64_t, std::pair<std::string, NpyArray>>> found;
  for (const auto& member : header.items()) {
    const std::string& name = member.key();
    const nlohmann::json& item = member.value();
    if (name == "__metadata__") continue;
    const auto wrong = [&](const char* what) { return Error(fmt::format("array {}: {}", printable(name), what), 8); };
    if (!item.is_object() || !item.contains("dtype") || !item["dtype"].is_string()) return wrong("has no dtype");
    const auto dtype = dtypeOf(item["dtype"].get<std::string>());
    if (!dtype) return wrong("its dtype is not known");
    const auto shape = shapeOf(item.value("shape", nlohmann::json()));
    if (!shape) return wrong("its shape must be a list of non-negative integers");
    const auto offsets = shapeOf(item.value("data_offsets", nlohmann::json()));
    if (!offsets || offsets->size() != 2 || (*offsets)[0] > (*offsets)[1] ||
        static_cast<uint64_t>((*offsets)[1]) > data.size())
      return wrong("data_offsets must be a range of the data");
    const auto begin = static_cast<uint64_t>((*offsets)[0]), end = static_cast<uint64_t>((*offsets)[1]);
    if (dataBytes(*shape, *dtype) != static_cast<int64_t>(end - begin))
      return wrong("its data does not have the size of its shape");
    found.push_back({begin, {name, NpyArray{*dtype, *shape, data.slice(begin, end - begin)}}});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::pair<std::string, NpyArray>> arrays;
  for (auto& [begin, array] : found) arrays.push_back(std::move(array));
  return arrays;
}

}  // namespace relaxscope
