// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/input_spec.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "vmcore/base/text.h"
#include "vmcore/wire/value_json.h"

namespace relaxscope {
namespace {

using Content = decltype(InputSpec::content);

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

template <class T>
std::optional<T> wholeNumber(std::string_view text) {
  T value{};
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

/// "4, 8" as extents; `what` names the list in errors. A trailing comma as in Python's (3,) is fine.
Result<std::vector<int64_t>> extents(std::string_view text, const char* what) {
  std::vector<int64_t> dims;
  text = trimmed(text);
  while (!text.empty()) {
    const size_t comma = text.find(',');
    const std::string_view item = trimmed(text.substr(0, comma));
    const auto dim = wholeNumber<int64_t>(item);
    if (!dim) return Error(fmt::format("{}: \"{}\" is no number (give a dynamic dimension the number to use)", what, printable(item)));
    dims.push_back(*dim);
    if (dims.size() > 64) return Error(fmt::format("{}: more than 64 dimensions", what));
    if (comma == std::string_view::npos) break;
    text = trimmed(text.substr(comma + 1));
  }
  return dims;
}

bool isName(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '(' || c == ')' || c == '@' || c == '"' || c == '\'' || c == ' ') return false;
  }
  return true;
}

std::optional<Value> constantWord(std::string_view text) {
  if (text == "true" || text == "True") return Value{true};
  if (text == "false" || text == "False") return Value{false};
  if (text == "none" || text == "None") return Value{NoneValue{}};
  if (text == "nan" || text == "NaN") return Value{std::numeric_limits<double>::quiet_NaN()};
  if (text == "inf" || text == "Infinity") return Value{std::numeric_limits<double>::infinity()};
  if (text == "-inf" || text == "-Infinity") return Value{-std::numeric_limits<double>::infinity()};
  return std::nullopt;
}

/// Digits alone, so that each number has one text (but for zeros in front).
std::optional<uint32_t> plainNumber(std::string_view text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  return wholeNumber<uint32_t>(text);
}

/// A result that is there to be taken.
Result<Content> earlierResult(ResultRef ref, std::string_view text, size_t earlierCalls) {
  if (ref.call < earlierCalls) return Content(Value{std::move(ref)});
  if (earlierCalls == 0) return Error(fmt::format("\"{}\" stands for the result of an earlier call, and there is none", text));
  return Error(fmt::format("\"{}\" is not the result of an earlier call; {}", text,
                           earlierCalls == 1 ? "the only one is call0" : fmt::format("those are call0 to call{}", earlierCalls - 1)));
}

std::string numbers(const std::vector<int64_t>& list) { return fmt::format("{}", fmt::join(list, ",")); }

Result<Content> randomTensor(std::string_view text) {
  const size_t open = text.find('[');
  const auto dtype = parseDataType(trimmed(text.substr(0, open)));
  if (!dtype) return Error(fmt::format("\"{}\": {}", printable(text), dtype.error().text()));
  RS_TRY(auto shape, extents(text.substr(open + 1, text.size() - open - 2), "shape"));
  RandomSpec spec{*dtype, std::move(shape)};
  RS_CHECK(checkRandomSpec(spec));
  return Content(std::move(spec));
}

}  // namespace

Result<void> checkRandomSpec(const RandomSpec& spec) {
  constexpr int64_t kMostBytes = int64_t{1} << 40;
  if (spec.dtype.bits == 0) return Error("a tensor needs a dtype with bits");
  int64_t bytes = spec.dtype.elementBytes() * std::max<int64_t>(1, spec.dtype.lanes);
  for (const int64_t dim : spec.shape)
    if (dim < 0) return Error(fmt::format("shape: {} is below zero", dim));
  for (const int64_t dim : spec.shape) {
    if (dim == 0) return {};
    if (bytes > kMostBytes / dim) return Error("shape: the tensor would take more than 1 TiB");
    bytes *= dim;
  }
  return {};
}

