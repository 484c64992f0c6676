// SPDX-License-Identifier: Apache-2.0
// Unique names, one operation a binding, and a type for every value.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "vmcore/build/passes/infer.h"
#include "vmcore/build/passes/passes.h"
#include "vmcore/build/passes/rewrite.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::build {
namespace {

using ir::ExprKind;
using ir::ExprRef;
using ir::PrimExpr;
using ir::TypeKind;
using ir::TypeRef;
using ir::VarRef;

/// A module whose functions are normalized on demand: the result of one that states none is needed by its callers.
class ModuleNormalizer {
 public:
  ModuleNormalizer(const ir::Module& module, PassContext& context) : module_(module), context_(context) {
    for (const ir::ModuleFunction& each : module.functions) {
      if (const ir::FunctionRef function = each.relax()) {
        relax_.emplace(function->name, function);
        types_.emplace(function->name, typeOfFunction(*function));
      } else {
        kernels_.emplace(each.name(), each.prim());
        types_.emplace(each.name(), typeOfKernel(*each.prim()));
      }
    }
  }

  Result<ir::Module> run() {
    ir::Module made = module_;
    for (ir::ModuleFunction& each : made.functions)
      if (each.relax() != nullptr) each.function = normalized(each.name());
    if (failed_) return Error("the module has errors");
    return made;
  }

  /// The type of a function, or null where there is none of that name.
  TypeRef functionType(const std::string& name) {
    const auto function = relax_.find(name);
    constexpr int kDeepestExpression = 200;
    if (function != relax_.end() && function->second->result == nullptr && !begun_.contains(name) &&
        depth_ < kDeepestExpression)
      normalized(name);
    const auto found = types_.find(name);
    return found == types_.end() ? nullptr : found->second;
  }

  void report(const ir::Span& span, const char* code, std::string message) {
    failed_ = true;
    ir::Diagnostic diagnostic;
    diagnostic.span = span;
    diagnostic.code = code;
    diagnostic.message = std::move(message);
    context_.diagnostics.push_back(std::move(diagnostic));
  }
  /// Null where there is no kernel of that name.
  /// Null where there is no kernel of that name.
  [[nodiscard]] ir::PrimFuncRef kernel(const std::string& name) const {
    const auto found = kernels_.find(name);
    return found == kernels_.end() ? nullptr : found->second;
  }

 private:
  ir::FunctionRef normalized(const std::string& name);

  const ir::Module& module_;
  PassContext& context_;
  std::map<std::string, ir::FunctionRef> relax_, done_;
  std::map<std::string, ir::PrimFuncRef> kernels_;
  std::map<std::string, TypeRef> types_;
  std::unordered_set<std::string> begun_;
  int depth_ = 0;
  bool failed_ = false;
};

/// The symbols that stand alone as an extent in `type`: a value of that type defines them.
void addDefinedSymbols(const TypeRef& type, std::unordered_set<const ir::PrimVar*>& symbols) {
  forEachExtent(type, [&symbols](const PrimExpr& extent) {
    if (extent->op == ir::PrimOp::Var) symbols.insert(extent->var.get());
  });
}

/// Whether a call may do more than compute its value.
bool isImpureCall(const ir::Expr& call, const TypeRef& callee) {
  static const std::unordered_set<std::string> kImpure = {
      "relax.print",          "relax.assert_op",           "relax.call_builtin_with_ctx",
      "relax.invoke_closure", "relax.call_inplace_packed", "relax.vm.call_tir_dyn"};
  if (call.callee->kind == ExprKind::Extern) return true;
  if (call.callee->kind == ExprKind::Operator) return kImpure.contains(call.callee->text);
  return callee != nullptr && callee->kind == TypeKind::Callable && !callee->pure;
}

/// Operands that stand where they are used.
bool isOperand(const ir::Expr& expr) {
  return expr.kind != ExprKind::Call && expr.kind != ExprKind::Field && expr.kind != ExprKind::If &&
         expr.kind != ExprKind::Function;
}

class FunctionNormalizer : public FunctionRewriter {
 public:
  explicit FunctionNormalizer(ModuleNormalizer& module)
      : FunctionRewriter([&module](const std::string& name) { return module.functionType(name); }), module_(module) {}

