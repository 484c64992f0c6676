// SPDX-License-Identifier: Apache-2.0
// Streams JSON to a sink in pieces: nothing but the current piece is held, so a file of a million
// instructions costs no memory. Text that is not UTF-8 never reaches the output (it becomes \xNN).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/words.h"
#include "vmcore/base/text_sink.h"

namespace relaxscope {

/// `text` between quotes, with JSON's escapes; bytes that are not UTF-8 as `\xNN` (irreversible: a
/// backslash stays one backslash). Use escapeLossless first where the reader must get the bytes back.
void appendJsonString(std::string& out, std::string_view text);
std::string jsonString(std::string_view text);

class JsonWriter {
 public:
  /// How a list or object is laid out: one member a line, or all in one.
  enum class Layout : uint8_t { Lines, Inline };

  explicit JsonWriter(const TextSink& sink) : sink_(sink) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;
  ~JsonWriter() { flush(); }

  /// True once the sink refused a piece; what follows is dropped.
  [[nodiscard]] bool stopped() const { return stopped_; }

  JsonWriter& beginObject(Layout layout = Layout::Lines) { return open('{', '}', layout); }
  JsonWriter& beginArray(Layout layout = Layout::Lines) { return open('[', ']', layout); }
  /// Ends the innermost object or list. The outermost one is followed by a line end.
  JsonWriter& end();
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(int64_t number);
  JsonWriter& value(uint64_t number);
  JsonWriter& value(int32_t number) { return value(int64_t{number}); }
  JsonWriter& value(bool flag);
  /// The shortest form that reads back; only for finite numbers.
  JsonWriter& value(double number);
  JsonWriter& null();
  /// A list of numbers or texts in one line.
  JsonWriter& value(WordView numbers);
  JsonWriter& value(const std::vector<std::string>& texts);

  template <class T>
  JsonWriter& field(std::string_view name, const T& what) {
    return key(name).value(what);
  }
  void flush();

 private:
  struct Level {
    char close;
    Layout layout;
    bool empty = true;
  };
  JsonWriter& open(char first, char last, Layout layout);
  void beforeValue();
  void newLine();
  void flushIfLong();

  const TextSink& sink_;
  std::string buffer_;
  std::vector<Level> levels_;
  bool afterKey_ = false;
  bool stopped_ = false;
};

}  // namespace relaxscope
