// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/symbols.h"

#include <unordered_map>

#include "vmcore/analysis/flow/fingerprint.h"

namespace relaxscope::diffing {
namespace {

/// A copy without the data of tensors: then only their types are compared.
Executable withoutData(const Executable& executable) {
  Executable out;
  out.constants = executable.constants;
  for (Constant& constant : out.constants)
    if (auto* const tensor = std::get_if<TensorConstant>(&constant.value)) tensor->data = {};
  return out;
}

std::optional<uint32_t> at(const std::vector<uint32_t>& rows, int64_t row) {
  if (row < 0 || static_cast<uint64_t>(row) >= rows.size()) return std::nullopt;
  return rows[static_cast<size_t>(row)];
}

}  // namespace

std::optional<ConstantClasses> constantClasses(const Executable& old, const Executable& now,
                                               const std::stop_token& stop) {
  ConstantClasses out;
  out.dataOmitted = old.tensorDataOmitted || now.tensorDataOmitted;
  std::unordered_map<Fingerprint, uint32_t> classes;
  for (const Side side : {Old, Now}) {
    const Executable& given = side == Old ? old : now;
    const Executable stripped = out.dataOmitted ? withoutData(given) : Executable();
    const Executable& executable = out.dataOmitted ? stripped : given;
    Fingerprints prints(executable);
    for (size_t row = 0; row < executable.constants.size(); ++row) {
      const ConstIndex index(static_cast<int64_t>(row));
      const std::optional<Fingerprint> print = prints.ofConstant(index, stop);
      if (!print) return std::nullopt;
      const auto [found, isNew] = classes.emplace(*print, static_cast<uint32_t>(classes.size()));
      if (isNew) {
        out.count.push_back({});
        out.first.emplace_back();
      }
      out.of[side].push_back(found->second);
      if (out.count[found->second][side]++ == 0) out.first[found->second][side] = index;
    }
  }
  return out;
}

uint32_t ContextTexts::numberOf(std::string_view text, std::string_view function) {
  std::string key(text);
  const std::string own = "fn=" + std::string(function) + ",";
  if (const size_t at = key.find(own); at != std::string::npos && !function.empty()) key.erase(at, own.size());
  return numbers_.emplace(std::move(key), static_cast<uint32_t>(numbers_.size())).first->second;
}

std::optional<uint32_t> Symbols::constant(int64_t row) const { return at(constants->of[side], row); }
std::optional<uint32_t> Symbols::function(int64_t row) const { return at((*functions)[side], row); }

}  // namespace relaxscope::diffing
