// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/passes/infer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace relaxscope::build {

using ir::ExprKind;
using ir::ExprRef;
using ir::PrimExpr;
using ir::Type;
using ir::TypeKind;
using ir::TypeRef;

// ---- types ----

namespace {

using Extents = std::optional<std::vector<PrimExpr>>;

/// Nothing where a symbol has no value.
Extents substituteExtents(const std::vector<PrimExpr>& extents, const SymbolLookup& lookup) {
  std::vector<PrimExpr> made;
  bool known = true;
  for (const PrimExpr& extent : extents)
    made.push_back(ir::substitute(extent, [&](const ir::PrimVarRef& var) {
      PrimExpr value = lookup(var);
      known &= value != nullptr;
      return value;
    }));
  return known ? Extents(std::move(made)) : std::nullopt;
}

bool provablyEqualExtents(const std::vector<PrimExpr>& a, const std::vector<PrimExpr>& b) {
  return std::ranges::equal(a, b, [](const PrimExpr& x, const PrimExpr& y) { return ir::provablyEqual(x, y); });
}

}  // namespace

TypeRef substituteType(const TypeRef& type, const SymbolLookup& lookup) {
  if (type == nullptr) return type;
  switch (type->kind) {
    case TypeKind::Any:
    case TypeKind::Prim: return type;
    case TypeKind::Tensor:
    case TypeKind::Shape: {
      if (!type->dims) return type;
      auto made = std::make_shared<Type>(*type);
      made->dims = substituteExtents(*type->dims, lookup);
      return made;
    }
    case TypeKind::Tuple:
    case TypeKind::Callable: {
      auto made = std::make_shared<Type>(*type);
      for (TypeRef& field : made->fields) field = substituteType(field, lookup);
      made->result = substituteType(made->result, lookup);
      return made;
    }
  }
  return type;
}

TypeRef leastUpperBound(const TypeRef& a, const TypeRef& b) {
  if (a->kind != b->kind) return ir::anyType();
  switch (a->kind) {
    case TypeKind::Any: return a;
    case TypeKind::Prim: return a->dtype == b->dtype ? a : ir::anyType();
    case TypeKind::Tensor:
    case TypeKind::Shape: {
      auto made = std::make_shared<Type>(*a);
      if (a->dtype != b->dtype) made->dtype = {};
      if (!a->dims || !b->dims || !provablyEqualExtents(*a->dims, *b->dims)) made->dims = std::nullopt;
      if (a->ndim != b->ndim) made->ndim = -1;
      return made;
    }
    case TypeKind::Tuple: {
      if (a->fields.size() != b->fields.size()) return ir::anyType();
      auto made = std::make_shared<Type>(*a);
      for (size_t i = 0; i < a->fields.size(); ++i) made->fields[i] = leastUpperBound(a->fields[i], b->fields[i]);
      return made;
    }
    case TypeKind::Callable: {
      if (ir::sameType(a, b)) return a;
      auto made = std::make_shared<Type>();
      made->kind = TypeKind::Callable;
      made->anyFields = true;
      made->result = ir::anyType();
      made->pure = a->pure && b->pure;
      return made;
    }
  }
  return ir::anyType();
}

