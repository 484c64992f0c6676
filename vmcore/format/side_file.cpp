// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/side_file.h"

#include <fmt/format.h>

#include <map>
#include <memory>

#include "vmcore/base/text/text.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/vm/executable_check.h"

namespace relaxscope {
namespace {

NpyArray plainBytes(const Bytes& data) {
  return {{static_cast<uint8_t>(TypeCode::UInt), 8, 1}, {static_cast<int64_t>(data.size())}, data};
}

/// The array that holds a tensor's bytes: with its shape and dtype if NumPy can represent them, else plain bytes.
NpyArray arrayOfConstant(const TensorConstant& tensor) {
  const int64_t size = tensor.dtype.elementBytes();
  const bool plain = (size == 1 || size == 2 || size == 4 || size == 8) && tensor.dtype.lanes == 1;
  return plain ? NpyArray{storedAs(tensor.dtype), tensor.shape, tensor.data} : plainBytes(tensor.data);
}

const TensorConstant* largeTensor(const Constant& constant) {
  const auto* tensor = std::get_if<TensorConstant>(&constant.value);
  return tensor != nullptr && tensor->data.size() > kInlineTensorBytes ? tensor : nullptr;
}

using ArrayMap = std::map<std::string, Bytes, std::less<>>;

Result<ArrayMap> readArrayMap(const std::string& path) {
  const auto failed = [&](const Error& error) {
    return Error(fmt::format("side file {}: {}", printable(path), error.text()));
  };
  const auto bytes = readFileBytes(path);
  if (!bytes.ok()) return failed(bytes.error());
  auto arrays = readNpz(*bytes);
  if (!arrays.ok()) return failed(arrays.error());
  ArrayMap map;
  for (auto& [key, array] : *arrays) map.emplace(std::move(key), std::move(array.data));
  return map;
}

}  // namespace

std::string tensorKey(size_t constant) { return fmt::format("constant{}", constant); }

bool needsSideFile(const Executable& executable) {
  if (executable.trailing.size() > kInlineTensorBytes) return true;
  for (const Constant& constant : executable.constants)
    if (largeTensor(constant) != nullptr) return true;
  return false;
}

Result<NewFile> makeSideFile(const Executable& executable, const std::string& path) {
  RS_CHECK(checkDataPresent(executable));
  std::vector<std::pair<std::string, NpyArray>> arrays;
  for (size_t i = 0; i < executable.constants.size(); ++i)
    if (const TensorConstant* tensor = largeTensor(executable.constants[i]))
      arrays.emplace_back(tensorKey(i), arrayOfConstant(*tensor));
  if (executable.trailing.size() > kInlineTensorBytes)
    arrays.emplace_back(kTrailingKey, plainBytes(executable.trailing));
  RS_TRY(NewFile file, NewFile::create(path));
  const bool intact = npzPieces(arrays).write([&](std::string_view piece) { return file.write(piece); });
  if (!intact) return Error("the file changed while it was read");
  RS_CHECK(file.complete());
  return file;
}

SideArrays sideArraysBeside(const std::string& path) {
  // A file that cannot be read fails once; it is not tried again for each tensor.
  auto files = std::make_shared<std::map<std::string, Result<ArrayMap>>>();
  return [folder = path.substr(0, path.rfind('/') + 1), files](const std::string& file,
                                                               const std::string& key) -> Result<Bytes> {
    if (file.find('/') != std::string::npos || file.find('\0') != std::string::npos)
      return Error("the side file must be in the folder of the form");
    auto known = files->find(file);
    if (known == files->end()) known = files->emplace(file, readArrayMap(folder + file)).first;
    if (!known->second.ok()) return known->second.error();
    const auto found = known->second->find(key);
    if (found == known->second->end())
      return Error(fmt::format("side file {} holds no array \"{}\"", printable(folder + file), printable(key)));
    return found->second;
  };
}

SideArrays sideArraysOf(const Executable& executable) {
  auto held = std::make_shared<ArrayMap>();
  for (size_t i = 0; i < executable.constants.size(); ++i)
    if (const TensorConstant* tensor = largeTensor(executable.constants[i])) held->emplace(tensorKey(i), tensor->data);
  held->emplace(kTrailingKey, executable.trailing);
  return [held](const std::string&, const std::string& key) -> Result<Bytes> {
    const auto found = held->find(key);
    if (found != held->end()) return found->second;
    return Error(fmt::format("no array \"{}\"", printable(key)));
  };
}

}  // namespace relaxscope
