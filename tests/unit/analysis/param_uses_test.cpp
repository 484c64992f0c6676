// SPDX-License-Identifier: Apache-2.0
// Types of parameters that no check states, from what a function passes them to.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/kernel_signature.h"
#include "vmcore/analysis/params.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

using B = ExecutableBuilder;

/// The program of `builder` with these signatures of its kernels.
Executable withTexts(B& builder, KernelTexts::Map texts) {
  Executable executable = builder.finish();
  executable.kernelTexts = std::make_shared<const KernelTexts>([texts = std::move(texts)] { return texts; });
  return executable;
}
std::vector<std::string> typesOf(const Executable& executable, const char* function) {
  std::vector<std::string> texts;
  for (const ParamInfo& param : recoverParams(executable, executable.findFunction(function)))
    texts.push_back(param.text());
  return texts;
}
using Texts = std::vector<std::string>;

TEST(KernelSignature, HasTensorsAndScalarsInOrder) {
  const auto params = parseKernelSignature(
      "add(blocks.0.w: Tensor([n, T.int64(24)], float32), k: int64, T_add: Tensor([n * T.int64(2)], bfloat16))");
  ASSERT_EQ(params.size(), 3u);
  EXPECT_EQ(params[0].name, "blocks.0.w");
  EXPECT_EQ(params[0].type.text(), "f32[n, 24]");
  EXPECT_EQ(params[1].type.text(), "i64");
  EXPECT_EQ(params[2].type.text(), "bf16[n * 2]");
}

TEST(KernelSignature, OfAnotherTextIsEmpty) {
  for (const char* text : {"", "add", "add(", "add(x)", "add(x: Tensor([n], float32), y)"})
    EXPECT_TRUE(parseKernelSignature(text).empty()) << text;
  EXPECT_EQ(parseKernelSignature("f(c: T.handle, x: Tensor(oops))")[1].type.kind, StaticType::Kind::Unknown);
}

TEST(ParamUses, KernelsTellTypesAndSymbolsAreThoseOfTheFunction) {
  B b;
  b.beginFunction("main", {"x", "w"});
  b.emitCall("vm.builtin.check_tensor_info",
             {B::r(0), B::imm(2), B::c(b.addConstant(DataType{2, 32, 1})), B::c(b.addConstant(StringConstant{"x"}))});
  b.emitCall("vm.builtin.match_shape", {B::r(0), B::voidArg(), B::imm(2), B::imm(0), B::imm(3), B::imm(0), B::imm(8),
                                        B::c(b.addConstant(StringConstant{"x"}))});
  b.emitCall("matmul", {B::r(0), B::r(1), B::r(2)});
  b.emitRet(2);
  const Executable executable = withTexts(
      b,
      {{"matmul",
        "matmul(a: Tensor([m, k], float32), w: Tensor([k, T.int64(4)], float16), o: Tensor([m, T.int64(4)], float32))"}});
  EXPECT_EQ(typesOf(executable, "main"), (Texts{"f32[3, 8]", "f16[8, 4]"}));
  const auto params = recoverParams(executable, FuncIndex(0));
  EXPECT_EQ(params[0].source, "") << "a check";
  EXPECT_EQ(params[1].source, "kernel matmul");
}

