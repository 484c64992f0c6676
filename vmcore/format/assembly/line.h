// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: reads one line word by word. Only the first error is kept; later reads return empty
// values, so a caller states what it expects and checks for errors once, at the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/format/assembly/words.h"

namespace relaxscope::assembly {

/// An error in a line; positions are in bytes from the start of the line.
struct LineError {
  size_t at = 0, length = 0;
  std::string text;
};

class Line {
 public:
  /// `offset` is the offset of `text` in the whole text, `lineBegin` that of its line.
  Line(std::string_view text, uint32_t number, size_t lineBegin, size_t offset)
      : text_(text), number_(number), lineBegin_(lineBegin), offset_(offset) {}

  [[nodiscard]] uint32_t number() const { return number_; }
  [[nodiscard]] bool failed() const { return lineError_.has_value(); }
  [[nodiscard]] const LineError& lineError() const { return *lineError_; }
  /// Byte offsets in the whole text.
  [[nodiscard]] size_t lineBegin() const { return lineBegin_; }
  [[nodiscard]] size_t offset() const { return offset_; }
  [[nodiscard]] std::string_view text() const { return text_; }

  /// Skips blanks and returns the start of the next word.
  size_t here() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    return at_;
  }
  void goTo(size_t at) { at_ = at; }
  /// End of the last word.
  [[nodiscard]] size_t at() const { return at_; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  /// The next character after blanks, NUL at the end.
  char peek() { return here() < text_.size() ? text_[at_] : '\0'; }
  /// The next character, blanks included.
  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  /// Whether only a comment follows: `#` at the start of the line or after a blank.
  bool end() {
    if (here() >= text_.size()) return true;
    return text_[at_] == '#' && (at_ == 0 || text_[at_ - 1] == ' ' || text_[at_ - 1] == '\t');
  }

  void fail(std::string text) { failAt(here(), wordLength(), std::move(text)); }
  void failAt(size_t at, size_t length, std::string text) {
    if (!lineError_) lineError_ = LineError{at, length, std::move(text)};
  }

  /// Takes `symbol` if it comes next, blanks skipped.
  bool take(std::string_view symbol) {
    here();
    if (failed() || text_.substr(at_, symbol.size()) != symbol) return false;
    at_ += symbol.size();
    return true;
  }
  /// The same for a whole word: no letter or digit may follow.
  bool takeWord(std::string_view word) {
    const size_t begin = here();
    if (!take(word)) return false;
    if (at_ >= text_.size() || !continuesName(text_[at_])) return true;
    at_ = begin;
    return false;
  }
  void want(std::string_view symbol);

  /// A simple name, or empty.
  std::string_view name() {
    const size_t begin = here();
    if (failed() || begin >= text_.size() || !beginsName(text_[begin])) return {};
    while (at_ < text_.size() && continuesName(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// A decimal or 0x number that fits in 64 bits (0x: unsigned, else signed).
  int64_t number(std::string_view what);
  [[nodiscard]] bool atNumber() {
    const char c = peek();
    return isDigit(c) || c == '-' || c == '+';
  }
  /// A number within bounds.
  int64_t numberIn(int64_t least, int64_t most, std::string_view what);
  double real();
  /// The content of a double-quoted string, unescaped.
  std::string quoted();
  /// The same with Python's escapes (`\xNN` and `\uNNNN` are characters) and with single quotes too.
  std::string pythonQuoted();
  DataType dataType();
  /// "[1, 2]" or "(1, 2)"; Python's "(1,)" too.
  std::vector<int64_t> numberList(char open, char close);

 private:
  [[nodiscard]] size_t wordLength() const;

  std::string_view text_;
  size_t at_ = 0;
  uint32_t number_;
  size_t lineBegin_, offset_;
  std::optional<LineError> lineError_;
};

/// Calls `visit(Line&)` for each line of the text. Lines end with LF, a CR before it counts as a blank, and a leading
/// byte order mark is skipped.
template <class Visit>
void forEachLine(std::string_view text, Visit&& visit) {
  size_t at = text.substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0;
  for (uint32_t number = 1; at < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', at), text.size());
    Line line(text.substr(at, end - at), number, at, at);
    visit(line);
    at = end + 1;
  }
}

}  // namespace relaxscope::assembly
