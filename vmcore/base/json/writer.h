// SPDX-License-Identifier: Apache-2.0
// Streams JSON to a sink in pieces: only the current piece is held, so a file of a million instructions costs no
// memory. Bytes that are not UTF-8 never reach the output (they become \xNN).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/words.h"
#include "vmcore/base/text_sink.h"

namespace relaxscope {

/// `text` in quotes, with JSON's escapes; bytes that are not UTF-8 as `\xNN` (irreversible: a backslash stays one
/// backslash). Use escapeLossless first if the reader must recover the bytes.
void appendJsonString(std::string& out, std::string_view text);
std::string jsonString(std::string_view text);

class JsonWriter {
 public:
  /// Layout of a list or object: one member per line, or all on one line.
  enum class Layout : uint8_t { Lines, Inline };

  explicit JsonWriter(const TextSink& sink) : sink_(sink) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;
  ~JsonWriter() { flush(); }

  /// True once the sink rejected a piece; later output is dropped.
  [[nodiscard]] bool stopped() const { return stopped_; }

  JsonWriter& beginObject(Layout layout = Layout::Lines) { return open('{', '}', layout); }
  /// The outermost object of a report: begins with `"schema": kSchema`.
  JsonWriter& beginDocument(int32_t schema = kSchema) { return beginObject().field("schema", schema); }
  /// Version of all reports (docs/cli.md); increases when a field changes its meaning or goes, not when one is added.
  static constexpr int32_t kSchema = 1;
  JsonWriter& beginArray(Layout layout = Layout::Lines) { return open('[', ']', layout); }
  /// Ends the innermost object or list. A newline follows the outermost one.
  JsonWriter& end();
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(int64_t number);
  JsonWriter& value(uint64_t number);
  JsonWriter& value(int32_t number) { return value(int64_t{number}); }
  JsonWriter& value(bool flag);
  /// The shortest form that parses back to the same value; only for finite numbers.
  JsonWriter& value(double number);
  JsonWriter& null();
  /// A list of numbers or strings on one line.
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
