// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/parse/scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace relaxscope::ir::parse {
namespace {

constexpr DataType kFloat32{static_cast<uint8_t>(TypeCode::Float), 32, 1};
constexpr DataType kFloat64{static_cast<uint8_t>(TypeCode::Float), 64, 1};

struct NamedType {
  std::string_view name;
  DataType type;
};
constexpr DataType typeOf(TypeCode code, uint8_t bits) { return {static_cast<uint8_t>(code), bits, 1}; }
constexpr std::array kKernelTypes = std::to_array<NamedType>({
    {"bool", kBoolType},
    {"int8", typeOf(TypeCode::Int, 8)},
    {"int16", typeOf(TypeCode::Int, 16)},
    {"int32", kInt32Type},
    {"int64", kInt64Type},
    {"uint8", typeOf(TypeCode::UInt, 8)},
    {"uint16", typeOf(TypeCode::UInt, 16)},
    {"uint32", typeOf(TypeCode::UInt, 32)},
    {"uint64", typeOf(TypeCode::UInt, 64)},
    {"float16", typeOf(TypeCode::Float, 16)},
    {"bfloat16", typeOf(TypeCode::BFloat, 16)},
    {"float32", kFloat32},
    {"float64", kFloat64},
});

/// Functions that stand for an operator. Those that fold do so as the operator would; node constructors do not.
struct NamedOperator {
  PrimOp op;
  bool fold;
};
const std::unordered_map<std::string_view, NamedOperator>& namedOperators() {
  static const std::unordered_map<std::string_view, NamedOperator> kTable = {
      {"max", {PrimOp::Max, true}},
      {"min", {PrimOp::Min, true}},
      {"floordiv", {PrimOp::FloorDiv, true}},
      {"floormod", {PrimOp::FloorMod, true}},
      {"truncdiv", {PrimOp::TruncDiv, true}},
      {"truncmod", {PrimOp::TruncMod, true}},
      {"bitwise_and", {PrimOp::BitAnd, true}},
      {"bitwise_or", {PrimOp::BitOr, true}},
      {"bitwise_xor", {PrimOp::BitXor, true}},
      {"shift_left", {PrimOp::ShiftLeft, true}},
      {"shift_right", {PrimOp::ShiftRight, true}},
      {"Add", {PrimOp::Add, false}},
      {"Sub", {PrimOp::Sub, false}},
      {"Mul", {PrimOp::Mul, false}},
      {"Div", {PrimOp::TruncDiv, false}},
      {"Mod", {PrimOp::TruncMod, false}},
      {"FloorDiv", {PrimOp::FloorDiv, false}},
      {"FloorMod", {PrimOp::FloorMod, false}},
      {"Min", {PrimOp::Min, false}},
      {"Max", {PrimOp::Max, false}},
      {"EQ", {PrimOp::Equal, false}},
      {"NE", {PrimOp::NotEqual, false}},
      {"LT", {PrimOp::Less, false}},
      {"LE", {PrimOp::LessEqual, false}},
      {"GT", {PrimOp::Greater, false}},
      {"GE", {PrimOp::GreaterEqual, false}},
      {"And", {PrimOp::And, false}},
      {"Or", {PrimOp::Or, false}},
  };
  return kTable;
}

/// Functions of TIR that stay calls.
struct Intrinsic {
  std::string_view name;
  uint8_t operands;
  enum class Result : uint8_t { Same, Bool, Int32 } result = Result::Same;
  bool roundsToInt = false;  ///< an integer is its own result
};
constexpr std::array kIntrinsics = std::to_array<Intrinsic>({
    {"exp", 1},
    {"exp2", 1},
    {"exp10", 1},
    {"log", 1},
    {"log2", 1},
    {"log10", 1},
    {"log1p", 1},
    {"sqrt", 1},
    {"rsqrt", 1},
    {"tanh", 1},
    {"sigmoid", 1},
    {"erf", 1},
    {"sin", 1},
    {"cos", 1},
    {"tan", 1},
    {"asin", 1},
    {"acos", 1},
    {"atan", 1},
    {"atan2", 2},
    {"sinh", 1},
    {"cosh", 1},
    {"fabs", 1},
    {"pow", 2},
    {"fmod", 2},
    {"floor", 1, Intrinsic::Result::Same, true},
    {"ceil", 1, Intrinsic::Result::Same, true},
    {"round", 1, Intrinsic::Result::Same, true},
    {"trunc", 1, Intrinsic::Result::Same, true},
    {"nearbyint", 1, Intrinsic::Result::Same, true},
    {"isnan", 1, Intrinsic::Result::Bool},
    {"isinf", 1, Intrinsic::Result::Bool},
    {"isfinite", 1, Intrinsic::Result::Bool},
    {"popcount", 1},
    {"clz", 1, Intrinsic::Result::Int32},
    {"likely", 1},
});

/// What is written instead of functions that are not read.
struct Hint {
  std::string_view name, hint;
};
constexpr std::array kHints = std::to_array<Hint>({
    {"call_extern", "call the function from Relax with R.call_dps_packed"},
    {"call_packed", "call the function from Relax with R.call_dps_packed"},
    {"call_pure_extern", "call the function from Relax with R.call_dps_packed"},
    {"call_intrin", "write the intrinsic by its name, such as T.exp"},
    {"fma", "write a * b + c"},
    {"Ramp", "write a loop: vectors are made by the compiler"},
    {"Broadcast", "write a loop: vectors are made by the compiler"},
    {"Let", "bind a name first: x = value"},
});

std::optional<PrimOp> operatorOf(Symbol symbol) {
  switch (symbol) {
    case Symbol::Plus: return PrimOp::Add;
    case Symbol::Minus: return PrimOp::Sub;
    case Symbol::Star: return PrimOp::Mul;
    case Symbol::Slash: return PrimOp::Div;
    case Symbol::FloorDivide: return PrimOp::FloorDiv;
    case Symbol::Percent: return PrimOp::FloorMod;
    case Symbol::Ampersand: return PrimOp::BitAnd;
    case Symbol::Bar: return PrimOp::BitOr;
    case Symbol::Caret: return PrimOp::BitXor;
    case Symbol::ShiftLeft: return PrimOp::ShiftLeft;
    case Symbol::ShiftRight: return PrimOp::ShiftRight;
    case Symbol::Less: return PrimOp::Less;
    case Symbol::LessEqual: return PrimOp::LessEqual;
    case Symbol::Greater: return PrimOp::Greater;
    case Symbol::GreaterEqual: return PrimOp::GreaterEqual;
    case Symbol::Equal: return PrimOp::Equal;
    case Symbol::NotEqual: return PrimOp::NotEqual;
    case Symbol::And: return PrimOp::And;
    case Symbol::Or: return PrimOp::Or;
    default: return std::nullopt;
  }
}

bool isBitOp(PrimOp op) { return op >= PrimOp::BitAnd && op <= PrimOp::ShiftRight; }
bool isComparisonOp(PrimOp op) { return op >= PrimOp::Equal && op <= PrimOp::GreaterEqual; }

/// The type in which values of two types meet.
DataType commonType(DataType a, DataType b) {
  if (isFloatType(a) != isFloatType(b)) return isFloatType(a) ? a : b;
  if (a == kBoolType || b == kBoolType) return a == kBoolType ? b : a;
  if (a.bits != b.bits) return a.bits > b.bits ? a : b;
  return a.code == static_cast<uint8_t>(TypeCode::UInt) ? b : a;
}

}  // namespace

