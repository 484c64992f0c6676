// SPDX-License-Identifier: Apache-2.0
// What passes share that rewrite functions binding by binding: the walk, replacement of variables, new bindings.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/build/passes/pass.h"
#include "vmcore/build/passes/rewrite.h"
#include "vmcore/ir/relax.h"

namespace relaxscope::build {

/// How rewriteSeq() changes a sequence.
struct SeqRewrite {
  /// Appends what becomes of a binding. Arms and local functions inside of its value are rewritten before the call.
  std::function<Result<void>(const ir::Binding& binding, std::vector<ir::Binding>& out)> binding;
  /// What becomes of the value of the sequence and of that of each nested one; null: it stays.
  std::function<ir::ExprRef(const ir::ExprRef& result)> result;
  /// Called before the walk enters an arm or a local function, and with false after it; may be null.
  std::function<void(bool enters)> nested;
};
/// The sequence with each binding rewritten, in order of the text; the given one if nothing changed. Blocks without
/// bindings are dropped.
Result<ir::SeqRef> rewriteSeq(const ir::SeqRef& seq, const SeqRewrite& rewrite);

/// A module with each Relax function rewritten; kernels stay.
Result<ir::Module> mapFunctions(const ir::Module& module,
                                const std::function<Result<ir::FunctionRef>(const ir::FunctionRef&)>& rewrite);
/// The function with another body; the given one if that is its body.
ir::FunctionRef withBody(const ir::FunctionRef& function, ir::SeqRef body);

/// Variables and symbols with what stands in for them.
class Replacement {
 public:
  std::unordered_map<const ir::Var*, ir::ExprRef> vars;
  std::unordered_map<const ir::PrimVar*, ir::PrimExpr> symbols;

  /// The expression with everything replaced outside of arms and local functions. Types of tuples, projections and
  /// variables follow what they consist of.
  [[nodiscard]] ir::ExprRef of(const ir::ExprRef& expr) const;
  [[nodiscard]] ir::TypeRef of(const ir::TypeRef& type) const;
  [[nodiscard]] ir::PrimExpr of(const ir::PrimExpr& expr) const;
  /// The binding with value and type of match_cast replaced. If the type of its variable changes by symbols, the
  /// variable is replaced by a new one from here on.
  [[nodiscard]] ir::Binding of(const ir::Binding& binding);
};

/// Calls `visit(var)` for each mention of a variable in `expr`, arms and local functions included.
void forEachVarIn(const ir::ExprRef& expr, const std::function<void(const ir::VarRef&)>& visit);
void forEachVarIn(const ir::SeqRef& seq, const std::function<void(const ir::VarRef&)>& visit);
/// Calls `visit(binding)` for each binding in order of the text, arms and local functions included.
void forEachBindingIn(const ir::SeqRef& seq, const std::function<void(const ir::Binding&)>& visit);

/// Whether a function is a stage behind LowerRuntimeBuiltin, or VMShapeLower: a source may be one, which these passes
/// and those before them leave as it is.
struct LoweredSoFar {
  bool builtins = false;  ///< it has operators of the VM
  bool shapes = false;    ///< it has a shape heap, or checks of arguments
};
LoweredSoFar loweredSoFar(const ir::Function& function);

/// The names of all variables of all functions.
NameSupply variableNamesIn(const ir::Module& module);

/// A variable of that type that is bound to `value` in a plain block, with its type written out.
ir::Binding newBinding(std::string name, ir::TypeRef type, ir::ExprRef value, ir::Span span);
/// `value` alone as a statement: it binds nothing.
ir::Binding statement(ir::ExprRef value, ir::Span span);

}  // namespace relaxscope::build
