// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/builder.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/vectors.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

using B = ExecutableBuilder;

TensorConstant tensor(DataType dtype, std::vector<int64_t> shape, std::string_view data) {
  TensorConstant t;
  t.dtype = dtype;
  t.shape = std::move(shape);
  t.data = Bytes::copyOf(data);
  return t;
}

TEST(Builder, WritesTheAddProgramAsTvmDoes) {
  B b;
  b.beginFunction("func0", 2);
  b.emitCall("test.vm.add", {B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  EXPECT_EQ(writeVmExecutable(b.finish()), test::fromHex(test::kAddHex));
}

TEST(Builder, WritesEveryOperandKindAsTvmDoes) {
  B b;
  b.function("pk");
  b.function("callee");
  const float numbers[6] = {0, 1, 2, 3, 4, 5};
  const int64_t seven = 7;
  const ConstIndex c0 =
      b.addConstant(tensor({2, 32, 1}, {2, 3}, {reinterpret_cast<const char*>(numbers), sizeof numbers}));
  const ConstIndex c1 = b.addConstant(ShapeConstant{{1, -2, 3}});
  const ConstIndex c2 = b.addConstant(StringConstant{"hi"});
  const ConstIndex c3 = b.addConstant(StringConstant{"a longer string than seven"});
  const ConstIndex c4 = b.addConstant(DataType{2, 16, 4});
  const ConstIndex c5 = b.addConstant(tensor({0, 64, 1}, {}, {reinterpret_cast<const char*>(&seven), sizeof seven}));
  b.beginFunction("main", {"x", "y", "cond"});
  const InstrIndex branch = b.emitIf(2, 0);
  b.emitCall("vm.builtin.copy", {B::r(0)}, 3);
  const InstrIndex jump = b.emitGoto(0);
  b.patchJump(branch, b.here());
  b.emitCall("pk",
             {B::vm(), B::r(0), B::imm(-5), B::imm(7), B::c(c0), B::c(c1), B::c(c2), B::c(c3), B::imm(42), B::c(c4),
              B::c(c5), b.f("callee"), B::voidArg()},
             3);
  b.patchJump(jump, b.here());
  b.emitCall("noargs", {});
  b.emitCall("memo", {B::r(3), B::r(1)}, kVmRegister);
  b.emitRet(3);
  b.beginFunction("callee", 1);
  b.emitRet(0);
  EXPECT_EQ(writeVmExecutable(b.finish()), test::fromHex(test::kAllHex));
}

TEST(Builder, SharesEqualConstants) {
  B b;
  EXPECT_EQ(b.addConstant(StringConstant{"a"}), b.addConstant(StringConstant{"a"}));
  EXPECT_EQ(b.addConstant(ShapeConstant{{1, 2}}), b.addConstant(ShapeConstant{{1, 2}}));
  EXPECT_EQ(b.addConstant(FloatConstant{2.5}), b.addConstant(FloatConstant{2.5}));
  EXPECT_NE(b.addConstant(FloatConstant{0.0}), b.addConstant(FloatConstant{-0.0}));
  EXPECT_NE(b.addConstant(StringConstant{""}), b.addConstant(ShapeConstant{{}}));
  EXPECT_NE(b.addConstant(StringConstant{"float32"}), b.addConstant(DataType{2, 32, 1}));
  const double quiet = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(b.addConstant(FloatConstant{quiet}), b.addConstant(FloatConstant{-quiet}));
}

TEST(Builder, SharesTensorsOfEqualBytesTypeAndShape) {
  B b;
  const DataType f32{2, 32, 1}, i32{0, 32, 1};
  const ConstIndex first = b.addConstant(tensor(f32, {1}, "abcd"));
  EXPECT_EQ(b.addConstant(tensor(f32, {1}, "abcd")), first);
  EXPECT_NE(b.addConstant(tensor(f32, {1}, "abce")), first);
  EXPECT_NE(b.addConstant(tensor(i32, {1}, "abcd")), first);
  EXPECT_NE(b.addConstant(tensor(f32, {1, 1}, "abcd")), first);
  EXPECT_EQ(b.addConstant(tensor(f32, {0, 3}, "")), b.addConstant(tensor(f32, {0, 3}, "")));
  EXPECT_NE(b.addConstant(tensor(f32, {0, 3}, "")), b.addConstant(tensor(f32, {0, 4}, "")));
}

TEST(Builder, LargeNumbersBecomeConstants) {
  B b;
  constexpr int64_t kEdge = (int64_t{1} << 55) - 1;
  EXPECT_EQ(b.number(kEdge).kind(), ArgKind::Immediate);
  EXPECT_EQ(b.number(-kEdge).value(), -kEdge);
  EXPECT_EQ(b.number(kEdge + 1).kind(), ArgKind::Constant);
  EXPECT_EQ(b.number(-kEdge - 1).kind(), ArgKind::Constant);
  EXPECT_EQ(b.finish().constants.size(), 2u);
}

TEST(Builder, DeclaredFunctionsTakeTheirCodeLater) {
  B b;
  b.beginFunction("main", 1);
  b.emitCall("helper", {B::r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("helper", 1);
  b.emitRet(0);
  const Executable e = b.finish();
  ASSERT_EQ(e.functions.size(), 2u);
  EXPECT_TRUE(e.functions[1].isBytecode());
  EXPECT_EQ(e.functions[1].startInstr, 2);
  EXPECT_EQ(e.functions[1].endInstr, 3);
  EXPECT_EQ(e.functions[0].registerFileSize, 2);
}

TEST(Builder, SpecialRegistersTakeNoRoom) {
  B b;
  b.beginFunction("main", 0);
  b.emitCall("f", {B::vm(), B::voidArg()});
  b.emitRet(kVoidRegister);
  EXPECT_EQ(b.finish().functions[0].registerFileSize, 0);
}

TEST(Builder, CompiledFunctionsHaveNoCode) {
  B b;
  b.addVmTir("main", 2, 12, {"x", "y"});
  const Executable e = b.finish();
  EXPECT_TRUE(e.functions[0].isVmTir());
  EXPECT_EQ(e.functions[0].registerFileSize, 12);
  EXPECT_EQ(e.code.size(), 0u);
}

TEST(Builder, IsEmptyAfterFinish) {
  B b(Variant::R2);
  b.beginFunction("main", 0);
  b.emitRet(kVoidRegister);
  EXPECT_EQ(b.finish().functions.size(), 1u);
  const Executable again = b.finish();
  EXPECT_TRUE(again.functions.empty());
  EXPECT_EQ(again.variant, Variant::R2);
  EXPECT_TRUE(again.outerPrefix);
}

}  // namespace
}  // namespace relaxscope
