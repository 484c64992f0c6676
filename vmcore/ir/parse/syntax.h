// SPDX-License-Identifier: Apache-2.0
// Expressions and simple statements of Python as trees, before they mean anything.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/ir/parse/diagnostic.h"
#include "vmcore/ir/parse/lexer.h"

namespace relaxscope::ir::parse {

enum class SyntaxKind : uint8_t {
  Name,       ///< text; dots included: "R.nn.relu"
  Attribute,  ///< .text of items[0], which is no name
  Int,        ///< number, huge, real
  Float,      ///< real
  Text,       ///< text
  True,
  False,
  None,
  Tuple,
  List,
  Dict,       ///< items: key, value, key, value
  Call,       ///< items[0] of the others and of keywords
  Subscript,  ///< items[0] at the others; of `a[()]` there are none
  Slice,      ///< items: from, to; null where not written
  Unary,      ///< symbol: Minus, Plus, Tilde, Not
  Binary,
  Conditional,  ///< items: value, condition, other value
};

struct Syntax;
struct SyntaxKeyword {
  std::string_view name;
  Span span;  ///< of the name
  const Syntax* value;
};
struct Syntax {
  SyntaxKind kind = SyntaxKind::None;
  Symbol symbol = Symbol::None;
  bool huge = false, plain = false;  ///< as of Token
  uint32_t depth = 1;                ///< of the tree, at most kMaxNesting
  Span span;
  std::string_view text;
  uint64_t number = 0;
  double real = 0;
  std::vector<const Syntax*> items;
  std::vector<SyntaxKeyword> keywords;

  [[nodiscard]] bool isName(std::string_view name) const { return kind == SyntaxKind::Name && text == name; }
  /// Whether it is a name without dots.
  [[nodiscard]] bool isSimpleName() const {
    return kind == SyntaxKind::Name && text.find('.') == std::string_view::npos;
  }
  [[nodiscard]] bool isSequence() const { return kind == SyntaxKind::Tuple || kind == SyntaxKind::List; }
  /// The name of the called function, or "".
  [[nodiscard]] std::string_view calleeName() const {
    return kind == SyntaxKind::Call && items[0]->kind == SyntaxKind::Name ? items[0]->text : std::string_view();
  }
  [[nodiscard]] const Syntax* keyword(std::string_view name) const {
    for (const SyntaxKeyword& one : keywords)
      if (one.name == name) return one.value;
    return nullptr;
  }
};

/// Owns the trees of one statement; their memory is used again.
class SyntaxPool {
 public:
  Syntax& make(SyntaxKind kind, Span span);
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  void reset() {
    used_ = 0;
    texts_.clear();
  }

 private:
  std::deque<Syntax> nodes_;
  std::deque<std::string> texts_;
  size_t used_ = 0;
};

/// Reads the tokens of one line. After the first error, which is reported, all reading returns null or false.
class SyntaxReader {
 public:
  SyntaxReader(const LogicalLine& line, SyntaxPool& pool, DiagnosticSink& sink)
      : line_(line), pool_(pool), sink_(sink), failed_(line.broken) {}

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] const Token& token() const { return line_.tokens[at_]; }
  [[nodiscard]] const Token& following() const { return line_.tokens[std::min(at_ + 1, line_.tokens.size() - 1)]; }
  void skip() { at_ = std::min(at_ + 1, line_.tokens.size() - 1); }
  bool accept(Symbol symbol);
  bool acceptName(std::string_view name);
  /// Reports "expected WHAT".
  bool expect(Symbol symbol, const char* what);
  bool expectEnd();
  void fail(Span span, std::string message, const char* code = "parse");
  /// A name that is no keyword; null with a report.
  const Token* name(const char* what);

  const Syntax* expression();
  /// With commas outside brackets: a tuple.
  const Syntax* expressionList();
  /// `(arguments)` behind `callee`.
  const Syntax* call(const Syntax* callee);

 private:
  const Syntax* binary(int lowest);
  const Syntax* unary();
  const Syntax* postfix();
  const Syntax* atom();
  const Syntax* bracketed();
  const Syntax* dictionary();
  const Syntax* subscript(const Syntax* base);
  const Syntax* slice();
  const Syntax* text();
  const Syntax* dotted(const Syntax* base);
  const Syntax* join(Syntax& node, const Syntax* last);
  bool argument(Syntax& call);
  bool addDepth(Syntax& node, const Syntax* child);

  const LogicalLine& line_;
  SyntaxPool& pool_;
  DiagnosticSink& sink_;
  size_t at_ = 0;
  uint32_t depth_ = 0;
  bool failed_;
};

bool isKeyword(std::string_view name);
/// What a message calls a token: "'='", "the end of the line".
std::string tokenText(const Token& token);
Span spanFrom(const Span& first, const Span& last);

}  // namespace relaxscope::ir::parse
