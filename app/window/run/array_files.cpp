// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/array_files.h"

#include <fmt/format.h>

#include "vmcore/base/text/text.h"
#include "vmcore/format/file_bytes.h"

namespace relaxscope {

Result<const ArrayFiles::Members*> ArrayFiles::open(const std::string& path) {
  if (const auto known = files_.find(path); known != files_.end()) return &known->second;
  RS_TRY(const Bytes bytes, readFileBytes(path));
  Members members;
  if (bytes.head(2) == "PK") {
    auto arrays = readNpz(bytes);
    if (!arrays) return Error(path + ": " + arrays.error().text());
    members = *std::move(arrays);
  } else {
    auto array = readNpy(bytes);
    if (!array) return Error(path + ": " + array.error().text());
    members.emplace_back(std::string(), *std::move(array));
  }
  return &files_.emplace(path, std::move(members)).first->second;
}

Result<const ArrayFiles::Members::value_type*> ArrayFiles::find(const ArraySpec& spec) {
  RS_TRY(const Members* members, open(spec.path));
  std::string names;
  for (const auto& row : *members) {
    if (row.first.empty() || row.first == spec.key || (spec.key.empty() && members->size() == 1)) return &row;
    names += (names.empty() ? "" : ", ") + printable(row.first);
  }
  return Error(fmt::format("{}: no array named \"{}\"; it holds {}", spec.path, printable(spec.key), names));
}

Result<TensorValue> ArrayFiles::read(const ArraySpec& spec) {
  RS_TRY(const auto* row, find(spec));
  return TensorValue{row->second.dtype, row->second.shape, row->second.data};
}

Result<std::string> ArrayFiles::keyOf(const ArraySpec& spec) {
  RS_TRY(const auto* row, find(spec));
  return row->first;
}

}  // namespace relaxscope
