// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/parse/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "vmcore/base/text/hex_digit.h"
#include "vmcore/base/text/text.h"
#include "vmcore/ir/parse/parser.h"

namespace relaxscope::ir::parse {
namespace {

constexpr size_t kMostTokens = 1'000'000;  ///< of a logical line

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isContinuation(char c) { return (static_cast<uint8_t>(c) & 0xC0U) == 0x80U; }
bool isNameByte(char c) { return isNameLetter(c) || static_cast<uint8_t>(c) >= 0x80; }

struct SymbolText {
  std::string_view text;
  Symbol symbol;
};
/// Longer ones first, but the most frequent ones, which begin no longer one, before all.
constexpr std::array kSymbolTexts = std::to_array<SymbolText>({
    {"(", Symbol::OpenRound},     {")", Symbol::CloseRound}, {",", Symbol::Comma},       {".", Symbol::Dot},
    {":", Symbol::Colon},         {"[", Symbol::OpenSquare}, {"]", Symbol::CloseSquare}, {"{", Symbol::OpenCurly},
    {"}", Symbol::CloseCurly},    {"@", Symbol::At},         {"~", Symbol::Tilde},       {"**=", Symbol::AssignOp},
    {"//=", Symbol::AssignOp},    {"<<=", Symbol::AssignOp}, {">>=", Symbol::AssignOp},  {"**", Symbol::Power},
    {"//", Symbol::FloorDivide},  {"<<", Symbol::ShiftLeft}, {">>", Symbol::ShiftRight}, {"<=", Symbol::LessEqual},
    {">=", Symbol::GreaterEqual}, {"==", Symbol::Equal},     {"!=", Symbol::NotEqual},   {"->", Symbol::Arrow},
    {"+=", Symbol::AssignOp},     {"-=", Symbol::AssignOp},  {"*=", Symbol::AssignOp},   {"/=", Symbol::AssignOp},
    {"%=", Symbol::AssignOp},     {"&=", Symbol::AssignOp},  {"|=", Symbol::AssignOp},   {"^=", Symbol::AssignOp},
    {"=", Symbol::Assign},        {"+", Symbol::Plus},       {"-", Symbol::Minus},       {"*", Symbol::Star},
    {"/", Symbol::Slash},         {"%", Symbol::Percent},    {"&", Symbol::Ampersand},   {"|", Symbol::Bar},
    {"^", Symbol::Caret},         {"<", Symbol::Less},       {">", Symbol::Greater},
});

void appendUtf8(std::string& into, uint32_t point) {
  const auto put = [&into](uint32_t byte) { into += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0U | point >> 6);
    put(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    put(0xE0U | point >> 12);
    put(0x80U | (point >> 6 & 0x3FU));
    put(0x80U | (point & 0x3FU));
  } else {
    put(0xF0U | point >> 18);
    put(0x80U | (point >> 12 & 0x3FU));
    put(0x80U | (point >> 6 & 0x3FU));
    put(0x80U | (point & 0x3FU));
  }
}

/// Whether a line that begins so begins a statement, though brackets are open.
bool beginsStatement(std::string_view rest) {
  if (rest.front() == '@') return true;
  size_t length = 0;
  while (length < rest.size() && isNameByte(rest[length])) ++length;
  const std::string_view word = rest.substr(0, length);
  for (const char* keyword : {"def", "class", "return", "with", "for", "import", "from", "elif", "while"})
    if (word == keyword) return true;
  if (length == 0) return false;
  const std::string_view after = rest.substr(length, 2);
  return after == ": " || (after == " =" && rest.substr(length, 3) != " ==");
}

}  // namespace

LineReader::LineReader(std::string_view source, DiagnosticSink& sink) : source_(source), sink_(sink) {
  if (source.starts_with("\xEF\xBB\xBF")) at_ = countedTo_ = 3;
}

uint32_t LineReader::columnOf(size_t offset) {
  for (; countedTo_ < offset; ++countedTo_)
    if (!isContinuation(source_[countedTo_])) ++column_;
  return column_;
}

Span LineReader::spanOf(size_t from, size_t to) {
  if (fixed_.known()) return fixed_;
  Span span{line_, columnOf(from), line_, 0};
  span.endColumn = columnOf(to);
  return span;
}

void LineReader::newLine() {
  ++at_;
  ++line_;
  countedTo_ = at_;
  column_ = 1;
}

void LineReader::fail(LogicalLine& line, size_t from, size_t to, std::string message, const char* code) {
  const Span span = spanOf(from, std::max(from, to));
  if (!line.broken) sink_.error(span, code, std::move(message));
  line.broken = true;
}

Token& LineReader::push(LogicalLine& line, TokenKind kind, size_t from, size_t to) {
  Token& token = line.tokens.emplace_back();
  token.kind = kind;
  token.span = spanOf(from, to);
  token.text = source_.substr(from, to - from);
  return token;
}

bool LineReader::fragment(std::string_view text, Span at, bool follow, DiagnosticSink& sink, LogicalLine& line) {
  LineReader reader(text, sink);
  if (follow) {
    reader.line_ = at.line;
    reader.column_ = at.column;
  } else {
    reader.fixed_ = at;
  }
  line.tokens.clear();
  line.broken = false;
  reader.readLine(line);
  return !line.broken;
}

/// Leaves out blank lines and comments, measures the indentation.
bool LineReader::skipToStatement(LogicalLine& line) {
  line.indent = 0;
  while (at_ < source_.size()) {
    const char c = source_[at_];
    if (c == ' ') {
      ++line.indent;
      ++at_;
    } else if (c == '\t') {
      line.indent = line.indent / 8 * 8 + 8;
      ++at_;
    } else if (c == '\r' || c == '\f') {
      ++at_;
    } else if (c == '#') {
      at_ = std::min(source_.size(), source_.find('\n', at_));
    } else if (c == '\n') {
      newLine();
      line.indent = 0;
    } else {
      return true;
    }
  }
  return false;
}

bool LineReader::next(LogicalLine& line) {
  line.tokens.clear();
  line.decoded.clear();
  line.broken = false;
  open_.clear();
  if (!skipToStatement(line)) return false;
  readLine(line);
  return true;
}

void LineReader::readLine(LogicalLine& line) {
  while (at_ < source_.size()) {
    const char c = source_[at_];
    if (c == '\n') {
      if (open_.empty()) break;
      if (!continueLine(line)) break;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
      ++at_;
    } else if (c == '#') {
      at_ = std::min(source_.size(), source_.find('\n', at_));
    } else if (c == '\\' && (source_.substr(at_ + 1, 1) == "\n" || source_.substr(at_ + 1, 2) == "\r\n")) {
      at_ = source_.find('\n', at_);
      newLine();
    } else {
      readToken(line);
    }
  }
  if (!open_.empty() && !line.broken) {
    line.broken = true;
    sink_.error(open_.back().span, "parse", "this bracket is never closed");
  }
  push(line, TokenKind::End, at_, at_);
}

bool LineReader::continueLine(const LogicalLine& line) {
  size_t indent = 0, to = at_ + 1;
  while (to < source_.size() && (source_[to] == ' ' || source_[to] == '\t')) {
    ++to;
    ++indent;
  }
  if (!fixed_.known() && indent <= line.indent && to < source_.size() && beginsStatement(source_.substr(to, 200)))
    return false;
  newLine();
  return true;
}

void LineReader::readToken(LogicalLine& line) {
  const char c = peek();
  if (line.tokens.size() >= kMostTokens) {
    fail(line, at_, at_ + 1, "this statement has more than 1,000,000 words");
    at_ = std::min(source_.size(), source_.find('\n', at_));
    return;
  }
  if (isDigit(c) || (c == '.' && isDigit(peek(1)))) return readNumber(line);
  if (c == '"' || c == '\'') return readText(line, 0, false);
  if (!isNameByte(c)) return readSymbol(line);
  size_t to = at_;
  while (to < source_.size() && isNameByte(source_[to])) ++to;
  const std::string_view name = source_.substr(at_, to - at_);
  if (to < source_.size() && (source_[to] == '"' || source_[to] == '\'') && name.size() <= 2) {
    if (name == "r" || name == "R" || name == "u" || name == "U")
      return readText(line, name.size(), name == "r" || name == "R");
    fail(line, at_, to, fmt::format("strings with the prefix {} are not read", printable(name)), "unsupported");
    at_ = to;
    return;
  }
  bool plain = true;
  for (const char one : name) plain &= static_cast<uint8_t>(one) < 0x80;
  if (!plain && (!isUtf8(name) || printable(name) != name || name.find("\xC2\xA0") != std::string_view::npos ||
                 name.find("\xE3\x80\x80") != std::string_view::npos))
    fail(line, at_, to, fmt::format("a name has a character that is no letter: {}", printable(name.substr(0, 60))));
  push(line, TokenKind::Name, at_, to);
  at_ = to;
}

void LineReader::readRadixDigits(Token& token, int base) {
  for (; at_ < source_.size(); ++at_) {
    if (source_[at_] == '_') continue;
    const int digit = isNameLetter(source_[at_]) ? hexDigit(source_[at_]) : -1;
    if (digit < 0 || digit >= base) break;
    const auto unsignedBase = static_cast<uint64_t>(base);
    token.huge |= token.number > (std::numeric_limits<uint64_t>::max() - static_cast<uint64_t>(digit)) / unsignedBase;
    token.number = token.number * unsignedBase + static_cast<uint64_t>(digit);
    token.real = token.real * base + digit;
  }
}

void LineReader::readNumber(LogicalLine& line) {
  const size_t from = at_;
  Token token;
  token.kind = TokenKind::Int;
  const char radix = peek() == '0' ? peek(1) : '\0';
  if (radix == 'x' || radix == 'X' || radix == 'o' || radix == 'O' || radix == 'b' || radix == 'B') {
    at_ += 2;
    readRadixDigits(token, radix == 'x' || radix == 'X' ? 16 : radix == 'o' || radix == 'O' ? 8 : 2);
  } else {
    readRadixDigits(token, 10);
    const auto digits = [this] {
      while (isDigit(peek()) || peek() == '_') ++at_;
    };
    if (peek() == '.') {
      token.kind = TokenKind::Float;
      ++at_;
      digits();
    }
    const size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if ((peek() == 'e' || peek() == 'E') && isDigit(peek(1 + sign))) {
      token.kind = TokenKind::Float;
      at_ += 1 + sign;
      digits();
    }
    std::string text(source_.substr(from, at_ - from));
    std::erase(text, '_');
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), token.real);
    if (code == std::errc::result_out_of_range)
      token.real = text.find("e-") != std::string::npos || text.find("E-") != std::string::npos
                       ? 0
                       : std::numeric_limits<double>::infinity();
  }
  if (isNameByte(peek())) {
    while (isNameByte(peek())) ++at_;
    fail(line, from, at_,
         fmt::format("{} is no number", printable(source_.substr(from, std::min<size_t>(at_ - from, 60)))));
  }
  token.span = spanOf(from, at_);
  token.text = source_.substr(from, at_ - from);
  line.tokens.push_back(token);
}

