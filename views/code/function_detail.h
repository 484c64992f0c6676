// SPDX-License-Identifier: GPL-3.0-or-later
// What is derived of the code of a function: keys of Document::derived().
#pragma once

#include <optional>
#include <stop_token>

#include "views/core/derived.h"
#include "vmcore/analysis/call_types.h"
#include "vmcore/analysis/flow/code_figures.h"
#include "vmcore/analysis/shape_program.h"

namespace relaxscope {

struct FunctionDetail {
  struct Value {
    std::optional<CodeFigures> figures;  ///< of functions with code
    ShapeProgram shapes;
  };
  FuncIndex function;

  bool operator==(const FunctionDetail&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const { return isShortFunction(source, function); }
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const;
};

struct TypedCalls {
  using Value = CallTypes;
  FuncIndex function;

  bool operator==(const TypedCalls&) const = default;
  /// Results of other functions are followed.
  [[nodiscard]] bool isShort(const DerivedSource& source) const;
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const;
};

}  // namespace relaxscope
