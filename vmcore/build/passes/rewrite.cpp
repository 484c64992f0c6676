// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/passes/rewrite.h"

#include <utility>

namespace relaxscope::build {

using ir::Binding;
using ir::ExprKind;
using ir::ExprRef;
using ir::VarRef;

// ---- names ----

std::string NameSupply::fresh(const std::string& base) {
  if (taken_.insert(base).second) return base;
  int& next = next_[base];
  while (true) {
    std::string name = base + std::to_string(++next);
    if (taken_.insert(name).second) return name;
  }
}

namespace {

void reserveNames(const ir::Function& function, NameSupply& names);

void reserveNames(const ir::Seq& seq, NameSupply& names) {
  for (const ir::Block& block : seq.blocks)
    for (const Binding& binding : block.bindings) {
      names.reserve(binding.var->name);
      if (binding.value->kind == ExprKind::Function) reserveNames(*binding.value->function, names);
      if (binding.value->kind != ExprKind::If) continue;
      reserveNames(*binding.value->thenSeq, names);
      reserveNames(*binding.value->elseSeq, names);
    }
}

void reserveNames(const ir::Function& function, NameSupply& names) {
  for (const VarRef& param : function.params) names.reserve(param->name);
  if (function.body != nullptr) reserveNames(*function.body, names);
}

}  // namespace

NameSupply namesIn(const ir::Function& function) {
  NameSupply names;
  reserveNames(function, names);
  return names;
}

NameSupply namesIn(const ir::Module& module) {
  NameSupply names;
  for (const ir::ModuleFunction& each : module.functions) names.reserve(each.name());
  return names;
}

// ---- bindings ----

ir::SeqRef FunctionRewriter::rewriteSeq(const ir::Seq& seq) {
  std::vector<ir::Block> outer = std::exchange(blocks_, {});
  for (const ir::Block& block : seq.blocks) {
    if (blocks_.empty() || block.dataflow || blocks_.back().dataflow) blocks_.push_back({block.dataflow, {}});
    for (const Binding& binding : block.bindings) visitBinding(binding);
  }
  if (blocks_.empty() || blocks_.back().dataflow) blocks_.push_back({});
  auto rebuilt = std::make_shared<ir::Seq>();
  rebuilt->result = visitResult(seq.result);
  std::erase_if(blocks_, [](const ir::Block& block) { return block.bindings.empty(); });
  rebuilt->blocks = std::exchange(blocks_, std::move(outer));
  return rebuilt;
}

void FunctionRewriter::visitBinding(const Binding& binding) { emitFor(binding, visitValue(binding.value)); }

ExprRef FunctionRewriter::visitValue(const ExprRef& value) {
  if (value->kind == ExprKind::If) {
    auto changed = std::make_shared<ir::Expr>(*value);
    changed->operands = {visitOperand(value->operands.at(0))};
    changed->thenSeq = rewriteSeq(*value->thenSeq);
    changed->elseSeq = rewriteSeq(*value->elseSeq);
    changed->type = infer(changed);
    return changed;
  }
  if (value->kind != ExprKind::Call && value->kind != ExprKind::Field) return visitOperand(value);
  bool same = true;
  std::vector<ExprRef> operands;
  for (const ExprRef& operand : value->operands) {
    operands.push_back(visitOperand(operand));
    same &= operands.back() == operand;
  }
  const ExprRef callee = value->callee == nullptr ? nullptr : visitOperand(value->callee);
  if (same && callee == value->callee) return value;
  auto changed = std::make_shared<ir::Expr>(*value);
  changed->operands = std::move(operands);
  changed->callee = callee;
  changed->type = infer(changed);
  return changed;
}

ExprRef FunctionRewriter::visitOperand(const ExprRef& operand) {
  if (operand->kind == ExprKind::Var) {
    const auto found = replaced_.find(operand->var.get());
    return found == replaced_.end() ? operand : found->second;
  }
  if (operand->kind != ExprKind::Tuple) return operand;
  bool same = true;
  std::vector<ExprRef> fields;
  for (const ExprRef& field : operand->operands) {
    fields.push_back(visitOperand(field));
    same &= fields.back() == field;
  }
  return same ? operand : ir::tupleExpr(std::move(fields), operand->span);
}

VarRef FunctionRewriter::emitFor(const Binding& binding, const ExprRef& value) {
  Binding made = binding;
  made.value = value;
  const ir::TypeRef& type = binding.cast != nullptr ? binding.cast : value->type;
  if (type != nullptr && type != binding.var->type &&
      (binding.var->type == nullptr || !ir::sameType(binding.var->type, type))) {
    auto var = std::make_shared<ir::Var>(*binding.var);
    var->type = type;
    made.var = var;
    replace(binding.var, ir::varRef(var));
  }
  emit(made);
  return made.var;
}

VarRef FunctionRewriter::emitNew(const std::string& baseName, const ExprRef& value) {
  Binding binding;
  binding.var = std::make_shared<ir::Var>(ir::Var{names_.fresh(baseName), value->type});
  binding.value = value;
  binding.span = value->span;
  binding.annotated = true;
  emit(binding);
  return binding.var;
}

void FunctionRewriter::emitCall(const ExprRef& call) {
  Binding binding;
  binding.var = std::make_shared<ir::Var>(ir::Var{"_", call->type});
  binding.value = call;
  binding.span = call->span;
  emit(std::move(binding));
}

// ---- modules ----

ir::Module rewriteFunctions(
    const ir::Module& module,
    const std::function<ir::FunctionRef(const ir::FunctionRef&, std::vector<ir::ModuleFunction>&)>& rewrite) {
  ir::Module made = module;
  std::vector<ir::ModuleFunction> added;
  for (ir::ModuleFunction& each : made.functions)
    if (const ir::FunctionRef function = each.relax()) each.function = rewrite(function, added);
  for (ir::ModuleFunction& each : added) made.functions.push_back(std::move(each));
  return made;
}

}  // namespace relaxscope::build