TEST(ParamUses, CalledFunctionsClosuresTuplesAndConditionsTell) {
  B b;
  b.beginFunction("inner", {"a", "b"});
  b.emitCall("k", {B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  b.beginFunction("main", {"p", "t", "c", "s", "f"});
  b.emitCall("inner", {B::vm(), B::r(0), B::imm(3)}, 5);
  b.emitCall("vm.builtin.tuple_getitem", {B::r(1), B::imm(1)}, 6);
  b.emitCall("k", {B::r(6), B::imm(1)}, 5);
  b.emitCall("vm.builtin.make_closure", {b.f("inner"), B::r(4)}, 7);
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), B::r(7), B::r(3)}, 5);
  b.emitCall("vm.builtin.copy", {B::r(2)}, 8);
  b.emitIf(8, 2);
  b.emitCall("k", {B::r(0), B::imm(1)}, 5);
  b.emitRet(5);
  const Executable executable = withTexts(b, {{"k", "k(a: Tensor([T.int64(2)], int32), n: int64)"}});
  const auto params = recoverParams(executable, executable.findFunction("main"));
  ASSERT_EQ(params.size(), 5u);
  EXPECT_EQ(params[0].text(), "i32[2]");
  EXPECT_EQ(params[0].source, "function inner");
  ASSERT_EQ(params[1].fields.size(), 2u);
  EXPECT_EQ(params[1].fields[0].kind, StaticType::Kind::Unknown);
  EXPECT_EQ(params[1].fields[1].text(), "i32[2]");
  EXPECT_EQ(params[2].text(), "i64");
  EXPECT_EQ(params[2].source, "a condition");
  EXPECT_EQ(params[3].text(), "i32[2]") << "the argument of the closure";
  EXPECT_EQ(params[4].text(), "i64") << "what the closure captures";
}

TEST(ParamUses, ARegisterThatIsWrittenHoldsTheParameterNoMore) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("other", {}, 0);
  b.emitCall("k", {B::r(0)}, 1);
  b.emitRet(1);
  const Executable executable = withTexts(b, {{"k", "k(a: Tensor([T.int64(2)], int32))"}});
  EXPECT_EQ(typesOf(executable, "main"), Texts{""});
}

/// What the elements of each parameter of a function select from: "100", "n", or "".
Texts selectedIn(const Executable& executable, const char* function) {
  Texts texts;
  for (const ParamInfo& param : recoverParams(executable, executable.findFunction(function)))
    texts.push_back(!param.selects                                ? ""
                    : param.selects->kind == DimSpec::Kind::Fixed ? std::to_string(param.selects->value)
                                                                  : param.selects->name);
  return texts;
}

constexpr const char* kTake =
    "take(w: Tensor([T.int64(100), T.int64(8)], float32), i: Tensor([n], int64), o: Tensor([n, T.int64(8)], float32))";

TEST(ParamUses, IndicesSelectFromAnExtentOfTheTable) {
  B b;
  b.beginFunction("main", {"w", "i", "j"});
  b.emitCall("take", {B::r(0), B::r(1), B::r(3)});
  b.emitCall("vm.builtin.reshape", {B::r(2), B::r(4)}, 5);
  b.emitCall("take", {B::r(0), B::r(5), B::r(3)});
  b.emitRet(3);
  b.beginFunction("outer", {"p", "q"});
  b.emitCall("main", {B::vm(), B::r(0), B::r(1), B::r(1)}, 2);
  b.emitRet(2);
  const Executable executable = withTexts(b, {{"take", kTake}});
  EXPECT_EQ(selectedIn(executable, "main"), (Texts{"", "100", ""})) << "j, reshaped, has no type";
  EXPECT_EQ(selectedIn(executable, "outer"), (Texts{"", "100"})) << "of the function that is called";
}

TEST(ParamUses, AReshapedParameterOfKnownTypeSelectsToo) {
  B b;
  b.beginFunction("main", {"w", "i"});
  b.emitCall("vm.builtin.check_tensor_info",
             {B::r(1), B::imm(2), B::c(b.addConstant(DataType{0, 64, 1})), B::c(b.addConstant(StringConstant{"i"}))});
  b.emitCall("vm.builtin.match_shape", {B::r(1), B::voidArg(), B::imm(2), B::imm(0), B::imm(1), B::imm(0), B::imm(4),
                                        B::c(b.addConstant(StringConstant{"i"}))});
  b.emitCall("vm.builtin.reshape", {B::r(1), B::r(4)}, 5);
  b.emitCall("take", {B::r(0), B::r(5), B::r(3)});
  b.emitRet(3);
  EXPECT_EQ(selectedIn(withTexts(b, {{"take", kTake}}), "main"), (Texts{"", "100"}));
}