bool neverBoth(const TypeRef& a, const TypeRef& b) {
  if (a == nullptr || b == nullptr) return false;
  if (a->kind == TypeKind::Any || b->kind == TypeKind::Any) return false;
  if (a->kind != b->kind) return true;
  const auto differ = [](int x, int y) { return x >= 0 && y >= 0 && x != y; };
  switch (a->kind) {
    case TypeKind::Any: return false;
    case TypeKind::Prim: return a->dtype != b->dtype;
    case TypeKind::Tensor:
    case TypeKind::Shape: {
      if (a->dtype.lanes != 0 && b->dtype.lanes != 0 && a->dtype != b->dtype) return true;
      if (differ(a->ndim, b->ndim)) return true;
      if (!a->dims || !b->dims) return false;
      for (size_t i = 0; i < a->dims->size(); ++i) {
        const PrimExpr &x = (*a->dims)[i], &y = (*b->dims)[i];
        if (ir::isInt(x) && ir::isInt(y) && x->number != y->number) return true;
      }
      return false;
    }
    case TypeKind::Tuple:
      return a->fields.size() != b->fields.size() ||
             !std::ranges::equal(a->fields, b->fields,
                                 [](const TypeRef& x, const TypeRef& y) { return !neverBoth(x, y); });
    case TypeKind::Callable: return !a->anyFields && !b->anyFields && a->fields.size() != b->fields.size();
  }
  return false;
}

void forEachExtent(const TypeRef& type, const std::function<void(const PrimExpr&)>& visit) {
  if (type == nullptr || type->kind == TypeKind::Callable) return;
  if (type->dims)
    for (const PrimExpr& extent : *type->dims) visit(extent);
  for (const TypeRef& field : type->fields) forEachExtent(field, visit);
}

TypeRef typeOfFunction(const ir::Function& function, const TypeRef& unknownResult) {
  std::vector<TypeRef> params;
  for (const ir::VarRef& param : function.params)
    params.push_back(param->type == nullptr ? ir::anyType() : param->type);
  return ir::callableType(std::move(params), function.result == nullptr ? unknownResult : function.result,
                          function.pure);
}

TypeRef typeOfKernel(const ir::PrimFunc& function) {
  std::vector<TypeRef> params;
  for (const ir::TirParam& param : function.params)
    params.push_back(param.buffer != nullptr ? ir::tensorType(param.buffer->shape, param.buffer->type)
                                             : ir::primType(param.var->type));
  // A kernel writes its outputs in place: a direct call has an effect.
  return ir::callableType(std::move(params),
                          function.result.lanes == 0 ? ir::voidType() : ir::primType(function.result), false);
}

// ---- expressions ----

namespace {

TypeRef tupleOrOne(const std::vector<TypeRef>& types) { return types.size() == 1 ? types[0] : ir::tupleType(types); }

/// `e` with sums and products of constants collected, as TVM simplifies the extents that a call gives: `(n + 3) + 3` is
/// `n + 6`, `n + n` is `n * 2`.
PrimExpr withConstantsCollected(const PrimExpr& e) {
  using ir::PrimOp;
  if (e->op != PrimOp::Add && e->op != PrimOp::Mul) return e;
  const PrimExpr a = withConstantsCollected(e->operands[0]), b = withConstantsCollected(e->operands[1]);
  if (ir::isInt(b) && a->op == e->op && ir::isInt(a->operands[1]))
    return ir::binary(e->op, a->operands[0], ir::binary(e->op, a->operands[1], b, e->span), e->span);
  if (e->op == PrimOp::Add && ir::sameText(a, b)) return ir::binary(PrimOp::Mul, a, ir::intImm(2, e->type), e->span);
  return a == e->operands[0] && b == e->operands[1] ? e : ir::binary(e->op, a, b, e->span);
}

TypeRef withConstantsCollected(const TypeRef& type) {
  if (type->kind != TypeKind::Tuple && !type->dims) return type;
  auto made = std::make_shared<Type>(*type);
  if (made->dims)
    for (PrimExpr& extent : *made->dims) extent = withConstantsCollected(extent);
  for (TypeRef& field : made->fields) field = withConstantsCollected(field);
  return made;
}

class Inference {
 public:
  Inference(const std::function<TypeRef(const std::string&)>& functionType, const ProblemReport& report)
      : functionType_(functionType), report_(report) {}

