// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly/line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "vmcore/base/text/text.h"

namespace relaxscope::assembly {
namespace {

void appendUtf8(std::string& out, uint32_t point) {
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xC0 | point >> 6);
    out += static_cast<char>(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    out += static_cast<char>(0xE0 | point >> 12);
    out += static_cast<char>(0x80 | (point >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (point & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | point >> 18);
    out += static_cast<char>(0x80 | (point >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (point >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (point & 0x3F));
  }
}

/// The character of a one-letter escape, or NUL.
char escapedByte(char letter) {
  switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case '\\':
    case '"':
    case '\'': return letter;
    default: return '\0';
  }
}

/// `count` hexadecimal digits at `at`, or -1.
int64_t hexNumber(std::string_view text, size_t at, size_t count) {
  if (at + count > text.size()) return -1;
  int64_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    const int digit = hexDigit(text[at + i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

}  // namespace

size_t Line::wordLength() const {
  if (at_ >= text_.size()) return 0;
  size_t end = at_;
  while (end < text_.size() && continuesName(text_[end])) ++end;
  return std::max<size_t>(1, end - at_);
}

void Line::want(std::string_view symbol) {
  if (!take(symbol)) fail(fmt::format("\"{}\" is expected", symbol));
}

int64_t Line::number(std::string_view what) {
  const size_t begin = here();
  if (failed()) return 0;
  const char* first = text_.data() + at_;
  const char* last = text_.data() + text_.size();
  if (first != last && *first == '+') ++first;
  if (last - first > 2 && first[0] == '0' && (first[1] == 'x' || first[1] == 'X')) {
    uint64_t bits = 0;
    const auto [end, problem] = std::from_chars(first + 2, last, bits, 16);
    if (problem == std::errc()) {
      at_ = static_cast<size_t>(end - text_.data());
      return static_cast<int64_t>(bits);
    }
  }
  int64_t value = 0;
  const auto [end, problem] = std::from_chars(first, last, value);
  if (problem == std::errc::result_out_of_range) {
    failAt(begin, static_cast<size_t>(end - first), "the number does not fit in 64 bits");
    return 0;
  }
  if (problem != std::errc()) {
    fail(fmt::format("{} is expected", what));
    return 0;
  }
  at_ = static_cast<size_t>(end - text_.data());
  return value;
}

int64_t Line::numberIn(int64_t least, int64_t most, std::string_view what) {
  const size_t begin = here();
  const int64_t value = number(what);
  if (!failed() && (value < least || value > most))
    failAt(begin, at_ - begin, fmt::format("{} between {} and {} is expected, not {}", what, least, most, value));
  return value;
}

double Line::real() {
  here();
  if (failed()) return 0;
  double value = 0;
  const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
  if (problem != std::errc()) {
    fail(problem == std::errc::result_out_of_range ? "the number is out of a float's range"
                                                   : "a number is expected, such as 2.5, inf or nan");
    return 0;
  }
  at_ = static_cast<size_t>(end - text_.data());
  return value;
}

std::string Line::quoted() {
  std::string out;
  const size_t begin = here();
  if (!take("\"")) {
    fail("a string in double quotes is expected");
    return out;
  }
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] != '\\') {
      out += text_[at_++];
      continue;
    }
    const char letter = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (letter == 'x' && hexNumber(text_, at_ + 2, 2) >= 0) {
      out += static_cast<char>(hexNumber(text_, at_ + 2, 2));
      at_ += 4;
    } else if (const char c = escapedByte(letter); c != '\0') {
      out += c;
      at_ += 2;
    } else {
      failAt(at_, std::min<size_t>(2, text_.size() - at_), "an escape is one of \\\\ \\\" \\n \\t \\r \\xNN");
      return out;
    }
  }
  if (at_ >= text_.size()) failAt(begin, text_.size() - begin, "unterminated string");
  else ++at_;
  return out;
}

std::string Line::pythonQuoted() {
  std::string out;
  const size_t begin = here();
  const char quote = peek();
  if (failed() || (quote != '"' && quote != '\'')) {
    fail("a string in quotes is expected");
    return out;
  }
  for (++at_; at_ < text_.size() && text_[at_] != quote;) {
    if (text_[at_] != '\\') {
      out += text_[at_++];
      continue;
    }
    const char letter = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    const size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    const int64_t point = digits == 0 ? -1 : hexNumber(text_, at_ + 2, digits);
    const char c = escapedByte(letter);
    if (c == '\0' && (point < 0 || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF))) {
      failAt(at_, std::min<size_t>(2, text_.size() - at_),
             "an escape is one of \\\\ \\\" \\' \\n \\t \\r \\xNN \\uNNNN \\UNNNNNNNN");
      return out;
    }
    if (c != '\0') out += c;
    else appendUtf8(out, static_cast<uint32_t>(point));
    at_ += 2 + digits;
  }
  if (at_ >= text_.size()) failAt(begin, text_.size() - begin, "unterminated string");
  else ++at_;
  return out;
}

DataType Line::dataType() {
  const size_t begin = here();
  const std::string_view word = name();
  if (word.empty()) {
    fail("a data type is expected, such as float32");
    return {};
  }
  if (word == "dtype" && next() == '(') {
    const std::vector<int64_t> parts = numberList('(', ')');
    if (!failed() && (parts.size() != 3 || parts[0] < 0 || parts[0] > 255 || parts[1] < 0 || parts[1] > 255 ||
                      parts[2] < 0 || parts[2] > 65535))
      failAt(begin, at_ - begin, "dtype(code, bits, lanes) takes numbers up to 255, 255 and 65535");
    if (failed()) return {};
    return {static_cast<uint8_t>(parts[0]), static_cast<uint8_t>(parts[1]), static_cast<uint16_t>(parts[2])};
  }
  const auto type = parseDataType(word);
  if (!type.ok()) {
    failAt(begin, word.size(), printable(type.error().message));
    return {};
  }
  return *type;
}

std::vector<int64_t> Line::numberList(char open, char close) {
  std::vector<int64_t> numbers;
  want(std::string_view(&open, 1));
  while (!failed() && peek() != close) {
    numbers.push_back(number("a number"));
    if (!take(",")) break;
  }
  want(std::string_view(&close, 1));
  return numbers;
}

}  // namespace relaxscope::assembly
