// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/passes/rewrite.h"

namespace relaxscope::build {
namespace {

using ir::ExprKind;
using ir::ExprRef;
using ir::PrimExpr;
using ir::PrimOp;

/// What a scalar expression computes, with its symbols numbered by first appearance: equal for expressions that one
/// function serves.
void appendPrimShape(const PrimExpr& e, std::unordered_map<const ir::PrimVar*, size_t>& numbers, std::string& out) {
  fmt::format_to(std::back_inserter(out), "({} {} {} {:a} {:?}", static_cast<int>(e->op), e->type.name(), e->number,
                 e->real, e->text);
  if (e->op == PrimOp::Var) {
    const size_t number = numbers.emplace(e->var.get(), numbers.size()).first->second;
    fmt::format_to(std::back_inserter(out), " v{}", number);
  }
  for (const PrimExpr& operand : e->operands) appendPrimShape(operand, numbers, out);
  out += ')';
}

std::vector<ir::PrimVarRef> freeSymbolsOf(const PrimExpr& e) {
  std::vector<ir::PrimVarRef> symbols;
  ir::forEachVar(e, [&symbols](const ir::PrimVarRef& var) {
    if (std::ranges::find(symbols, var) == symbols.end()) symbols.push_back(var);
  });
  return symbols;
}

/// Host functions that compute scalars, one for each distinct expression of a module.
class ScalarFunctions {
 public:
  ScalarFunctions(NameSupply& names) : names_(names) {}

  /// The name of the function that takes the free symbols of `e` in their order.
  std::string functionFor(const PrimExpr& e, std::vector<ir::ModuleFunction>& added) {
    std::unordered_map<const ir::PrimVar*, size_t> numbers;
    std::string shape;
    appendPrimShape(e, numbers, shape);
    const auto [place, isNew] = byShape_.emplace(std::move(shape), std::string());
    if (!isNew) return place->second;
    auto function = std::make_shared<ir::PrimFunc>();
    function->name = names_.fresh("compute_symbolic_expr");
    function->isPrivate = true;
    function->attributes = {{"tirx.is_host_func", ir::Attribute{true}}};
    function->result = e->type;
    std::unordered_map<const ir::PrimVar*, PrimExpr> params;
    for (const ir::PrimVarRef& symbol : freeSymbolsOf(e)) {
      const ir::PrimVarRef param = ir::makeVar(symbol->name, symbol->type);
      function->params.push_back({nullptr, param, {}});
      params[symbol.get()] = ir::varExpr(param);
    }
    auto give = std::make_shared<ir::TirStmt>();
    give->kind = ir::TirKind::Return;
    give->value = ir::substitute(e, [&params](const ir::PrimVarRef& var) { return params.at(var.get()); });
    function->body = {std::move(give)};
    place->second = function->name;
    added.push_back({ir::PrimFuncRef(std::move(function))});
    return place->second;
  }

 private:
  NameSupply& names_;
  std::map<std::string, std::string> byShape_;
};

class ScalarComputer : public FunctionRewriter {
 public:
  ScalarComputer(ScalarFunctions& functions, std::vector<ir::ModuleFunction>& added)
      : FunctionRewriter([](const std::string&) { return nullptr; }), functions_(functions), added_(added) {}

  ir::FunctionRef run(const ir::FunctionRef& function) {
    names_ = namesIn(*function);
    for (const ir::VarRef& param : function->params) define(param);
    auto made = std::make_shared<ir::Function>(*function);
    made->body = rewriteSeq(*function->body);
    return changed_ ? made : function;
  }

 protected:
  void visitBinding(const ir::Binding& binding) override {
    FunctionRewriter::visitBinding(binding);
    define(binding.var);
  }
  ExprRef visitValue(const ExprRef& value) override {
    return value->kind == ExprKind::Prim && isComputed(value->prim) ? callFor(value)
                                                                    : FunctionRewriter::visitValue(value);
  }
  ExprRef visitOperand(const ExprRef& operand) override {
    if (operand->kind != ExprKind::Prim || !isComputed(operand->prim)) return FunctionRewriter::visitOperand(operand);
    const ExprRef call = callFor(operand);
    auto var = std::make_shared<ir::Var>();
    var->name = names_.fresh("gv");
    var->type = call->type;
    var->symbol = ir::makeVar(var->name, operand->prim->type);
    ir::Binding binding;
    binding.var = var;
    binding.value = call;
    binding.span = operand->span;
    binding.annotated = true;
    emit(binding);
    return ir::varRef(var, operand->span);
  }

 private:
  static bool isComputed(const PrimExpr& e) { return e->op != PrimOp::Int && e->op != PrimOp::Var; }
  void define(const ir::VarRef& var) {
    if (var->symbol != nullptr) scalars_[var->symbol.get()] = var;
  }
  ExprRef callFor(const ExprRef& scalar) {
    changed_ = true;
    std::vector<ExprRef> args;
    for (const ir::PrimVarRef& symbol : freeSymbolsOf(scalar->prim)) {
      const auto found = scalars_.find(symbol.get());
      args.push_back(found == scalars_.end() ? ir::primExpr(ir::varExpr(symbol), scalar->span)
                                             : ir::varRef(found->second, scalar->span));
    }
    return ir::callOf(ir::globalRef(functions_.functionFor(scalar->prim, added_), scalar->span), std::move(args), {},
                      ir::primType(scalar->prim->type), scalar->span);
  }

  ScalarFunctions& functions_;
  std::vector<ir::ModuleFunction>& added_;
  std::unordered_map<const ir::PrimVar*, ir::VarRef> scalars_;  ///< variables by their symbols
  bool changed_ = false;
};

}  // namespace

Result<ir::Module> computePrimValue(const ir::Module& module, PassContext&) {
  NameSupply names = namesIn(module);
  ScalarFunctions functions(names);
  return rewriteFunctions(module, [&](const ir::FunctionRef& function, std::vector<ir::ModuleFunction>& added) {
    return ScalarComputer(functions, added).run(function);
  });
}

}  // namespace relaxscope::build
