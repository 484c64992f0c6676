// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/parse/relax_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace relaxscope::ir::parse {
namespace {

constexpr std::array kTypeNames = std::to_array<std::string_view>(
    {"R.Tensor", "R.Shape", "R.Tuple", "T.Tuple", "R.Callable", "R.Any", "R.Object", "R.Prim"});

}  // namespace

TypeRef RelaxTypes::fail(Span span, const char* code, std::string message) {
  reader_.error(span, code, std::move(message));
  return nullptr;
}

bool RelaxTypes::isType(const Syntax& syntax) {
  const bool call = syntax.kind == SyntaxKind::Call;
  const std::string_view name = call                              ? syntax.calleeName()
                                : syntax.kind == SyntaxKind::Name ? syntax.text
                                                                  : std::string_view();
  if (std::find(kTypeNames.begin(), kTypeNames.end(), name) != kTypeNames.end()) return true;
  return typeOfName(name).has_value() && (!call || syntax.items.size() == 1);
}

void RelaxTypes::unknownName(const Syntax& name) {
  std::vector<std::string_view> names;
  if (reader_.suggests()) scope.forEach([&](const std::string& one) { names.push_back(one); });
  const std::string nearest = nearestName(name.text, names);
  std::vector<DiagnosticNote> notes;
  if (!nearest.empty()) notes.push_back({Span{}, nearest});
  reader_.error(name.span, "unknown-name", fmt::format("{} is not defined", quoted(name.text)), std::move(notes));
}

/// A name in a scalar expression: a scalar variable or a symbol.
PrimExpr RelaxTypes::resolve(const Syntax& name) {
  const std::string text(name.text);
  RelaxName* known = scope.find(text);
  if (known != nullptr && !known->hidden) {
    if (known->broken) return intImm(0, kInt64Type, name.span);
    if (known->var->symbol != nullptr) return varExpr(known->var->symbol, name.span);
    reader_.error(
        name.span, "type",
        fmt::format("{} is no scalar: arithmetic of tensors is written with R.add and the like", quoted(text)),
        {{known->span, "defined here"}});
    return nullptr;
  }
  if (Symbols::Known* symbol = symbols.find(text)) return varExpr(symbol->var, name.span);
  if (inString_ || reader_.typeVars.contains(text)) return varExpr(symbols.get(text, name.span).var, name.span);
  if (known != nullptr || !name.isSimpleName()) {
    unknownName(name);
  } else {
    reader_.error(name.span, "symbol-undefined", fmt::format("{} is no symbol", quoted(text)),
                  {{Span{}, fmt::format("declare it: {0} = TypeVar(\"{0}\") above the module", quoted(text))}});
    Symbols::Known& once = symbols.get(text, name.span);
    once.defined = true;
    return varExpr(once.var, name.span);
  }
  return nullptr;
}

PrimExpr RelaxTypes::dim(const Syntax& syntax, bool defines) {
  PrimExpr value;
  if (syntax.kind == SyntaxKind::Text) {
    const Syntax* inner = reader_.inString(syntax);
    if (inner == nullptr) return nullptr;
    inString_ = true;
    value = scalars_.read(*inner);
    inString_ = false;
  } else {
    value = scalars_.read(syntax);
  }
  if (value == nullptr) return nullptr;
  if (!isIntType(value->type)) {
    fail(syntax.span, "dtype", fmt::format("an extent is an integer, not {}", value->type.name()));
    return nullptr;
  }
  if (isInt(value) && value->number < 0) {
    fail(syntax.span, "shape", fmt::format("an extent is not negative: {}", value->number));
    return nullptr;
  }
  if (value->op == PrimOp::Var && defines)
    if (Symbols::Known* symbol = symbols.find(value->var->name)) symbol->defined = true;
  return value;
}

bool RelaxTypes::dims(const Syntax& list, bool defines, std::vector<PrimExpr>& into) {
  if (!list.isSequence()) {
    fail(list.span, "type", "extents are a tuple or a list: (n, 4), [4], (4,)");
    return false;
  }
  for (const Syntax* item : list.items) {
    PrimExpr value = dim(*item, defines);
    if (value == nullptr) return false;
    into.push_back(std::move(value));
  }
  return true;
}

bool RelaxTypes::readSeveral(const Syntax& types, bool defines, std::vector<TypeRef>& into) {
  std::vector<const Syntax*> items = {&types};
  if (types.isSequence()) items = types.items;
  for (const Syntax* item : items) {
    TypeRef type = read(*item, defines);
    if (type == nullptr) return false;
    into.push_back(std::move(type));
  }
  return true;
}

TypeRef RelaxTypes::read(const Syntax& type, bool defines) {
  const bool call = type.kind == SyntaxKind::Call;
  const std::string_view name = call                            ? type.calleeName()
                                : type.kind == SyntaxKind::Name ? type.text
                                                                : std::string_view();
  if (type.kind == SyntaxKind::None) return voidType();
  if (name == "R.Any" || name == "R.Object") return anyType();
  if (name == "R.Tensor") return call ? tensor(type, defines) : tensorType(std::nullopt, DataType{0, 0, 0});
  if (name == "R.Shape") return call ? shape(type, defines) : shapeType(std::nullopt);
  if (name == "R.Callable") return callable(type, defines);
  if (name == "R.Prim" && call) return prim(type);
  if (name == "R.Tuple" || name == "T.Tuple") {
    std::vector<TypeRef> fields;
    for (size_t i = 1; i < type.items.size(); ++i)
      if (!readSeveral(*type.items[i], defines, fields)) return nullptr;
    return tupleType(std::move(fields));
  }
  if (const auto scalarType = typeOfName(name); scalarType && (!call || type.items.size() == 1))
    return primType(*scalarType);
  const std::string nearest = name.empty() ? std::string() : nearestName(name, {kTypeNames.begin(), kTypeNames.end()});
  std::vector<DiagnosticNote> notes;
  notes.push_back(
      {Span{}, nearest.empty() ? "types are R.Tensor, R.Shape, R.Tuple, R.Callable, R.Any and T.int64 ..." : nearest});
  reader_.error(type.span, "type",
                name.empty() ? std::string("a type is needed here") : fmt::format("{} is no type", quoted(name)),
                std::move(notes));
  return nullptr;
}