std::optional<ResultRef> parseResultRef(std::string_view text) {
  constexpr std::string_view kWord = "call";
  if (text.substr(0, kWord.size()) != kWord) return std::nullopt;
  text.remove_prefix(kWord.size());
  ResultRef ref;
  for (bool first = true;; first = false) {
    const size_t dot = text.find('.');
    const auto number = plainNumber(text.substr(0, dot));
    if (!number) return std::nullopt;
    if (first) ref.call = *number;
    else ref.path.push_back(*number);
    if (dot == std::string_view::npos) return ref;
    text.remove_prefix(dot + 1);
  }
}

std::string resultRefText(const ResultRef& ref) {
  std::string text = fmt::format("call{}", ref.call);
  for (const uint32_t field : ref.path) text += fmt::format(".{}", field);
  return text;
}

std::optional<std::string> inputText(const Value& value) {
  struct Visitor {
    using Text = std::optional<std::string>;
    Text operator()(const NoneValue&) const { return "none"; }
    Text operator()(int64_t v) const { return std::to_string(v); }
    Text operator()(double v) const { return pythonFloat(v); }
    Text operator()(bool v) const { return v ? "true" : "false"; }
    Text operator()(const std::string& v) const { return printable(v) == v ? Text('"' + v + '"') : Text(); }
    Text operator()(const DataType& v) const { return v.name(); }
    Text operator()(const ShapeValue& v) const { return fmt::format("({}{})", numbers(v.dims), v.dims.size() == 1 ? "," : ""); }
    Text operator()(const RandomTensor& v) const { return fmt::format("{}[{}]", v.dtype.name(), numbers(v.shape)); }
    Text operator()(const ResultRef& v) const { return resultRefText(v); }
    Text operator()(const TensorValue&) const { return std::nullopt; }
    Text operator()(const TupleValue&) const { return std::nullopt; }
    Text operator()(const ObjectValue&) const { return std::nullopt; }
  };
  const auto text = std::visit(Visitor(), value.data);
  // Shapes and dtypes that only JSON can say, and text that looks like something else.
  if (!text || !parseInputContent(*text, std::numeric_limits<size_t>::max())) return std::nullopt;
  return text;
}

Result<Content> parseInputContent(std::string_view text, size_t earlierCalls) {
  text = trimmed(text);
  if (text.empty()) return Error("an empty input; give DTYPE[DIM,...], @FILE or a number");
  if (text.front() == '@') {
    const std::string_view file = text.substr(1);
    if (file.empty()) return Error("\"@\" without a file name");
    const size_t colon = file.rfind(".npz:");
    if (colon == std::string_view::npos) return Content(ArraySpec{std::string(file), ""});
    return Content(ArraySpec{std::string(file.substr(0, colon + 4)), std::string(file.substr(colon + 5))});
  }
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    return Content(Value{std::string(text.substr(1, text.size() - 2))});
  if (text.front() == '(' && text.back() == ')') {
    RS_TRY(auto dims, extents(text.substr(1, text.size() - 2), "shape"));
    return Content(Value{ShapeValue{std::move(dims)}});
  }
  if (text.back() == ']' && text.find('[') != std::string_view::npos) return randomTensor(text);
  if (auto ref = parseResultRef(text)) return earlierResult(*std::move(ref), text, earlierCalls);
  if (auto word = constantWord(text)) return Content(*std::move(word));
  if (const auto integer = wholeNumber<int64_t>(text)) return Content(Value{*integer});
  if (const auto number = wholeNumber<double>(text)) return Content(Value{*number});
  if (const auto dtype = parseDataType(text)) return Content(Value{*dtype});
  return Error(fmt::format("\"{}\" is neither DTYPE[DIM,...], @FILE nor a number", printable(text)));
}

Result<InputSpec> parseInputSpec(std::string_view text) {
  InputSpec spec;
  const size_t equals = text.find('=');
  if (equals != std::string_view::npos && isName(trimmed(text.substr(0, equals)))) {
    spec.name = std::string(trimmed(text.substr(0, equals)));
    text.remove_prefix(equals + 1);
  }
  auto content = parseInputContent(text);
  if (!content) return spec.name.empty() ? content.error() : Error(fmt::format("input {}: {}", printable(spec.name), content.error().text()));
  spec.content = *std::move(content);
  return spec;
}

}  // namespace relaxscope