  ir::FunctionRef run(const ir::Function& function) {
    names_ = namesIn(function);
    return normalizedFunction(function);
  }

 protected:
  void visitBinding(const ir::Binding& binding) override {
    const std::string outer = std::exchange(target_, binding.var->name);
    if (binding.value->kind == ExprKind::Function) bindLocalFunction(binding);
    else if (binding.cast != nullptr) bindCast(binding);
    else bindValue(binding);
    target_ = outer;
  }

  /// The value of an arm that is an operation gets the name of the If with a suffix, as TVM's parser names it.
  ExprRef visitResult(const ExprRef& result) override {
    if (armSuffix_ == nullptr || isOperand(*result)) return visitOperand(result);
    return bindNew(target_ + armSuffix_, result);
  }

  ExprRef visitValue(const ExprRef& value) override {
    switch (value->kind) {
      case ExprKind::Call: return visitCall(value);
      case ExprKind::Field: return typed(ir::fieldOf(visitOperand(value->operands.at(0)), value->index, value->span));
      case ExprKind::If: return visitIf(value);
      case ExprKind::Function: {
        auto made = std::make_shared<ir::Expr>(*value);
        made->function = localFunction(*value->function);
        made->type = typeOfFunction(*made->function);
        return made;
      }
      default: return visitOperand(value);
    }
  }

  ExprRef visitOperand(const ExprRef& operand) override {
    switch (operand->kind) {
      case ExprKind::Call:
      case ExprKind::Field:
      case ExprKind::If:
      case ExprKind::Function: return bindNew(inDataflowBlock() ? "lv" : "gv", operand);
      case ExprKind::Tuple: {
        std::vector<ExprRef> fields;
        for (const ExprRef& field : operand->operands) fields.push_back(visitOperand(field));
        return typed(ir::tupleExpr(std::move(fields), operand->span));
      }
      case ExprKind::Var: return visitVar(operand);
      case ExprKind::Prim: return visitPrim(operand);
      case ExprKind::Shape:
        for (const PrimExpr& extent : operand->dims) requireSymbols(extent, operand->span);
        return typed(operand);
      case ExprKind::Error: module_.report(operand->span, "parse", "a statement could not be read"); return operand;
      default: return typed(operand);
    }
  }

 private:
  // ---- functions ----

  ir::FunctionRef normalizedFunction(const ir::Function& function) {
    auto made = std::make_shared<ir::Function>(function);
    made->params.clear();
    auto fromOutside = known_;
    for (const ir::VarRef& param : function.params) {
      const TypeRef type = param->type == nullptr ? ir::anyType() : param->type;
      addDefinedSymbols(type, known_);
      addDefinedSymbols(type, fromOutside);
      made->params.push_back(define(param, type));
    }
    for (const ir::VarRef& param : made->params) requireSymbols(param->type, function.span);
    const bool outerPure =
        std::exchange(checksPurity_, function.pure && !ir::isTrue(function.attributes, "relax.force_pure"));
    const char* const outerSuffix = std::exchange(armSuffix_, nullptr);
    made->body = rewriteSeq(*function.body);
    armSuffix_ = outerSuffix;
    checksPurity_ = outerPure;
    made->result = resultType(function, made->body->result, fromOutside);
    return made;
  }

