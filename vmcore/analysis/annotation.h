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
/// The dimension lists of an annotation, in order, including nested ones.
std::vector<std::vector<DimSpec>> shapesIn(const StaticType& type);

}  // namespace relaxscope
