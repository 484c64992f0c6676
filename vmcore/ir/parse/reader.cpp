// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/parse/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "vmcore/base/text/text.h"
#include "vmcore/ir/parse/scalar.h"

namespace relaxscope::ir::parse {
namespace {

constexpr size_t kMostUses = 100'000;

/// Letters to change, at most `most` + 1.
size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::string nearestName(std::string_view name, const std::vector<std::string_view>& names) {
  constexpr size_t kLongest = 40, kMostNames = 10'000;
  if (name.size() < 3 || name.size() > kLongest || names.size() > kMostNames) return {};
  std::string_view best;
  size_t least = name.size() < 4 ? 2 : 3;  // a distance below
  for (const std::string_view one : names) {
    if (one.size() > name.size() + 2 || name.size() > one.size() + 2) continue;
    const size_t distance = editDistance(name, one);
    if (distance > least || (distance == least && (best.empty() || one >= best))) continue;
    best = one;
    least = distance;
  }
  return best.empty() ? std::string() : fmt::format("did you mean {}?", printable(best));
}

std::string quoted(std::string_view name) {
  constexpr size_t kLongest = 60;
  return name.size() <= kLongest ? printable(name) : printable(name.substr(0, kLongest)) + "...";
}

bool isFloatType(DataType type) {
  return type.code == static_cast<uint8_t>(TypeCode::Float) || type.code == static_cast<uint8_t>(TypeCode::BFloat);
}
bool isIntType(DataType type) {
  return type.code == static_cast<uint8_t>(TypeCode::Int) || type.code == static_cast<uint8_t>(TypeCode::UInt);
}
bool fits(int64_t value, DataType type) {
  if (type == kBoolType) return value == 0 || value == 1;
  if (type.bits >= 64) return type.code == static_cast<uint8_t>(TypeCode::Int) || value >= 0;
  if (type.code == static_cast<uint8_t>(TypeCode::UInt)) return value >= 0 && value < int64_t{1} << type.bits;
  const int64_t half = int64_t{1} << (type.bits - 1);
  return value >= -half && value < half;
}

Symbols::Known& Symbols::get(const std::string& name, Span use, DataType type) {
  const auto [found, isNew] = known_.try_emplace(name);
  if (isNew) {
    found->second.var = makeVar(name, type);
    found->second.use = use;
    order_.push_back(name);
  }
  return found->second;
}
Symbols::Known* Symbols::find(std::string_view name) {
  const auto found = known_.find(std::string(name));
  return found == known_.end() ? nullptr : &found->second;
}

// ---- lines ----

Span Reader::lineSpan() const {
  const size_t last = line_.tokens.size() < 2 ? 0 : line_.tokens.size() - 2;
  return spanFrom(line_.tokens.front().span, line_.tokens[last].span);
}

void Reader::skipStatement() {
  const uint32_t indent = line_.indent;
  advance();
  while (!atEnd_ && line_.indent > indent) advance();
}

bool Reader::enter(Span span, size_t levels) {
  if (nesting_ + levels <= kMaxNesting) {
    nesting_ += levels;
    return true;
  }
  error(span, "parse", fmt::format("blocks nest deeper than {}", kMaxNesting));
  return false;
}

bool Reader::block(uint32_t indent, Span header, const std::function<void()>& statement) {
  if (atEnd_ || line_.indent <= indent) {
    error(header, "parse", "this line needs an indented block below it");
    return false;
  }
  const uint32_t own = line_.indent;
  while (!atEnd_ && line_.indent > indent) {
    if (line_.indent == own) {
      const size_t errors = sink.size();
      statement();
      if (sink.size() != errors)
        while (!atEnd_ && line_.indent > own) advance();
    } else {
      const bool deeper = line_.indent > own;
      if (!line_.broken)
        error(lineSpan(), "parse",
              deeper ? "unexpected indentation" : "this line is indented less than those before it");
      deeper ? advance() : skipStatement();
    }
  }
  return true;
}

// ---- parts of lines ----

std::optional<Assignment> Reader::assignment(SyntaxReader& reader) {
  Assignment found;
  const Syntax* first = reader.expressionList();
  if (first == nullptr) return std::nullopt;
  if (reader.token().is(Symbol::AssignOp)) {
    reader.fail(reader.token().span, fmt::format("{} is not read: write `a = a + b`", tokenText(reader.token())),
                "unsupported");
    return std::nullopt;
  }
  if (reader.accept(Symbol::Colon)) {
    found.target = first;
    found.annotation = reader.expression();
    if (found.annotation == nullptr || !reader.expect(Symbol::Assign, "'='")) return std::nullopt;
  } else if (reader.accept(Symbol::Assign)) {
    found.target = first;
  } else {
    found.value = first;
    return reader.expectEnd() ? std::optional(found) : std::nullopt;
  }
  found.value = reader.expressionList();
  if (found.value == nullptr || !reader.expectEnd()) return std::nullopt;
  return found;
}

bool Reader::endOfHeader(SyntaxReader& reader) {
  if (!reader.expect(Symbol::Colon, "':'")) return false;
  if (reader.token().kind == TokenKind::End) return true;
  reader.fail(reader.token().span, "the statements of a block stand on lines of their own", "unsupported");
  return false;
}

const Syntax* Reader::inString(const Syntax& text) {
  constexpr size_t kMostKept = 64;
  if (fragments_.size() >= kMostKept) fragments_.pop_front();
  LogicalLine& line = fragments_.emplace_back();
  Span at = text.span;
  if (text.plain) ++at.column;
  if (!LineReader::fragment(text.text, at, text.plain, sink, line)) return nullptr;
  SyntaxReader reader(line, pool, sink);
  const Syntax* value = reader.expression();
  return value != nullptr && reader.expectEnd() ? value : nullptr;
}

// ---- literals ----

std::optional<int64_t> Reader::integer(const Syntax& value) {
  constexpr uint64_t kGreatest = std::numeric_limits<int64_t>::max();
  const bool negative = value.kind == SyntaxKind::Unary && value.symbol == Symbol::Minus;
  const Syntax& literal = negative ? *value.items[0] : value;
  if (literal.kind != SyntaxKind::Int) {
    error(value.span, "type", "an integer is needed here");
    return std::nullopt;
  }
  if (literal.huge || literal.number > kGreatest + (negative ? 1 : 0)) {
    error(value.span, "dtype", "this integer does not fit into 64 bits");
    return std::nullopt;
  }
  return static_cast<int64_t>(negative ? uint64_t{0} - literal.number : literal.number);
}

std::optional<bool> Reader::flag(const Syntax& value) {
  if (value.kind == SyntaxKind::True || value.kind == SyntaxKind::False) return value.kind == SyntaxKind::True;
  error(value.span, "type", "True or False is needed here");
  return std::nullopt;
}

std::optional<DataType> Reader::dtype(const Syntax& text, bool ofKernel) {
  const bool call = text.calleeName() == "R.dtype" && text.items.size() == 2;
  const Syntax& name = call ? *text.items[1] : text;
  if (name.kind != SyntaxKind::Text) {
    error(text.span, "dtype", "a dtype in quotes is needed here, such as \"float32\"");
    return std::nullopt;
  }
  Result<DataType> parsed = parseDataType(name.text);
  const bool known = parsed.ok() && (!ofKernel || isKernelType(parsed.value()));
  if (known) return parsed.value();
  const std::string nearest = nearestName(name.text, kernelTypeNames());
  error(name.span, "dtype",
        fmt::format("unknown dtype {}{}{}", quoted(name.text), nearest.empty() ? "" : ": ", nearest));
  return std::nullopt;
}

std::optional<Attribute> Reader::attribute(const Syntax& value) {
  switch (value.kind) {
    case SyntaxKind::None: return Attribute{};
    case SyntaxKind::True: return Attribute{true};
    case SyntaxKind::False: return Attribute{false};
    case SyntaxKind::Float: return Attribute{value.real};
    case SyntaxKind::Text: return Attribute{std::string(value.text)};
    case SyntaxKind::Dict: {
      auto found = entries(value);
      return found ? std::optional(Attribute{std::move(*found)}) : std::nullopt;
    }
    case SyntaxKind::Tuple:
    case SyntaxKind::List: {
      std::vector<Attribute> list;
      for (const Syntax* item : value.items) {
        auto one = attribute(*item);
        if (!one) return std::nullopt;
        list.push_back(std::move(*one));
      }
      return Attribute{std::move(list)};
    }
    case SyntaxKind::Unary:
      if (value.symbol == Symbol::Minus && value.items[0]->kind == SyntaxKind::Float)
        return Attribute{-value.items[0]->real};
      break;
    case SyntaxKind::Call: {
      const std::string_view callee = value.calleeName();
      if ((callee == "T.target" || callee == "R.str" || callee == "R.dtype") && value.items.size() == 2)
        return attribute(*value.items[1]);
      if (callee.starts_with("T.") || callee == "R.prim_value") {
        ScalarReader scalars(*this);
        PrimExpr scalar = scalars.read(value);
        return scalar != nullptr ? std::optional(Attribute{scalar}) : std::nullopt;
      }
      break;
    }
    default: break;
  }
  if (value.kind == SyntaxKind::Int || value.kind == SyntaxKind::Unary) {
    const auto number = integer(value);
    return number ? std::optional(Attribute{*number}) : std::nullopt;
  }
  error(value.span, "unsupported",
        "an attribute is a literal: a number, a string, True, False, None, or a list of these");
  return std::nullopt;
}

std::optional<Attributes> Reader::entries(const Syntax& dictionary) {
  Attributes found;
  std::unordered_map<std::string, size_t> places;
  for (size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
    const Syntax& key = *dictionary.items[i];
    if (key.kind != SyntaxKind::Text) {
      error(key.span, "type", "the key of an attribute is a string");
      return std::nullopt;
    }
    auto value = attribute(*dictionary.items[i + 1]);
    if (!value) return std::nullopt;
    std::string name(key.text);
    if (name.starts_with("tir.")) name.insert(3, "x");
    const auto [place, isNew] = places.try_emplace(name, found.size());
    if (isNew) found.emplace_back(std::move(name), std::move(*value));
    else found[place->second].second = std::move(*value);
  }
  return found;
}

std::optional<Attributes> Reader::attributes(const Syntax& dictionary) {
  if (dictionary.kind == SyntaxKind::Dict) return entries(dictionary);
  error(dictionary.span, "type", "attributes are a dictionary: {\"name\": value}");
  return std::nullopt;
}

// ---- messages ----

bool Reader::arity(const Syntax& call, size_t least, size_t most) {
  const size_t given = call.items.size() - 1;
  if (given >= least && given <= most) return true;
  const std::string wanted = least == most                                ? std::to_string(least)
                             : most == std::numeric_limits<size_t>::max() ? fmt::format("at least {}", least)
                                                                          : fmt::format("{} to {}", least, most);
  error(call.span, "arity",
        fmt::format("{} takes {} argument{}, not {}", quoted(call.calleeName()), wanted,
                    least == most && least == 1 ? "" : "s", given));
  return false;
}

bool Reader::onlyKeywords(const Syntax& call, std::initializer_list<std::string_view> known) {
  for (const SyntaxKeyword& one : call.keywords) {
    if (std::find(known.begin(), known.end(), one.name) != known.end()) continue;
    error(spanFrom(one.span, one.value->span), "unsupported",
          fmt::format("{} is read without the argument {}", quoted(call.calleeName()), quoted(one.name)));
    return false;
  }
  return true;
}

void Reader::useGlobal(std::string_view name, Span span) {
  if (uses_.size() < kMostUses && !globals.contains(std::string(name))) uses_.emplace_back(name, span);
}

void Reader::checkGlobals() {
  std::vector<std::string_view> names;
  for (const auto& [name, span] : globals) names.push_back(name);
  for (const auto& [name, span] : uses_) {
    if (globals.contains(name)) continue;
    const std::string nearest = suggests() ? nearestName(name, names) : std::string();
    std::vector<DiagnosticNote> notes;
    if (!nearest.empty()) notes.push_back({Span{}, nearest});
    error(span, "unknown-name", fmt::format("the module has no function {}", quoted(name)), std::move(notes));
  }
}

}  // namespace relaxscope::ir::parse
