// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/summary.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/result_types.h"
#include "vmcore/analysis/shape_slots.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/annotation.h"

namespace relaxscope {
namespace {

using test::con;
using test::fun;
using test::HandMade;
using test::imm;
using test::reg;

constexpr DataType kF32{2, 32, 1};
constexpr int64_t kVm = kVmRegister;

/// Packed functions by name, so that the programs below read like listings.
class Program : public HandMade {
 public:
  int64_t f(const std::string& name) {
    for (size_t i = 0; i < executable.functions.size(); ++i)
      if (executable.functions[i].name == name) return static_cast<int64_t>(i);
    packed(name);
    return static_cast<int64_t>(executable.functions.size()) - 1;
  }
  int64_t c(ConstantValue value) {
    constant(std::move(value));
    return con(static_cast<int64_t>(executable.constants.size()) - 1);
  }
  int64_t text(const std::string& value) { return c(StringConstant{value}); }
  FuncIndex find(const std::string& name) { return executable.findFunction(name); }
};

/// main(x: R.Tensor((n, 16))) with a compiled shape function, one planned tensor and a kernel.
Program dynamicModel() {
  Program p;
  for (const char* name : {"vm.builtin.alloc_shape_heap", "vm.builtin.check_tensor_info", "vm.builtin.match_shape",
                           "shape_func", "vm.builtin.make_shape", "vm.builtin.alloc_storage", "vm.builtin.alloc_tensor",
                           "relu", "vm.builtin.null_value"})
    p.f(name);
  const int64_t context =
      p.text("ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n, 16), dtype=\"float32\")) ");
  const int64_t result = p.text(
      "ErrorContext(fn=main, loc=return, annotation=T.Tuple(R.Tensor((n, T.int64(16)), dtype=\"float32\"), R.Shape([n + T.int64(1)]))) ");
  const int64_t f32 = p.c(kF32);
  p.begin("main", 1, 10);
  p.executable.functions.back().paramNames = {"x"};
  p.call(1, p.f("vm.builtin.alloc_shape_heap"), {reg(kVm), imm(4)})
      .call(kVoidRegister, p.f("vm.builtin.check_tensor_info"), {reg(0), imm(2), f32, context})
      .call(kVoidRegister, p.f("vm.builtin.match_shape"),
            {reg(0), reg(1), imm(2), imm(1), imm(0), imm(0), imm(16), context})
      .call(kVoidRegister, p.f("shape_func"), {reg(1)})
      .call(2, p.f("vm.builtin.make_shape"), {reg(1), imm(1), imm(1), imm(1)})
      .call(3, p.f("vm.builtin.alloc_storage"), {reg(kVm), reg(2), imm(0), f32})
      .call(4, p.f("vm.builtin.make_shape"), {reg(1), imm(2), imm(1), imm(0), imm(0), imm(16)})
      .call(5, p.f("vm.builtin.alloc_tensor"), {reg(3), imm(0), reg(4), f32})
      .call(3, p.f("vm.builtin.null_value"), {})
      .call(kVoidRegister, p.f("relu"), {reg(0), reg(5)})
      .call(6, p.f("vm.builtin.make_shape"), {reg(1), imm(1), imm(1), imm(2)})
      .call(kVoidRegister, p.f("vm.builtin.match_shape"),
            {reg(5), reg(1), imm(2), imm(3), imm(0), imm(0), imm(16), result})
      .call(kVoidRegister, p.f("vm.builtin.match_shape"), {reg(6), reg(1), imm(1), imm(3), imm(2), result})
      .ret(5)
      .end();
  return p;
}

TEST(Summary, CountsCallsUsersAndConstants) {
  Program p;
  p.packed("k").packed("unused");
  const int64_t weights = p.c(TensorConstant{kF32, {2}, 1, 0, 0, Bytes::own(std::vector<uint8_t>(8))});
  p.begin("helper", 1, 2).call(1, 0, {reg(0), weights}).call(1, 0, {reg(1), weights}).ret(1).end();
  p.begin("main", 1, 2).branch(0, 2).call(1, 2, {reg(0)}).call(0, 0, {fun(2)}).jump(-2).ret(0).end();
  const ExecutableSummary summary = summarize(p.executable);
  EXPECT_EQ(summary.callCount, 4u);
  EXPECT_EQ(summary.retCount, 2u);
  EXPECT_EQ(summary.gotoCount, 1u);
  EXPECT_EQ(summary.ifCount, 1u);
  EXPECT_EQ(summary.constantBytes, 8u);
  const FunctionSummary& k = summary.functions[0];
  EXPECT_EQ(k.callSites, 3u);
  EXPECT_EQ(k.callers, (std::vector<FuncIndex>{FuncIndex(2), FuncIndex(3)}));
  EXPECT_EQ(k.kind, CallKind::Kernel);
  EXPECT_FALSE(summary.functions[1].used);
  EXPECT_EQ(summary.functions[2].constantBytes, 8u) << "each constant counts once";
  EXPECT_EQ(summary.functions[2].kind, CallKind::VmFunction);
  EXPECT_EQ(summary.functions[3].callees, (std::vector<FuncIndex>{FuncIndex(2), FuncIndex(0)}));
  EXPECT_EQ(summary.functions[3].callsOut, 2u);
  ASSERT_EQ(summary.constantUses[0].size(), 2u);
  EXPECT_EQ(summary.constantUses[0][1].pc, InstrIndex(1));
}

TEST(Summary, MarksDuplicatesAndSurvivesWildIndices) {
  Program p;
  p.packed("k").packed("k");
  p.begin("main", 0, 1).call(0, 99, {con(99), fun(-1), con(-1)}).raw({9, 9}).ret(0).end();
  p.executable.code.offsets[1] = 1 << 30;
  const ExecutableSummary summary = summarize(p.executable);
  EXPECT_FALSE(summary.functions[0].duplicateName);
  EXPECT_TRUE(summary.functions[1].duplicateName);
  EXPECT_EQ(summary.callCount, 1u);
  EXPECT_EQ(summary.retCount, 1u);
}

TEST(Params, FromCheckInstructions) {
  Program p = dynamicModel();
  const std::vector<ParamInfo> params = recoverParams(p.executable, p.find("main"));
  ASSERT_EQ(params.size(), 1u);
  EXPECT_EQ(params[0].name, "x");
  EXPECT_EQ(params[0].kind, ParamInfo::Kind::Tensor);
  EXPECT_EQ(params[0].text(), "f32[n, 16]");
  EXPECT_EQ(params[0].annotation, "R.Tensor((n, 16), dtype=\"float32\")");
  ASSERT_EQ(params[0].dims.size(), 2u);
  EXPECT_EQ(params[0].dims[0].kind, DimSpec::Kind::Symbol);
  EXPECT_EQ(params[0].dims[0].value, 0) << "the slot of the shape heap";
  EXPECT_EQ(params[0].dims[1].kind, DimSpec::Kind::Fixed);
}

TEST(Params, DimensionsThatAreNamedFarAfterTheChecks) {
  Program p;
  for (const char* name :
       {"vm.builtin.alloc_shape_heap", "vm.builtin.check_tensor_info", "vm.builtin.match_shape", "relu"})
    p.f(name);
  const int64_t result =
      p.text("ErrorContext(fn=main, loc=return, annotation=R.Tensor((late, 16), dtype=\"float32\")) ");
  const int64_t f32 = p.c(kF32);
  p.begin("main", 1, 4);
  p.call(1, p.f("vm.builtin.alloc_shape_heap"), {reg(kVm), imm(1)})
      .call(kVoidRegister, p.f("vm.builtin.check_tensor_info"), {reg(0), imm(2), f32})
      .call(kVoidRegister, p.f("vm.builtin.match_shape"),
            {reg(0), reg(1), imm(2), imm(1), imm(0), imm(0), imm(16), f32});
  for (int i = 0; i < 20'000; ++i) p.call(2, p.f("relu"), {reg(0)});
  p.call(kVoidRegister, p.f("vm.builtin.match_shape"),
         {reg(2), reg(1), imm(2), imm(3), imm(0), imm(0), imm(16), result})
      .ret(2)
      .end();
  const std::vector<ParamInfo> params = recoverParams(p.executable, p.find("main"));
  ASSERT_EQ(params.size(), 1u);
  EXPECT_EQ(params[0].text(), "f32[late, 16]");
}

TEST(Params, EveryKindOfCheck) {
  Program p;
  const int64_t f32 = p.c(kF32), i64 = p.c(DataType{0, 64, 1});
  const int64_t tuple = p.text(
      "ErrorContext(fn=main, loc=param[2], param=t, annotation=R.Tuple(R.Tensor((2,), dtype=\"int64\"), R.Shape([n]))) ");
  p.f("vm.builtin.check_shape_info"), p.f("vm.builtin.check_tuple_info"), p.f("vm.builtin.check_prim_value_info"),
      p.f("vm.builtin.check_func_info");
  p.f("vm.builtin.check_tensor_info"), p.f("vm.builtin.copy");
  p.begin("main", 8, 9)
      .call(kVoidRegister, p.f("vm.builtin.check_tensor_info"), {reg(0), imm(-1), f32})
      .call(kVoidRegister, p.f("vm.builtin.check_shape_info"), {reg(1), imm(3)})
      .call(kVoidRegister, p.f("vm.builtin.check_tuple_info"), {reg(2), imm(2), tuple})
      .call(kVoidRegister, p.f("vm.builtin.check_prim_value_info"), {reg(3), i64})
      .call(kVoidRegister, p.f("vm.builtin.check_func_info"), {reg(4)})
      .call(kVoidRegister, p.f("vm.builtin.check_tensor_info"), {reg(5), imm(2)})
      .call(6, p.f("vm.builtin.copy"), {reg(0)})
      .call(kVoidRegister, p.f("vm.builtin.check_tensor_info"), {reg(6), imm(2), f32})
      .branch(0, 2)
      .call(kVoidRegister, p.f("vm.builtin.check_func_info"), {reg(7)})
      .ret(0)
      .end();
  std::vector<std::string> texts;
  for (const ParamInfo& param : recoverParams(p.executable, p.find("main")))
    texts.push_back(param.name + ": " + param.text());
  EXPECT_EQ(texts, (std::vector<std::string>{"arg0: f32[...]", "arg1: shape(?, ?, ?)", "arg2: (i64[2], shape(n))",
                                             "arg3: i64", "arg4: function", "arg5: tensor[?, ?]", "arg6: ", "arg7: "}));
}

TEST(Params, OfCompiledFunctionsFromContextStrings) {
  Program p;
  p.packed("main");
  p.executable.functions[0].kind = 2;
  p.executable.functions[0].numArgs = 2;
  p.text("ErrorContext(fn=main, loc=param[1], param=w, annotation=R.Tensor(dtype=\"float16\", ndim=2)) ");
  p.text("ErrorContext(fn=other, loc=param[0], param=w, annotation=R.Tensor((3,), dtype=\"float16\")) ");
  const std::vector<ParamInfo> params = recoverParams(p.executable, FuncIndex(0));
  ASSERT_EQ(params.size(), 2u);
  EXPECT_EQ(params[0].text(), "");
  EXPECT_EQ(params[1].text(), "f16[?, ?]");
  EXPECT_TRUE(recoverParams(p.executable, FuncIndex(5)).empty());
}

TEST(Params, DamagedCountsCostLittle) {
  Program p;
  for (int i = 0; i < 5000; ++i) p.begin("f" + std::to_string(i), int64_t{1} << 60, 4).end();
  p.call(1, 0, {reg(0)});
  for (Function& function : p.executable.functions) function.endInstr = 1;
  size_t params = 0;
  for (size_t i = 0; i < p.executable.functions.size(); ++i)
    params += recoverParams(p.executable, FuncIndex(static_cast<int64_t>(i))).size();
  EXPECT_EQ(params, 5000u * 1024u);
}

TEST(Slots, NamedByAnnotationsExpressionsAndUse) {
  Program p = dynamicModel();
  const std::vector<SlotInfo> slots = shapeSlots(p.executable, p.find("main"));
  ASSERT_EQ(slots.size(), 4u);
  EXPECT_EQ(slots[0].name, "n");
  EXPECT_EQ(slots[0].origin, SlotInfo::Origin::Dimension);
  EXPECT_EQ(slots[1].name, "n * 64");
  EXPECT_EQ(slots[1].origin, SlotInfo::Origin::Inferred);
  EXPECT_EQ(slots[2].name, "n + 1");
  EXPECT_EQ(slots[2].origin, SlotInfo::Origin::Derived);
  EXPECT_EQ(slots[3].name, "s3");
  EXPECT_EQ(slots[3].origin, SlotInfo::Origin::Computed);
  EXPECT_EQ(slotName(p.executable, p.find("main"), 1), "n * 64");
  EXPECT_EQ(slotName(p.executable, p.find("main"), 77), "s77");
  EXPECT_EQ(slotName(p.executable, FuncIndex(0), 1), "s1");
}

TEST(ResultTypes, FollowStorageShapesAndKernels) {
  Program p = dynamicModel();
  EXPECT_EQ(typeTexts(resultTypes(p.executable, p.find("main"))),
            (std::vector<std::string>{"shape heap[4]", "", "", "", "shape(n * 64)", "storage n * 64 B", "shape(n, 16)",
                                      "f32[n, 16]", "", "f32[n, 16]", "shape(n + 1)", "", "", ""}));
}

TEST(ResultTypes, ConstantsTuplesAndCalls) {
  Program p;
  const int64_t weights = p.c(TensorConstant{kF32, {2, 3}, 1, 0, 0, Bytes::own(std::vector<uint8_t>(24))});
  const int64_t shape = p.c(ShapeConstant{{6}});
  p.f("vm.builtin.copy"), p.f("vm.builtin.make_tuple"), p.f("vm.builtin.tuple_getitem"), p.f("vm.builtin.reshape"),
      p.f("vm.builtin.shape_of"), p.f("relax.run.nonzero");
  p.begin("id", 0, 1).call(0, p.f("vm.builtin.copy"), {weights}).ret(0).end();
  p.begin("main", 0, 9)
      .call(0, p.f("vm.builtin.copy"), {weights})
      .call(1, p.f("vm.builtin.make_tuple"), {reg(0), imm(5), shape, fun(0)})
      .call(2, p.f("vm.builtin.tuple_getitem"), {reg(1), imm(0)})
      .call(3, p.f("vm.builtin.reshape"), {reg(2), shape})
      .call(4, p.f("vm.builtin.shape_of"), {reg(2)})
      .call(5, p.f("relax.run.nonzero"), {reg(2)})
      .call(6, p.f("id"), {})
      .call(7, p.f("vm.builtin.tuple_getitem"), {reg(1), imm(44)})
      .ret(6)
      .end();
  EXPECT_EQ(typeTexts(resultTypes(p.executable, p.find("main"))),
            (std::vector<std::string>{"f32[2, 3]", "(f32[2, 3], i64 5, shape(6), function)", "f32[2, 3]", "f32[6]",
                                      "shape(2, 3)", "i64[2, ?]", "f32[2, 3]", "", ""}));
}

TEST(ResultTypes, JoinsForgetWhatDiffers) {
  Program p;
  const int64_t small = p.c(TensorConstant{kF32, {2}, 1, 0, 0, {}}),
                large = p.c(TensorConstant{kF32, {9}, 1, 0, 0, {}});
  p.f("vm.builtin.copy");
  p.begin("main", 1, 5)
      .call(1, p.f("vm.builtin.copy"), {small})
      .branch(0, 3)
      .call(2, p.f("vm.builtin.copy"), {small})
      .jump(2)
      .call(2, p.f("vm.builtin.copy"), {large})
      .call(3, p.f("vm.builtin.copy"), {reg(2)})
      .call(4, p.f("vm.builtin.copy"), {reg(1)})
      .ret(3)
      .end();
  EXPECT_EQ(typeTexts(resultTypes(p.executable, p.find("main"))),
            (std::vector<std::string>{"f32[2]", "", "f32[2]", "", "f32[9]", "", "f32[2]", ""}));
}

TEST(ResultTypes, RecursionEnds) {
  Program p;
  p.begin("loop", 1, 2).call(1, 0, {reg(0)}).ret(1).end();
  EXPECT_EQ(typeTexts(resultTypes(p.executable, FuncIndex(0))), (std::vector<std::string>{"", ""}));
}

TEST(DefaultEntry, MainElseTheOnlyOneWithoutCallers) {
  Program p;
  p.packed("k").begin("helper", 0, 1).ret(0).end().begin("forward", 0, 1).call(0, 1, {}).ret(0).end();
  ASSERT_TRUE(defaultEntry(p.executable).ok());
  EXPECT_EQ(*defaultEntry(p.executable), p.find("forward"));
  p.begin("second", 0, 1).call(0, 3, {}).ret(0).end();
  ASSERT_FALSE(defaultEntry(p.executable).ok());
  EXPECT_EQ(defaultEntry(p.executable).error().message,
            "there is no function \"main\"; choose one of: forward, second");
  p.begin("main", 0, 1).ret(0).end();
  EXPECT_EQ(*defaultEntry(p.executable), p.find("main"));
  EXPECT_EQ(defaultEntry(Executable{}).error().message, "the executable has no function that can be called");
}

TEST(DefaultEntry, LiftedFunctionsTakenAsValuesAreNoCandidates) {
  Program p;
  p.begin("lifted", 0, 1).ret(0).end().begin("entry", 0, 1).call(0, 0, {fun(0)}).ret(0).end();
  EXPECT_EQ(*defaultEntry(p.executable), p.find("entry"));
}

TEST(Annotation, Types) {
  const auto text = [](const char* annotation) { return parseAnnotation(annotation).text(); };
  EXPECT_EQ(text("R.Tensor((n, 16), dtype=\"float32\")"), "f32[n, 16]");
  EXPECT_EQ(text("R.Tensor((), dtype=\"int32\")"), "i32[]");
  EXPECT_EQ(text("R.Tensor((n * 4,), dtype=\"float32\", vdevice=\"cuda:0:global\")"), "f32[n * 4]");
  EXPECT_EQ(text("R.Tensor(ndim=2)"), "tensor[?, ?]");
  EXPECT_EQ(text("R.Tensor"), "tensor[...]");
  EXPECT_EQ(text("R.Shape([n * T.int64(2), T.max(n, m)])"), "shape(n * 2, max(n, m))");
  EXPECT_EQ(text("R.Shape(ndim=3)"), "shape(?, ?, ?)");
  EXPECT_EQ(text("T.Tuple(R.Tensor((T.int64(5),), dtype=\"float32\"), T.Tuple(T.int64, R.Object))"),
            "(f32[5], (i64, ?))");
  EXPECT_EQ(text("R.Callable((R.Tensor((3,), dtype=\"float32\"),), R.Tensor((3,), dtype=\"float32\"), True)"),
            "function");
  EXPECT_EQ(text("R.Prim(\"int64\")"), "i64");
  EXPECT_EQ(text("R.Tensor((n, 16"), "");
  EXPECT_EQ(text(""), "");
}

TEST(Annotation, DeepNestingEnds) {
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "R.Tuple(";
  deep += std::string(5000, ')');
  EXPECT_FALSE(parseAnnotation(deep).text().empty());
}

TEST(Annotation, Contexts) {
  const auto context = parseErrorContext("ErrorContext(fn=main, loc=param[12], param=x, annotation=R.Shape([n])) ");
  ASSERT_TRUE(context);
  EXPECT_EQ(context->function, "main");
  EXPECT_EQ(context->param, 12);
  EXPECT_EQ(context->paramName, "x");
  EXPECT_EQ(context->annotation, "R.Shape([n])");
  EXPECT_TRUE(parseErrorContext("ErrorContext(fn=f, loc=return, annotation=R.Object)")->isReturn);
  EXPECT_EQ(parseErrorContext("ErrorContext(match_cast, ty=R.Shape([p])) ")->annotation, "R.Shape([p])");
  EXPECT_FALSE(parseErrorContext("global"));
  EXPECT_EQ(parseErrorContext("ErrorContext(loc=param[)")->param, -1);
}

}  // namespace
}  // namespace relaxscope
