// SPDX-License-Identifier: GPL-3.0-or-later
// Types of the results of a function's instructions, as text.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "views/core/derived.h"

namespace relaxscope {

/// A key of Document::derived(). By pc - startInstr; empty for functions without bytecode.
struct ResultTypeTexts {
  using Value = std::vector<std::string>;
  FuncIndex function;

  bool operator==(const ResultTypeTexts&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const;
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const;
};

}  // namespace relaxscope
