// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/prim.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>

namespace relaxscope::ir {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kGreatest = std::numeric_limits<int64_t>::max();

std::shared_ptr<PrimNode> nodeOf(PrimOp op, DataType type, Span span) {
  auto node = std::make_shared<PrimNode>();
  node->op = op;
  node->type = type;
  node->span = span;
  return node;
}

uint32_t depthOver(const std::vector<PrimExpr>& operands) {
  uint32_t depth = 0;
  for (const PrimExpr& operand : operands) depth = std::max(depth, operand->depth);
  return depth + 1;
}
bool isComparison(PrimOp op) { return op >= PrimOp::Equal && op <= PrimOp::GreaterEqual; }
bool isFloat(DataType type) {
  return type.code == static_cast<uint8_t>(TypeCode::Float) || type.code == static_cast<uint8_t>(TypeCode::BFloat);
}

int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

/// Nothing where the result does not fit or is not defined.
std::optional<int64_t> foldInts(PrimOp op, int64_t a, int64_t b) {
  int64_t result = 0;
  const bool undefined = b == 0 || (a == kLeast && b == -1);
  switch (op) {
    case PrimOp::Add: return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case PrimOp::Sub: return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case PrimOp::Mul: return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case PrimOp::FloorDiv: return undefined ? std::nullopt : std::optional(floorDiv(a, b));
    case PrimOp::FloorMod: return undefined ? std::nullopt : std::optional(a - floorDiv(a, b) * b);
    case PrimOp::TruncDiv: return undefined ? std::nullopt : std::optional(a / b);
    case PrimOp::TruncMod: return undefined ? std::nullopt : std::optional(a % b);
    case PrimOp::Min: return std::min(a, b);
    case PrimOp::Max: return std::max(a, b);
    case PrimOp::Equal: return a == b;
    case PrimOp::NotEqual: return a != b;
    case PrimOp::Less: return a < b;
    case PrimOp::LessEqual: return a <= b;
    case PrimOp::Greater: return a > b;
    case PrimOp::GreaterEqual: return a >= b;
    case PrimOp::And: return a != 0 && b != 0;
    case PrimOp::Or: return a != 0 || b != 0;
    default: return std::nullopt;
  }
}

/// In the width of an integer type.
int64_t wrapped(int64_t value, DataType type) {
  const bool isSigned = type.code == static_cast<uint8_t>(TypeCode::Int),
             isUnsigned = type.code == static_cast<uint8_t>(TypeCode::UInt);
  if ((!isSigned && !isUnsigned) || type.bits == 0 || type.bits >= 64) return value;
  const unsigned unused = 64U - type.bits;
  const uint64_t shifted = static_cast<uint64_t>(value) << unused;
  return isSigned ? static_cast<int64_t>(shifted) >> unused : static_cast<int64_t>(shifted >> unused);
}

/// As foldInts(), in the precision of double.
std::optional<double> foldFloats(PrimOp op, double a, double b) {
  switch (op) {
    case PrimOp::Add: return a + b;
    case PrimOp::Sub: return a - b;
    case PrimOp::Mul: return a * b;
    case PrimOp::Div: return b == 0 ? std::nullopt : std::optional(a / b);
    case PrimOp::Min: return std::min(a, b);
    case PrimOp::Max: return std::max(a, b);
    default: return std::nullopt;
  }
}

bool isNumber(const PrimExpr& e, double value) {
  return (e->op == PrimOp::Int && static_cast<double>(e->number) == value) ||
         (e->op == PrimOp::Float && e->real == value);
}

/// What an operation with a neutral or absorbing operand is, or null.
PrimExpr foldNeutral(PrimOp op, const PrimExpr& a, const PrimExpr& b) {
  switch (op) {
    case PrimOp::Add: return isNumber(a, 0) ? b : isNumber(b, 0) ? a : nullptr;
    case PrimOp::Sub: return isNumber(b, 0) ? a : nullptr;
    case PrimOp::Mul:
      if (isNumber(a, 1) || isNumber(b, 0)) return b;
      return isNumber(b, 1) || isNumber(a, 0) ? a : nullptr;
    case PrimOp::FloorDiv:
    case PrimOp::TruncDiv: return isNumber(b, 1) ? a : nullptr;
    default: return nullptr;
  }
}

// ---- proofs ----

/// A sum of products of atoms: variables, and terms that are nothing more than equal to themselves.
class Polynomial {
 public:
  using Terms = std::map<std::vector<size_t>, int64_t>;  ///< coefficients by sorted atoms

