// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/input_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"
#include "vmcore/run/value_check.h"
#include "vmcore/run/value_json.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxDims = 64;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// A number with an optional plus sign.
template <class T>
std::optional<T> signedNumber(std::string_view text) {
  return wholeNumber<T>(text.starts_with('+') ? text.substr(1) : text);
}

/// "4, 8" as extents; `what` names the list in errors. A trailing comma is allowed, as in Python's (3,).
Result<std::vector<int64_t>> extents(std::string_view text, const char* what) {
  std::vector<int64_t> dims;
  text = trimmed(text);
  while (!text.empty()) {
    const size_t comma = text.find(',');
    const std::string_view item = trimmed(text.substr(0, comma));
    const auto dim = signedNumber<int64_t>(item);
    if (!dim)
      return Error(
          fmt::format("{}: \"{}\" is not a number (give the value of a dynamic dimension)", what, printable(item)));
    dims.push_back(*dim);
    if (dims.size() > kMaxDims) return Error(fmt::format("{}: more than {} dimensions", what, kMaxDims));
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

/// Digits only, so that each number has one text (except for leading zeros).
std::optional<uint32_t> plainNumber(std::string_view text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  return signedNumber<uint32_t>(text);
}

/// The reference, or an error where its call is not an earlier one.
Result<InputContent> earlierResult(ResultRef ref, std::string_view text, size_t earlierCalls) {
  if (ref.call < earlierCalls) return InputContent{Value{std::move(ref)}};
  if (earlierCalls == 0)
    return Error(fmt::format("\"{}\" refers to the result of an earlier call, but there is none", text));
  return Error(fmt::format(
      "\"{}\" is not the result of an earlier call; {}", text,
      earlierCalls == 1 ? "the only one is call0" : fmt::format("those are call0 to call{}", earlierCalls - 1)));
}

constexpr std::string_view kBelow = " below ";

/// "int64[4]", "int64[4] below 1000".
bool isRandomTensor(std::string_view text) {
  text = trimmed(text.substr(0, text.rfind(kBelow)));
  return !text.empty() && text.back() == ']' && text.find('[') != std::string_view::npos;
}

Result<InputContent> randomTensor(std::string_view text) {
  int64_t below = 0;
  if (const size_t limit = text.rfind(kBelow); limit != std::string_view::npos) {
    const std::string_view number = trimmed(text.substr(limit + kBelow.size()));
    below = signedNumber<int64_t>(number).value_or(0);
    if (below < 1) return Error(fmt::format("\"{}\" is not a limit of integers from 0", printable(number)));
    text = trimmed(text.substr(0, limit));
  }
  const size_t open = text.find('[');
  const auto dtype = parseAnyDataType(trimmed(text.substr(0, open)));
  if (!dtype) return Error(fmt::format("\"{}\": {}", printable(text), dtype.error().text()));
  RS_TRY(auto shape, extents(text.substr(open + 1, text.size() - open - 2), "shape"));
  RandomSpec spec{*dtype, std::move(shape), below};
  RS_CHECK(checkRandomSpec(spec));
  return InputContent{std::move(spec)};
}

constexpr std::string_view kQuotes = "\"'";

bool isQuoted(std::string_view text) {
  return text.size() >= 2 && kQuotes.find(text.front()) != std::string_view::npos && text.back() == text.front();
}

/// The value of "text", 'text' or e"text"; nothing for any other form.
std::optional<Result<std::string>> literal(std::string_view text) {
  if (isQuoted(text)) return Result<std::string>(std::string(text.substr(1, text.size() - 2)));
  if (text.empty() || text.front() != 'e' || !isQuoted(text.substr(1))) return std::nullopt;
  std::string plain;
  if (!unescapeLossless(text.substr(2, text.size() - 3), plain))
    return Result<std::string>(
        Error(fmt::format("{}: invalid escape; only \\\\ and \\xNN are allowed", printable(text))));
  return Result<std::string>(std::move(plain));
}

/// "@x.npy", "@in.npz:key", "bfloat16@x.npy"; the file and key may be quoted.
Result<InputContent> array(std::string_view text) {
  const size_t sign = text.find('@');
  ArraySpec spec;
  if (sign != 0) { RS_TRY(spec.dtype, parseAnyDataType(trimmed(text.substr(0, sign)))); }
  std::string file(text.substr(sign + 1));
  if (auto quoted = literal(file)) { RS_TRY(file, *std::move(quoted)); }
  if (file.empty()) return Error("\"@\" without a file name");
  const size_t colon = file.rfind(".npz:");
  spec.path = file.substr(0, colon == std::string::npos ? colon : colon + 4);
  if (colon != std::string::npos) spec.key = file.substr(colon + 5);
  return InputContent{std::move(spec)};
}

bool isArray(std::string_view text) {
  const size_t sign = text.find('@');
  return sign == 0 || (sign != std::string_view::npos && parseAnyDataType(trimmed(text.substr(0, sign))).ok());
}

bool isWholeNumber(std::string_view text) {
  if (text.front() == '+' || text.front() == '-') text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Any content except a tuple.
Result<InputContent> leaf(std::string_view text, size_t earlierCalls) {
  if (text.empty()) return Error("an empty input; give DTYPE[DIM,...], @FILE or a number");
  if (auto string = literal(text)) {
    RS_TRY(std::string plain, *std::move(string));
    return InputContent{Value{std::move(plain)}};
  }
  if (isArray(text)) return array(text);
  if (isRandomTensor(text)) return randomTensor(text);
  if (auto ref = parseResultRef(text)) return earlierResult(*std::move(ref), text, earlierCalls);
  if (auto word = constantWord(text)) return InputContent{*std::move(word)};
  if (const auto integer = signedNumber<int64_t>(text)) return InputContent{Value{*integer}};
  if (isWholeNumber(text))
    return Error(fmt::format("{} is not a 64-bit integer; write {}.0 for a float", printable(text), printable(text)));
  if (const auto number = signedNumber<double>(text)) return InputContent{Value{*number}};
  if (const auto dtype = parseAnyDataType(text)) return InputContent{Value{*dtype}};
  return Error(fmt::format("\"{}\" is neither DTYPE[DIM,...], @FILE nor a number", printable(text)));
}

/// "(", "tuple(" or "adt3(" at the start of a text.
struct Opening {
  size_t length;
  bool named;
  std::optional<int64_t> tag;
};
std::optional<Opening> openingOf(std::string_view text) {
  constexpr std::string_view kTuple = "tuple(", kAdt = "adt";
  if (text.substr(0, 1) == "(") return Opening{1, false, {}};
  if (text.substr(0, kTuple.size()) == kTuple) return Opening{kTuple.size(), true, {}};
  if (text.substr(0, kAdt.size()) != kAdt) return std::nullopt;
  const size_t open = text.find('(');
  if (open == std::string_view::npos) return std::nullopt;
  const auto tag = signedNumber<int64_t>(text.substr(kAdt.size(), open - kAdt.size()));
  return tag ? std::optional(Opening{open + 1, true, *tag}) : std::nullopt;
}

/// End of a part of a tuple: before the first comma or bracket outside of quotes and square brackets.
size_t leafEnd(std::string_view text) {
  char quote = 0;
  int brackets = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (kQuotes.find(c) != std::string_view::npos) {
      quote = c;
    } else if (c == '[' || c == ']') {
      brackets += c == '[' ? 1 : -1;
    } else if (brackets <= 0 && (c == ',' || c == ')')) {
      return i;
    }
  }
  return text.size();
}

void skipBlanks(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

/// Parses contents from the front of a text.
class ListReader {
 public:
  ListReader(std::string_view text, size_t earlierCalls) : rest_(text), earlierCalls_(earlierCalls) {}

  Result<InputContent> whole() {
    RS_TRY(InputContent content, next(0));
    skipBlanks(rest_);
    if (!rest_.empty()) return Error(fmt::format("unexpected \"{}\" after the last bracket", printable(rest_)));
    return content;
  }

 private:
  Result<InputContent> next(int depth) {
    skipBlanks(rest_);
    const auto opening = openingOf(rest_);
    if (!opening) {
      const std::string_view text = rest_.substr(0, leafEnd(rest_));
      rest_.remove_prefix(text.size());
      return leaf(trimmed(text), earlierCalls_);
    }
    if (depth >= kMaxValueDepth) return Error("tuples are nested too deeply");
    rest_.remove_prefix(opening->length);
    RS_TRY(std::vector<InputContent> fields, list(depth));
    if (!opening->named) {
      if (auto dims = asExtents(fields)) {
        if (dims->size() > kMaxDims) return Error(fmt::format("shape: more than {} dimensions", kMaxDims));
        return InputContent{Value{ShapeValue{*std::move(dims)}}};
      }
    }
    return InputContent{TupleSpec{std::move(fields), opening->tag}};
  }

  /// The fields up to the closing bracket. A trailing comma is allowed, as in Python's (3,).
  Result<std::vector<InputContent>> list(int depth) {
    std::vector<InputContent> fields;
    for (;;) {
      skipBlanks(rest_);
      if (rest_.substr(0, 1) == ")") break;
      auto field = next(depth + 1);
      if (!field) return Error(fmt::format("field {}: {}", fields.size(), field.error().text()));
      fields.push_back(*std::move(field));
      skipBlanks(rest_);
      if (rest_.substr(0, 1) == ")") break;
      if (rest_.substr(0, 1) != ",") return Error("\"(\" without a matching \")\"");
      rest_.remove_prefix(1);
    }
    rest_.remove_prefix(1);
    return fields;
  }

  /// Nothing where a field is not an integer.
  static std::optional<std::vector<int64_t>> asExtents(const std::vector<InputContent>& fields) {
    std::vector<int64_t> dims;
    for (const InputContent& field : fields) {
      const auto* value = std::get_if<Value>(&field.data);
      const auto* number = value != nullptr ? std::get_if<int64_t>(&value->data) : nullptr;
      if (number == nullptr) return std::nullopt;
      dims.push_back(*number);
    }
    return dims;
  }

  std::string_view rest_;
  size_t earlierCalls_;
};

class ValueMaker {
 public:
  explicit ValueMaker(const LeafMakers& makers) : makers_(makers) {}

  Result<Value> make(const InputContent& content) {
    if (const auto* tuple = std::get_if<TupleSpec>(&content.data)) return makeTuple(*tuple);
    const size_t leaf = leaves_++;
    if (const auto* random = std::get_if<RandomSpec>(&content.data))
      return Value{RandomTensor{random->dtype, random->shape, makers_.seedOf(leaf), random->below}};
    if (const auto* value = std::get_if<Value>(&content.data)) return *value;
    const auto& array = std::get<ArraySpec>(content.data);
    RS_TRY(TensorValue stored, makers_.readArray(array));
    RS_TRY(TensorValue tensor, reinterpretAs(std::move(stored), array.dtype));
    return Value{std::move(tensor)};
  }

 private:
  Result<Value> makeTuple(const TupleSpec& spec) {
    TupleValue tuple{{}, spec.tag};
    for (const InputContent& field : spec.fields) {
      auto value = make(field);
      if (!value) return Error(fmt::format("field {}: {}", tuple.fields.size(), value.error().text()));
      tuple.fields.push_back(*std::move(value));
    }
    return Value{std::move(tuple)};
  }

  const LeafMakers& makers_;
  size_t leaves_ = 0;
};

}  // namespace

Result<void> checkRandomSpec(const RandomSpec& spec) {
  constexpr int64_t kMaxBytes = int64_t{1} << 40;
  if (spec.dtype.bits == 0) return Error("a tensor needs a dtype with bits");
  const auto code = static_cast<TypeCode>(spec.dtype.code);
  if (spec.below < 0 || (spec.below > 0 && code != TypeCode::Int && code != TypeCode::UInt))
    return Error(fmt::format("below: {} is not a type of integers", spec.dtype.name()));
  int64_t bytes = spec.dtype.elementBytes() * std::max<int64_t>(1, spec.dtype.lanes);
  for (const int64_t dim : spec.shape)
    if (dim < 0) return Error(fmt::format("shape: {} is negative", dim));
  for (const int64_t dim : spec.shape) {
    if (dim == 0) return {};
    if (bytes > kMaxBytes / dim) return Error("shape: the tensor would take more than 1 TiB");
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

Result<InputContent> parseInputContent(std::string_view text, size_t earlierCalls) {
  text = trimmed(text);
  return openingOf(text) ? ListReader(text, earlierCalls).whole() : leaf(text, earlierCalls);
}

std::vector<std::string_view> inputLeaves(std::string_view text) {
  text = trimmed(text);
  if (!openingOf(text)) return {text};
  std::vector<std::string_view> leaves;
  while (!text.empty()) {
    if (const auto opening = openingOf(text)) {
      text.remove_prefix(opening->length);
    } else {
      const size_t end = leafEnd(text);
      if (const std::string_view part = trimmed(text.substr(0, end)); !part.empty()) leaves.push_back(part);
      text.remove_prefix(std::min(text.size(), end + 1));
    }
    skipBlanks(text);
  }
  return leaves;
}

Result<Value> makeValue(const InputContent& content, const LeafMakers& makers) {
  return ValueMaker(makers).make(content);
}

Result<TensorValue> reinterpretAs(TensorValue stored, const std::optional<DataType>& dtype) {
  if (!dtype) return stored;
  if (!canRepresent(stored.dtype, *dtype))
    return Error(fmt::format("holds {}, which cannot be used as {}", stored.dtype.name(), dtype->name()));
  stored.dtype = *dtype;
  return stored;
}

Result<InputSpec> parseInputSpec(std::string_view text) {
  InputSpec spec;
  const size_t equals = text.find('=');
  if (equals != std::string_view::npos && isName(trimmed(text.substr(0, equals)))) {
    spec.name = std::string(trimmed(text.substr(0, equals)));
    text.remove_prefix(equals + 1);
  }
  auto content = parseInputContent(text);
  if (!content)
    return spec.name.empty() ? content.error()
                             : Error(fmt::format("input {}: {}", printable(spec.name), content.error().text()));
  spec.content = *std::move(content);
  return spec;
}

}  // namespace relaxscope
