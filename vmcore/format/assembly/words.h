// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: words that its writers and parsers share, and how names and strings are quoted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "vmcore/base/text/hex_digit.h"
#include "vmcore/model/executable.h"

namespace relaxscope::assembly {

inline constexpr std::string_view kExecutableWord = ".executable";

/// Letters, digits and `_.$/-`, a letter or `_` first: such a name stands without quotes.
constexpr bool beginsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool continuesName(char c) {
  return beginsName(c) || isDigit(c) || c == '.' || c == '$' || c == '/' || c == '-';
}
bool isSimpleName(std::string_view name);

/// Any bytes between double quotes: `\\ \" \n \t \r`, and `\xNN` for each byte that is a control, no UTF-8,
/// or part of a character that text widgets change (line separators, no-break space).
std::string quoted(std::string_view bytes);
/// The name itself where it is simple, else quoted.
std::string nameText(std::string_view name);
/// UTF-8 as a Python string literal; empty where the bytes are no UTF-8.
std::string pythonQuoted(std::string_view text);

/// "float32", "void"; nothing where TVM has no name for the type, or one that does not say everything.
std::string dataTypeName(DataType type);
/// "float32", or "dtype(200, 8, 1)" where the name does not say everything.
std::string dataTypeText(DataType type);

/// Bytes as lower-case digits.
std::string hexText(std::span<const uint8_t> bytes);

}  // namespace relaxscope::assembly