  /// Nothing where it grows beyond kMostTerms or a coefficient overflows.
  std::optional<Terms> of(const PrimExpr& e, int depth = 0) {
    constexpr int kDeepest = 200;
    if (depth > kDeepest) return std::nullopt;
    if (e->op == PrimOp::Int) return e->number == 0 ? Terms{} : Terms{{{}, e->number}};
    if (e->op != PrimOp::Add && e->op != PrimOp::Sub && e->op != PrimOp::Mul) return Terms{{{atomOf(e)}, 1}};
    const auto a = of(e->operands[0], depth + 1), b = of(e->operands[1], depth + 1);
    if (!a || !b) return std::nullopt;
    return e->op == PrimOp::Mul ? product(*a, *b) : sum(*a, *b, e->op == PrimOp::Sub ? -1 : 1);
  }
  static std::optional<Terms> sum(Terms a, const Terms& b, int64_t factor) {
    for (const auto& [atoms, coefficient] : b)
      if (!add(a, atoms, coefficient, factor)) return std::nullopt;
    return a;
  }

 private:
  static constexpr size_t kMostTerms = 256;
  static bool add(Terms& terms, const std::vector<size_t>& atoms, int64_t coefficient, int64_t factor) {
    int64_t scaled = 0;
    int64_t& place = terms[atoms];
    if (__builtin_mul_overflow(coefficient, factor, &scaled) || __builtin_add_overflow(place, scaled, &place))
      return false;
    if (place == 0) terms.erase(atoms);
    return terms.size() <= kMostTerms;
  }
  static std::optional<Terms> product(const Terms& a, const Terms& b) {
    Terms all;
    for (const auto& [left, leftFactor] : a)
      for (const auto& [right, rightFactor] : b) {
        std::vector<size_t> atoms(left);
        atoms.insert(atoms.end(), right.begin(), right.end());
        std::ranges::sort(atoms);
        if (!add(all, atoms, leftFactor, rightFactor)) return std::nullopt;
      }
    return all;
  }
  size_t atomOf(const PrimExpr& e) {
    for (size_t i = 0; i < atoms_.size(); ++i)
      if (sameText(atoms_[i], e)) return i;
    atoms_.push_back(e);
    return atoms_.size() - 1;
  }
  std::vector<PrimExpr> atoms_;
};

// ---- intervals ----

using Interval = std::pair<int64_t, int64_t>;
constexpr Interval kAny{kLeast, kGreatest};

__extension__ using Wide = __int128;
int64_t saturated(Wide value) {
  if (value > kGreatest) return kGreatest;
  return value < kLeast ? kLeast : static_cast<int64_t>(value);
}
/// The bounds of the four results at the ends.
template <class Op>
Interval atEnds(Interval a, Interval b, Op&& op) {
  const Wide ends[] = {op(Wide{a.first}, Wide{b.first}), op(Wide{a.first}, Wide{b.second}),
                       op(Wide{a.second}, Wide{b.first}), op(Wide{a.second}, Wide{b.second})};
  return {saturated(*std::min_element(ends, ends + 4)), saturated(*std::max_element(ends, ends + 4))};
}
Wide wideFloorDiv(Wide a, Wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

Interval combined(PrimOp op, Interval a, Interval b) {
  switch (op) {
    case PrimOp::Add: return {saturated(Wide{a.first} + b.first), saturated(Wide{a.second} + b.second)};
    case PrimOp::Sub: return {saturated(Wide{a.first} - b.second), saturated(Wide{a.second} - b.first)};
    case PrimOp::Mul: return atEnds(a, b, [](Wide x, Wide y) { return x * y; });
    case PrimOp::FloorDiv:
      if (b.first <= 0 && b.second >= 0) return kAny;
      return atEnds(a, b, [](Wide x, Wide y) { return wideFloorDiv(x, y); });
    case PrimOp::FloorMod:
      if (b.first <= 0) return kAny;
      return {0, a.first >= 0 ? std::min(a.second, b.second - 1) : b.second - 1};
    case PrimOp::Min: return {std::min(a.first, b.first), std::min(a.second, b.second)};
    case PrimOp::Max: return {std::max(a.first, b.first), std::max(a.second, b.second)};
    default: return kAny;
  }
}

}  // namespace

PrimVarRef makeVar(std::string name, DataType type) {
  return std::make_shared<const PrimVar>(PrimVar{std::move(name), type});
}

PrimExpr intImm(int64_t value, DataType type, Span span) {
  auto node = nodeOf(PrimOp::Int, type, span);
  node->number = value;
  return node;
}
PrimExpr floatImm(double value, DataType type, Span span) {
  auto node = nodeOf(PrimOp::Float, type, span);
  node->real = value;
  return node;
}
PrimExpr boolImm(bool value, Span span) { return intImm(value ? 1 : 0, kBoolType, span); }
PrimExpr varExpr(PrimVarRef var, Span span) {
  auto node = nodeOf(PrimOp::Var, var->type, span);
  node->var = std::move(var);
  return node;
}
PrimExpr loadOf(BufferRef buffer, std::vector<PrimExpr> indices, Span span) {
  auto node = nodeOf(PrimOp::Load, buffer->type, span);
  node->buffer = std::move(buffer);
  node->operands = std::move(indices);
  node->depth = depthOver(node->operands);
  return node;
}

PrimExpr makePrim(PrimOp op, DataType type, std::vector<PrimExpr> operands, std::string text, Span span) {
  auto node = nodeOf(op, type, span);
  node->operands = std::move(operands);
  node->depth = depthOver(node->operands);
  node->text = std::move(text);
  return node;
}

PrimExpr binary(PrimOp op, PrimExpr a, PrimExpr b, Span span) {
  const bool isBool = isComparison(op) || op == PrimOp::And || op == PrimOp::Or;
  const DataType type = isBool ? kBoolType : a->type;
  if (a->op == PrimOp::Int && b->op == PrimOp::Int)
    if (const auto folded = foldInts(op, a->number, b->number)) return intImm(wrapped(*folded, type), type, span);
  if (a->op == PrimOp::Float && b->op == PrimOp::Float)
    if (const auto folded = foldFloats(op, a->real, b->real)) return floatImm(*folded, type, span);
  if (PrimExpr neutral = foldNeutral(op, a, b)) return neutral;
  return makePrim(op, type, {std::move(a), std::move(b)}, {}, span);
}

PrimExpr castTo(DataType type, PrimExpr value, Span span) {
  if (value->type == type) return value;
  if (value->op == PrimOp::Int && !isFloat(type)) return intImm(wrapped(value->number, type), type, span);
  if (value->op == PrimOp::Int && isFloat(type)) return floatImm(static_cast<double>(value->number), type, span);
  return makePrim(PrimOp::Cast, type, {std::move(value)}, {}, span);
}

bool sameText(const PrimExpr& a, const PrimExpr& b) {
  if (a == b) return true;
  if (a->op != b->op || a->type != b->type || a->number != b->number || a->text != b->text || a->var != b->var ||
      a->buffer != b->buffer || a->operands.size() != b->operands.size())
    return false;
  if (a->real != b->real && !(std::isnan(a->real) && std::isnan(b->real))) return false;
  return std::ranges::equal(a->operands, b->operands, sameText);
}

size_t hashOf(const PrimExpr& e) {
  size_t hash = static_cast<size_t>(e->op) * 31 + static_cast<size_t>(e->number);
  const auto mix = [&hash](size_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL; };
  mix(std::hash<double>()(e->real));
  mix(std::hash<std::string>()(e->text));
  mix(std::hash<const void*>()(e->var.get()));
  mix(std::hash<const void*>()(e->buffer.get()));
  for (const PrimExpr& operand : e->operands) mix(hashOf(operand));
  return hash;
}

bool provablyEqual(const PrimExpr& a, const PrimExpr& b) {
  if (sameText(a, b)) return true;
  Polynomial polynomial;
  const auto left = polynomial.of(a), right = polynomial.of(b);
  if (!left || !right) return false;
  const auto difference = Polynomial::sum(*left, *right, -1);
  return difference && difference->empty();
}

Interval intervalOf(const PrimExpr& e, const std::vector<Bounds>& bounds) {
  switch (e->op) {
    case PrimOp::Int: return {e->number, e->number};
    case PrimOp::Var: {
      const auto found = std::ranges::find(bounds, e->var, &Bounds::var);
      return found == bounds.end() ? kAny : Interval{found->low, found->high};
    }
    case PrimOp::Cast: return intervalOf(e->operands[0], bounds);
    case PrimOp::Select:
    case PrimOp::IfThenElse: {
      const Interval a = intervalOf(e->operands[1], bounds), b = intervalOf(e->operands[2], bounds);
      return {std::min(a.first, b.first), std::max(a.second, b.second)};
    }
    default: break;
  }
  if (e->op < PrimOp::Add || e->op > PrimOp::Max) return kAny;
  return combined(e->op, intervalOf(e->operands[0], bounds), intervalOf(e->operands[1], bounds));
}

}  // namespace relaxscope::ir