  /// The stated type of a result or, where that says less, the type of the value: outside of the function only symbols
  /// of the shapes of its parameters are known.
  TypeRef resultType(const ir::Function& function, const ExprRef& result,
                     const std::unordered_set<const ir::PrimVar*>& fromOutside) {
    const TypeRef& value = result->type;
    const TypeRef outside = substituteType(value, [&](const ir::PrimVarRef& var) -> PrimExpr {
      return fromOutside.contains(var.get()) ? ir::varExpr(var) : nullptr;
    });
    if (function.result == nullptr || ir::isBaseOf(function.result, outside)) return outside;
    requireSymbols(function.result, function.span);
    if (neverBoth(function.result, value))
      module_.report(result->span.known() ? result->span : function.span, "type",
                     fmt::format("the result has type {}, the function states {}", ir::typeText(value),
                                 ir::typeText(function.result)));
    return function.result;
  }

  /// A function inside of this one, which knows all that is known here. Its names are its own: another one may have
  /// them.
  ir::FunctionRef localFunction(const ir::Function& function) {
    const auto known = known_;
    const auto defined = defined_;
    ir::FunctionRef made = normalizedFunction(function);
    known_ = known;
    defined_ = defined;
    return made;
  }

  /// The name of a local function is known inside of it, with the type that is stated.
  void bindLocalFunction(const ir::Binding& binding) {
    const ir::Function& function = *binding.value->function;
    const VarRef stated = define(binding.var, typeOfFunction(function));
    auto value = std::make_shared<ir::Expr>(*binding.value);
    value->function = localFunction(function);
    value->type = typeOfFunction(*value->function);
    ir::Binding made = binding;
    made.value = value;
    made.var = stated;
    emit(std::move(made));
  }

  // ---- bindings ----

  /// The variable that stands for `var` from here on, of that type, with a name that no other one has.
  VarRef define(const VarRef& var, const TypeRef& type) {
    auto made = std::make_shared<ir::Var>(*var);
    if (made->name != "_" && !defined_.insert(made->name).second) {
      made->name = names_.fresh(made->name);
      defined_.insert(made->name);
    }
    made->type = type;
    if (type->kind == TypeKind::Prim) {
      if (made->symbol == nullptr) made->symbol = ir::makeVar(made->name, type->dtype);
      known_.insert(made->symbol.get());
      scalars_[made->symbol.get()] = made;
    }
    replace(var, ir::varRef(made));
    return made;
  }

  void bindValue(const ir::Binding& binding) {
    const size_t problems = problems_;
    const ExprRef value = visitValue(binding.value);
    TypeRef given = value->type == nullptr ? ir::anyType() : value->type;
    if (problems == problems_) checkStated(binding.var->type, given, binding.span);
    else if (binding.var->type != nullptr) given = binding.var->type;
    ir::Binding made = binding;
    made.value = value;
    made.var = define(binding.var, given);
    emit(std::move(made));
  }

  /// A value that has no type because of an error elsewhere is not reported again.
  void checkStated(const TypeRef& stated, const TypeRef& given, const ir::Span& span) {
    if (problems_ != 0 && given->kind == TypeKind::Any) return;
    if (stated != nullptr && !ir::isBaseOf(stated, given))
      module_.report(span, "type",
                     fmt::format("the value has type {}, which is not {}; R.match_cast checks it at run time",
                                 ir::typeText(given), ir::typeText(stated)));
  }

  void bindCast(const ir::Binding& binding) {
    ir::Binding made = binding;
    made.value = visitOperand(binding.value);
    if (neverBoth(binding.cast, made.value->type))
      module_.report(binding.span, "type",
                     fmt::format("the value has type {}, which is never {}", ir::typeText(made.value->type),
                                 ir::typeText(binding.cast)));
    addDefinedSymbols(binding.cast, known_);
    requireSymbols(binding.cast, binding.span);
    made.var = define(binding.var, binding.cast);
    emit(std::move(made));
  }

