// SPDX-License-Identifier: Apache-2.0
// Fields of functions, constants and other table entries in the byte map: each field of the layout of executables, with
// its offset and its value as text.
#include <fmt/format.h>

#include "vmcore/format/byte_map/parts.h"

namespace relaxscope::bytemap {
namespace {

class FieldList {
 public:
  explicit FieldList(uint64_t offset) : at_(offset) {}
  void add(Field field) {
    field.offset = at_;
    at_ += field.size;
    fields_.push_back(field);
  }
  std::vector<Field> take() { return std::move(fields_); }

 private:
  std::vector<Field> fields_;
  uint64_t at_;
};
struct FieldCounter {
  void add(const Field& field) {
    ++sum.count;
    sum.size += field.size;
  }
  FieldSum sum;
};

/// A sink of the layout that makes a Field of each field; fields without bytes are omitted.
template <class Store>
class FieldSink {
 public:
  explicit FieldSink(Store store) : store_(std::move(store)) {}
  [[nodiscard]] Store& store() { return store_; }

  template <class T>
  void number(const char* name, T value, int64_t ordinal = -1) {
    add(name, sizeof(T), Field::Show::Number, static_cast<int64_t>(value), {}, ordinal);
  }
  template <class T>
  void known(const char* name, T value, std::string_view text) {
    add(name, sizeof(T), Field::Show::NumberAndText, static_cast<int64_t>(value), text);
  }
  template <class T>
  void plain(const char* name, T, bool isWhole) {
    add(name, sizeof(T), isWhole ? Field::Show::Summary : Field::Show::Nothing);
  }
  void text(const char* name, int64_t ordinal, std::string_view text) {
    length(name, ordinal, text.size());
    if (!text.empty()) add(name, text.size(), Field::Show::Text, 0, text, ordinal);
  }
  void decimal(const char* name, int64_t value) {
    const uint64_t digits = fmt::formatted_size("{}", value);
    length(name, -1, digits);
    add(name, digits, Field::Show::Number, value);
  }
  void run(const char* name, const char* each, WordView numbers) {
    if (numbers.empty()) return;
    Field field;
    field.name = name;
    field.run = numbers;
    field.runName = each;
    field.size = numbers.bytes().size();
    store_.add(field);
  }
  void data(const Bytes& bytes) {
    if (bytes.empty()) return;
    Field field;
    field.name = "data";
    field.show = Field::Show::Summary;
    field.size = bytes.size();
    field.isData = true;
    store_.add(field);
  }
  template <class Write>
  void code(uint64_t instructions, uint64_t size, Write&&) {
    Field field;
    field.name = "instructions";
    field.instructions = instructions;
    field.show = Field::Show::Number;
    field.number = static_cast<int64_t>(instructions);
    field.size = size;
    store_.add(field);
  }

 private:
  void add(const char* name, uint64_t size, Field::Show show, int64_t number = 0, std::string_view text = {},
           int64_t ordinal = -1) {
    Field field;
    field.name = name;
    field.ordinal = ordinal;
    field.show = show;
    field.number = number;
    field.text = text;
    field.size = size;
    store_.add(field);
  }
  void length(const char* name, int64_t ordinal, uint64_t value) {
    Field field;
    field.name = name;
    field.ordinal = ordinal;
    field.isLength = true;
    field.show = Field::Show::Number;
    field.number = static_cast<int64_t>(value);
    field.size = sizeof(value);
    store_.add(field);
  }

  Store store_;
};

}  // namespace

std::string Field::label() const {
  std::string out = name;
  if (ordinal >= 0) out += fmt::format(" {}", ordinal);
  if (isLength) out += " length";
  return out;
}

std::string Field::valueText() const {
  switch (show) {
    case Show::Number: return fmt::format("{}", number);
    case Show::Text: return shortText(text);
    case Show::NumberAndText: return fmt::format("{} ({})", number, shortText(text));
    default: return {};
  }
}

std::vector<Field> entryFields(const Executable& executable, List list, uint64_t row, uint64_t offset) {
  FieldSink sink{FieldList(offset)};
  vmformat::EntryLayout(sink, executable).entry(list, row);
  return sink.store().take();
}

FieldSum sumFields(const Executable& executable, List list, uint64_t row) {
  FieldSink sink{FieldCounter()};
  vmformat::EntryLayout(sink, executable).entry(list, row);
  return sink.store().sum;
}

}  // namespace relaxscope::bytemap
