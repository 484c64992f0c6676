// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/array_set.h"

#include <fmt/format.h>

#include <filesystem>

#include "vmcore/format/container/safetensors.h"
#include "vmcore/format/container/tensor_cache.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/vm/parameter_list.h"

namespace relaxscope {
namespace {

using Arrays = std::vector<std::pair<std::string, NpyArray>>;
constexpr const char* kListNames[] = {"tensor-cache.json", "ndarray-cache.json"};

Result<Arrays> arraysOfParameters(const Bytes& bytes) {
  RS_TRY(const Executable list, readParameterList(bytes));
  Arrays arrays;
  for (size_t i = 0; i < list.constants.size(); ++i)
    if (const auto* tensor = std::get_if<TensorConstant>(&list.constants[i].value))
      arrays.emplace_back(list.constantNames.at(i), NpyArray{tensor->dtype, tensor->shape, tensor->data});
  return arrays;
}

Result<Arrays> arraysOfFile(const std::filesystem::path& path) {
  RS_TRY(const Bytes bytes, readFileBytes(path.string()));
  if (bytes.head(2) == "PK") return readNpz(bytes);
  if (looksLikeParameterList(bytes)) return arraysOfParameters(bytes);
  if (looksLikeSafetensors(bytes)) return readSafetensors(bytes);
  if (bytes.head(1) == "{")
    return readTensorCache(bytes.text(), [folder = path.parent_path()](const std::string& shard) {
      return readFileBytes((folder / shard).string());
    });
  RS_TRY(NpyArray array, readNpy(bytes));
  Arrays arrays;
  arrays.emplace_back(std::string(), std::move(array));
  return arrays;
}

}  // namespace

Result<Arrays> readArraySet(const std::string& path) {
  std::error_code failed;
  std::filesystem::path file(path);
  if (std::filesystem::is_directory(file, failed)) {
    for (const char* name : kListNames)
      if (std::filesystem::exists(file / name, failed)) {
        file /= name;
        break;
      }
    if (file == std::filesystem::path(path)) return Error(path + ": a folder without tensor-cache.json");
  }
  auto arrays = arraysOfFile(file);
  if (!arrays) return Error(fmt::format("{}: {}", file.string(), arrays.error().text()));
  return arrays;
}

}  // namespace relaxscope
