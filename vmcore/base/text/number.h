// SPDX-License-Identifier: Apache-2.0
// Numbers in text that comes from outside, by std::from_chars: no blanks, no plus sign, no locale, nothing wraps
// around.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <type_traits>

namespace relaxscope {

/// Takes a number off the front of `text`, which keeps what follows; nothing, and `text` as it was, where there is none
/// or it does not fit into a T.
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

/// The number that `text` is from its first to its last character.
template <class T>
std::optional<T> wholeNumber(std::string_view text, int base = 10) {
  const std::optional<T> value = takeNumber<T>(text, base);
  return text.empty() ? value : std::nullopt;
}

}  // namespace relaxscope