  TypeRef of(const ExprRef& expr) {
    switch (expr->kind) {
      case ExprKind::Var: return expr->var->type == nullptr ? ir::anyType() : expr->var->type;
      case ExprKind::Global: return ofGlobal(*expr);
      case ExprKind::Extern:
      case ExprKind::Operator: return anyCallable();
      case ExprKind::Constant: return ofConstant(*expr);
      case ExprKind::Shape: return ir::shapeType(expr->dims);
      case ExprKind::Prim: return ir::primType(expr->prim->type);
      case ExprKind::Text:
      case ExprKind::DataType:
      case ExprKind::Error: return ir::anyType();
      case ExprKind::Tuple: return ofTuple(*expr);
      case ExprKind::Field: return ofField(*expr);
      case ExprKind::Call: return ofCall(*expr);
      case ExprKind::If: return leastUpperBound(known(expr->thenSeq->result), known(expr->elseSeq->result));
      case ExprKind::Function: return typeOfFunction(*expr->function);
    }
    return ir::anyType();
  }

 private:
  static TypeRef anyCallable() {
    auto made = std::make_shared<Type>();
    made->kind = TypeKind::Callable;
    made->anyFields = true;
    made->result = ir::anyType();
    made->pure = false;
    return made;
  }
  static TypeRef ofConstant(const ir::Expr& expr) {
    if (expr.constant == nullptr) return expr.type != nullptr ? expr.type : ir::tensorType(std::nullopt, {});
    std::vector<PrimExpr> dims;
    for (const int64_t extent : expr.constant->shape) dims.push_back(ir::intImm(extent));
    return ir::tensorType(std::move(dims), expr.constant->dtype);
  }
  TypeRef known(const ExprRef& expr) { return expr->type == nullptr ? of(expr) : expr->type; }
  TypeRef problem(const ir::Span& span, const char* code, std::string message) {
    if (report_) report_(span, code, std::move(message));
    return ir::anyType();
  }

  TypeRef ofGlobal(const ir::Expr& expr) {
    TypeRef type = functionType_(expr.text);
    if (type == nullptr)
      return problem(expr.span, "unknown-name", fmt::format("there is no function {} in the module", expr.text));
    return type;
  }
  TypeRef ofTuple(const ir::Expr& expr) {
    std::vector<TypeRef> fields;
    for (const ExprRef& operand : expr.operands) fields.push_back(known(operand));
    return ir::tupleType(std::move(fields));
  }
  TypeRef ofField(const ir::Expr& expr) {
    const TypeRef tuple = known(expr.operands.at(0));
    if (tuple->kind == TypeKind::Any) return ir::anyType();
    if (tuple->kind != TypeKind::Tuple)
      return problem(expr.span, "type", "a value that is not a tuple has no field to take");
    if (expr.index < 0 || static_cast<size_t>(expr.index) >= tuple->fields.size())
      return problem(expr.span, "type",
                     fmt::format("the tuple has {} fields, there is no field {}", tuple->fields.size(), expr.index));
    return tuple->fields[static_cast<size_t>(expr.index)];
  }

  TypeRef ofCall(const ir::Expr& call) {
    switch (call.callee->kind) {
      case ExprKind::Operator: return ofOperator(call);
      case ExprKind::Extern: return call.typeArgs.empty() ? ir::anyType() : tupleOrOne(call.typeArgs);
      default: break;
    }
    const TypeRef callee = known(call.callee);
    if (callee->kind == TypeKind::Any) return ir::anyType();
    if (callee->kind != TypeKind::Callable) return problem(call.span, "type", "a value that is no function is called");
    return ofFunctionCall(call, *callee);
  }

