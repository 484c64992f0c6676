// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/relax.h"

#include <algorithm>
#include <utility>

namespace relaxscope::ir {
namespace {

TypeRef share(Type type) { return std::make_shared<const Type>(std::move(type)); }

std::shared_ptr<Expr> newExpr(ExprKind kind, Span span) {
  auto expr = std::make_shared<Expr>();
  expr->kind = kind;
  expr->span = span;
  return expr;
}
ExprRef textual(ExprKind kind, std::string text, Span span) {
  auto expr = newExpr(kind, span);
  expr->text = std::move(text);
  return expr;
}

bool areBases(const std::vector<TypeRef>& bases, const std::vector<TypeRef>& values) {
  return std::ranges::equal(bases, values, isBaseOf);
}

/// Of Tensor and Shape: what is known of the extents of `base` is proven of `value`.
bool coversExtents(const Type& base, const Type& value) {
  if (base.dims)
    return value.dims && std::ranges::equal(*base.dims, *value.dims,
                                            [](const PrimExpr& a, const PrimExpr& b) { return provablyEqual(a, b); });
  return base.ndim < 0 || base.ndim == value.ndim;
}

}  // namespace

// ---- types ----

TypeRef anyType() {
  static const TypeRef type = share({});
  return type;
}
TypeRef voidType() {
  static const TypeRef type = tupleType({});
  return type;
}
TypeRef tensorType(std::optional<std::vector<PrimExpr>> dims, DataType dtype, int ndim) {
  Type type;
  type.kind = TypeKind::Tensor;
  type.ndim = dims ? static_cast<int>(dims->size()) : ndim;
  type.dims = std::move(dims);
  type.dtype = dtype;
  return share(std::move(type));
}
TypeRef shapeType(std::optional<std::vector<PrimExpr>> dims, int ndim) {
  Type type;
  type.kind = TypeKind::Shape;
  type.ndim = dims ? static_cast<int>(dims->size()) : ndim;
  type.dims = std::move(dims);
  return share(std::move(type));
}
TypeRef tupleType(std::vector<TypeRef> fields) {
  Type type;
  type.kind = TypeKind::Tuple;
  type.fields = std::move(fields);
  return share(std::move(type));
}
TypeRef primType(DataType dtype) {
  Type type;
  type.kind = TypeKind::Prim;
  type.dtype = dtype;
  return share(std::move(type));
}
TypeRef callableType(std::vector<TypeRef> params, TypeRef result, bool pure) {
  Type type;
  type.kind = TypeKind::Callable;
  type.fields = std::move(params);
  type.result = std::move(result);
  type.pure = pure;
  return share(std::move(type));
}
bool isVoid(const TypeRef& type) { return type != nullptr && type->kind == TypeKind::Tuple && type->fields.empty(); }

bool isBaseOf(const TypeRef& base, const TypeRef& value) {
  if (base == value || base->kind == TypeKind::Any) return true;
  if (base->kind != value->kind) return false;
  switch (base->kind) {
    case TypeKind::Any: return true;
    case TypeKind::Prim: return base->dtype == value->dtype;
    case TypeKind::Tensor:
      return (base->dtype.lanes == 0 || base->dtype == value->dtype) && coversExtents(*base, *value);
    case TypeKind::Shape: return coversExtents(*base, *value);
    case TypeKind::Tuple: return areBases(base->fields, value->fields);
    case TypeKind::Callable:
      if (base->pure && !value->pure) return false;
      if (base->anyFields) return true;
      if (value->anyFields || base->result == nullptr || value->result == nullptr) return false;
      // Parameters are given, so a value takes them if it takes more.
      return areBases(value->fields, base->fields) && isBaseOf(base->result, value->result);
  }
  return false;
}

bool sameType(const TypeRef& a, const TypeRef& b) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr || a->kind != b->kind || a->ndim != b->ndim || a->dtype != b->dtype ||
      a->pure != b->pure || a->anyFields != b->anyFields || a->dims.has_value() != b->dims.has_value())
    return false;
  if (a->dims &&
      !std::ranges::equal(*a->dims, *b->dims, [](const PrimExpr& x, const PrimExpr& y) { return provablyEqual(x, y); }))
    return false;
  return sameType(a->result, b->result) && std::ranges::equal(a->fields, b->fields, sameType);
}

// ---- expressions ----

