// SPDX-License-Identifier: Apache-2.0
// Types as TVM prints them in the context strings of its check instructions:
// ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n, 16), dtype="float32"))
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/analysis/summary.h"

namespace relaxscope {

/// A type known without running. Dims are given when the rank is.
struct StaticType {
  enum class Kind : uint8_t {
    Unknown,
    Tensor,
    Shape,
    Tuple,
    Prim,
    Function,
    Storage,
    Heap,
    Closure,
    Text
  } kind = Kind::Unknown;
  std::optional<DataType> dtype;
  std::optional<int64_t> rank;
  std::vector<DimSpec> dims;       ///< Tensor, Shape; Storage: its size in bytes; Prim: its value
  std::vector<StaticType> fields;  ///< Tuple
  /// "f32[n, 16]", "(f32[2], i64[2])", "shape(n, 3)", "" when unknown.
  [[nodiscard]] std::string text() const;
};

struct ErrorContext {
  std::string_view function;  ///< empty for contexts that name none (match_cast)
  int64_t param = -1;         ///< index, or -1
  bool isReturn = false;
  std::string_view paramName;
  std::string_view annotation;  ///< "R.Tensor((n, 16), dtype=\"float32\")"
};
/// Views into `text`; nothing when it is no such string.
std::optional<ErrorContext> parseErrorContext(std::string_view text);
/// Never fails: what it does not know is Unknown. Symbol dimensions have slot -1.
StaticType parseAnnotation(std::string_view annotation);
/// The dimension lists in an annotation, in order, nested ones too.
std::vector<std::vector<DimSpec>> shapesIn(const StaticType& type);

}  // namespace relaxscope