  /// Binds the symbols of the parameters to the extents of the arguments.
  TypeRef ofFunctionCall(const ir::Expr& call, const Type& callee) {
    const TypeRef result = callee.result == nullptr ? ir::anyType() : callee.result;
    if (callee.anyFields) return result;
    if (callee.fields.size() != call.operands.size())
      return problem(
          call.span, "arity",
          fmt::format("the function takes {} arguments, {} are given", callee.fields.size(), call.operands.size()));
    bound_.clear();
    for (size_t i = 0; i < call.operands.size(); ++i) {
      const TypeRef given = known(call.operands[i]);
      if (neverBoth(callee.fields[i], given))
        problem(call.operands[i]->span.known() ? call.operands[i]->span : call.span, "type",
                fmt::format("argument {} has a type that the function does not take", i));
      bindSymbols(callee.fields[i], given);
    }
    return withConstantsCollected(substituteType(result, [this](const ir::PrimVarRef& symbol) -> PrimExpr {
      const auto found = bound_.find(symbol.get());
      return found == bound_.end() ? nullptr : found->second;
    }));
  }
  void bindSymbols(const TypeRef& param, const TypeRef& given) {
    if (param == nullptr || given == nullptr || param->kind != given->kind) return;
    if (param->kind == TypeKind::Tuple && param->fields.size() == given->fields.size())
      for (size_t i = 0; i < param->fields.size(); ++i) bindSymbols(param->fields[i], given->fields[i]);
    if (!param->dims || !given->dims || param->dims->size() != given->dims->size()) return;
    for (size_t i = 0; i < param->dims->size(); ++i)
      if ((*param->dims)[i]->op == ir::PrimOp::Var) bound_.emplace((*param->dims)[i]->var.get(), (*given->dims)[i]);
  }

  using Rule = TypeRef (Inference::*)(const ir::Expr&);
  static const std::map<std::string_view, Rule>& rules();

  TypeRef ofOperator(const ir::Expr& call) {
    const auto found = rules().find(call.callee->text);
    if (found != rules().end()) return (this->*found->second)(call);
    const std::string_view name = call.callee->text;
    return problem(call.span, "unsupported",
                   fmt::format("operator R.{} is left to the installed TVM: use --builder tvm",
                               name.starts_with("relax.") ? name.substr(6) : name));
  }
  TypeRef operandType(const ir::Expr& call, size_t index) {
    return index < call.operands.size() ? known(call.operands[index]) : ir::anyType();
  }

  TypeRef stated(const ir::Expr& call) {
    if (!call.typeArgs.empty()) return tupleOrOne(call.typeArgs);
    return problem(call.span, "type", fmt::format("{} states no type of its result", call.callee->text));
  }
  TypeRef statedOrAny(const ir::Expr& call) {
    return call.typeArgs.empty() ? ir::anyType() : tupleOrOne(call.typeArgs);
  }
  TypeRef statedOrNone(const ir::Expr& call) {
    return call.typeArgs.empty() ? ir::voidType() : tupleOrOne(call.typeArgs);
  }
  TypeRef nothing(const ir::Expr&) { return ir::voidType(); }
  TypeRef anything(const ir::Expr&) { return ir::anyType(); }
  TypeRef sameAsOperand(const ir::Expr& call) { return operandType(call, 0); }

