// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/annotation.h"

#include <algorithm>
#include <cctype>

#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr int kMaxNesting = 32;  // of tuples; deeper ones are Unknown

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\n' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

std::vector<std::string_view> splitTypeList(std::string_view text) {
  std::vector<std::string_view> pieces;
  int depth = 0;
  bool quoted = false;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '"') quoted = !quoted;
    if (quoted && i < text.size()) continue;
    if (c == '(' || c == '[') ++depth;
    else if (c == ')' || c == ']') --depth;
    else if ((c == ',' && depth == 0) || i == text.size()) {
      if (const std::string_view piece = trimmed(text.substr(begin, i - begin)); !piece.empty())
        pieces.push_back(piece);
      begin = i + 1;
    }
  }
  return pieces;
}

namespace {

/// The text between `open` at the start and its counterpart at the end; nothing if either is missing.
std::optional<std::string_view> inside(std::string_view text, char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close) return std::nullopt;
  return text.substr(1, text.size() - 2);
}
/// The arguments of `name(...)`; nothing for other text.
std::optional<std::string_view> argumentsOf(std::string_view text, std::string_view name) {
  if (!text.starts_with(name)) return std::nullopt;
  text.remove_prefix(name.size());
  if (text.empty()) return text;
  return inside(text, '(', ')');
}

/// "n * T.int64(2)" becomes "n * 2", "T.max(n, m)" becomes "max(n, m)".
std::string plainExpression(std::string_view text) {
  constexpr std::string_view kInt = "T.int64(";
  std::string out;
  while (!text.empty()) {
    const bool atWord = out.empty() || (out.back() != '_' && std::isalnum(static_cast<unsigned char>(out.back())) == 0);
    if (atWord && text.starts_with(kInt)) {
      const size_t close = text.find(')');
      if (close != std::string_view::npos &&
          text.substr(kInt.size(), close - kInt.size()).find('(') == std::string_view::npos) {
        out += text.substr(kInt.size(), close - kInt.size());
        text.remove_prefix(close + 1);
        continue;
      }
    }
    if (atWord && text.starts_with("T.")) {
      text.remove_prefix(2);
      continue;
    }
    out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

DimSpec parseDim(std::string_view text) {
  const std::string plain = plainExpression(text);
  if (const auto value = wholeNumber<int64_t>(plain)) return {DimSpec::Kind::Fixed, *value, {}};
  if (plain.empty() || plain == "_") return {};
  return {DimSpec::Kind::Symbol, -1, printable(plain)};
}

}  // namespace

std::vector<DimSpec> parseDimList(std::string_view list) {
  std::vector<DimSpec> dims;
  for (const std::string_view piece : splitTypeList(list)) dims.push_back(parseDim(piece));
  return dims;
}

namespace {

std::optional<DataType> quotedType(std::string_view text) {
  const auto name = inside(text, '"', '"');
  if (!name) return std::nullopt;
  auto parsed = parseDataType(*name);
  return parsed.ok() ? std::optional(*parsed) : std::nullopt;
}

StaticType parseTensor(std::string_view arguments) {
  StaticType type;
  type.kind = StaticType::Kind::Tensor;
  for (const std::string_view piece : splitTypeList(arguments)) {
    if (const auto list = inside(piece, '(', ')')) {
      type.dims = parseDimList(*list);
      type.rank = static_cast<int64_t>(type.dims.size());
    } else if (piece.starts_with("dtype=")) {
      type.dtype = quotedType(piece.substr(6));
    } else if (piece.starts_with("ndim=")) {
      if (const auto rank = wholeNumber<int64_t>(piece.substr(5)); rank && *rank >= 0) type.rank = *rank;
    }
  }
  return type;
}

StaticType parseShape(std::string_view arguments) {
  StaticType type;
  type.kind = StaticType::Kind::Shape;
  for (const std::string_view piece : splitTypeList(arguments)) {
    if (const auto list = inside(piece, '[', ']')) {
      type.dims = parseDimList(*list);
      type.rank = static_cast<int64_t>(type.dims.size());
    } else if (piece.starts_with("ndim=")) {
      if (const auto rank = wholeNumber<int64_t>(piece.substr(5)); rank && *rank >= 0) type.rank = *rank;
    }
  }
  return type;
}

StaticType parseType(std::string_view text, int nesting) {
  StaticType type;
  text = trimmed(text);
  if (nesting > kMaxNesting) return type;
  if (const auto tensor = argumentsOf(text, "R.Tensor")) return parseTensor(*tensor);
  if (const auto shape = argumentsOf(text, "R.Shape")) return parseShape(*shape);
  auto tuple = argumentsOf(text, "R.Tuple");
  if (!tuple) tuple = argumentsOf(text, "T.Tuple");
  if (tuple) {
    std::vector<StaticType> fields;
    for (const std::string_view piece : splitTypeList(*tuple)) fields.push_back(parseType(piece, nesting + 1));
    return StaticType::tuple(std::move(fields));
  }
  if (text.starts_with("R.Callable")) {
    type.kind = StaticType::Kind::Function;
    return type;
  }
  if (const auto prim = argumentsOf(text, "R.Prim")) {
    type.kind = StaticType::Kind::Prim;
    for (const std::string_view piece : splitTypeList(*prim))
      if (const auto dtype = quotedType(piece)) type.dtype = dtype;
    return type;
  }
  if (text.starts_with("T.")) {
    if (auto dtype = parseDataType(text.substr(2)); dtype.ok()) {
      type.kind = StaticType::Kind::Prim;
      type.dtype = *dtype;
    }
  }
  return type;
}

}  // namespace

std::optional<ErrorContext> parseErrorContext(std::string_view text) {
  const auto body = argumentsOf(trimmed(text), "ErrorContext");
  if (!body || body->empty()) return std::nullopt;
  ErrorContext context;
  for (const std::string_view piece : splitTypeList(*body)) {
    const auto value = [&](std::string_view key) -> std::optional<std::string_view> {
      if (!piece.starts_with(key)) return std::nullopt;
      return piece.substr(key.size());
    };
    if (const auto fn = value("fn=")) context.function = *fn;
    else if (const auto param = value("param=")) context.paramName = *param;
    else if (const auto annotation = value("annotation=")) context.annotation = *annotation;
    else if (const auto type = value("ty=")) context.annotation = *type;
    else if (const auto loc = value("loc=")) {
      context.isReturn = *loc == "return";
      constexpr std::string_view kParam = "param";
      if (loc->starts_with(kParam))
        if (const auto index = inside(loc->substr(kParam.size()), '[', ']'))
          context.param = wholeNumber<int64_t>(*index).value_or(-1);
    }
  }
  return context;
}

StaticType parseAnnotation(std::string_view annotation) { return parseType(annotation, 0); }

std::vector<std::vector<DimSpec>> shapesIn(const StaticType& type) {
  std::vector<std::vector<DimSpec>> shapes;
  if (type.kind == StaticType::Kind::Tensor || type.kind == StaticType::Kind::Shape) shapes.push_back(type.dims);
  for (const StaticType& field : type.fields)
    for (auto& shape : shapesIn(field)) shapes.push_back(std::move(shape));
  return shapes;
}

}  // namespace relaxscope
