// SPDX-License-Identifier: Apache-2.0
// LambdaLift: local functions become functions of the module; what they capture becomes parameters.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/passes/sequence.h"

namespace relaxscope::build {

using ir::anyType;
using ir::Binding;
using ir::Block;
using ir::callOf;
using ir::callOperator;
using ir::Expr;
using ir::ExprKind;
using ir::ExprRef;
using ir::forEachVar;
using ir::FunctionRef;
using ir::globalRef;
using ir::Module;
using ir::ModuleFunction;
using ir::PrimExpr;
using ir::primExpr;
using ir::PrimOp;
using ir::PrimVar;
using ir::PrimVarRef;
using ir::Seq;
using ir::SeqRef;
using ir::tupleExpr;
using ir::TypeKind;
using ir::TypeRef;
using ir::Var;
using ir::varExpr;
using ir::VarRef;
using ir::varRef;

namespace {

void forEachLiftedSymbol(const TypeRef& type, const std::function<void(const PrimVarRef&)>& visit) {
  if (type == nullptr) return;
  if (type->dims)
    for (const PrimExpr& extent : *type->dims) forEachVar(extent, visit);
  for (const TypeRef& field : type->fields) forEachLiftedSymbol(field, visit);
  forEachLiftedSymbol(type->result, visit);
}

/// The symbols that a value of this type defines: those that are an extent of their own.
void liftedDefinedSymbols(const TypeRef& type, std::unordered_set<const PrimVar*>& defined) {
  if (type == nullptr) return;
  if (type->dims)
    for (const PrimExpr& extent : *type->dims)
      if (extent->op == PrimOp::Var) defined.insert(extent->var.get());
  if (type->kind == TypeKind::Tuple)
    for (const TypeRef& field : type->fields) liftedDefinedSymbols(field, defined);
}

/// The variables and symbols that a local function takes from around it, in order of their first use.
class Captures {
 public:
  Captures(const FunctionRef& function, const VarRef& self) {
    boundVars_.insert(self.get());
    for (const VarRef& param : function->params) bindParam(param);
    // What is bound inside is known before uses are visited: names are defined before their use anyway.
    forEachBindingIn(function->body, [this](const Binding& binding) {
      boundVars_.insert(binding.var.get());
      liftedDefinedSymbols(binding.cast, boundSymbols_);
      if (binding.value->function != nullptr)
        for (const VarRef& param : binding.value->function->params) bindParam(param);
    });
    visit(function->body);
    // Tensors that are captured bring the symbols of their shapes with them.
    for (const VarRef& var : vars) bindParam(var);
    std::erase_if(symbols, [this](const PrimVarRef& symbol) {
      return boundSymbols_.contains(symbol.get()) || scalarNames_.contains(symbol->name);
    });
  }

  std::vector<VarRef> vars;
  std::vector<PrimVarRef> symbols;

 private:
  void bindParam(const VarRef& param) {
    boundVars_.insert(param.get());
    liftedDefinedSymbols(param->type, boundSymbols_);
    if (param->type != nullptr && param->type->kind == TypeKind::Prim) scalarNames_.insert(param->name);
  }
  void visit(const SeqRef& seq) {
    for (const Block& block : seq->blocks)
      for (const Binding& binding : block.bindings) {
        visit(binding.value);
        forEachLiftedSymbol(binding.cast, [this](const PrimVarRef& symbol) { use(symbol); });
        forEachLiftedSymbol(binding.var->type, [this](const PrimVarRef& symbol) { use(symbol); });
      }
    visit(seq->result);
  }
  void visit(const ExprRef& expr) {
    if (expr == nullptr) return;
    if (expr->kind == ExprKind::Var && !boundVars_.contains(expr->var.get()) &&
        seenVars_.insert(expr->var.get()).second)
      vars.push_back(expr->var);
    for (const PrimExpr& extent : expr->dims) forEachVar(extent, [this](const PrimVarRef& symbol) { use(symbol); });
    if (expr->prim != nullptr) forEachVar(expr->prim, [this](const PrimVarRef& symbol) { use(symbol); });
    for (const TypeRef& type : expr->typeArgs)
      forEachLiftedSymbol(type, [this](const PrimVarRef& symbol) { use(symbol); });
    visit(expr->callee);
    for (const ExprRef& operand : expr->operands) visit(operand);
    if (expr->thenSeq != nullptr) visit(expr->thenSeq);
    if (expr->elseSeq != nullptr) visit(expr->elseSeq);
    if (expr->function != nullptr) visit(expr->function->body);
  }
  void use(const PrimVarRef& symbol) {
    if (!boundSymbols_.contains(symbol.get()) && !scalarNames_.contains(symbol->name) &&
        seenSymbols_.insert(symbol.get()).second)
      symbols.push_back(symbol);
  }

