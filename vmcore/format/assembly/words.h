// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: vocabulary that its writers and parsers share, and the quoting of names and strings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "vmcore/base/text/hex_digit.h"
#include "vmcore/model/executable.h"

namespace relaxscope::assembly {

inline constexpr std::string_view kExecutableWord = ".executable";

/// Letters, digits and `_.$/-`, starting with a letter or `_`: such a name needs no quotes.
constexpr bool beginsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool continuesName(char c) {
  return beginsName(c) || isDigit(c) || c == '.' || c == '$' || c == '/' || c == '-';
}
bool isSimpleName(std::string_view name);

/// Any bytes in double quotes: `\\ \" \n \t \r`, and `\xNN` for each byte that is a control character, not UTF-8, or
/// part of a character that text widgets change (line separators, no-break space).
std::string quotedText(std::string_view bytes);
/// The name itself if it is simple, else quoted.
std::string nameText(std::string_view name);
/// UTF-8 as a Python string literal; empty if the bytes are not UTF-8.
std::string pythonQuoted(std::string_view text);

/// "float32", "void"; empty if TVM has no name for the type, or an incomplete one.
std::string dataTypeName(DataType type);
/// "float32", or "dtype(200, 8, 1)" if there is no complete name.
std::string dataTypeText(DataType type);

/// Bytes as lower-case hex digits.
std::string hexText(std::span<const uint8_t> bytes);

}  // namespace relaxscope::assembly
