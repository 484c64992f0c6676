// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/json/values.h"

#include <cstring>

#include "vmcore/base/text/hex_digit.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/instruction.h"

namespace relaxscope::jsonform {

void refuse(std::string message) { throw FormError{std::move(message)}; }

Value member(const Value& object, std::string_view key) {
  if (!object.isObject()) refuse("an object is required");
  const auto found = object.find(key);
  if (!found) refuse(fmt::format("\"{}\" is missing", key));
  return *found;
}

int64_t integer(const Value& value, const char* what) {
  if (value.kind() == JsonTree::Kind::Unsigned &&
      value.whole() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    refuse(fmt::format("\"{}\" does not fit in 64 bits", what));
  if (!value.isInteger()) refuse(fmt::format("\"{}\" must be an integer", what));
  return static_cast<int64_t>(value.whole());
}
uint64_t unsignedInteger(const Value& value, const char* what) {
  if (value.kind() != JsonTree::Kind::Unsigned) refuse(fmt::format("\"{}\" must be an unsigned integer", what));
  return value.whole();
}
bool boolean(const Value& value, const char* what) {
  if (!value.isBoolean()) refuse(fmt::format("\"{}\" must be true or false", what));
  return value.boolean();
}

const std::string& plainText(const Value& value, const char* what) {
  if (!value.isString()) refuse(fmt::format("\"{}\" must be a string", what));
  return value.text();
}

std::string rawText(const Value& value, const char* what) {
  std::string raw;
  if (!unescapeLossless(plainText(value, what), raw))
    refuse(fmt::format("\"{}\": invalid escape; only \\\\ and \\xNN are allowed", what));
  return raw;
}

std::vector<int64_t> integers(const Value& value, const char* what) {
  if (!value.isArray()) refuse(fmt::format("\"{}\" must be a list", what));
  std::vector<int64_t> numbers;
  numbers.reserve(value.size());
  for (const Value& item : value) numbers.push_back(integer(item, what));
  return numbers;
}

Bytes hexBytes(const Value& value, const char* what) {
  const std::string& text = plainText(value, what);
  if (text.size() % 2 != 0) refuse(fmt::format("\"{}\" has an odd number of digits", what));
  std::vector<uint8_t> bytes(text.size() / 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const int high = hexDigit(text[2 * i]), low = hexDigit(text[2 * i + 1]);
    if (high < 0 || low < 0) refuse(fmt::format("\"{}\" must hold hexadecimal digits only", what));
    bytes[i] = static_cast<uint8_t>(high * 16 + low);
  }
  return Bytes::own(std::move(bytes));
}

DataType dataType(const Value& value, const char* what) {
  if (value.isObject())
    return {narrow<uint8_t>(member(value, "code"), "code"), narrow<uint8_t>(member(value, "bits"), "bits"),
            narrow<uint16_t>(member(value, "lanes"), "lanes")};
  const auto type = parseDataType(plainText(value, what));
  if (!type.ok()) refuse(type.error().message);
  return *type;
}

double floatValue(const Value& value) {
  if (!value.isObject()) {
    if (!value.isNumber()) refuse("\"value\" must be a number");
    return value.real();
  }
  const Bytes bits = hexBytes(member(value, "float_bits"), "float_bits");
  if (bits.size() != sizeof(double)) refuse("\"float_bits\" must have 16 digits");
  uint64_t word = 0;
  for (const uint8_t byte : bits.span()) word = word << 8 | byte;
  double number;
  std::memcpy(&number, &word, sizeof number);
  return number;
}

int64_t plainRegister(const Value& value, const char* what) {
  if (value == "void") return kVoidRegister;
  if (value == "vm") return kVmRegister;
  return integer(value, what);
}

}  // namespace relaxscope::jsonform