  ExprRef bindNew(const std::string& baseName, const ExprRef& value) {
    ir::Binding made;
    made.value = visitValue(value);
    made.span = value->span;
    made.annotated = true;
    ir::Var var;
    var.name = names_.fresh(baseName);
    var.dataflow = inDataflowBlock();
    made.var = define(std::make_shared<const ir::Var>(std::move(var)), made.value->type);
    const VarRef bound = made.var;
    emit(std::move(made));
    return ir::varRef(bound, value->span);
  }

  // ---- types ----

  /// The expression with its type.
  ExprRef typed(const ExprRef& expr) {
    const ProblemReport report = [this](const ir::Span& span, const char* code, std::string message) {
      ++problems_;
      module_.report(span, code, std::move(message));
    };
    TypeRef type = inferType(expr, [this](const std::string& name) { return module_.functionType(name); }, report);
    if (expr->type != nullptr && ir::sameType(expr->type, type)) return expr;
    auto made = std::make_shared<ir::Expr>(*expr);
    made->type = std::move(type);
    return made;
  }
  void requireSymbols(const PrimExpr& e, const ir::Span& span) {
    ir::forEachVar(e, [&](const ir::PrimVarRef& var) {
      if (!known_.insert(var.get()).second) return;
      ++problems_;
      module_.report(e->span.known() ? e->span : span, "symbol-undefined",
                     fmt::format("symbol {} has no value here: no parameter and no match_cast defines it", var->name));
    });
  }
  void requireSymbols(const TypeRef& type, const ir::Span& span) {
    forEachExtent(type, [&](const PrimExpr& extent) { requireSymbols(extent, span); });
  }

  // ---- expressions ----

  ExprRef visitVar(const ExprRef& operand) {
    const ExprRef made = FunctionRewriter::visitOperand(operand);
    if (made == operand) return typed(operand);
    auto placed = std::make_shared<ir::Expr>(*made);
    placed->span = operand->span;
    return placed;
  }
  /// A scalar that is a variable alone is that variable.
  ExprRef visitPrim(const ExprRef& operand) {
    requireSymbols(operand->prim, operand->span);
    if (operand->prim->op == ir::PrimOp::Var) {
      const auto found = scalars_.find(operand->prim->var.get());
      if (found != scalars_.end()) return ir::varRef(found->second, operand->span);
    }
    return typed(operand);
  }
  ExprRef visitCall(const ExprRef& value) {
    auto made = std::make_shared<ir::Expr>(*value);
    made->type = nullptr;
    made->callee = visitOperand(value->callee);
    for (ExprRef& operand : made->operands) operand = visitOperand(operand);
    for (const TypeRef& type : made->typeArgs) requireSymbols(type, value->span);
    checkKernelCall(*made);
    if (checksPurity_ && isImpureCall(*made, made->callee->type))
      module_.report(value->span, "purity", "a pure function makes a call that may have an effect; write pure=False");
    return typed(made);
  }
  /// R.call_tir gives a kernel as many arguments and outputs as it takes.
  void checkKernelCall(const ir::Expr& call) {
    if (call.callee->kind != ExprKind::Operator || call.callee->text != "relax.call_tir") return;
    if (call.operands.size() < 2 || call.operands[0]->kind != ExprKind::Global) return;
    const ir::PrimFuncRef kernel = module_.kernel(call.operands[0]->text);
    if (kernel == nullptr || call.operands[1]->kind != ExprKind::Tuple) return;
    size_t given = call.operands[1]->operands.size();
    for (const TypeRef& type : call.typeArgs) given += countOutputs(type);
    if (given != kernel->params.size())
      module_.report(call.span, "arity",
                     fmt::format("kernel {} takes {} parameters, {} arguments and outputs are given", kernel->name,
                                 kernel->params.size(), given));
  }
  static size_t countOutputs(const TypeRef& type) {
    if (type->kind != TypeKind::Tuple) return 1;
    size_t count = 0;
    for (const TypeRef& field : type->fields) count += countOutputs(field);
    return count;
  }

