// SPDX-License-Identifier: Apache-2.0
// What the printers of scalars, kernels and Relax functions share: lines, names, scopes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "vmcore/ir/print/print.h"

namespace relaxscope::ir::printing {

/// How integers are written.
enum class Style : uint8_t { Relax, Kernel };

/// The names of variables, unique within the scopes that are open: a taken name gets the suffix _1, _2, ...
class Names {
 public:
  explicit Names(const std::string& moduleName);
  void open() { scopes_.emplace_back(); }
  void close();
  /// A free name made of `hint` for what is at `key` (variable or buffer); remembered until the scope closes.
  const std::string& define(const void* key, const std::string& hint);
  /// Refers to a name that is defined already, in the open scope.
  void alias(const void* key, std::string name);
  [[nodiscard]] const std::string* find(const void* key) const;

 private:
  struct Entry {
    const void* key;
    std::string hint;
    int number;  ///< of the suffix; -1: an alias
  };
  std::string unique(const std::string& hint, int& number);
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;  ///< by hint: no smaller number is free
  std::unordered_map<const void*, std::string> names_;
  std::vector<std::vector<Entry>> scopes_;
};

/// The state of one print.
struct Printer {
  explicit Printer(const std::string& moduleName) : names(moduleName) {}

  std::string out;
  int indent = 0;
  Names names;
  Constants constants;
  std::map<std::pair<const void*, int64_t>, size_t> constantNumbers;  ///< by tensor, or by index without one
  std::vector<std::string> typeVars;  ///< names of the symbols of signatures, with repetitions

  void line(std::string_view text);
  [[nodiscard]] std::string nameOf(const PrimVarRef& var) const;
  [[nodiscard]] std::string nameOf(const BufferRef& buffer) const;
  [[nodiscard]] std::string nameOf(const VarRef& var) const;
  [[nodiscard]] std::string prim(const PrimExpr& expr, Style style) const;
  [[nodiscard]] std::string primList(const std::vector<PrimExpr>& list, Style style) const;
  /// `(a, b)`, `(a,)`, `()`.
  [[nodiscard]] std::string primTuple(const std::vector<PrimExpr>& list, Style style) const;
  /// The end of [begin, begin + extent), such that reading it gives `extent` again.
  [[nodiscard]] std::string endText(const PrimExpr& begin, const PrimExpr& extent, Style style) const;
  [[nodiscard]] std::string attribute(const Attribute& value) const;
  /// `{"a": 1, "b": [2]}`, by name.
  [[nodiscard]] std::string dictionary(const Attributes& attributes, const std::string& omitted = {}) const;
};

/// `(` fields `)`, with a comma after a single one.
std::string tupleText(const std::vector<std::string>& fields);
std::string joined(const std::vector<std::string>& parts);
/// Calls `visit` for each variable of `expr`; does not recurse.
template <class Visit>
void eachVar(const PrimExpr& expr, Visit&& visit) {
  std::vector<const PrimNode*> pending{expr.get()};
  while (!pending.empty()) {
    const PrimNode* node = pending.back();
    pending.pop_back();
    if (node->op == PrimOp::Var) visit(node->var);
    for (size_t i = node->operands.size(); i-- > 0;) pending.push_back(node->operands[i].get());
  }
}

/// The function with its decorator, at the printer's indentation.
void printPrimFunc(Printer& printer, const PrimFunc& function);

}  // namespace relaxscope::ir::printing
