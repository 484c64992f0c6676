// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/container/tensor_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "vmcore/base/text/text.h"
#include "vmcore/format/container/tensor_bytes.h"

namespace relaxscope {
namespace {

/// bfloat16 to float32 by zeros in the lower halves.
Bytes widened(const Bytes& halves) {
  std::vector<uint8_t> whole(halves.size() * 2);
  const uint8_t* from = halves.data();
  for (size_t i = 0; i + 1 < halves.size(); i += 2) std::memcpy(whole.data() + 2 * i + 2, from + i, 2);
  return Bytes::own(std::move(whole));
}

std::string textField(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}
std::optional<uint64_t> numberOf(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? std::optional(found->get<uint64_t>()) : std::nullopt;
}

Result<NpyArray> arrayOfRecord(const nlohmann::json& record, const Bytes& shard) {
  const auto dtype = parseDataType(textField(record, "dtype"));
  if (!dtype || dtype->elementBytes() <= 0) return Error("its dtype is not known");
  const auto shape = shapeOf(record.value("shape", nlohmann::json()));
  if (!shape) return Error("its shape must be a list of non-negative integers");
  const auto size = numberOf(record, "nbytes"), offset = numberOf(record, "byteOffset");
  if (!size || !offset || *offset > shard.size() || *size > shard.size() - *offset)
    return Error("byteOffset and nbytes must be a range of its shard");
  const bool halves = textField(record, "format") == "f32-to-bf16" && *dtype == *parseDataType("float32");
  const auto whole = dataBytes(*shape, *dtype);
  if (!whole || *size != static_cast<uint64_t>(halves ? *whole / 2 : *whole))
    return Error("nbytes is not the size of its shape");
  const Bytes data = shard.slice(*offset, *size);
  return NpyArray{*dtype, *shape, halves ? widened(data) : data};
}

using Arrays = std::vector<std::pair<std::string, NpyArray>>;

/// Adds the arrays of a shard. They must not overlap, so that what is read is not larger than the files.
Result<void> readShardArrays(const nlohmann::json& shard, const Bytes& bytes, Arrays& arrays) {
  const auto records = shard.find("records");
  if (records == shard.end() || !records->is_array()) return Error("\"records\" must be a list of arrays");
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (const auto& record : *records) {
    if (!record.is_object()) return Error("an array must be an object");
    const std::string name = textField(record, "name");
    if (name.empty()) return Error("an array has no name");
    auto array = arrayOfRecord(record, bytes);
    if (!array) return Error(fmt::format("array {}: {}", printable(name), array.error().message));
    ranges.emplace_back(*numberOf(record, "byteOffset"), *numberOf(record, "nbytes"));
    arrays.emplace_back(name, *std::move(array));
  }
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i - 1].first + ranges[i - 1].second > ranges[i].first) return Error("arrays overlap");
  return {};
}

}  // namespace

Result<std::vector<std::pair<std::string, NpyArray>>> readTensorCache(std::string_view text,
                                                                      const ReadShard& readShard) {
  constexpr size_t kMostText = size_t{16} << 20;
  if (text.size() > kMostText) return Error(fmt::format("{} bytes, at most {} are allowed", text.size(), kMostText));
  const nlohmann::json list = nlohmann::json::parse(text, nullptr, false);
  const nlohmann::json none;
  const auto& shards = list.is_object() && list.contains("records") ? list["records"] : none;
  if (!list.is_object() || !shards.is_array()) return Error("\"records\" must be a list of shards");
  Arrays arrays;
  std::set<std::string> names;
  for (const auto& shard : shards) {
    if (!shard.is_object()) return Error("a shard must be an object");
    const std::string name = textField(shard, "dataPath");
    if (name.empty() || name.find('/') != std::string::npos || name == "." || name == "..")
      return Error(fmt::format("dataPath \"{}\" must be the name of a file in the folder", printable(name)));
    const auto wrong = [&](const Error& error) {
      return Error(fmt::format("shard {}: {}", printable(name), error.message));
    };
    if (!names.insert(name).second) return wrong(Error("is listed twice"));
    const auto bytes = readShard(name);
    if (!bytes) return wrong(bytes.error());
    if (const auto read = readShardArrays(shard, *bytes, arrays); !read) return wrong(read.error());
  }
  return arrays;
}

}  // namespace relaxscope