  std::unordered_set<const Var*> boundVars_, seenVars_;
  std::unordered_set<const PrimVar*> boundSymbols_, seenSymbols_;
  std::unordered_set<std::string> scalarNames_;  ///< of parameters; a symbol of that name is their value
};

/// Lifts the local functions of one function of the module.
class Lifting {
 public:
  Lifting(NameSupply& functionNames, std::vector<ModuleFunction>& lifted)
      : functionNames_(functionNames), lifted_(lifted) {}

  Result<FunctionRef> run(const FunctionRef& function) {
    global_ = function->name;
    return lift(function, function->name);
  }

 private:
  /// The function with the local functions in its body lifted. `path` names it and what is around it.
  Result<FunctionRef> lift(const FunctionRef& function, const std::string& path) {
    auto changed = std::make_shared<ir::Function>(*function);
    RS_TRY(changed->body, lift(function->body, path));
    if (changed->body == function->body) return function;
    return FunctionRef(std::move(changed));
  }
  Result<SeqRef> lift(const SeqRef& seq, const std::string& path) {
    auto changed = std::make_shared<Seq>();
    bool same = true;
    for (const Block& block : seq->blocks) {
      Block next{block.dataflow, {}};
      for (const Binding& binding : block.bindings) {
        RS_CHECK(lift(binding, path, next.bindings));
        same = same && !next.bindings.empty() && next.bindings.back().value == binding.value &&
               next.bindings.back().var == binding.var;
      }
      if (!next.bindings.empty()) changed->blocks.push_back(std::move(next));
    }
    changed->result = replacement_.of(seq->result);
    if (same && changed->result == seq->result) return seq;
    return SeqRef(std::move(changed));
  }

  Result<void> lift(const Binding& binding, const std::string& path, std::vector<Binding>& out) {
    if (binding.value->kind == ExprKind::Function) return liftLocal(binding, path, out);
    Binding changed = replacement_.of(binding);
    if (changed.value->kind == ExprKind::If) {
      auto branch = std::make_shared<Expr>(*changed.value);
      RS_TRY(branch->thenSeq, lift(branch->thenSeq, path));
      RS_TRY(branch->elseSeq, lift(branch->elseSeq, path));
      if (branch->thenSeq != changed.value->thenSeq || branch->elseSeq != changed.value->elseSeq)
        changed.value = std::move(branch);
    } else if (changed.value->kind == ExprKind::Call && changed.value->callee->kind == ExprKind::Var) {
      changed.value = invoke(changed.value);
    } else if (changed.value->kind == ExprKind::Var && closures_.contains(changed.value->var.get())) {
      const bool pure = closures_.at(changed.value->var.get());
      changed.var = closureVar(binding.var, pure);
    }
    out.push_back(std::move(changed));
    return {};
  }

  Result<void> liftLocal(const Binding& binding, const std::string& path, std::vector<Binding>& out) {
    const FunctionRef& local = binding.value->function;
    const std::string localPath = path + "_" + binding.var->name;
    const Captures captures(local, binding.var);
    const std::string name = globalName(binding.var->name, localPath);
    // Variables of the module's functions and closures are no captures of theirs: they are replaced by now.
    std::vector<VarRef> captured;
    for (const VarRef& var : captures.vars)
      if (const auto found = replacement_.vars.find(var.get()); found == replacement_.vars.end())
        captured.push_back(var);
      else if (found->second->kind == ExprKind::Var) captured.push_back(found->second->var);
    if (captured.empty() && captures.symbols.empty()) {
      replacement_.vars[binding.var.get()] = typedGlobal(name, binding);
      return emitLifted(local, name, localPath, {});
    }
    std::vector<ExprRef> values;
    for (const VarRef& var : captured) values.push_back(varRef(var, binding.span));
    for (const PrimVarRef& symbol : captures.symbols) values.push_back(primExpr(varExpr(symbol), binding.span));
    selfCalls_[binding.var.get()] = {name, values};
    RS_CHECK(emitLifted(local, name, localPath, values));
    selfCalls_.erase(binding.var.get());
    Binding closure = binding;
    closure.var = closureVar(binding.var, local->pure);
    closure.value = callOperator("relax.make_closure", {globalRef(name, binding.span), tupleExpr(values)}, {},
                                 anyType(), binding.span);
    closure.annotated = true;
    out.push_back(std::move(closure));
    return {};
  }

