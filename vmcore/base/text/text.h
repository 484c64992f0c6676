// SPDX-License-Identifier: Apache-2.0
// Text helpers shared by all outputs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace relaxscope {

/// Whether `text` is well-formed UTF-8 (no surrogates, no overlong forms).
bool isUtf8(std::string_view text);
/// The bytes of the control that `text` begins with, which a terminal or an editor obeys instead of showing it: C0 and
/// C1 controls, DEL, separators of lines and paragraphs, marks of direction. 0 if `text` begins with none or is empty.
size_t controlLength(std::string_view text);
/// `text` with every byte that is not part of well-formed UTF-8, and every control byte but tab and
/// newline when `escapeControls`, written as `\xNN`. A newline becomes `\n` when `escapeControls`, and the bytes of
/// other controls (see controlLength) are escaped, too.
std::string printable(std::string_view text, bool escapeControls = true);
/// As `printable`, but lines and tabs stay: for a text that is shown on several lines.
std::string printableLines(std::string_view text);
/// The reversible form of the `convert` and `--args` files: as `printable`, and a backslash is `\\`.
std::string escapeLossless(std::string_view text);
/// The inverse of escapeLossless; false if the text is malformed.
bool unescapeLossless(std::string_view text, std::string& out);
/// "1,234,567".
std::string groupedNumber(int64_t value);
/// The same of a count.
inline std::string groupedCount(uint64_t value) { return groupedNumber(static_cast<int64_t>(value)); }
/// A letter, digit or underscore of ASCII: what identifiers consist of.
bool isNameLetter(char c);
/// A character of ASCII that has a shape, or a space.
inline bool isPrintableAscii(char c) { return c >= ' ' && c <= '~'; }
/// A duration with three digits and a suitable unit: "412 ns", "66.8 µs", "4.52 ms", "1.20 s".
std::string durationText(double nanoseconds);
/// Bytes with thousands separators up to 99,999 B, then KiB, MiB, GiB with three digits.
std::string byteSizeText(int64_t bytes);

/// For whom a cell is written: a spreadsheet computes a text that begins as a formula does, a program reads what is
/// written.
enum class CsvReader : uint8_t { Spreadsheet, Program };

/// `text`, printable, in quotes where it contains a comma, a semicolon, a quote or a tab. For a spreadsheet, an
/// apostrophe precedes a text that begins with "=", "@", a tab or a return, or with "+" or "-" and is no number: it is
/// shown, not computed.
std::string csvCell(std::string_view text, CsvReader reader = CsvReader::Spreadsheet);

}  // namespace relaxscope
