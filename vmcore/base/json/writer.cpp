// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/json/writer.h"

#include <fmt/format.h>

#include <iterator>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kPiece = size_t{64} << 10;

/// Appends the code point of a character of one to three bytes as \uNNNN.
void appendEscape(std::string& out, std::string_view character) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(character[i]); };
  const unsigned code = character.size() == 1   ? byte(0)
                        : character.size() == 2 ? (byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU)
                                                : (byte(0) & 0xFU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
  fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
}

/// Quotes well-formed UTF-8. Controls are escaped, those of text direction included: JSON is also read in a terminal.
void appendQuoted(std::string& out, std::string_view text) {
  out += '"';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (isPrintableAscii(c)) {
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (const size_t length = controlLength(text.substr(i)); length > 0) {
      appendEscape(out, text.substr(i, length));
      i += length - 1;
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace

void appendJsonString(std::string& out, std::string_view text) {
  if (isUtf8(text)) appendQuoted(out, text);
  else appendQuoted(out, printable(text, false));
}

std::string jsonString(std::string_view text) {
  std::string out;
  appendJsonString(out, text);
  return out;
}

JsonWriter& JsonWriter::open(char first, char last, Layout layout) {
  beforeValue();
  buffer_ += first;
  // Everything inside an inline list or object is inline.
  if (!levels_.empty() && levels_.back().layout == Layout::Inline) layout = Layout::Inline;
  levels_.push_back({last, layout});
  return *this;
}

JsonWriter& JsonWriter::end() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.layout == Layout::Lines && !level.empty) newLine();
  buffer_ += level.close;
  if (levels_.empty()) buffer_ += '\n';
  flushIfLong();
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  beforeValue();
  appendJsonString(buffer_, name);
  buffer_ += ": ";
  afterKey_ = true;
  return *this;
}

void JsonWriter::beforeValue() {
  if (afterKey_) {
    afterKey_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) buffer_ += level.layout == Layout::Inline ? ", " : ",";
  level.empty = false;
  if (level.layout == Layout::Lines) newLine();
}

void JsonWriter::newLine() {
  buffer_ += '\n';
  buffer_.append(2 * levels_.size(), ' ');
  flushIfLong();
}

JsonWriter& JsonWriter::value(std::string_view text) {
  beforeValue();
  appendJsonString(buffer_, text);
  flushIfLong();
  return *this;
}

JsonWriter& JsonWriter::value(int64_t number) {
  beforeValue();
  fmt::format_to(std::back_inserter(buffer_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(uint64_t number) {
  beforeValue();
  fmt::format_to(std::back_inserter(buffer_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(bool flag) {
  beforeValue();
  buffer_ += flag ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  beforeValue();
  const size_t begin = buffer_.size();
  fmt::format_to(std::back_inserter(buffer_), "{}", number);
  // Readers must parse it as a float.
  if (buffer_.find_first_of(".e", begin) == std::string::npos) buffer_ += ".0";
  return *this;
}

JsonWriter& JsonWriter::null() {
  beforeValue();
  buffer_ += "null";
  return *this;
}

JsonWriter& JsonWriter::value(WordView numbers) {
  beginArray(Layout::Inline);
  for (const int64_t number : numbers) {
    value(number);
    flushIfLong();
  }
  return end();
}

JsonWriter& JsonWriter::value(const std::vector<std::string>& texts) {
  beginArray(Layout::Inline);
  for (const std::string& text : texts) value(text);
  return end();
}

void JsonWriter::flushIfLong() {
  if (buffer_.size() >= kPiece) flush();
}

void JsonWriter::flush() {
  if (!stopped_ && !buffer_.empty()) stopped_ = !sink_(buffer_);
  buffer_.clear();
}

}  // namespace relaxscope
