// SPDX-License-Identifier: Apache-2.0
// Types as TVM prints them in the context strings of its check instructions:
// ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n, 16), dtype="float32"))
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/model/types.h"

namespace relaxscope {

struct ErrorContext {
  std::string_view function;  ///< empty for contexts without a function (match_cast)
  int64_t param = -1;         ///< index, or -1
  bool isReturn = false;
  std::string_view paramName;
  std::string_view annotation;  ///< "R.Tensor((n, 16), dtype=\"float32\")"
};
/// Views into `text`; nothing if it is not an error context.
std::optional<ErrorContext> parseErrorContext(std::string_view text);
/// Never fails: unknown annotations give Unknown. Symbol dimensions have slot -1.
StaticType parseAnnotation(std::string_view annotation);
/// Splits at commas outside brackets and quotes; empty pieces (after a trailing comma) are omitted.
std::vector<std::string_view> splitTypeList(std::string_view text);
/// "n, T.int64(16), n * T.int64(2)" as extents; an expression is a symbol with its text as name.
std::vector<DimSpec> parseDimList(std::string_view list);
/// The dimension lists of an annotation, in order, including nested ones.
std::vector<std::vector<DimSpec>> shapesIn(const StaticType& type);

}  // namespace relaxscope
