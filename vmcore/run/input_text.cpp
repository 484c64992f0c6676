// SPDX-License-Identifier: Apache-2.0
// Values as texts that parseInputContent() accepts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "vmcore/base/text/text.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value_json.h"

namespace relaxscope {
namespace {

std::string joinedNumbers(const std::vector<int64_t>& list) { return fmt::format("{}", fmt::join(list, ",")); }

/// "text", or e"..." where it contains a quote or is not printable.
std::string quotedText(const std::string& text) {
  const bool printed = printable(text) == text;
  if (printed && text.find('"') == std::string::npos) return '"' + text + '"';
  std::string out = "e\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x80 ? printed : byte >= 0x20 && byte != 0x7f && c != '"';
    if (c == '\\') out += "\\\\";
    else if (plain) out += c;
    else out += fmt::format("\\x{:02x}", byte);
  }
  return out + '"';
}

class Writer {
 public:
  explicit Writer(const std::function<std::string(const TensorValue&)>& textOf) : textOf_(textOf) {}

  /// False where the value has no text.
  bool append(const Value& value) { return std::visit(*this, value.data); }
  [[nodiscard]] std::string take() { return std::move(out_); }

  bool operator()(const NoneValue&) { return put("none"); }
  bool operator()(int64_t v) { return put(std::to_string(v)); }
  bool operator()(double v) { return put(pythonFloat(v)); }
  bool operator()(bool v) { return put(v ? "true" : "false"); }
  bool operator()(const std::string& v) { return put(quotedText(v)); }
  bool operator()(const DataType& v) { return put(v.name()); }
  bool operator()(const ShapeValue& v) {
    return put(fmt::format("({}{})", joinedNumbers(v.dims), v.dims.size() == 1 ? "," : ""));
  }
  bool operator()(const RandomTensor& v) {
    const std::string below = v.below > 0 ? fmt::format(" below {}", v.below) : std::string();
    return put(fmt::format("{}[{}]{}", v.dtype.name(), joinedNumbers(v.shape), below));
  }
  bool operator()(const ResultRef& v) { return put(resultRefText(v)); }
  bool operator()(const TensorValue& v) { return textOf_ && put(textOf_(v)); }
  bool operator()(const ObjectValue&) { return false; }
  bool operator()(const TupleValue& v) {
    const bool likeShape = std::all_of(v.fields.begin(), v.fields.end(),
                                       [](const Value& field) { return std::holds_alternative<int64_t>(field.data); });
    put(v.tag ? fmt::format("adt{}(", *v.tag) : likeShape ? "tuple(" : "(");
    for (size_t i = 0; i < v.fields.size(); ++i) {
      if (i != 0) put(", ");
      if (!append(v.fields[i])) return false;
    }
    return put(")");
  }

 private:
  bool put(std::string_view text) {
    out_ += text;
    return true;
  }

  const std::function<std::string(const TensorValue&)>& textOf_;
  std::string out_;
};

}  // namespace

std::string resultRefText(const ResultRef& ref) {
  std::string text = fmt::format("call{}", ref.call);
  for (const uint32_t field : ref.path) text += fmt::format(".{}", field);
  return text;
}

std::optional<std::string> inputText(const Value& value, const std::function<std::string(const TensorValue&)>& textOf) {
  Writer writer(textOf);
  if (!writer.append(value)) return std::nullopt;
  std::string text = writer.take();
  // Excludes shapes and dtypes that only JSON can represent, and text that parses as something else.
  if (!parseInputContent(text, std::numeric_limits<size_t>::max())) return std::nullopt;
  return text;
}

std::string inputText(const ArraySpec& array) {
  std::string file = array.path + (array.key.empty() ? "" : ":" + array.key);
  const bool plain = file.find_first_of("()[],\"'\\") == std::string::npos && file.front() != ' ' &&
                     file.back() != ' ' && printable(file) == file;
  if (!plain) file = quotedText(file);
  return (array.dtype ? array.dtype->name() : std::string()) + '@' + file;
}

}  // namespace relaxscope
