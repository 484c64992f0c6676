// SPDX-License-Identifier: Apache-2.0
// Decimal digits for listings of millions of small numbers. A table yields three digits at once and the number's length
// sets the start of the next piece, so mixed lengths cost no branches.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace relaxscope {

/// Bytes that writeDecimal may touch, possibly more than it returns.
inline constexpr size_t kDecimalRoom = 24;

namespace detail {

/// "000." to "999.", four bytes each: the byte after the digits is overwritten by the next piece.
inline constexpr auto kThreeDigits = [] {
  std::array<char, 1000 * 4 + 4> table{};
  for (size_t i = 0; i < 1000; ++i) {
    table[4 * i] = static_cast<char>('0' + i / 100);
    table[4 * i + 1] = static_cast<char>('0' + i / 10 % 10);
    table[4 * i + 2] = static_cast<char>('0' + i % 10);
  }
  return table;
}();

/// The last `count` of three digits.
inline char* writeDigits(char* to, uint32_t below1000, uint32_t count) {
  std::memcpy(to, kThreeDigits.data() + 4 * below1000 + 3 - count, 4);
  return to + count;
}
inline uint32_t digitCount(uint32_t below1000) {
  return 1U + (below1000 >= 10 ? 1U : 0U) + (below1000 >= 100 ? 1U : 0U);
}

/// For numbers from 1000 on; separate, so that the short case can be inlined everywhere.
inline char* writeLongDecimal(char* to, uint64_t value) {
  if (value >= 1'000'000) return std::to_chars(to, to + kDecimalRoom, value).ptr;
  const auto number = static_cast<uint32_t>(value);
  to = writeDigits(to, number / 1000, digitCount(number / 1000));
  return writeDigits(to, number % 1000, 3);
}

}  // namespace detail

/// Writes `value` and returns its end; kDecimalRoom bytes from `to` must be writable.
[[gnu::always_inline]] inline char* writeDecimal(char* to, uint64_t value) {
  if (value >= 1000) return detail::writeLongDecimal(to, value);
  const auto number = static_cast<uint32_t>(value);
  return detail::writeDigits(to, number, detail::digitCount(number));
}
[[gnu::always_inline]] inline char* writeDecimal(char* to, int64_t value) {
  if (value >= 0) return writeDecimal(to, static_cast<uint64_t>(value));
  *to = '-';
  return writeDecimal(to + 1, uint64_t{0} - static_cast<uint64_t>(value));
}

}  // namespace relaxscope