bool isKernelType(DataType type) {
  return std::any_of(kKernelTypes.begin(), kKernelTypes.end(), [&](const NamedType& one) { return one.type == type; });
}
const std::vector<std::string_view>& kernelTypeNames() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const NamedType& one : kKernelTypes) names.push_back(one.name);
    return names;
  }();
  return kNames;
}
std::optional<DataType> typeOfName(std::string_view dotted) {
  if (!dotted.starts_with("T.")) return std::nullopt;
  dotted.remove_prefix(2);
  for (const NamedType& one : kKernelTypes)
    if (one.name == dotted) return one.type;
  return std::nullopt;
}

ScalarReader::Scalar ScalarReader::fail(Span span, const char* code, std::string message) {
  reader_.error(span, code, std::move(message));
  return {};
}

PrimExpr ScalarReader::read(const Syntax& value) { return settle(scalar(value)); }
PrimExpr ScalarReader::readAs(const Syntax& value, DataType type) { return settleAs(scalar(value), type); }

bool ScalarReader::readPair(const Syntax& a, const Syntax& b, PrimExpr& first, PrimExpr& second) {
  Scalar left = scalar(a), right = scalar(b);
  if (left.value == nullptr || right.value == nullptr || !match(left, right)) return false;
  first = settle(left);
  second = settle(right);
  return first != nullptr && second != nullptr;
}