TEST(KernelSignature, TellsWhatIndicesSelectFrom) {
  const auto selected = [](const char* text, size_t index) {
    const auto extent = selectedExtent(parseKernelSignature(text), index);
    return !extent                                ? std::string()
           : extent->kind == DimSpec::Kind::Fixed ? std::to_string(extent->value)
                                                  : extent->name;
  };
  EXPECT_EQ(selected(kTake, 1), "100");
  EXPECT_EQ(selected(kTake, 0), "") << "floats are no indices";
  EXPECT_EQ(selected("t(w: Tensor([v, d], float16), i: Tensor([b, s], int32), o: Tensor([b, s, d], float16))", 1), "v");
  EXPECT_EQ(selected("t(w: Tensor([d, v], float16), i: Tensor([s], int32), o: Tensor([d, s], float16))", 1), "v")
      << "along the second extent";
  EXPECT_EQ(
      selected("t(w: Tensor([T.int64(9), T.int64(5)], int64), i: Tensor([], int64), o: Tensor([T.int64(9)], int64))",
               1),
      "5");
  EXPECT_EQ(selected("add(a: Tensor([n, m], float32), i: Tensor([n], int32), o: Tensor([n, m], float32))", 1), "");
  EXPECT_EQ(selected("f(i: Tensor([n], int64), o: Tensor([n], int64))", 0), "");
}

TEST(ParamUses, RecursionEnds) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("other", {B::r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("other", {"y"});
  b.emitCall("main", {B::r(0)}, 1);
  b.emitCall("k", {B::r(0)}, 1);
  b.emitRet(1);
  const Executable executable = withTexts(b, {{"k", "k(a: int64)"}});
  EXPECT_EQ(typesOf(executable, "main"), Texts{"i64"});
}

/// A long chain and many functions of one: what one function costs does not grow with the file.
TEST(ParamUses, CalledFunctionsAreReadOnceAndUpToABudget) {
  constexpr int kFunctions = 200;
  const auto name = [](int i) { return "f" + std::to_string(i); };
  B b;
  b.beginFunction("main", {"x"});
  for (int i = 0; i < kFunctions; ++i) b.emitCall(name(i), {B::r(0)}, 1);
  b.emitRet(1);
  for (int i = 0; i < kFunctions; ++i) {
    b.beginFunction(name(i), {"y"});
    for (int other = 0; other < kFunctions; ++other) b.emitCall(name(other), {B::r(0)}, 1);
    if (i + 1 == kFunctions) b.emitCall("k", {B::r(0)}, 1);
    b.emitRet(1);
  }
  const Executable executable = withTexts(b, {{"k", "k(a: int64)"}});
  EXPECT_EQ(typesOf(executable, name(kFunctions - 1).c_str()), Texts{"i64"});
  EXPECT_EQ(typesOf(executable, "main"), Texts{""}) << "the one that tells is beyond the budget";
}

/// A few instructions must not make parameters of many fields.
TEST(ParamUses, FieldsOfTuplesAreWithinABudget) {
  constexpr int kParams = 64;
  std::vector<std::string> names;
  for (int i = 0; i < kParams; ++i) names.push_back("t" + std::to_string(i));
  B b;
  b.beginFunction("main", names);
  for (int i = 0; i < kParams; ++i) b.emitCall("vm.builtin.tuple_getitem", {B::r(i), B::imm(4000)}, kParams);
  b.emitRet(kParams);
  size_t fields = 0;
  for (const ParamInfo& param : recoverParams(b.finish(), FuncIndex(0))) fields += param.fields.size();
  EXPECT_EQ(fields, 4001u);
}

/// What a check states is not credited to a kernel that says the same.
TEST(ParamUses, TheSourceIsOfWhatWasLearned) {
  B b;
  b.beginFunction("main", {"x", "y"});
  b.emitCall("k", {B::r(0), B::r(1)}, 2);
  b.emitCall("other", {B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  const Executable executable = withTexts(b, {{"k", "k(a: Tensor([T.int64(2)], int32), b: handle)"},
                                              {"other", "other(a: Tensor([T.int64(2)], int32), b: int64)"}});
  const auto params = recoverParams(executable, executable.findFunction("main"));
  ASSERT_EQ(params.size(), 2u);
  EXPECT_EQ(params[0].source, "kernel k");
  EXPECT_EQ(params[1].source, "kernel other");
}

}  // namespace
}  // namespace relaxscope