  /// Of the shape and the data type at these positions.
  TypeRef tensorOf(const ir::Expr& call, size_t shapeIndex, size_t typeIndex) {
    const TypeRef shape = operandType(call, shapeIndex);
    DataType dtype{};
    if (typeIndex < call.operands.size() && call.operands[typeIndex]->kind == ExprKind::DataType)
      dtype = call.operands[typeIndex]->dtype;
    if (shape->kind != TypeKind::Shape && shape->kind != TypeKind::Any)
      return problem(call.span, "type", fmt::format("{} takes a shape", call.callee->text));
    return ir::tensorType(shape->dims, dtype, shape->ndim);
  }
  TypeRef allocated(const ir::Expr& call) { return tensorOf(call, 0, 1); }
  TypeRef placed(const ir::Expr& call) { return tensorOf(call, 2, 3); }
  TypeRef reshaped(const ir::Expr& call) {
    const TypeRef tensor = operandType(call, 0), shape = operandType(call, 1);
    return ir::tensorType(shape->dims, tensor->dtype, shape->ndim);
  }
  TypeRef shapeOf(const ir::Expr& call) {
    const TypeRef tensor = operandType(call, 0);
    if (tensor->kind != TypeKind::Tensor && tensor->kind != TypeKind::Any)
      return problem(call.span, "type", "R.shape_of takes a tensor");
    return ir::shapeType(tensor->dims, tensor->ndim);
  }
  TypeRef tensorToShape(const ir::Expr& call) {
    const TypeRef tensor = operandType(call, 0);
    if (!tensor->dims || tensor->dims->size() != 1 || !ir::isInt(tensor->dims->front()))
      return ir::shapeType(std::nullopt);
    return ir::shapeType(std::nullopt, static_cast<int>(tensor->dims->front()->number));
  }
  TypeRef shapeToTensor(const ir::Expr& call) {
    const TypeRef shape = operandType(call, 0);
    if (shape->ndim < 0) return ir::tensorType(std::nullopt, kInt64Type, 1);
    return ir::tensorType(std::vector{ir::intImm(shape->ndim)}, kInt64Type);
  }

  const std::function<TypeRef(const std::string&)>& functionType_;
  const ProblemReport& report_;
  std::unordered_map<const ir::PrimVar*, PrimExpr> bound_;
};

const std::map<std::string_view, Inference::Rule>& Inference::rules() {
  static const std::map<std::string_view, Rule> table = {
      {"relax.call_tir", &Inference::stated},
      {"relax.call_tir_inplace", &Inference::stated},
      {"relax.call_tir_with_grad", &Inference::stated},
      {"relax.call_dps_packed", &Inference::stated},
      {"relax.call_pure_packed", &Inference::statedOrAny},
      {"relax.call_inplace_packed", &Inference::statedOrAny},
      {"relax.call_builtin_with_ctx", &Inference::statedOrNone},
      {"relax.invoke_closure", &Inference::statedOrAny},
      {"relax.invoke_pure_closure", &Inference::statedOrAny},
      {"relax.make_closure", &Inference::anything},
      {"relax.null_value", &Inference::anything},
      {"relax.print", &Inference::nothing},
      {"relax.assert_op", &Inference::nothing},
      {"relax.shape_of", &Inference::shapeOf},
      {"relax.tensor_to_shape", &Inference::tensorToShape},
      {"relax.shape_to_tensor", &Inference::shapeToTensor},
      {"relax.reshape", &Inference::reshaped},
      {"relax.to_vdevice", &Inference::sameAsOperand},
      {"relax.builtin.alloc_tensor", &Inference::allocated},
      {"relax.memory.alloc_storage", &Inference::anything},
      {"relax.memory.alloc_tensor", &Inference::placed},
      {"relax.memory.kill_storage", &Inference::nothing},
      {"relax.memory.kill_tensor", &Inference::nothing},
      {"relax.vm.alloc_storage", &Inference::anything},
      {"relax.vm.alloc_tensor", &Inference::placed},
      {"relax.vm.kill_object", &Inference::nothing},
      {"relax.vm.call_tir_dyn", &Inference::nothing},
  };
  return table;
}

}  // namespace

TypeRef inferType(const ExprRef& expr, const std::function<TypeRef(const std::string&)>& functionType,
                  const ProblemReport& report) {
  return Inference(functionType, report).of(expr);
}

std::function<TypeRef(const std::string&)> functionTypesOf(const ir::Module& module) {
  const auto types = std::make_shared<std::map<std::string, TypeRef>>();
  for (const ir::ModuleFunction& each : module.functions)
    (*types)[each.name()] = each.relax() != nullptr ? typeOfFunction(*each.relax()) : typeOfKernel(*each.prim());
  return [types](const std::string& name) {
    const auto found = types->find(name);
    return found == types->end() ? nullptr : found->second;
  };
}

}  // namespace relaxscope::build