PrimExpr ScalarReader::readCondition(const Syntax& value) {
  PrimExpr condition = read(value);
  if (condition == nullptr || condition->type == kBoolType) return condition;
  return fail(value.span, "type", fmt::format("a condition is bool, not {}", condition->type.name())).value;
}

/// A literal takes its default type.
PrimExpr ScalarReader::settle(const Scalar& scalar) {
  if (scalar.value == nullptr || !scalar.bare) return scalar.value;
  const PrimExpr& value = scalar.value;
  if (value->op == PrimOp::Float) return settleAs(scalar, ofKernel_ ? kFloat32 : kFloat64);
  return settleAs(scalar, ofKernel_ && fits(value->number, kInt32Type) ? kInt32Type : kInt64Type);
}

PrimExpr ScalarReader::settleAs(const Scalar& scalar, DataType type) {
  const PrimExpr& value = scalar.value;
  if (value == nullptr || (!scalar.bare && value->type == type)) return value;
  if (!scalar.bare) {
    if (value->op == PrimOp::Float && isFloatType(type)) return floatImm(value->real, type, value->span);
    if (!isInt(value) || isFloatType(type) || fits(value->number, type)) return castTo(type, value, value->span);
  } else if (value->op == PrimOp::Float) {
    return isFloatType(type) ? floatImm(value->real, type, value->span)
                             : castTo(type, floatImm(value->real, kFloat32, value->span), value->span);
  } else if (isFloatType(type)) {
    return floatImm(static_cast<double>(value->number), type, value->span);
  } else if (fits(value->number, type)) {
    return intImm(value->number, type, value->span);
  }
  return fail(value->span, "dtype", fmt::format("{} does not fit into {}", value->number, type.name())).value;
}