/// At a backslash; false if the escape is malformed.
bool LineReader::readEscape(std::string& into) {
  const char c = peek(1);
  at_ += 2;
  const auto number = [&](size_t digits) {
    uint32_t value = 0;
    for (size_t i = 0; i < digits; ++i, ++at_) {
      const int digit = hexDigit(peek());
      if (digit < 0) return false;
      value = value * 16 + static_cast<uint32_t>(digit);
    }
    if (value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return false;
    appendUtf8(into, value);
    return true;
  };
  switch (c) {
    case '\n':
      --at_;
      newLine();
      return true;
    case '\\':
    case '\'':
    case '"': into += c; return true;
    case 'n': into += '\n'; return true;
    case 't': into += '\t'; return true;
    case 'r': into += '\r'; return true;
    case 'a': into += '\a'; return true;
    case 'b': into += '\b'; return true;
    case 'f': into += '\f'; return true;
    case 'v': into += '\v'; return true;
    case 'x': return number(2);
    case 'u': return number(4);
    case 'U': return number(8);
    case 'N': return false;
    default: break;
  }
  if (c >= '0' && c <= '7') {
    uint32_t value = static_cast<uint32_t>(c - '0');
    for (int i = 0; i < 2 && peek() >= '0' && peek() <= '7'; ++i, ++at_)
      value = value * 8 + static_cast<uint32_t>(peek() - '0');
    appendUtf8(into, value);
    return true;
  }
  into += '\\';
  at_ -= 1;
  return true;
}

void LineReader::readText(LogicalLine& line, size_t prefix, bool raw) {
  const size_t from = at_;
  const Span begin = spanOf(from, from);
  at_ += prefix;
  const char quote = peek();
  const bool triple = peek(1) == quote && peek(2) == quote;
  at_ += triple ? 3 : 1;
  const size_t inner = at_;
  std::string text;
  bool decoded = false;
  size_t copied = inner;  // what lies before it is in `text`
  const auto take = [&] { text.append(source_.substr(copied, at_ - copied)); };
  for (;;) {
    const char c = peek();
    if (at_ >= source_.size() || (c == '\n' && !triple)) {
      if (!line.broken)
        sink_.error({begin.line, begin.column, begin.line, begin.column + 1}, "parse", "this string is never closed");
      line.broken = true;
      return;
    }
    if (c == quote && (!triple || (peek(1) == quote && peek(2) == quote))) break;
    if (c == '\\' && raw) {
      at_ += at_ + 1 < source_.size() && source_[at_ + 1] != '\n' ? 2 : 1;
    } else if (c == '\\') {
      take();
      decoded = true;
      const size_t escape = at_;
      if (at_ + 1 >= source_.size() || !readEscape(text))
        fail(line, escape, std::min(at_, escape + 2), "this escape of a string is not read");
      at_ = std::clamp(at_, escape + 1, source_.size());  // always beyond the backslash, which may be the last byte
      copied = at_;
    } else if (c == '\n') {
      newLine();
      decoded = true;
    } else {
      ++at_;
    }
  }
  take();
  at_ += triple ? 3 : 1;
  Token& token = push(line, TokenKind::Text, std::max(from, countedTo_), at_);
  token.span.line = begin.line;
  token.span.column = begin.column;
  token.plain = !decoded && prefix == 0 && !triple;
  if (decoded) token.text = line.decoded.emplace_back(std::move(text));
  else token.text = source_.substr(inner, at_ - (triple ? 3 : 1) - inner);
}

void LineReader::open(LogicalLine& line, const Token& token) {
  if (open_.size() >= kMaxNesting && !line.broken) {
    line.broken = true;
    sink_.error(token.span, "parse", fmt::format("brackets nest deeper than {}", kMaxNesting));
  }
  if (open_.size() < size_t{10} * kMaxNesting) open_.push_back({token.symbol, token.span});
}

void LineReader::readSymbol(LogicalLine& line) {
  const std::string_view rest = source_.substr(at_, 3);
  for (const auto& [text, symbol] : kSymbolTexts) {
    if (!rest.starts_with(text)) continue;
    Token& token = push(line, TokenKind::Symbol, at_, at_ + text.size());
    token.symbol = symbol;
    at_ += text.size();
    if (symbol == Symbol::OpenRound || symbol == Symbol::OpenSquare || symbol == Symbol::OpenCurly) open(line, token);
    else if ((symbol == Symbol::CloseRound || symbol == Symbol::CloseSquare || symbol == Symbol::CloseCurly) &&
             !open_.empty())
      open_.pop_back();
    return;
  }
  fail(line, at_, at_ + 1,
       rest.front() == ';' ? "each statement needs a line of its own"
                           : fmt::format("unexpected character {}", printable(rest.substr(0, 1))));
  ++at_;
}

}  // namespace relaxscope::ir::parse
