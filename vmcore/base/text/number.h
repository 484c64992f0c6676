// SPDX-License-Identifier: Apache-2.0
// Numbers in external text, by std::from_chars: no spaces, no plus sign, no locale, no overflow.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <type_traits>

namespace relaxscope {

/// Parses a number at the front of `text` and removes it; nothing, with `text` unchanged, if there is none or it does
/// not fit into a T.
template <class T>
std::optional<T> takeNumber(std::string_view& text, int base = 10) {
  static_assert(std::is_arithmetic_v<T>);
  T value{};
  std::from_chars_result read{};
  if constexpr (std::is_floating_point_v<T>) read = std::from_chars(text.data(), text.data() + text.size(), value);
  else read = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(read.ptr - text.data()));
  return value;
}

/// The number that makes up all of `text`.
template <class T>
std::optional<T> wholeNumber(std::string_view text, int base = 10) {
  const std::optional<T> value = takeNumber<T>(text, base);
  return text.empty() ? value : std::nullopt;
}

}  // namespace relaxscope