/// Gives both the type in which they meet.
bool ScalarReader::match(Scalar& a, Scalar& b) {
  if (a.bare && b.bare) {
    if (a.value->op == PrimOp::Float && b.value->op == PrimOp::Int)
      b.value = floatImm(static_cast<double>(b.value->number), a.value->type, b.value->span);
    else if (b.value->op == PrimOp::Float && a.value->op == PrimOp::Int)
      a.value = floatImm(static_cast<double>(a.value->number), b.value->type, a.value->span);
    return true;
  }
  for (auto [literal, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (!literal->bare) continue;
    const DataType type = other->value->type;
    const bool takes = literal->value->op == PrimOp::Float ? isFloatType(type) : type != kBoolType;
    literal->value = takes ? settleAs(*literal, type) : settle(*literal);
    literal->bare = false;
    if (literal->value == nullptr) return false;
  }
  const DataType type = commonType(a.value->type, b.value->type);
  a.value = settleAs(a, type);
  b.value = settleAs(b, type);
  return a.value != nullptr && b.value != nullptr;
}

ScalarReader::Scalar ScalarReader::literal(const Syntax& node, bool negative) {
  constexpr uint64_t kGreatest = std::numeric_limits<int64_t>::max();
  if (node.kind == SyntaxKind::Float) return {floatImm(negative ? -node.real : node.real, kFloat64, node.span), true};
  if (node.huge || node.number > kGreatest + (negative ? 1 : 0))
    return fail(node.span, "dtype", "this integer does not fit into 64 bits");
  return {intImm(static_cast<int64_t>(negative ? uint64_t{0} - node.number : node.number), kInt64Type, node.span),
          true};
}

ScalarReader::Scalar ScalarReader::scalar(const Syntax& node) {
  switch (node.kind) {
    case SyntaxKind::Int:
    case SyntaxKind::Float: return literal(node, false);
    case SyntaxKind::True:
    case SyntaxKind::False: return {boolImm(node.kind == SyntaxKind::True, node.span)};
    case SyntaxKind::Name:
      if (name_) return {name_(node)};
      return fail(node.span, "unknown-name", fmt::format("{} is no constant", quoted(node.text)));
    case SyntaxKind::Subscript:
      if (element_) return {element_(node)};
      break;
    case SyntaxKind::Unary: return unary(node);
    case SyntaxKind::Binary: return binaryOf(node);
    case SyntaxKind::Call: return call(node);
    case SyntaxKind::Conditional:
      return fail(node.span, "unsupported", "write T.if_then_else(condition, a, b) for `a if condition else b`");
    case SyntaxKind::Text: return fail(node.span, "type", "a string where a scalar is needed");
    default: break;
  }
  return fail(node.span, "type", "a scalar is needed here");
}

ScalarReader::Scalar ScalarReader::unary(const Syntax& node) {
  const Syntax& operand = *node.items[0];
  const bool isLiteral = operand.kind == SyntaxKind::Int || operand.kind == SyntaxKind::Float;
  if (isLiteral && node.symbol == Symbol::Minus) {
    Scalar value = literal(operand, true);
    if (value.value != nullptr)
      value.value = operand.kind == SyntaxKind::Int ? intImm(value.value->number, kInt64Type, node.span)
                                                    : floatImm(value.value->real, kFloat64, node.span);
    return value;
  }
  Scalar value = scalar(operand);
  if (value.value == nullptr || node.symbol == Symbol::Plus) return value;
  const DataType type = value.value->type;
  if (node.symbol == Symbol::Not) {
    if (type != kBoolType) return fail(node.span, "dtype", fmt::format("not needs a bool, not {}", type.name()));
    if (isInt(value.value)) return {boolImm(value.value->number == 0, node.span)};
    return {makePrim(PrimOp::Not, kBoolType, {value.value}, {}, node.span)};
  }
  if (node.symbol == Symbol::Tilde) {
    PrimExpr inner = settle(value);
    if (inner == nullptr) return {};
    if (isFloatType(inner->type)) return fail(node.span, "dtype", "~ needs an integer");
    return {makePrim(PrimOp::BitNot, inner->type, {inner}, {}, node.span)};
  }
  return combineValues(PrimOp::Mul, value, {intImm(-1, kInt64Type, node.span), true}, node.span);
}

ScalarReader::Scalar ScalarReader::binaryOf(const Syntax& node) {
  const auto op = operatorOf(node.symbol);
  if (op) return combine(*op, *node.items[0], *node.items[1], node.span);
  return fail(node.span, "unsupported",
              node.symbol == Symbol::Power ? "** is not read: write T.pow(a, b)" : "this operator is not read");
}

ScalarReader::Scalar ScalarReader::combine(PrimOp op, const Syntax& a, const Syntax& b, Span span, bool fold) {
  Scalar left = scalar(a);
  Scalar right = scalar(b);
  return combineValues(op, std::move(left), std::move(right), span, fold);
}

bool ScalarReader::needInts(const Scalar& a, const Scalar& b, Span span, PrimOp op) {
  const bool isFloat = isFloatType(a.value->type) || isFloatType(b.value->type);
  if (op == PrimOp::Div) {
    if (isFloat) return true;
    fail(span, "dtype", "/ divides floats: write a // b, or T.truncdiv(a, b)");
    return false;
  }
  if (isBitOp(op) && isFloat) {
    fail(span, "dtype", "this operator needs integers");
    return false;
  }
  if ((op == PrimOp::And || op == PrimOp::Or) && (a.value->type != kBoolType || b.value->type != kBoolType)) {
    const DataType wrong = a.value->type != kBoolType ? a.value->type : b.value->type;
    fail(span, "dtype", fmt::format("and, or need bools, not {}", wrong.name()));
    return false;
  }
  return true;
}

ScalarReader::Scalar ScalarReader::combineValues(PrimOp op, Scalar left, Scalar right, Span span, bool fold) {
  if (left.value == nullptr || right.value == nullptr || !needInts(left, right, span, op) || !match(left, right))
    return {};
  const bool bare = left.bare && right.bare;
  const DataType type = left.value->type;
  if (op == PrimOp::TruncDiv && isFloatType(type)) op = PrimOp::Div;
  const bool isBool = isComparisonOp(op) || op == PrimOp::And || op == PrimOp::Or;
  if (!fold || isBitOp(op)) {
    PrimExpr a = settle(left), b = settle(right);
    if (a == nullptr || b == nullptr) return {};
    return {makePrim(op, isBool ? kBoolType : a->type, {a, b}, {}, span)};
  }
  PrimExpr value = binary(op, left.value, right.value, span);
  if (!bare || isBool) return {value};
  if (value->op == PrimOp::Int || value->op == PrimOp::Float) return {value, true};
  return fail(span, "dtype", "the value of this constant is not defined or does not fit into 64 bits");
}

// ---- calls ----

ScalarReader::Scalar ScalarReader::call(const Syntax& node) {
  const std::string_view callee = node.calleeName();
  if (callee == "R.prim_value") {
    if (!reader_.arity(node, 1, 1)) return {};
    return scalar(*node.items[1]);
  }
  if (!callee.starts_with("T.")) return unknownCall(node);
  if (const auto type = typeOfName(callee)) return typeCall(node, *type);
  const std::string_view name = callee.substr(2);
  bool known = false;
  Scalar value = namedOperator(node, name, known);
  if (known) return value;
  value = intrinsic(node, name, known);
  if (known) return value;
  if (name == "if_then_else" || name == "Select")
    return selection(node, name == "Select" ? PrimOp::Select : PrimOp::IfThenElse);
  if (name == "Cast" || name == "cast" || name == "reinterpret") return castCall(node, name);
  if (name == "infinity" || name == "min_value" || name == "max_value") {
    if (!reader_.arity(node, 1, 1)) return {};
    const auto type = reader_.dtype(*node.items[1], true);
    if (!type) return {};
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (*type == kFloat32 || *type == kFloat64) {
      const double most = *type == kFloat32 ? static_cast<double>(std::numeric_limits<float>::max())
                                            : std::numeric_limits<double>::max();
      return {floatImm(name == "infinity" ? kInfinity : name == "max_value" ? most : -most, *type, node.span)};
    }
    if (isIntType(*type) && name != "infinity" && type->code == static_cast<uint8_t>(TypeCode::Int)) {
      const int64_t most =
          type->bits == 64 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << (type->bits - 1)) - 1;
      return {intImm(name == "max_value" ? most : -most - 1, *type, node.span)};
    }
  }
  return unknownCall(node);
}

