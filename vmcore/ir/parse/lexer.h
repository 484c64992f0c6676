// SPDX-License-Identifier: Apache-2.0
// Tokens of Python, by logical line.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/ir/parse/diagnostic.h"

namespace relaxscope::ir::parse {

enum class TokenKind : uint8_t { Name, Int, Float, Text, Symbol, End };

enum class Symbol : uint8_t {
  None,
  OpenRound,
  CloseRound,
  OpenSquare,
  CloseSquare,
  OpenCurly,
  CloseCurly,
  Comma,
  Colon,
  Dot,
  At,
  Assign,
  AssignOp,  ///< "+=" and the like
  Arrow,
  Plus,
  Minus,
  Star,
  Power,
  Slash,
  FloorDivide,
  Percent,
  Ampersand,
  Bar,
  Caret,
  Tilde,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,  ///< of expressions, never a token: a Name
  Or,
  Not,
};

struct Token {
  TokenKind kind = TokenKind::End;
  Symbol symbol = Symbol::None;
  bool huge = false;   ///< of Int: beyond uint64, only `real` is known
  bool plain = false;  ///< of Text: written on one line without escapes and prefix
  Span span;
  std::string_view text;  ///< as written; of Text decoded, in the source or in LogicalLine::decoded
  uint64_t number = 0;    ///< of Int
  double real = 0;        ///< of Int and Float

  [[nodiscard]] bool is(Symbol s) const { return kind == TokenKind::Symbol && symbol == s; }
  [[nodiscard]] bool isName(std::string_view name) const { return kind == TokenKind::Name && text == name; }
};

/// A statement, or the header of a block.
struct LogicalLine {
  uint32_t indent = 0;              ///< columns, a tab reaches the next multiple of 8
  std::vector<Token> tokens;        ///< the last one is End
  std::deque<std::string> decoded;  ///< texts with escapes
  bool broken = false;              ///< an error in it is reported; its tokens are incomplete
};

/// Splits a source into logical lines; blank lines and comments are left out.
class LineReader {
 public:
  LineReader(std::string_view source, DiagnosticSink& sink);
  /// Replaces `line`; false at the end.
  bool next(LogicalLine& line);
  /// Tokens of an expression that a string holds, all of them placed at `at`, or from there on if `follow`.
  static bool fragment(std::string_view text, Span at, bool follow, DiagnosticSink& sink, LogicalLine& line);

 private:
  struct Open {
    Symbol symbol;
    Span span;
  };
  bool skipToStatement(LogicalLine& line);
  void readLine(LogicalLine& line);
  /// Past the end of a line inside brackets; false if the brackets must be taken as never closed.
  bool continueLine(const LogicalLine& line);
  void readToken(LogicalLine& line);
  void readNumber(LogicalLine& line);
  void readRadixDigits(Token& token, int base);
  void readText(LogicalLine& line, size_t prefix, bool raw);
  bool readEscape(std::string& into);
  void readSymbol(LogicalLine& line);
  void open(LogicalLine& line, const Token& token);
  void fail(LogicalLine& line, size_t from, size_t to, std::string message, const char* code = "parse");
  Token& push(LogicalLine& line, TokenKind kind, size_t from, size_t to);
  void newLine();
  [[nodiscard]] char peek(size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }
  /// Offsets must not decrease within a line.
  uint32_t columnOf(size_t offset);
  Span spanOf(size_t from, size_t to);

  std::string_view source_;
  DiagnosticSink& sink_;
  size_t at_ = 0;
  uint32_t line_ = 1;
  size_t countedTo_ = 0;  ///< columns are known up to here
  uint32_t column_ = 1;   ///< of countedTo_
  std::vector<Open> open_;
  Span fixed_;  ///< of a fragment: the span of all tokens
};

}  // namespace relaxscope::ir::parse
