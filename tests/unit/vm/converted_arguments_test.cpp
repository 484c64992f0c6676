// SPDX-License-Identifier: Apache-2.0
// Arguments that builtins convert to the expected type, as TVM's do, and those refused since kernels would misread
// them.
#include <tvm/ffi/container/list.h>

#include "tests/unit/vm/test_vm.h"

namespace relaxscope::testing {
namespace {

ffi::Any arrayOf(std::vector<ffi::Any> items) { return ffi::Array<ffi::Any>(items.begin(), items.end()); }
ffi::Any list(std::vector<ffi::Any> items) { return ffi::List<ffi::Any>(items.begin(), items.end()); }

/// main(x) { reshape(tensor of six, x) }
RunResult reshapedBy(const ffi::Any& shape) {
  B b;
  b.beginFunction("main", {"x", "shape"});
  b.emitCall("vm.builtin.reshape", {B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  return callMain(*vmFor(b), {makeFloats({6}, {1, 2, 3, 4, 5, 6}), shape});
}

TEST(ConvertedArguments, ArraysAndListsOfIntegersStandForShapes) {
  for (const ffi::Any& shape : {arrayOf({int64_t{3}, int64_t{2}}), list({int64_t{3}, int64_t{2}})}) {
    const RunResult result = reshapedBy(shape);
    ASSERT_TRUE(result.ok()) << result.error->message;
    EXPECT_EQ(dimsOf(result.value), (std::vector<int64_t>{3, 2}));
    EXPECT_EQ(useCount(shape), 1);
  }
  EXPECT_TRUE(failsWith(reshapedBy(arrayOf({int64_t{3}, ffi::String("two")})), "TypeError",
                        "expects a Shape as argument 1, but got Tuple"));
  EXPECT_TRUE(failsWith(reshapedBy(int64_t{6}), "TypeError", "expects a Shape as argument 1, but got int"));
}

TEST(ConvertedArguments, ListsStandForTuples) {
  B b;
  b.beginFunction("main", {"t"});
  b.emitCall("vm.builtin.tuple_getitem", {B::r(0), B::imm(1)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  EXPECT_EQ(mainInt(*vm, {list({int64_t{7}, int64_t{8}})}), 8);
  EXPECT_TRUE(failsWith(callMain(*vm, {ffi::Shape({1, 2})}), "TypeError", "expects a Tuple as argument 0"));
}

TEST(ConvertedArguments, AListIsNotChangedInACopy) {
  B b;
  b.beginFunction("main", {"t"});
  b.emitCall("vm.builtin.tuple_reset_item", {B::r(0), B::imm(0)}, 1);
  b.emitRet(1);
  EXPECT_TRUE(
      failsWith(callMain(*vmFor(b), {list({int64_t{7}, int64_t{8}})}), "TypeError", "expects a Tuple as argument 0"));
}

TEST(ConvertedArguments, ElementsThatFillNoWholeBytesAreNotAllocated) {
  // Kernels are compiled for one byte per element, and would access memory beyond a packed tensor.
  for (const DataType type : {DataType{0, 4, 1}, DataType{1, 4, 1}, DataType{1, 2, 1}, DataType{17, 4, 1},
                              DataType{1, 1, 1}, DataType{0, 24, 1}}) {
    B b;
    const auto byte = B::c(b.addConstant(DataType{1, 8, 1})), small = B::c(b.addConstant(type));
    const auto bytes = B::c(b.addConstant(ShapeConstant{{64}})), shape = B::c(b.addConstant(ShapeConstant{{64}}));
    b.beginFunction("main", 0);
    b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 0);
    b.emitCall("vm.builtin.alloc_tensor", {B::r(0), B::imm(0), shape, small}, 1);
    b.emitRet(1);
    EXPECT_TRUE(failsWith(callMain(*vmFor(b)), "InternalError", "whose element size kernels do not support"));
  }
}

TEST(ConvertedArguments, WhatIsRefusedIsOfTvmsKind) {
  const auto bf16 = ffi::Any(DLDataType{kDLBfloat, 16, 1});
  EXPECT_TRUE(failsWith(callOne("vm.builtin.check_prim_value_info", {2.5, bf16, ffi::String("here")}), "TypeError",
                        "here, unsupported dtype bfloat16"));
  EXPECT_TRUE(failsWith(callOne("relax.run.assert_op", {1.5, ffi::String("m")}), "ValueError",
                        "must be a bool scalar, but given float"));
  EXPECT_TRUE(
      failsWith(callOne("vm.builtin.read_if_cond", {makeFloats({2}, {1, 2})}), "InternalError", "integer or bool"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.invoke_debug_func", {nullptr, ffi::String("f")}), "InternalError",
                        "at least 3 arguments"));
  for (const auto& [value, kind] : {std::pair<ffi::Any, const char*>(makeFloats({1}, {1}), "InternalError"),
                                    {nullptr, "InternalError"},
                                    {int64_t{3}, "TypeError"}}) {
    B b;
    b.beginFunction("main", {"x"});
    b.emitCall("vm.builtin.invoke_closure", {B::vm(), B::r(0)}, 1);
    b.emitRet(1);
    EXPECT_TRUE(failsWith(callMain(*vmFor(b), {value}), kind, "expects a closure or a Function"));
  }
}

/// main(x) { 40 times x = (x, x) }
std::unique_ptr<VirtualMachine> doubling(const char* last) {
  B b;
  const auto format = B::c(b.addConstant(StringConstant{"{}"}));
  b.beginFunction("main", {"x"});
  for (int i = 0; i < 40; ++i) b.emitCall("vm.builtin.make_tuple", {B::r(0), B::r(0)}, 0);
  if (last != nullptr) b.emitCall(last, {B::imm(0), format, B::r(0)}, 1);
  b.emitRet(0);
  return vmFor(b);
}

TEST(ConvertedArguments, TextsOfValuesThatShareTheirPartsEnd) {
  const RunResult result = callMain(*doubling("relax.run.assert_op"), {int64_t{3}});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error->kind, "AssertionError");
  EXPECT_LT(result.error->message.size(), size_t{2} << 20);
  EXPECT_NE(result.error->message.find(", ...)"), std::string::npos) << result.error->message.substr(0, 200);
}

}  // namespace
}  // namespace relaxscope::testing