PrimExpr ScalarReader::constantOf(double value, DataType type, Span span) {
  if (isFloatType(type)) return floatImm(value, type, span);
  return fail(span, "dtype", fmt::format("this is no value of {}", type.name())).value;
}

/// T.float32(2.5), T.float32("inf"), T.int64(v).
ScalarReader::Scalar ScalarReader::typeCall(const Syntax& node, DataType type) {
  if (!reader_.arity(node, 1, 1) || !reader_.onlyKeywords(node, {})) return {};
  const Syntax& given = *node.items[1];
  if (given.kind == SyntaxKind::Text) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (given.text == "inf" || given.text == "-inf")
      return {constantOf(given.text == "inf" ? kInfinity : -kInfinity, type, node.span)};
    if (given.text == "nan") return {constantOf(std::numeric_limits<double>::quiet_NaN(), type, node.span)};
    return fail(given.span, "dtype", "a string here is \"inf\", \"-inf\" or \"nan\"");
  }
  const bool negative = given.kind == SyntaxKind::Unary && given.symbol == Symbol::Minus;
  const Syntax& literalNode = negative ? *given.items[0] : given;
  if (literalNode.kind == SyntaxKind::Int && isFloatType(type))
    return {floatImm(negative ? -literalNode.real : literalNode.real, type, node.span)};
  if (literalNode.kind == SyntaxKind::Int && !negative && !literalNode.huge && type == typeOf(TypeCode::UInt, 64))
    return {intImm(static_cast<int64_t>(literalNode.number), type, node.span)};
  const Scalar value = scalar(given);
  if (value.value == nullptr) return {};
  if (type == kBoolType && isInt(value.value)) return {boolImm(value.value->number != 0, node.span)};
  PrimExpr typed = settleAs(value, type);
  if (typed == nullptr) return {};
  if (typed->op == PrimOp::Int) return {intImm(typed->number, type, node.span)};
  if (typed->op == PrimOp::Float) return {floatImm(typed->real, type, node.span)};
  return {typed};
}

ScalarReader::Scalar ScalarReader::namedOperator(const Syntax& node, std::string_view name, bool& known) {
  known = true;
  if (name == "ceildiv") {
    if (!reader_.arity(node, 2, 2)) return {};
    Scalar a = scalar(*node.items[1]);
    const Scalar b = scalar(*node.items[2]);
    a = combineValues(PrimOp::Add, a, b, node.span);
    a = combineValues(PrimOp::Sub, a, {intImm(1, kInt64Type, node.span), true}, node.span);
    return combineValues(PrimOp::FloorDiv, a, b, node.span);
  }
  if (name == "bitwise_not" || name == "Not") {
    if (!reader_.arity(node, 1, 1)) return {};
    PrimExpr value = read(*node.items[1]);
    if (value == nullptr) return {};
    return {makePrim(name == "Not" ? PrimOp::Not : PrimOp::BitNot, value->type, {value}, {}, node.span)};
  }
  const auto found = namedOperators().find(name);
  if (found == namedOperators().end()) {
    known = false;
    return {};
  }
  if (!reader_.arity(node, 2, 2) || !reader_.onlyKeywords(node, {"span"})) return {};
  return combine(found->second.op, *node.items[1], *node.items[2], node.span, found->second.fold);
}

