// SPDX-License-Identifier: Apache-2.0
// What passes share: free names, and the rebuilding of a function binding by binding.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/build/passes/infer.h"
#include "vmcore/ir/relax.h"

namespace relaxscope::build {

/// Names that are still free: `gv`, then `gv1`, `gv2`, ...
class NameSupply {
 public:
  void reserve(const std::string& name) { taken_.insert(name); }
  [[nodiscard]] bool has(const std::string& name) const { return taken_.contains(name); }
  /// `base` if it is free, else with the least number from 1 that makes it free. The result is reserved.
  std::string fresh(const std::string& base);

 private:
  std::set<std::string> taken_;
  std::map<std::string, int> next_;
};
/// Those of parameters and bindings, also of local functions.
NameSupply namesIn(const ir::Function& function);
/// Those of functions.
NameSupply namesIn(const ir::Module& module);

/// Rebuilds a function: visits its bindings in order and emits new ones. A subclass overrides what it changes.
/// Variables whose new value has another type are made anew, and their uses follow.
class FunctionRewriter {
 public:
  FunctionRewriter(const FunctionRewriter&) = delete;
  FunctionRewriter& operator=(const FunctionRewriter&) = delete;
  virtual ~FunctionRewriter() = default;

 protected:
  /// `functionType` as of inferType().
  explicit FunctionRewriter(std::function<ir::TypeRef(const std::string&)> functionType)
      : functionType_(std::move(functionType)) {}

  /// The sequence with each binding given to visitBinding() and its result to visitResult().
  ir::SeqRef rewriteSeq(const ir::Seq& seq);
  /// Emits the binding with visitValue() of its value.
  virtual void visitBinding(const ir::Binding& binding);
  /// What an operation becomes: its operands by visitOperand(), its type inferred anew if they changed.
  virtual ir::ExprRef visitValue(const ir::ExprRef& value);
  /// What an operand becomes: variables that were made anew are replaced, also in tuples.
  virtual ir::ExprRef visitOperand(const ir::ExprRef& operand);
  /// The result of a sequence.
  virtual ir::ExprRef visitResult(const ir::ExprRef& result) { return visitOperand(result); }

  /// Appends `var = value` to the current block, with a variable of the type of `value` that stands for `var` from here
  /// on, also in case it is another one.
  ir::VarRef emitFor(const ir::Binding& binding, const ir::ExprRef& value);
  /// Appends a new variable; the name is the first free one.
  ir::VarRef emitNew(const std::string& baseName, const ir::ExprRef& value);
  /// Appends a call whose value nobody uses.
  void emitCall(const ir::ExprRef& call);
  void emit(ir::Binding binding) { blocks_.back().bindings.push_back(std::move(binding)); }
  [[nodiscard]] bool inDataflowBlock() const { return !blocks_.empty() && blocks_.back().dataflow; }
  /// From here on uses of `var` become `other`.
  void replace(const ir::VarRef& var, ir::ExprRef other) { replaced_[var.get()] = std::move(other); }
  [[nodiscard]] ir::TypeRef infer(const ir::ExprRef& expr) const { return inferType(expr, functionType_, nullptr); }

  NameSupply names_;

 private:
  std::function<ir::TypeRef(const std::string&)> functionType_;
  std::vector<ir::Block> blocks_;  ///< of the sequence that is being rebuilt
  std::unordered_map<const ir::Var*, ir::ExprRef> replaced_;
};

/// The module with each Relax function replaced by what `rewrite` makes of it. `rewrite` may append functions to its
/// second argument: they come last.
ir::Module rewriteFunctions(
    const ir::Module& module,
    const std::function<ir::FunctionRef(const ir::FunctionRef&, std::vector<ir::ModuleFunction>&)>& rewrite);

}  // namespace relaxscope::build
