// SPDX-License-Identifier: Apache-2.0
// What the readers of modules, Relax functions and kernels share: the current line, scopes of names, literals.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "vmcore/ir/parse/lexer.h"
#include "vmcore/ir/parse/parser.h"
#include "vmcore/ir/parse/syntax.h"

namespace relaxscope::ir::parse {

/// `name: annotation = value`, `value` alone, or targets with commas.
struct Assignment {
  const Syntax* target = nullptr;  ///< null for an expression alone
  const Syntax* annotation = nullptr;
  const Syntax* value = nullptr;
};

/// `def name(parameters) -> result:`, its decorators read.
struct FunctionHeader {
  std::string name;
  Span nameSpan, span;
  bool isPrivate = false, pure = true, sTir = false;
  uint32_t indent = 0;
  bool broken = false;
};

class Reader {
 public:
  Reader(std::string_view source, const ParseOptions& parseOptions, DiagnosticSink& diagnostics)
      : sink(diagnostics), options(parseOptions), lines_(source, diagnostics) {
    advance();
  }

  // ---- lines ----
  [[nodiscard]] bool atEnd() const { return atEnd_; }
  [[nodiscard]] const LogicalLine& line() const { return line_; }
  /// Trees of the line become invalid.
  void advance() {
    pool.reset();
    atEnd_ = sink.full() || !lines_.next(line_);
  }
  [[nodiscard]] SyntaxReader syntax() { return {line_, pool, sink}; }
  [[nodiscard]] Span lineSpan() const;
  /// Past the current line and the block that belongs to it.
  void skipStatement();
  /// Calls `statement` for each statement of the block below a header of indentation `indent` that was read at
  /// `header`. It must advance at least one line. False, with a report, if there is no block.
  bool block(uint32_t indent, Span header, const std::function<void()>& statement);
  /// Reports a header, or a nest of `levels` loops, that nests too deep.
  bool enter(Span span, size_t levels = 1);
  void leave(size_t levels = 1) { nesting_ -= levels; }

  // ---- parts of lines ----
  std::optional<Assignment> assignment(SyntaxReader& reader);
  /// ':' and the end of the line.
  bool endOfHeader(SyntaxReader& reader);
  /// A tree of the expression that a string holds; null with a report.
  const Syntax* inString(const Syntax& text);

  // ---- literals ----
  std::optional<Attribute> attribute(const Syntax& value);
  /// Of a dictionary: keys are strings, of `tir.` those of `tirx.`.
  std::optional<Attributes> attributes(const Syntax& dictionary);
  /// "float32" as a string, or R.dtype("float32"); of kernels the types that they compute with.
  std::optional<DataType> dtype(const Syntax& text, bool ofKernel);
  std::optional<bool> flag(const Syntax& value);
  std::optional<int64_t> integer(const Syntax& value);

  // ---- messages ----
  void error(Span span, const char* code, std::string message, std::vector<DiagnosticNote> notes = {}) {
    sink.error(span, code, std::move(message), std::move(notes));
  }
  /// "has n arguments, needs m" if the call has fewer or more positional arguments.
  bool arity(const Syntax& call, size_t least, size_t most);
  /// Reports keywords other than these.
  bool onlyKeywords(const Syntax& call, std::initializer_list<std::string_view> known);
  /// Whether a message may take the time to search names that are alike: only the first ones are shown.
  [[nodiscard]] bool suggests() const { return sink.size() < kMostSuggestions; }
  /// Notes a use of the module's function of that name, which may follow.
  void useGlobal(std::string_view name, Span span);
  void checkGlobals();

  DiagnosticSink& sink;
  const ParseOptions& options;
  SyntaxPool pool;
  std::unordered_set<std::string> typeVars;
  std::unordered_map<std::string, Span> globals;
  std::string moduleName = "Module";

 private:
  static constexpr size_t kMostSuggestions = 100;
  std::optional<Attributes> entries(const Syntax& dictionary);

  LineReader lines_;
  LogicalLine line_;
  std::deque<LogicalLine> fragments_;
  bool atEnd_ = false;
  size_t nesting_ = 0;
  std::vector<std::pair<std::string, Span>> uses_;
};

/// Names and what they mean, with blocks that end.
template <class Entry>
class ScopeOf {
 public:
  [[nodiscard]] Entry* find(std::string_view name) {
    const auto found = entries_.find(std::string(name));
    return found == entries_.end() ? nullptr : &found->second;
  }
  void set(const std::string& name, Entry entry) {
    const auto found = entries_.find(name);
    undo_.emplace_back(name, found == entries_.end() ? std::optional<Entry>() : std::optional<Entry>(found->second));
    entries_.insert_or_assign(name, std::move(entry));
  }
  [[nodiscard]] size_t mark() const { return undo_.size(); }
  /// Forgets what was set since mark().
  void restore(size_t mark) {
    while (undo_.size() > mark) {
      auto& [name, entry] = undo_.back();
      if (entry.has_value()) entries_.insert_or_assign(name, std::move(*entry));
      else entries_.erase(name);
      undo_.pop_back();
    }
  }
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (const auto& [name, entry] : entries_) visit(name);
  }

 private:
  std::unordered_map<std::string, Entry> entries_;
  std::vector<std::pair<std::string, std::optional<Entry>>> undo_;
};

/// The symbols of one function: one variable for each name.
class Symbols {
 public:
  struct Known {
    PrimVarRef var;
    Span use;              ///< the first one
    bool defined = false;  ///< by a parameter, a match_cast, or in the body
  };
  Known& get(const std::string& name, Span use, DataType type = kInt64Type);
  [[nodiscard]] Known* find(std::string_view name);
  /// In order of their first use.
  [[nodiscard]] const std::vector<std::string>& order() const { return order_; }

 private:
  std::unordered_map<std::string, Known> known_;
  std::vector<std::string> order_;
};

/// The nearest of these names if it differs in few letters, as "did you mean NAME?"; else "".
std::string nearestName(std::string_view name, const std::vector<std::string_view>& names);
/// Quoted for a message, cut after 60 bytes.
std::string quoted(std::string_view name);
bool isFloatType(DataType type);
bool isIntType(DataType type);  ///< signed or unsigned, not bool
/// Whether an integer fits into a type of integers or bool.
bool fits(int64_t value, DataType type);

FunctionRef readRelaxFunction(Reader& reader, const FunctionHeader& header, SyntaxReader& syntax);
PrimFuncRef readPrimFunc(Reader& reader, const FunctionHeader& header, SyntaxReader& syntax);
/// Reads "@..." lines and `def NAME`; the reader stands behind the name. Null with a report, and the function skipped.
struct Decorators {
  enum class Kind : uint8_t { None, Relax, Prim, Module, Unknown } kind = Kind::None;
  bool isPrivate = false, pure = true, sTir = false;
  Span span;
};
std::optional<Decorators> readDecorators(Reader& reader);
std::optional<FunctionHeader> readDef(Reader& reader, SyntaxReader& syntax, const Decorators& decorators);

}  // namespace relaxscope::ir::parse