  ExprRef visitIf(const ExprRef& value) {
    auto made = std::make_shared<ir::Expr>(*value);
    made->operands = {visitOperand(value->operands.at(0))};
    checkCondition(*made->operands[0], value->span);
    const auto known = known_;
    made->thenSeq = visitArm(*value->thenSeq, "_then");
    known_ = known;
    made->elseSeq = visitArm(*value->elseSeq, "_else");
    known_ = known;
    // Symbols that an arm defines are not known after it.
    made->type = substituteType(
        leastUpperBound(made->thenSeq->result->type, made->elseSeq->result->type),
        [&](const ir::PrimVarRef& var) -> PrimExpr { return known.contains(var.get()) ? ir::varExpr(var) : nullptr; });
    return made;
  }
  ir::SeqRef visitArm(const ir::Seq& arm, const char* suffix) {
    TypeRef stated;
    const char* const outer = std::exchange(armSuffix_, suffix);
    ir::SeqRef made = rewriteSeq(*withNamedResult(arm, suffix, stated));
    armSuffix_ = outer;
    checkStated(stated, made->result->type, made->result->span);
    return made;
  }
  /// The last binding of an arm has the name of the If. An operation gets a name of its own, anything else is the
  /// result itself, whose `stated` type is then to be checked.
  ir::SeqRef withNamedResult(const ir::Seq& arm, const char* suffix, TypeRef& stated) {
    auto made = std::make_shared<ir::Seq>(arm);
    while (!made->blocks.empty() && made->blocks.back().bindings.empty()) made->blocks.pop_back();
    if (made->blocks.empty() || arm.result->kind != ExprKind::Var) return made;
    std::vector<ir::Binding>& bindings = made->blocks.back().bindings;
    ir::Binding& last = bindings.back();
    if (last.var != arm.result->var || last.var->name != target_) return made;
    if (last.cast == nullptr && isOperand(*last.value)) {
      stated = last.var->type;
      made->result = last.value;
      bindings.pop_back();
      return made;
    }
    auto var = std::make_shared<ir::Var>(*last.var);
    var->name = names_.fresh(target_ + suffix);
    last.var = var;
    made->result = ir::varRef(var, arm.result->span);
    return made;
  }
  void checkCondition(const ir::Expr& condition, const ir::Span& span) {
    const TypeRef& type = condition.type;
    if (type == nullptr || type->kind == TypeKind::Any) return;
    const bool scalar = type->kind == TypeKind::Prim || (type->kind == TypeKind::Tensor && type->ndim <= 0);
    if (scalar && (type->dtype.lanes == 0 || type->dtype == kBoolType)) return;
    module_.report(condition.span.known() ? condition.span : span, "type",
                   fmt::format("a condition is a bool without dimensions, this is {}", ir::typeText(type)));
  }

  ModuleNormalizer& module_;
  std::unordered_set<const ir::PrimVar*> known_;            ///< symbols that have a value here
  std::unordered_map<const ir::PrimVar*, VarRef> scalars_;  ///< variables by their symbols
  std::unordered_set<std::string> defined_;                 ///< names of variables so far
  std::string target_ = "gv";                               ///< the variable that is being bound
  const char* armSuffix_ = nullptr;                         ///< in an arm of If
  bool checksPurity_ = false;
  size_t problems_ = 0;
};

ir::FunctionRef ModuleNormalizer::normalized(const std::string& name) {
  const auto done = done_.find(name);
  if (done != done_.end()) return done->second;
  const ir::FunctionRef function = relax_.at(name);
  if (!begun_.insert(name).second) return function;
  ++depth_;
  ir::FunctionRef made = FunctionNormalizer(*this).run(*function);
  --depth_;
  types_[name] = typeOfFunction(*made);
  done_[name] = made;
  return made;
}

}  // namespace

Result<ir::Module> normalize(const ir::Module& module, PassContext& context) {
  return ModuleNormalizer(module, context).run();
}

}  // namespace relaxscope::build
