// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/passes/sequence.h"

#include <memory>
#include <utility>

namespace relaxscope::build {

using ir::binary;
using ir::Binding;
using ir::Block;
using ir::Expr;
using ir::ExprKind;
using ir::ExprRef;
using ir::fieldOf;
using ir::FunctionRef;
using ir::isCallOf;
using ir::isInt;
using ir::Module;
using ir::ModuleFunction;
using ir::PrimExpr;
using ir::PrimOp;
using ir::PrimVarRef;
using ir::Seq;
using ir::SeqRef;
using ir::Span;
using ir::substitute;
using ir::tupleExpr;
using ir::Type;
using ir::TypeRef;
using ir::Var;
using ir::VarRef;
using ir::varRef;
using ir::voidType;

namespace {

bool sameBinding(const Binding& a, const Binding& b) {
  return a.var == b.var && a.value == b.value && a.cast == b.cast && a.annotated == b.annotated;
}

/// The value of a binding with its arms or its local function rewritten.
Result<ExprRef> rewriteNested(const ExprRef& value, const SeqRewrite& rewrite) {
  if (value->kind != ExprKind::If && value->kind != ExprKind::Function) return value;
  auto changed = std::make_shared<Expr>(*value);
  const auto enter = [&](bool enters) {
    if (rewrite.nested) rewrite.nested(enters);
  };
  if (value->kind == ExprKind::If) {
    for (SeqRef* arm : {&changed->thenSeq, &changed->elseSeq}) {
      enter(true);
      RS_TRY(*arm, rewriteSeq(*arm, rewrite));
      enter(false);
    }
    if (changed->thenSeq == value->thenSeq && changed->elseSeq == value->elseSeq) return value;
  } else {
    enter(true);
    RS_TRY(SeqRef body, rewriteSeq(value->function->body, rewrite));
    enter(false);
    if (body == value->function->body) return value;
    changed->function = withBody(value->function, std::move(body));
  }
  return ExprRef(std::move(changed));
}

}  // namespace

Result<SeqRef> rewriteSeq(const SeqRef& seq, const SeqRewrite& rewrite) {
  auto changed = std::make_shared<Seq>();
  bool same = true;
  for (const Block& block : seq->blocks) {
    Block next{block.dataflow, {}};
    next.bindings.reserve(block.bindings.size());
    for (const Binding& binding : block.bindings) {
      Binding input = binding;
      RS_TRY(input.value, rewriteNested(binding.value, rewrite));
      const size_t first = next.bindings.size();
      RS_CHECK(rewrite.binding(input, next.bindings));
      same = same && next.bindings.size() == first + 1 && sameBinding(next.bindings.back(), binding);
    }
    if (!next.bindings.empty()) changed->blocks.push_back(std::move(next));
  }
  changed->result = rewrite.result ? rewrite.result(seq->result) : seq->result;
  if (same && changed->result == seq->result) return seq;
  return SeqRef(std::move(changed));
}

Result<Module> mapFunctions(const Module& module,
                            const std::function<Result<FunctionRef>(const FunctionRef&)>& rewrite) {
  Module changed = module;
  for (ModuleFunction& each : changed.functions)
    if (const FunctionRef function = each.relax()) { RS_TRY(each.function, rewrite(function)); }
  return changed;
}

FunctionRef withBody(const FunctionRef& function, SeqRef body) {
  if (body == function->body) return function;
  auto changed = std::make_shared<ir::Function>(*function);
  changed->body = std::move(body);
  return changed;
}

// ---- replacement ----

namespace {

/// Gathers constants as TVM does after a replacement: (x * 2) * 2 is x * 4, (x + 1) * 2 is x * 2 + 2.
PrimExpr withGatheredConstants(const PrimExpr& e) {
  if (e->op != PrimOp::Add && e->op != PrimOp::Mul) return e;
  const PrimExpr a = withGatheredConstants(e->operands[0]), b = withGatheredConstants(e->operands[1]);
  const bool constantOnRight = isInt(b) && a->operands.size() == 2 && isInt(a->operands[1]);
  if (constantOnRight && a->op == e->op)
    return binary(e->op, a->operands[0], binary(e->op, a->operands[1], b), e->span);
  if (constantOnRight && e->op == PrimOp::Mul && a->op == PrimOp::Add)
    return binary(PrimOp::Add, binary(PrimOp::Mul, a->operands[0], b), binary(PrimOp::Mul, a->operands[1], b), e->span);
  return a == e->operands[0] && b == e->operands[1] ? e : binary(e->op, a, b, e->span);
}

}  // namespace

PrimExpr Replacement::of(const PrimExpr& expr) const {
  if (symbols.empty() || expr == nullptr) return expr;
  PrimExpr replaced = substitute(expr, [this](const PrimVarRef& var) {
    const auto found = symbols.find(var.get());
    return found == symbols.end() ? PrimExpr() : found->second;
  });
  return replaced == expr ? expr : withGatheredConstants(replaced);
}

TypeRef Replacement::of(const TypeRef& type) const {
  if (type == nullptr || symbols.empty()) return type;
  bool same = true;
  auto changed = std::make_shared<Type>(*type);
  if (changed->dims)
    for (PrimExpr& extent : *changed->dims) {
      PrimExpr next = of(extent);
      same = same && next == extent;
      extent = std::move(next);
    }
  const auto replace = [&](TypeRef& part) {
    TypeRef next = of(part);
    same = same && next == part;
    part = std::move(next);
  };
  for (TypeRef& field : changed->fields) replace(field);
  replace(changed->result);
  return same ? type : TypeRef(std::move(changed));
}

ExprRef Replacement::of(const ExprRef& expr) const {
  if (expr == nullptr || expr->kind == ExprKind::Function) return expr;
  if (expr->kind == ExprKind::Var) {
    const auto found = vars.find(expr->var.get());
    return found == vars.end() ? expr : found->second;
  }
  auto changed = std::make_shared<Expr>(*expr);
  bool same = true;
  const auto replace = [&](auto& part) {
    auto next = of(part);
    same = same && next == part;
    part = std::move(next);
  };
  for (ExprRef& operand : changed->operands) replace(operand);
  for (PrimExpr& extent : changed->dims) replace(extent);
  for (TypeRef& type : changed->typeArgs) replace(type);
  replace(changed->prim);
  replace(changed->callee);
  replace(changed->type);
  if (same) return expr;
  if (expr->kind == ExprKind::Tuple) return tupleExpr(changed->operands, expr->span);
  if (expr->kind == ExprKind::Field) {
    ExprRef field = fieldOf(changed->operands[0], expr->index, expr->span);
    if (field->type != nullptr) return field;
  }
  return changed;
}

Binding Replacement::of(const Binding& binding) {
  Binding changed = binding;
  changed.value = of(binding.value);
  changed.cast = of(binding.cast);
  TypeRef type = of(binding.var->type);
  if (type != binding.var->type) {
    auto var = std::make_shared<Var>(*binding.var);
    var->type = std::move(type);
    changed.var = std::move(var);
    vars[binding.var.get()] = varRef(changed.var);
  }
  return changed;
}

// ---- walks ----

void forEachVarIn(const ExprRef& expr, const std::function<void(const VarRef&)>& visit) {
  if (expr == nullptr) return;
  if (expr->kind == ExprKind::Var) visit(expr->var);
  for (const ExprRef& operand : expr->operands) forEachVarIn(operand, visit);
  forEachVarIn(expr->callee, visit);
  forEachVarIn(expr->thenSeq, visit);
  forEachVarIn(expr->elseSeq, visit);
  if (expr->function != nullptr) forEachVarIn(expr->function->body, visit);
}
void forEachVarIn(const SeqRef& seq, const std::function<void(const VarRef&)>& visit) {
  if (seq == nullptr) return;
  for (const Block& block : seq->blocks)
    for (const Binding& binding : block.bindings) forEachVarIn(binding.value, visit);
  forEachVarIn(seq->result, visit);
}
void forEachBindingIn(const SeqRef& seq, const std::function<void(const Binding&)>& visit) {
  if (seq == nullptr) return;
  for (const Block& block : seq->blocks)
    for (const Binding& binding : block.bindings) {
      visit(binding);
      forEachBindingIn(binding.value->thenSeq, visit);
      forEachBindingIn(binding.value->elseSeq, visit);
      if (binding.value->function != nullptr) forEachBindingIn(binding.value->function->body, visit);
    }
}

LoweredSoFar loweredSoFar(const ir::Function& function) {
  LoweredSoFar found;
  forEachBindingIn(function.body, [&](const Binding& binding) {
    const ir::ExprRef& value = binding.value;
    if (value->kind != ir::ExprKind::Call) return;
    const ir::ExprRef* packed = &value->callee;
    if (isCallOf(value, "relax.call_builtin_with_ctx") && !value->operands.empty()) packed = &value->operands[0];
    const std::string& name = (*packed)->text;
    found.builtins |= value->callee->kind == ir::ExprKind::Operator && name.starts_with("relax.vm.");
    found.shapes |= (*packed)->kind == ir::ExprKind::Extern &&
                    (name == "vm.builtin.alloc_shape_heap" || name.starts_with("vm.builtin.check_") ||
                     name == "vm.builtin.match_shape");
  });
  return found;
}

// ---- names ----

NameSupply variableNamesIn(const Module& module) {
  NameSupply names;
  for (const ModuleFunction& each : module.functions) {
    const FunctionRef function = each.relax();
    if (function == nullptr) continue;
    for (const VarRef& param : function->params) names.reserve(param->name);
    forEachBindingIn(function->body, [&](const Binding& binding) { names.reserve(binding.var->name); });
  }
  return names;
}

Binding newBinding(std::string name, TypeRef type, ExprRef value, Span span) {
  auto var = std::make_shared<Var>();
  var->name = std::move(name);
  var->type = std::move(type);
  Binding binding;
  binding.var = std::move(var);
  binding.value = std::move(value);
  binding.span = span;
  binding.annotated = true;
  return binding;
}
Binding statement(ExprRef value, Span span) {
  Binding binding = newBinding("_", voidType(), std::move(value), span);
  binding.annotated = false;
  return binding;
}

}  // namespace relaxscope::build
