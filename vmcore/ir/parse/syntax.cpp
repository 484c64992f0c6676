// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/parse/syntax.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "vmcore/base/text/text.h"
#include "vmcore/ir/parse/parser.h"

namespace relaxscope::ir::parse {
namespace {

/// Of the binary operator at a token: 0 if there is none.
int precedenceOf(const Token& token) {
  if (token.kind == TokenKind::Name) return token.text == "or" ? 1 : token.text == "and" ? 2 : 0;
  if (token.kind != TokenKind::Symbol) return 0;
  switch (token.symbol) {
    case Symbol::Less:
    case Symbol::LessEqual:
    case Symbol::Greater:
    case Symbol::GreaterEqual:
    case Symbol::Equal:
    case Symbol::NotEqual: return 4;
    case Symbol::Bar: return 5;
    case Symbol::Caret: return 6;
    case Symbol::Ampersand: return 7;
    case Symbol::ShiftLeft:
    case Symbol::ShiftRight: return 8;
    case Symbol::Plus:
    case Symbol::Minus: return 9;
    case Symbol::Star:
    case Symbol::Slash:
    case Symbol::FloorDivide:
    case Symbol::Percent:
    case Symbol::At: return 10;
    case Symbol::Power: return 12;
    default: return 0;
  }
}
constexpr int kNotPrecedence = 3, kComparison = 4, kUnaryPrecedence = 11;

}  // namespace

bool isKeyword(std::string_view name) {
  static constexpr std::array kKeywords = std::to_array<std::string_view>(
      {"False",  "None",     "True",   "and", "as",       "assert", "async",  "await",   "break",
       "class",  "continue", "def",    "del", "elif",     "else",   "except", "for",     "from",
       "global", "if",       "import", "in",  "is",       "lambda", "not",    "finally", "or",
       "pass",   "raise",    "return", "try", "nonlocal", "while",  "with",   "yield"});
  return name.size() <= 8 && std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end();
}

std::string tokenText(const Token& token) {
  if (token.kind == TokenKind::End) return "the end of the line";
  if (token.kind == TokenKind::Text) return "a string";
  const std::string_view head = token.text.substr(0, 60);
  return fmt::format("'{}'", isUtf8(head) ? printable(head) : printable(token.text.substr(0, 40)));
}

Span spanFrom(const Span& first, const Span& last) { return {first.line, first.column, last.endLine, last.endColumn}; }

Syntax& SyntaxPool::make(SyntaxKind kind, Span span) {
  if (used_ == nodes_.size()) nodes_.emplace_back();
  Syntax& node = nodes_[used_++];
  node.kind = kind;
  node.symbol = Symbol::None;
  node.huge = node.plain = false;
  node.depth = 1;
  node.span = span;
  node.text = {};
  node.items.clear();
  node.keywords.clear();
  return node;
}

void SyntaxReader::fail(Span span, std::string message, const char* code) {
  if (!failed_) sink_.error(span, code, std::move(message));
  failed_ = true;
}
bool SyntaxReader::accept(Symbol symbol) {
  if (!token().is(symbol)) return false;
  skip();
  return true;
}
bool SyntaxReader::acceptName(std::string_view name) {
  if (!token().isName(name)) return false;
  skip();
  return true;
}
bool SyntaxReader::expect(Symbol symbol, const char* what) {
  if (accept(symbol)) return true;
  fail(token().span, fmt::format("expected {}, not {}", what, tokenText(token())));
  return false;
}
bool SyntaxReader::expectEnd() {
  if (token().kind != TokenKind::End)
    fail(token().span, fmt::format("expected the end of the line, not {}", tokenText(token())));
  return !failed_;
}
const Token* SyntaxReader::name(const char* what) {
  if (token().kind != TokenKind::Name || isKeyword(token().text)) {
    fail(token().span, fmt::format("expected {}, not {}", what, tokenText(token())));
    return nullptr;
  }
  const Token* found = &token();
  skip();
  return failed_ ? nullptr : found;
}

bool SyntaxReader::addDepth(Syntax& node, const Syntax* child) {
  if (child == nullptr) return true;
  node.depth = std::max(node.depth, child->depth + 1);
  if (node.depth <= kMaxNesting) return true;
  fail(node.span, fmt::format("this expression nests deeper than {}", kMaxNesting));
  return false;
}

/// Ends a node with its last child.
const Syntax* SyntaxReader::join(Syntax& node, const Syntax* last) {
  if (last == nullptr || failed_) return nullptr;
  node.items.push_back(last);
  node.span = spanFrom(node.span, last->span);
  return addDepth(node, last) ? &node : nullptr;
}

const Syntax* SyntaxReader::expressionList() {
  const Syntax* first = expression();
  if (first == nullptr || !token().is(Symbol::Comma)) return first;
  Syntax& tuple = pool_.make(SyntaxKind::Tuple, first->span);
  tuple.items.push_back(first);
  addDepth(tuple, first);
  while (accept(Symbol::Comma)) {
    const Token& next = token();
    if (next.kind == TokenKind::End || next.is(Symbol::Assign)) break;
    if (join(tuple, expression()) == nullptr) return nullptr;
  }
  return failed_ ? nullptr : &tuple;
}

const Syntax* SyntaxReader::expression() {
  if (failed_) return nullptr;
  if (token().isName("lambda") || token().isName("await") || token().isName("yield")) {
    fail(token().span, fmt::format("{} is not read here", token().text), "unsupported");
    return nullptr;
  }
  const Syntax* value = binary(1);
  if (value == nullptr || !token().isName("if")) return value;
  skip();
  Syntax& node = pool_.make(SyntaxKind::Conditional, value->span);
  node.items.push_back(value);
  addDepth(node, value);
  const Syntax* condition = binary(1);
  if (join(node, condition) == nullptr) return nullptr;
  if (!acceptName("else")) {
    fail(token().span, fmt::format("expected else, not {}", tokenText(token())));
    return nullptr;
  }
  return join(node, binary(1));
}

const Syntax* SyntaxReader::binary(int lowest) {
  const Syntax* left = unary();
  while (left != nullptr && !failed_) {
    const Token& op = token();
    const int precedence = precedenceOf(op);
    if (precedence == 0 || precedence < lowest) break;
    Syntax& node = pool_.make(SyntaxKind::Binary, left->span);
    node.symbol = op.kind == TokenKind::Symbol ? op.symbol : op.text == "or" ? Symbol::Or : Symbol::And;
    node.items.push_back(left);
    if (!addDepth(node, left)) return nullptr;
    skip();
    left = join(node, binary(precedence + 1));
    if (left != nullptr && precedence == kComparison && precedenceOf(token()) == kComparison) {
      fail(token().span, "a chain of comparisons is not read: join two comparisons with and", "unsupported");
      return nullptr;
    }
  }
  return failed_ ? nullptr : left;
}

const Syntax* SyntaxReader::unary() {
  if (failed_) return nullptr;
  const Token& op = token();
  const bool isNot = op.isName("not");
  if (!isNot && !op.is(Symbol::Minus) && !op.is(Symbol::Plus) && !op.is(Symbol::Tilde)) return postfix();
  if (depth_ >= kMaxNesting) {
    fail(op.span, fmt::format("this expression nests deeper than {}", kMaxNesting));
    return nullptr;
  }
  Syntax& node = pool_.make(SyntaxKind::Unary, op.span);
  node.symbol = isNot ? Symbol::Not : op.symbol;
  skip();
  ++depth_;
  const Syntax* operand = binary(isNot ? kNotPrecedence + 1 : kUnaryPrecedence);
  --depth_;
  return join(node, operand);
}

const Syntax* SyntaxReader::postfix() {
  const Syntax* base = atom();
  while (base != nullptr && !failed_) {
    if (token().is(Symbol::Dot)) base = dotted(base);
    else if (token().is(Symbol::OpenRound)) base = call(base);
    else if (token().is(Symbol::OpenSquare)) base = subscript(base);
    else break;
  }
  return failed_ ? nullptr : base;
}

const Syntax* SyntaxReader::dotted(const Syntax* base) {
  skip();
  constexpr size_t kLongestName = 1000;
  if (token().kind != TokenKind::Name || base->text.size() > kLongestName) {
    fail(token().span, fmt::format("expected a name after '.', not {}", tokenText(token())));
    return nullptr;
  }
  const Token& member = token();
  const Span span = spanFrom(base->span, member.span);
  skip();
  if (base->kind != SyntaxKind::Name) {
    Syntax& node = pool_.make(SyntaxKind::Attribute, span);
    node.text = member.text;
    node.items.push_back(base);
    return addDepth(node, base) ? &node : nullptr;
  }
  Syntax& node = pool_.make(SyntaxKind::Name, span);
  const char* begin = base->text.data();
  if (begin + base->text.size() + 1 == member.text.data())
    node.text = {begin, base->text.size() + 1 + member.text.size()};
  else node.text = pool_.keep(fmt::format("{}.{}", base->text, member.text));
  return &node;
}

bool SyntaxReader::argument(Syntax& call) {
  if (token().is(Symbol::Star) || token().is(Symbol::Power)) {
    fail(token().span, "arguments behind a star are not read: write them out", "unsupported");
    return false;
  }
  if (token().kind == TokenKind::Name && following().is(Symbol::Assign)) {
    const Token* key = name("the name of an argument");
    if (key == nullptr) return false;
    skip();
    constexpr size_t kMostKeywords = 200;
    if (call.keywords.size() >= kMostKeywords) {
      fail(key->span, "this call has more than 200 arguments with names");
      return false;
    }
    if (call.keyword(key->text) != nullptr) {
      fail(key->span, fmt::format("the argument {} is given twice", printable(key->text)));
      return false;
    }
    const Syntax* value = expression();
    if (value == nullptr) return false;
    call.keywords.push_back({key->text, key->span, value});
    return addDepth(call, value);
  }
  const Syntax* value = expression();
  if (value == nullptr) return false;
  if (!call.keywords.empty()) {
    fail(value->span, "this argument needs a name, as the one before it has one");
    return false;
  }
  call.items.push_back(value);
  return addDepth(call, value);
}

const Syntax* SyntaxReader::call(const Syntax* callee) {
  Syntax& node = pool_.make(SyntaxKind::Call, callee->span);
  node.items.push_back(callee);
  if (!addDepth(node, callee)) return nullptr;
  skip();
  while (!token().is(Symbol::CloseRound)) {
    if (!argument(node)) return nullptr;
    if (!accept(Symbol::Comma)) break;
  }
  node.span = spanFrom(node.span, token().span);
  return expect(Symbol::CloseRound, "',' or ')'") ? &node : nullptr;
}

const Syntax* SyntaxReader::slice() {
  const Span begin = token().span;
  const Syntax* from = token().is(Symbol::Colon) ? nullptr : expression();
  if (failed_ || !token().is(Symbol::Colon)) return from;
  Syntax& node = pool_.make(SyntaxKind::Slice, from != nullptr ? from->span : begin);
  node.span = spanFrom(node.span, token().span);
  skip();
  const bool open = token().is(Symbol::Comma) || token().is(Symbol::CloseSquare) || token().is(Symbol::Colon);
  const Syntax* to = open ? nullptr : expression();
  if (token().is(Symbol::Colon)) fail(token().span, "slices with a step are not read", "unsupported");
  if (failed_) return nullptr;
  node.items = {from, to};
  if (to != nullptr) node.span = spanFrom(node.span, to->span);
  return addDepth(node, from) && addDepth(node, to) ? &node : nullptr;
}

const Syntax* SyntaxReader::subscript(const Syntax* base) {
  Syntax& node = pool_.make(SyntaxKind::Subscript, base->span);
  node.items.push_back(base);
  if (!addDepth(node, base)) return nullptr;
  skip();
  bool first = true;
  do {
    if (token().is(Symbol::CloseSquare) && !first) break;
    const Syntax* index = slice();
    if (index == nullptr || !addDepth(node, index)) return nullptr;
    if (first && index->kind == SyntaxKind::Tuple && token().is(Symbol::CloseSquare))
      node.items.insert(node.items.end(), index->items.begin(), index->items.end());
    else node.items.push_back(index);
    first = false;
  } while (accept(Symbol::Comma));
  node.span = spanFrom(node.span, token().span);
  return expect(Symbol::CloseSquare, "',' or ']'") ? &node : nullptr;
}

const Syntax* SyntaxReader::text() {
  const Token& first = token();
  Syntax& node = pool_.make(SyntaxKind::Text, first.span);
  node.text = first.text;
  node.plain = first.plain;
  skip();
  if (token().kind != TokenKind::Text) return &node;
  std::string joined(first.text);
  for (; token().kind == TokenKind::Text; skip()) {
    joined += token().text;
    node.span = spanFrom(node.span, token().span);
  }
  node.text = pool_.keep(std::move(joined));
  node.plain = false;
  return &node;
}

const Syntax* SyntaxReader::atom() {
  const Token& first = token();
  switch (first.kind) {
    case TokenKind::Text: return text();
    case TokenKind::Int:
    case TokenKind::Float: {
      Syntax& node = pool_.make(first.kind == TokenKind::Int ? SyntaxKind::Int : SyntaxKind::Float, first.span);
      node.number = first.number;
      node.real = first.real;
      node.huge = first.huge;
      skip();
      return &node;
    }
    case TokenKind::Name: {
      const bool known = first.text == "True" || first.text == "False" || first.text == "None";
      if (isKeyword(first.text) && !known) break;
      Syntax& node = pool_.make(SyntaxKind::Name, first.span);
      if (known)
        node.kind = first.text == "True"    ? SyntaxKind::True
                    : first.text == "False" ? SyntaxKind::False
                                            : SyntaxKind::None;
      else node.text = first.text;
      skip();
      return &node;
    }
    case TokenKind::Symbol:
      if (first.is(Symbol::OpenRound) || first.is(Symbol::OpenSquare)) return bracketed();
      if (first.is(Symbol::OpenCurly)) return dictionary();
      break;
    case TokenKind::End: break;
  }
  fail(first.span, fmt::format("expected an expression, not {}", tokenText(first)));
  return nullptr;
}

/// A tuple, a list, or an expression in parentheses.
const Syntax* SyntaxReader::bracketed() {
  const bool round = token().is(Symbol::OpenRound);
  const Symbol close = round ? Symbol::CloseRound : Symbol::CloseSquare;
  Syntax& node = pool_.make(round ? SyntaxKind::Tuple : SyntaxKind::List, token().span);
  skip();
  bool comma = false;
  while (!token().is(close)) {
    const Syntax* item = expression();
    if (item == nullptr || !addDepth(node, item)) return nullptr;
    node.items.push_back(item);
    comma = accept(Symbol::Comma);
    if (!comma) break;
  }
  node.span = spanFrom(node.span, token().span);
  if (!expect(close, round ? "',' or ')'" : "',' or ']'")) return nullptr;
  return round && node.items.size() == 1 && !comma ? node.items[0] : &node;
}

const Syntax* SyntaxReader::dictionary() {
  Syntax& node = pool_.make(SyntaxKind::Dict, token().span);
  skip();
  while (!token().is(Symbol::CloseCurly)) {
    const Syntax* key = expression();
    if (key == nullptr || !addDepth(node, key) || !expect(Symbol::Colon, "':'")) return nullptr;
    const Syntax* value = expression();
    if (value == nullptr || !addDepth(node, value)) return nullptr;
    node.items.push_back(key);
    node.items.push_back(value);
    if (!accept(Symbol::Comma)) break;
  }
  node.span = spanFrom(node.span, token().span);
  return expect(Symbol::CloseCurly, "',' or '}'") ? &node : nullptr;
}

}  // namespace relaxscope::ir::parse