  /// Lifts what is inside of `local`, and appends it with the captured values as further parameters.
  Result<void> emitLifted(const FunctionRef& local, const std::string& name, const std::string& path,
                          const std::vector<ExprRef>& captured) {
    auto made = std::make_shared<ir::Function>(*local);
    made->name = name;
    made->isPrivate = true;
    const Replacement outer = replacement_;
    for (const ExprRef& value : captured) {
      if (value->kind == ExprKind::Prim) {
        made->params.push_back(std::make_shared<Var>(Var{value->prim->var->name, value->type, false}));
        continue;
      }
      auto param = std::make_shared<Var>(*value->var);
      param->dataflow = false;
      if (closures_.contains(value->var.get())) closures_.emplace(param.get(), closures_.at(value->var.get()));
      replacement_.vars[value->var.get()] = varRef(param);
      for (auto& [var, other] : replacement_.vars)
        if (other->kind == ExprKind::Var && other->var == value->var) other = varRef(param);
      made->params.push_back(std::move(param));
    }
    RS_TRY(made->body, lift(local->body, path));
    replacement_ = outer;
    const ExprRef& result = made->body->result;
    if (result->kind == ExprKind::Var && closures_.contains(result->var.get())) made->result = anyType();
    lifted_.push_back({FunctionRef(std::move(made))});
    return {};
  }

  /// A variable of unknown type that stands for `var`.
  VarRef closureVar(const VarRef& var, bool pure) {
    auto closure = std::make_shared<Var>(*var);
    closure->type = anyType();
    closures_.emplace(closure.get(), pure);
    replacement_.vars[var.get()] = varRef(closure);
    return closure;
  }

  /// The call of a closure, or of a function within itself.
  [[nodiscard]] ExprRef invoke(const ExprRef& call) const {
    const Var* callee = call->callee->var.get();
    if (const auto self = selfCalls_.find(callee); self != selfCalls_.end()) {
      std::vector<ExprRef> operands = call->operands;
      for (const ExprRef& value : self->second.captured) operands.push_back(replacement_.of(value));
      return callOf(globalRef(self->second.name, call->callee->span), std::move(operands), call->typeArgs, call->type,
                    call->span);
    }
    const auto closure = closures_.find(callee);
    if (closure == closures_.end()) return call;
    return callOperator(closure->second ? "relax.invoke_pure_closure" : "relax.invoke_closure",
                        {call->callee, tupleExpr(call->operands, call->span)},
                        {call->type != nullptr ? call->type : anyType()}, call->type, call->span);
  }

  static ExprRef typedGlobal(const std::string& name, const Binding& binding) {
    auto global = std::make_shared<Expr>(*globalRef(name, binding.span));
    global->type = binding.var->type;
    return global;
  }

  /// `main_inner`; the whole path if that is taken, then a number.
  std::string globalName(const std::string& local, const std::string& path) {
    for (const std::string& name : {global_ + "_" + local, path})
      if (!functionNames_.has(name)) {
        functionNames_.reserve(name);
        return name;
      }
    for (int i = 0;; ++i) {
      std::string name = path + "_" + std::to_string(i);
      if (functionNames_.has(name)) continue;
      functionNames_.reserve(name);
      return name;
    }
  }

  struct SelfCall {
    std::string name;
    std::vector<ExprRef> captured;
  };

  NameSupply& functionNames_;
  std::vector<ModuleFunction>& lifted_;
  std::string global_;
  Replacement replacement_;
  std::unordered_map<const Var*, bool> closures_;  ///< the variables that are closures, and whether they are pure
  std::unordered_map<const Var*, SelfCall> selfCalls_;
};

}  // namespace

Result<Module> lambdaLift(const Module& module, PassContext&) {
  Module changed = module;
  changed.functions.clear();
  NameSupply names = namesIn(module);
  for (const ModuleFunction& each : module.functions) {
    const FunctionRef function = each.relax();
    if (function == nullptr) {
      changed.functions.push_back(each);
      continue;
    }
    RS_TRY(FunctionRef rest, Lifting(names, changed.functions).run(function));
    changed.functions.push_back({std::move(rest)});
  }
  return changed;
}

}  // namespace relaxscope::build
