// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/text/hex_dump.h"

#include <fmt/format.h>

#include <algorithm>

namespace relaxscope {
namespace {

constexpr size_t kRow = 16, kDeepest = 64;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class JsonIndenter {
 public:
  std::string run(std::string_view json, size_t most) {
    for (size_t i = 0; i < json.size() && out_.size() < most; ++i) {
      if (json[i] == '"') i = copyString(json, i);
      else if (!isBlank(json[i])) copy(json, i);
    }
    return std::move(out_);
  }

 private:
  void copy(std::string_view json, size_t at) {
    const char c = json[at];
    const bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
    if (closes) {
      if (depth_ > 0) --depth_;
      if (!empty_) line();
    } else if (empty_) {
      line();
    }
    empty_ = false;
    out_ += c;
    if (opens) {
      ++depth_;
      empty_ = true;
    } else if (c == ',') {
      line();
    } else if (c == ':') {
      out_ += ' ';
    }
  }
  /// Returns the index of the string's last character.
  size_t copyString(std::string_view json, size_t at) {
    if (empty_) line();
    empty_ = false;
    size_t end = at + 1;
    while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
    end = std::min(end, json.size() - 1);
    out_ += json.substr(at, end - at + 1);
    return end;
  }
  void line() {
    out_ += '\n';
    out_.append(2 * std::min(depth_, kDeepest), ' ');
  }
  std::string out_;
  size_t depth_ = 0;
  bool empty_ = false;  ///< directly after an opening bracket
};

}  // namespace

std::string hexDump(const Bytes& bytes, size_t most, uint64_t firstOffset) {
  const Bytes shown = bytes.slice(0, most);
  const uint8_t* data = shown.data();
  std::string out;
  out.reserve((shown.size() / kRow + 1) * 80);
  for (size_t row = 0; row < shown.size(); row += kRow) {
    const size_t count = std::min(kRow, shown.size() - row);
    fmt::format_to(std::back_inserter(out), "{:08x} ", firstOffset + row);
    for (size_t i = 0; i < kRow; ++i) {
      if (i % 8 == 0) out += ' ';
      if (i < count) fmt::format_to(std::back_inserter(out), "{:02x} ", data[row + i]);
      else out += "   ";
    }
    out += ' ';
    for (size_t i = 0; i < count; ++i)
      out += data[row + i] >= 0x20 && data[row + i] < 0x7f ? static_cast<char>(data[row + i]) : '.';
    out += '\n';
  }
  return out;
}

std::string indentedJson(std::string_view json, size_t most) { return JsonIndenter().run(json, most); }

}  // namespace relaxscope