ExprRef varRef(VarRef var, Span span) {
  auto expr = newExpr(ExprKind::Var, span);
  expr->type = var->type;
  expr->var = std::move(var);
  return expr;
}
ExprRef globalRef(std::string name, Span span) { return textual(ExprKind::Global, std::move(name), span); }
ExprRef externRef(std::string name, Span span) { return textual(ExprKind::Extern, std::move(name), span); }
ExprRef textExpr(std::string text, Span span) {
  auto expr = newExpr(ExprKind::Text, span);
  expr->text = std::move(text);
  expr->type = anyType();
  return expr;
}
ExprRef dataTypeExpr(relaxscope::DataType dtype, Span span) {
  auto expr = newExpr(ExprKind::DataType, span);
  expr->dtype = dtype;
  expr->type = anyType();
  return expr;
}
ExprRef primExpr(PrimExpr value, Span span) {
  auto expr = newExpr(ExprKind::Prim, span);
  expr->type = primType(value->type);
  expr->prim = std::move(value);
  return expr;
}
ExprRef intExpr(int64_t value, Span span) { return primExpr(intImm(value, kInt64Type, span), span); }
ExprRef shapeExpr(std::vector<PrimExpr> dims, Span span) {
  auto expr = newExpr(ExprKind::Shape, span);
  expr->type = shapeType(dims);
  expr->dims = std::move(dims);
  return expr;
}
ExprRef tupleExpr(std::vector<ExprRef> fields, Span span) {
  auto expr = newExpr(ExprKind::Tuple, span);
  std::vector<TypeRef> types;
  for (const ExprRef& field : fields) types.push_back(field->type);
  if (std::ranges::find(types, nullptr) == types.end()) expr->type = tupleType(std::move(types));
  expr->operands = std::move(fields);
  return expr;
}
ExprRef fieldOf(ExprRef tuple, int64_t index, Span span) {
  auto expr = newExpr(ExprKind::Field, span);
  expr->index = index;
  if (tuple->type != nullptr && tuple->type->kind == TypeKind::Tuple && index >= 0 &&
      static_cast<size_t>(index) < tuple->type->fields.size())
    expr->type = tuple->type->fields[static_cast<size_t>(index)];
  expr->operands = {std::move(tuple)};
  return expr;
}
ExprRef callOf(ExprRef callee, std::vector<ExprRef> operands, std::vector<TypeRef> typeArgs, TypeRef type, Span span) {
  auto expr = newExpr(ExprKind::Call, span);
  expr->callee = std::move(callee);
  expr->operands = std::move(operands);
  expr->typeArgs = std::move(typeArgs);
  expr->type = std::move(type);
  return expr;
}
ExprRef callOperator(std::string name, std::vector<ExprRef> operands, std::vector<TypeRef> typeArgs, TypeRef type,
                     Span span) {
  return callOf(textual(ExprKind::Operator, std::move(name), span), std::move(operands), std::move(typeArgs),
                std::move(type), span);
}
ExprRef callPacked(std::string name, std::vector<ExprRef> operands, TypeRef type, Span span) {
  return callOf(externRef(std::move(name), span), std::move(operands), {type}, type, span);
}

bool isCallOf(const ExprRef& expr, const char* operatorName) {
  return expr->kind == ExprKind::Call && expr->callee->kind == ExprKind::Operator && expr->callee->text == operatorName;
}
const std::string* packedCallee(const ExprRef& expr) {
  return expr->kind == ExprKind::Call && expr->callee->kind == ExprKind::Extern ? &expr->callee->text : nullptr;
}

// ---- modules ----

const std::string& ModuleFunction::name() const {
  return std::visit([](const auto& each) -> const std::string& { return each->name; }, function);
}
FunctionRef ModuleFunction::relax() const {
  const FunctionRef* found = std::get_if<FunctionRef>(&function);
  return found == nullptr ? nullptr : *found;
}
PrimFuncRef ModuleFunction::prim() const {
  const PrimFuncRef* found = std::get_if<PrimFuncRef>(&function);
  return found == nullptr ? nullptr : *found;
}
const ModuleFunction* Module::find(const std::string& functionName) const {
  const auto found =
      std::ranges::find_if(functions, [&](const ModuleFunction& each) { return each.name() == functionName; });
  return found == functions.end() ? nullptr : &*found;
}

}  // namespace relaxscope::ir
