// SPDX-License-Identifier: Apache-2.0
// Attributes of functions, operators, loops and blocks.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "vmcore/ir/prim.h"

namespace relaxscope::ir {

struct Attribute;
/// By name, in the order of the source.
using Attributes = std::vector<std::pair<std::string, Attribute>>;

/// None, a literal, a typed scalar (T.int64(3), T.bool(True)), a list or a dictionary.
struct Attribute {
  std::variant<std::monostate, bool, int64_t, double, std::string, PrimExpr, std::vector<Attribute>, Attributes> value;
};

/// The attribute of that name, or null.
[[nodiscard]] inline const Attribute* findAttribute(const Attributes& attributes, const std::string& name) {
  for (const auto& [key, value] : attributes)
    if (key == name) return &value;
  return nullptr;
}
[[nodiscard]] inline bool isTrue(const Attributes& attributes, const std::string& name) {
  const Attribute* found = findAttribute(attributes, name);
  if (found == nullptr) return false;
  if (const bool* flag = std::get_if<bool>(&found->value)) return *flag;
  if (const PrimExpr* scalar = std::get_if<PrimExpr>(&found->value)) return (*scalar)->number != 0;
  return false;
}

}  // namespace relaxscope::ir
