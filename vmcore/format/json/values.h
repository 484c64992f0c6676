// SPDX-License-Identifier: Apache-2.0
// Internal to the reader of the JSON form: checked access to values, each with its name for messages.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/format/json/tree.h"
#include "vmcore/model/data_type.h"

namespace relaxscope::jsonform {

using Value = JsonTree::Value;

/// Thrown by all of these functions, caught by readJsonForm.
struct FormError {
  std::string message;
};
[[noreturn]] void refuse(std::string message);

Value member(const Value& object, std::string_view key);
int64_t integer(const Value& value, const char* what);
uint64_t unsignedInteger(const Value& value, const char* what);
bool boolean(const Value& value, const char* what);
const std::string& plainText(const Value& value, const char* what);
/// A name or string of the file, unescaped.
std::string rawText(const Value& value, const char* what);
std::vector<int64_t> integers(const Value& value, const char* what);
Bytes hexBytes(const Value& value, const char* what);
DataType dataType(const Value& value, const char* what);
double floatValue(const Value& value);
int64_t plainRegister(const Value& value, const char* what);

template <class T>
T narrow(const Value& value, const char* what) {
  const int64_t number = integer(value, what);
  if (number < static_cast<int64_t>(std::numeric_limits<T>::min()) ||
      number > static_cast<int64_t>(std::numeric_limits<T>::max()))
    refuse(fmt::format("\"{}\": {} is out of range", what, number));
  return static_cast<T>(number);
}

}  // namespace relaxscope::jsonform