ScalarReader::Scalar ScalarReader::intrinsic(const Syntax& node, std::string_view name, bool& known) {
  if (name == "power") name = "pow";
  const bool absolute = name == "abs";
  const auto* found = std::find_if(kIntrinsics.begin(), kIntrinsics.end(),
                                   [&](const Intrinsic& one) { return one.name == (absolute ? "fabs" : name); });
  known = found != kIntrinsics.end();
  if (!known || !reader_.arity(node, found->operands, found->operands)) return {};
  Scalar first = scalar(*node.items[1]);
  if (first.value == nullptr) return {};
  if (found->operands == 2) {
    Scalar second = scalar(*node.items[2]);
    if (second.value == nullptr || !match(first, second)) return {};
    PrimExpr a = settle(first), b = settle(second);
    if (a == nullptr || b == nullptr) return {};
    return {makePrim(PrimOp::Call, a->type, {a, b}, std::string(found->name), node.span)};
  }
  PrimExpr operand = settle(first);
  if (operand == nullptr) return {};
  const bool isFloat = isFloatType(operand->type);
  if (found->roundsToInt && !isFloat) return {operand};
  if (absolute && !isFloat) {
    const PrimExpr zero = intImm(0, operand->type, node.span);
    return {makePrim(PrimOp::Select, operand->type,
                     {binary(PrimOp::GreaterEqual, operand, zero, node.span), operand,
                      binary(PrimOp::Sub, zero, operand, node.span)},
                     {}, node.span)};
  }
  const DataType type = found->result == Intrinsic::Result::Bool    ? kBoolType
                        : found->result == Intrinsic::Result::Int32 ? kInt32Type
                                                                    : operand->type;
  return {makePrim(PrimOp::Call, type, {operand}, std::string(found->name), node.span)};
}

/// T.Cast("float32", e), T.cast(e, "float32"), T.reinterpret("float32", e).
ScalarReader::Scalar ScalarReader::castCall(const Syntax& node, std::string_view name) {
  if (!reader_.arity(node, 2, 2)) return {};
  const bool typeFirst = name != "cast";
  const auto type = reader_.dtype(*node.items[typeFirst ? 1 : 2], true);
  PrimExpr value = read(*node.items[typeFirst ? 2 : 1]);
  if (!type || value == nullptr) return {};
  if (!typeFirst) return {castTo(*type, value, node.span)};
  return {makePrim(name == "Cast" ? PrimOp::Cast : PrimOp::Reinterpret, *type, {value}, {}, node.span)};
}

ScalarReader::Scalar ScalarReader::selection(const Syntax& node, PrimOp op) {
  if (!reader_.arity(node, 3, 3)) return {};
  const PrimExpr condition = readCondition(*node.items[1]);
  Scalar yes = scalar(*node.items[2]), no = scalar(*node.items[3]);
  if (condition == nullptr || yes.value == nullptr || no.value == nullptr || !match(yes, no)) return {};
  PrimExpr a = settle(yes), b = settle(no);
  if (a == nullptr || b == nullptr) return {};
  return {makePrim(op, a->type, {condition, a, b}, {}, node.span)};
}

ScalarReader::Scalar ScalarReader::unknownCall(const Syntax& node) {
  const std::string_view callee = node.calleeName();
  const Span span = node.items[0]->span;
  if (callee.empty() || !callee.starts_with("T."))
    return fail(span, "unsupported",
                callee.empty() ? std::string("this call is no scalar expression")
                               : fmt::format("{} is no scalar expression", quoted(callee)));
  std::vector<DiagnosticNote> notes;
  std::string hint;
  for (const Hint& one : kHints)
    if (one.name == callee.substr(2)) hint = one.hint;
  if (hint.empty()) {
    std::vector<std::string_view> names = kernelTypeNames();
    for (const Intrinsic& one : kIntrinsics) names.push_back(one.name);
    for (const auto& [name, op] : namedOperators()) names.push_back(name);
    for (const char* one : {"if_then_else", "Select", "Cast", "ceildiv", "reinterpret"}) names.emplace_back(one);
    hint = nearestName(callee.substr(2), names);
    if (const size_t at = hint.find("mean "); at != std::string::npos) hint.insert(at + 5, "T.");
  }
  if (!hint.empty()) notes.push_back({Span{}, hint});
  reader_.error(span, "unsupported", fmt::format("{} is not read", quoted(callee)), std::move(notes));
  return {};
}

}  // namespace relaxscope::ir::parse
