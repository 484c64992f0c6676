// SPDX-License-Identifier: Apache-2.0
// Scalar expressions of Relax and TIR: extents of shapes, indices, what kernels compute.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/model/data_type.h"

namespace relaxscope::ir {

/// A place in a source: lines and columns from 1, columns in code points, the end exclusive. Line 0: nowhere.
struct Span {
  uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
  [[nodiscard]] bool known() const { return line != 0; }
};

enum class PrimOp : uint8_t {
  Int,    ///< PrimNode::number; of type bool 0 or 1
  Float,  ///< PrimNode::real
  Text,   ///< PrimNode::text, an argument of few calls
  Var,
  Load,  ///< of PrimNode::buffer, operands are the indices
  Add,
  Sub,
  Mul,
  Div,  ///< of floats
  FloorDiv,
  FloorMod,
  TruncDiv,
  TruncMod,
  Min,
  Max,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  And,
  Or,
  Not,
  BitAnd,
  BitOr,
  BitXor,
  BitNot,
  ShiftLeft,
  ShiftRight,
  Select,      ///< T.Select: operands condition, value if true, value if false
  IfThenElse,  ///< T.if_then_else: the same, evaluated lazily
  Cast,
  Reinterpret,
  Call,  ///< of the function of TIR that PrimNode::text names: "exp", "likely"
};

struct PrimNode;
using PrimExpr = std::shared_ptr<const PrimNode>;

/// A symbol of shapes, a loop variable, a scalar parameter. Two are the same if their addresses are.
struct PrimVar {
  std::string name;
  DataType type;
};
using PrimVarRef = std::shared_ptr<const PrimVar>;

/// Memory of a kernel: a parameter or an allocation, in rows. Two are the same if their addresses are.
struct Buffer {
  std::string name;
  std::vector<PrimExpr> shape;
  DataType type;
  std::string scope = "global";
};
using BufferRef = std::shared_ptr<const Buffer>;

/// Immutable. The operands that an operator takes are those of PrimOp; unused fields have their first value.
struct PrimNode {
  PrimOp op = PrimOp::Int;
  DataType type;
  int64_t number = 0;
  double real = 0;
  std::string text;
  PrimVarRef var;
  BufferRef buffer;
  std::vector<PrimExpr> operands;
  uint32_t depth =
      1;  ///< of the tree; who builds trees from input bounds it, as they are walked and released recursively
  Span span;
};

PrimVarRef makeVar(std::string name, DataType type = kInt64Type);
PrimExpr intImm(int64_t value, DataType type = kInt64Type, Span span = {});
PrimExpr floatImm(double value, DataType type, Span span = {});
PrimExpr boolImm(bool value, Span span = {});
PrimExpr varExpr(PrimVarRef var, Span span = {});
PrimExpr loadOf(BufferRef buffer, std::vector<PrimExpr> indices, Span span = {});
/// Two operands of one type; comparisons, And and Or are bool. Folds as TVM does when it builds an expression: constant
/// op constant, x + 0, 0 + x, x - 0, x * 1, 1 * x, x * 0, x // 1, and nothing else: operands keep their order.
PrimExpr binary(PrimOp op, PrimExpr a, PrimExpr b, Span span = {});
PrimExpr castTo(DataType type, PrimExpr value, Span span = {});
/// An expression of `op` with these operands and type, not folded.
PrimExpr makePrim(PrimOp op, DataType type, std::vector<PrimExpr> operands, std::string text = {}, Span span = {});

[[nodiscard]] inline bool isInt(const PrimExpr& e) { return e->op == PrimOp::Int; }
[[nodiscard]] inline bool isInt(const PrimExpr& e, int64_t value) { return isInt(e) && e->number == value; }

/// Whether two are written the same, with the same variables and buffers.
bool sameText(const PrimExpr& a, const PrimExpr& b);
size_t hashOf(const PrimExpr& e);
/// Calls `visit` for each variable of `e`, in order of appearance, also repeatedly.
template <class Visit>
void forEachVar(const PrimExpr& e, Visit&& visit) {
  if (e->op == PrimOp::Var) visit(e->var);
  for (const PrimExpr& operand : e->operands) forEachVar(operand, visit);
}
/// `e` with variables replaced where `replace(var)` gives an expression (else null); rebuilt by binary(), so it folds.
template <class Replace>
PrimExpr substitute(const PrimExpr& e, const Replace& replace);

/// What is known of variables when something is proven.
struct Bounds {
  PrimVarRef var;
  int64_t low, high;  ///< inclusive
};
/// Whether a == b for all values, by the difference of their polynomials over variables and opaque terms.
bool provablyEqual(const PrimExpr& a, const PrimExpr& b);
/// The least and greatest values by intervals, saturated to int64; `bounds` of the variables, others any value.
std::pair<int64_t, int64_t> intervalOf(const PrimExpr& e, const std::vector<Bounds>& bounds);

template <class Replace>
PrimExpr substitute(const PrimExpr& e, const Replace& replace) {
  if (e->op == PrimOp::Var) {
    PrimExpr other = replace(e->var);
    return other != nullptr ? other : e;
  }
  bool same = true;
  std::vector<PrimExpr> operands;
  operands.reserve(e->operands.size());
  for (const PrimExpr& operand : e->operands) {
    operands.push_back(substitute(operand, replace));
    same &= operands.back() == operand;
  }
  if (same) return e;
  if (e->op >= PrimOp::Add && e->op <= PrimOp::Or) return binary(e->op, operands[0], operands[1], e->span);
  auto changed = std::make_shared<PrimNode>(*e);
  changed->operands = std::move(operands);
  return changed;
}

}  // namespace relaxscope::ir
