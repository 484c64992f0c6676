// SPDX-License-Identifier: Apache-2.0
// Extents that annotations state as expressions of others: "n * 2 + k", "(n + 1) // 2".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace relaxscope {

/// The value of an expression of names and numbers with + - * //, parentheses, max(a, b) and min(a, b); `//` rounds
/// down. Nothing for any other form, a divisor that is not above 0 and a result that overflows.
std::optional<int64_t> integerOf(std::string_view expression,
                                 const std::function<int64_t(const std::string&)>& valueOf);
/// The same, and nothing for a result below 0.
std::optional<int64_t> extentOf(std::string_view expression, const std::function<int64_t(const std::string&)>& valueOf);

}  // namespace relaxscope
