// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/arguments/array_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "vmcore/base/text/text.h"
#include "vmcore/format/array_set.h"

namespace relaxscope {
namespace {

bool exists(const std::string& path) {
  std::error_code failed;
  return std::filesystem::exists(path, failed);
}

}  // namespace

ArraySpec ArrayFiles::located(ArraySpec spec) {
  const size_t colon = spec.key.empty() ? spec.path.rfind(':') : std::string::npos;
  if (colon == std::string::npos || exists(spec.path) || !exists(spec.path.substr(0, colon))) return spec;
  spec.key = spec.path.substr(colon + 1);
  spec.path.resize(colon);
  return spec;
}

Result<const ArrayFiles::Members*> ArrayFiles::open(const std::string& path) {
  if (const auto known = files_.find(path); known != files_.end()) return &known->second;
  RS_TRY(Members members, readArraySet(path));
  return &files_.emplace(path, std::move(members)).first->second;
}

Result<const ArrayFiles::Members::value_type*> ArrayFiles::find(const ArraySpec& given) {
  const ArraySpec spec = located(given);
  RS_TRY(const Members* members, open(spec.path));
  std::string names;
  for (const auto& row : *members) {
    if (row.first.empty() || row.first == spec.key || (spec.key.empty() && members->size() == 1)) return &row;
    names += (names.empty() ? "" : ", ") + printable(row.first);
  }
  if (spec.key.empty()) {
    return Error(fmt::format("{}: holds {} arrays; name one as {}:KEY (it holds {})", spec.path, members->size(),
                             spec.path, names.empty() ? "none" : names));
  }
  return Error(fmt::format("{}: holds no array \"{}\"; it holds {}", spec.path, printable(spec.key),
                           names.empty() ? "none" : names));
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