std::optional<int> RelaxTypes::rank(const Syntax& call) {
  const Syntax* given = call.keyword("ndim");
  if (given == nullptr) return -1;
  constexpr int64_t kMostDims = 1000;
  const auto value = reader_.integer(*given);
  if (!value) return std::nullopt;
  if (*value >= -1 && *value <= kMostDims) return static_cast<int>(*value);
  fail(given->span, "shape", "this is no number of dimensions");
  return std::nullopt;
}

/// R.Tensor((n, 4), dtype="float32"), R.Tensor((n, 4), "float32"), R.Tensor("float32", ndim=2).
TypeRef RelaxTypes::tensor(const Syntax& call, bool defines) {
  if (!reader_.arity(call, 0, 2) || !reader_.onlyKeywords(call, {"shape", "dtype", "ndim"})) return nullptr;
  const Syntax* extents = call.items.size() > 1 ? call.items[1] : call.keyword("shape");
  const Syntax* dtype = call.items.size() > 2 ? call.items[2] : call.keyword("dtype");
  if (extents != nullptr && extents->kind == SyntaxKind::Text && dtype == nullptr) std::swap(extents, dtype);
  const auto ndim = rank(call);
  if (!ndim) return nullptr;
  DataType type{0, 0, 0};
  if (dtype != nullptr && dtype->kind != SyntaxKind::None &&
      !(dtype->kind == SyntaxKind::Text && dtype->text.empty())) {
    const auto parsed = reader_.dtype(*dtype, false);
    if (!parsed) return nullptr;
    type = *parsed;
  }
  if (extents == nullptr || extents->kind == SyntaxKind::None) return tensorType(std::nullopt, type, *ndim);
  std::vector<PrimExpr> values;
  if (!dims(*extents, defines, values)) return nullptr;
  if (*ndim >= 0 && static_cast<size_t>(*ndim) != values.size())
    return fail(call.span, "shape", fmt::format("ndim is {}, but there are {} extents", *ndim, values.size()));
  const int count = static_cast<int>(values.size());
  return tensorType(std::move(values), type, count);
}

TypeRef RelaxTypes::shape(const Syntax& call, bool defines) {
  if (!reader_.arity(call, 0, 1) || !reader_.onlyKeywords(call, {"values", "ndim"})) return nullptr;
  const Syntax* values = call.items.size() > 1 ? call.items[1] : call.keyword("values");
  const auto ndim = rank(call);
  if (!ndim) return nullptr;
  if (values == nullptr || values->kind == SyntaxKind::None) return shapeType(std::nullopt, *ndim);
  std::vector<PrimExpr> found;
  if (!dims(*values, defines, found)) return nullptr;
  const int count = static_cast<int>(found.size());
  return shapeType(std::move(found), count);
}

/// R.Callable((types,), result, pure), R.Callable.
TypeRef RelaxTypes::callable(const Syntax& call, bool defines) {
  auto type = std::make_shared<Type>();
  type->kind = TypeKind::Callable;
  const bool isCall = call.kind == SyntaxKind::Call;
  if (isCall && (!reader_.arity(call, 0, 3) || !reader_.onlyKeywords(call, {"params", "ret", "purity", "pure"})))
    return nullptr;
  const auto part = [&](size_t index, std::string_view name) -> const Syntax* {
    if (!isCall) return nullptr;
    return call.items.size() > index ? call.items[index] : call.keyword(name);
  };
  const Syntax *params = part(1, "params"), *result = part(2, "ret"), *pure = part(3, "purity");
  if (pure == nullptr) pure = part(4, "pure");
  type->anyFields = params == nullptr || params->kind == SyntaxKind::None;
  if (!type->anyFields && !readSeveral(*params, defines, type->fields)) return nullptr;
  type->result = result == nullptr || result->kind == SyntaxKind::None ? anyType() : read(*result, defines);
  if (type->result == nullptr) return nullptr;
  if (pure != nullptr) {
    const auto flag = reader_.flag(*pure);
    if (!flag) return nullptr;
    type->pure = *flag;
  }
  return type;
}

/// R.Prim("int64") of TVM up to 0.26.
TypeRef RelaxTypes::prim(const Syntax& call) {
  const Syntax* dtype = call.items.size() > 1 ? call.items[1] : call.keyword("dtype");
  if (dtype == nullptr || !reader_.onlyKeywords(call, {"dtype"}) || !reader_.arity(call, 0, 1))
    return dtype == nullptr ? fail(call.span, "unsupported",
                                   "a scalar type with a value is not read: write T.int64 and R.match_cast")
                            : nullptr;
  const auto type = reader_.dtype(*dtype, true);
  return type ? primType(*type) : nullptr;
}

void RelaxTypes::checkSymbols() {
  for (const std::string& name : symbols.order()) {
    const Symbols::Known& known = *symbols.find(name);
    if (known.defined) continue;
    reader_.error(known.use, "symbol-undefined", fmt::format("the value of {} is not known here", quoted(name)),
                  {{Span{}, "a symbol is defined where it is an extent of a parameter or of a match_cast"}});
  }
}

}  // namespace relaxscope::ir::parse
