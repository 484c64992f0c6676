// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/text/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "vmcore/base/text/hex_digit.h"
#include "vmcore/base/text/number.h"

namespace relaxscope {
namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text`, or 0.
size_t sequenceLength(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                        : (lead & 0xF0) == 0xE0        ? 3
                        : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                       : 0;
  if (length == 0 || length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const unsigned char second = byte(1);
  if (lead == 0xE0 && second < 0xA0) return 0;  // overlong
  if (lead == 0xED && second > 0x9F) return 0;  // surrogate
  if (lead == 0xF0 && second < 0x90) return 0;  // overlong
  if (lead == 0xF4 && second > 0x8F) return 0;  // above U+10FFFF
  return length;
}

void appendHex(std::string& out, unsigned char byte) { out += fmt::format("\\x{:02x}", byte); }

std::string threeDigits(double value) {
  const double magnitude = std::abs(value);
  if (magnitude < 9.995) return fmt::format("{:.2f}", value);
  if (magnitude < 99.95) return fmt::format("{:.1f}", value);
  return fmt::format("{:.0f}", value);
}

bool isNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return wholeNumber<double>(text).has_value();
}

/// Also with the wide forms of these signs, which spreadsheets of some languages accept.
bool beginsAsFormula(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) return !isNumber(text);
  for (const std::string_view sign : {"=", "@", "\t", "\r", "\uFF1D", "\uFF20", "\uFF0B", "\uFF0D"})
    if (text.starts_with(sign)) return true;
  return false;
}

}  // namespace

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = sequenceLength(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

size_t controlLength(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  switch (byte(0)) {
    case 0xC2: return byte(1) >= 0x80 && byte(1) < 0xA0 ? 2 : 0;  // U+0080 to U+009F
    case 0xD8: return byte(1) == 0x9C ? 2 : 0;                    // U+061C
    case 0xE2:
      if (byte(1) == 0x81) return byte(2) >= 0xA6 && byte(2) <= 0xA9 ? 3 : 0;  // U+2066 to U+2069
      // U+200E and U+200F, U+2028 to U+202E
      return byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F || (byte(2) >= 0xA8 && byte(2) <= 0xAE)) ? 3 : 0;
    default: return !text.empty() && (byte(0) < 0x20 || byte(0) == 0x7F) ? 1 : 0;
  }
}

/// `text` with bytes that are not UTF-8 as `\xNN`, and every other character as `write(out, character)` writes it.
template <class Write>
static std::string eachCharacter(std::string_view text, Write write) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t length = sequenceLength(text);
    if (length == 0) appendHex(out, static_cast<unsigned char>(text[0]));
    else write(out, text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}
static void appendHex(std::string& out, std::string_view bytes) {
  for (const char byte : bytes) appendHex(out, static_cast<unsigned char>(byte));
}

std::string printable(std::string_view text, bool escapeControls) {
  return eachCharacter(text, [escapeControls](std::string& out, std::string_view character) {
    if (escapeControls && character == "\n") out += "\\n";
    else if (escapeControls && character != "\t" && controlLength(character) > 0) appendHex(out, character);
    else out += character;
  });
}

std::string printableLines(std::string_view text) {
  return eachCharacter(text, [](std::string& out, std::string_view character) {
    if (character != "\n" && character != "\t" && controlLength(character) > 0) appendHex(out, character);
    else out += character;
  });
}

std::string escapeLossless(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t length = sequenceLength(text);
    if (length == 0) appendHex(out, static_cast<unsigned char>(text[0]));
    else if (text[0] == '\\') out += "\\\\";
    else out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

bool unescapeLossless(std::string_view text, std::string& out) {
  out.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == '\\') {
      out += '\\';
      ++i;
      continue;
    }
    if (i + 3 >= text.size() || text[i + 1] != 'x') return false;
    const int high = hexDigit(text[i + 2]), low = hexDigit(text[i + 3]);
    if (high < 0 || low < 0) return false;
    out += static_cast<char>(high * 16 + low);
    i += 3;
  }
  return true;
}

bool isNameLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string groupedNumber(int64_t value) {
  std::string digits = fmt::format("{}", value);
  const size_t first = digits[0] == '-' ? 1 : 0;
  for (size_t i = digits.size(); i > first + 3;) {
    i -= 3;
    digits.insert(i, 1, ',');
  }
  return digits;
}

std::string durationText(double nanoseconds) {
  const double magnitude = std::abs(nanoseconds);
  if (magnitude < 999.5)
    return magnitude < 9.995 && magnitude != std::floor(magnitude) ? fmt::format("{:.1f} ns", nanoseconds)
                                                                   : fmt::format("{:.0f} ns", nanoseconds);
  if (magnitude < 999.5e3) return threeDigits(nanoseconds / 1e3) + " µs";
  if (magnitude < 999.5e6) return threeDigits(nanoseconds / 1e6) + " ms";
  if (magnitude < 999.5e9) return threeDigits(nanoseconds / 1e9) + " s";
  return groupedNumber(static_cast<int64_t>(std::round(std::clamp(nanoseconds / 1e9, -9e18, 9e18)))) + " s";
}

std::string byteSizeText(int64_t bytes) {
  const double magnitude = std::abs(static_cast<double>(bytes));
  if (magnitude < 100'000) return groupedNumber(bytes) + " B";
  const double value = static_cast<double>(bytes);
  if (magnitude < 999.5 * 1024) return threeDigits(value / 1024) + " KiB";
  if (magnitude < 999.5 * 1024 * 1024) return threeDigits(value / (1024.0 * 1024)) + " MiB";
  return threeDigits(value / (1024.0 * 1024 * 1024)) + " GiB";
}

std::string csvCell(std::string_view text, CsvReader reader) {
  std::string shown = printable(text);
  const bool formula = reader == CsvReader::Spreadsheet && beginsAsFormula(text);
  if (!formula && shown.find_first_of(",;\"\t") == std::string::npos) return shown;
  std::string out = formula ? "\"'" : "\"";
  for (const char c : shown) {
    if (c == '"') out += '"';
    out += c;
  }
  return out += '"';
}

}  // namespace relaxscope
