// SPDX-License-Identifier: Apache-2.0
// Extents that annotations state as expressions of others: "n * 2 + k", "(n + 1) // 2".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace relaxscope {

/// The value of an expression of names and numbers with + - * // and parentheses; `//` rounds down. Nothing for any
/// other form, a divisor that is not above 0, a result below 0 and one that overflows.
std::optional<int64_t> extentOf(std::string_view expression, const std::function<int64_t(const std::string&)>& valueOf);

}  // namespace relaxscope
