// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/prim.h"

#include <gtest/gtest.h>

#include <limits>

#include "vmcore/ir/print/print.h"

namespace relaxscope::ir {
namespace {

const DataType kUInt32{static_cast<uint8_t>(TypeCode::UInt), 32, 1}, kInt8{static_cast<uint8_t>(TypeCode::Int), 8, 1};

class PrimExprs : public testing::Test {
 protected:
  PrimExpr n = varExpr(makeVar("n")), m = varExpr(makeVar("m"));
  static PrimExpr number(int64_t value) { return intImm(value); }
  static PrimExpr times(const PrimExpr& a, const PrimExpr& b) { return binary(PrimOp::Mul, a, b); }
  static PrimExpr plus(const PrimExpr& a, const PrimExpr& b) { return binary(PrimOp::Add, a, b); }
};

TEST_F(PrimExprs, FoldConstantsAndNeutralOperandsOnly) {
  EXPECT_EQ(primText(plus(number(2), number(3))), "5");
  EXPECT_EQ(plus(n, number(0)), n);
  EXPECT_EQ(times(number(1), n), n);
  EXPECT_EQ(primText(times(n, number(0))), "0");
  EXPECT_EQ(primText(binary(PrimOp::FloorDiv, number(-7), number(2))), "-4");
  EXPECT_EQ(primText(binary(PrimOp::FloorMod, number(-7), number(2))), "1");
  EXPECT_EQ(primText(times(times(number(4), n), m)), "4 * n * m");
  EXPECT_EQ(primText(times(number(4), times(n, m))), "4 * (n * m)");
}

TEST_F(PrimExprs, ConstantsStayInTheWidthOfTheirType) {
  EXPECT_EQ(binary(PrimOp::Sub, intImm(7, kUInt32), intImm(100, kUInt32))->number, 4'294'967'203);
  EXPECT_EQ(binary(PrimOp::Add, intImm(127, kInt8), intImm(1, kInt8))->number, -128);
  EXPECT_EQ(castTo(kInt8, intImm(300))->number, 44);
  const PrimExpr most = number(std::numeric_limits<int64_t>::max());
  EXPECT_EQ(plus(most, number(1))->op, PrimOp::Add) << "what does not fit is not folded";
  EXPECT_EQ(binary(PrimOp::FloorDiv, number(1), number(0))->op, PrimOp::FloorDiv);
}

TEST_F(PrimExprs, EqualityIsProvenByPolynomials) {
  EXPECT_TRUE(provablyEqual(times(plus(n, m), plus(n, m)),
                            plus(plus(times(n, n), times(times(number(2), m), n)), times(m, m))));
  EXPECT_TRUE(provablyEqual(times(number(4), times(n, m)), times(times(m, number(4)), n)));
  const PrimExpr half = binary(PrimOp::FloorDiv, n, number(2));
  EXPECT_TRUE(provablyEqual(plus(half, half), times(number(2), half))) << "opaque terms are equal to themselves";
  EXPECT_FALSE(provablyEqual(times(number(2), half), n)) << "n may be odd";
  EXPECT_FALSE(provablyEqual(n, m));
}

TEST_F(PrimExprs, IntervalsFollowBoundsAndSaturate) {
  const std::vector<Bounds> bounds{{n->var, 1, 8}, {m->var, -2, 3}};
  EXPECT_EQ(intervalOf(times(n, m), bounds), (std::pair<int64_t, int64_t>(-16, 24)));
  EXPECT_EQ(intervalOf(binary(PrimOp::FloorMod, n, number(4)), bounds), (std::pair<int64_t, int64_t>(0, 3)));
  EXPECT_EQ(intervalOf(binary(PrimOp::Max, n, m), bounds), (std::pair<int64_t, int64_t>(1, 8)));
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(intervalOf(times(n, number(most)), bounds).second, most);
  EXPECT_EQ(intervalOf(n, {}).first, std::numeric_limits<int64_t>::min());
}

TEST_F(PrimExprs, SubstitutionFolds) {
  const PrimExpr sum = plus(times(n, number(2)), m);
  const PrimExpr known = substitute(sum, [&](const PrimVarRef& var) { return var == n->var ? number(3) : nullptr; });
  EXPECT_EQ(primText(known), "6 + m");
  EXPECT_EQ(substitute(sum, [](const PrimVarRef&) { return PrimExpr(); }), sum) << "unchanged expressions are shared";
}

}  // namespace
}  // namespace relaxscope::ir
