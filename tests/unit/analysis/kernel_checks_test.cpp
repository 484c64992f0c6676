// SPDX-License-Identifier: Apache-2.0
// Signatures from the messages of kernels' argument checks, one test per wording of TVM.
#include "vmcore/analysis/kernel_checks.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/params.h"
#include "vmcore/model/builder.h"
#include "vmcore/model/checks/kernel_check.h"

namespace relaxscope {
namespace {

using Messages = std::vector<std::string>;

/// "A: f32[M, K]; n: i64"; "?" for an unknown type.
std::string signature(const Messages& messages, std::string_view kernel = "add") {
  std::string text;
  for (const KernelParam& param : signatureOfChecks(kernel, messages))
    text += (text.empty() ? "" : "; ") + param.name + ": " +
            (param.type.kind == StaticType::Kind::Unknown ? "?" : param.type.text());
  return text;
}

/// A pointer argument with its checks, as the LLVM code generator of TVM 0.20 to 0.24 writes them.
void addTensor(Messages& messages, int index, const std::string& name, const Messages& extents,
               const std::string& dtype, const std::string& product, const std::string& kernel = "add") {
  const std::string full = kernel + "." + name, shape = kernel + "_" + name + "_shape[";
  const std::string i = std::to_string(index), rank = std::to_string(extents.size());
  messages.push_back("Assert fail: " + name + "_type_index == 0 or " + name + "_type_index >= 64, " + kernel +
                     ": Expect arg[" + i + "] to be pointer");
  messages.push_back("Assert fail: " + rank + " == T.tvm_struct_get(" + name + ", 0, 4, \"int32\"), " + full +
                     ".ndim is expected to equal " + rank);
  messages.push_back("Assert fail: T.tvm_struct_get(" + name + ", 0, 5, \"uint8\") == T.uint8(2), " + full +
                     ".dtype is expected to be " + dtype);
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    if (extents[axis].empty()) continue;
    const std::string value = "T.Cast(\"int32\", " + shape + std::to_string(axis) + "])";
    messages.push_back("Assert fail: " + value + " == " + extents[axis] + ", Argument " + full + ".shape[" +
                       std::to_string(axis) + "] has an unsatisfied constraint: " + extents[axis] + " == " + value);
  }
  if (!product.empty())
    messages.push_back("Assert fail: " + product + " == 0 or not T.isnullptr(" + name + "), " + full +
                       " is expected to have non-NULL data pointer");
}

TEST(KernelChecks, OfRelaxLibrariesNameKernelAndParameter) {
  Messages m{"Assert fail: num_args == 4, add: num_args should be 4"};
  addTensor(m, 0, "A", {"", ""}, "float32", "M * K");
  addTensor(m, 1, "B", {"K", "24"}, "float16", "K");
  addTensor(m, 3, "T_add", {"M", "24"}, "bfloat16", "M");
  m.push_back("Assert fail: n_type_index == 1, add: Expect arg[2] to be int");
  m.push_back("Argument add.A.device_type has an unsatisfied constraint: 1 == T.tvm_struct_get(A, 0, 10, \"int32\")");
  m.push_back("add.A.strides: expected to be compact array");
  EXPECT_EQ(signature(m), "A: f32[M, K]; B: f16[K, 24]; arg2: i64; T_add: bf16[M, 24]");
}

TEST(KernelChecks, Of64BitExtentsHaveNoCast) {
  Messages m{"Assert fail: num_args == 1, add: num_args should be 1",
             "Assert fail: x_code == 3 or x_code == 13, add: Expect arg[0] to be pointer",
             "add.x.ndim is expected to equal 3",
             "add.x.dtype is expected to be int8",
             "Argument add.x.shape[0] has an unsatisfied constraint: n == add_x_shape[0]",
             "Argument add.x.shape[1] has an unsatisfied constraint: T.int64(24) == add_x_shape[1]",
             "Argument add.x.shape[2] has an unsatisfied constraint: n * T.int64(2) == add_x_shape[2]"};
  EXPECT_EQ(signature(m), "x: i8[n, 24, n * 2]");
}

TEST(KernelChecks, OfTheFirstReleasesHaveTheConstraintInTheCondition) {
  EXPECT_EQ(signature({"Assert fail: (num_args == 1), f: num_args should be 1",
                       "Assert fail: ((((arg0.code == 3) || (arg0.code == 13)) || (arg0.code == 7)) || (arg0.code == "
                       "4)), f: Expect arg[0] to be pointer",
                       "Assert fail: (2 == tvm_struct_get(arg0, 0, 4)), arg0.ndim is expected to equal 2",
                       "Assert fail: (tvm_struct_get(arg0, 0, 5) == (uint8)0), arg0.dtype is expected to be int8",
                       "Assert fail: (int32(arg0.shape[0]) == 4), Argument arg0.shape[0] has an unsatisfied constraint",
                       "Assert fail: (32 == int32(arg0.shape[1])), Argument arg0.shape[1] has an unsatisfied "
                       "constraint"},
                      "f"),
            "arg0: i8[4, 32]");
}

TEST(KernelChecks, OfRelayLibrariesHaveItBehindTheMessage) {
  EXPECT_EQ(signature({"Assert fail: (num_args == 2), f: num_args should be 2",
                       "Assert fail: ((arg0.code == 3) || (arg0.code == 4)), f: Expect arg[0] to be pointer",
                       "Assert fail: ((arg1.code == 3) || (arg1.code == 4)), f: Expect arg[1] to be pointer",
                       "Assert fail: (1 == tir.tvm_struct_get(arg0, 0, 4)), arg0.ndim is expected to equal 1",
                       "arg0.dtype is expected to be float32",
                       "Assert fail: (13 == int32(arg0.shape[0])), Argument arg0.shape[0] has an unsatisfied "
                       "constraint: (13 == int32(arg0.shape[0]))",
                       "Assert fail: (1 == tir.tvm_struct_get(arg1, 0, 4)), arg1.ndim is expected to equal 1",
                       "arg1.dtype is expected to be float32",
                       "Argument arg1.shape[0] has an unsatisfied constraint: ((int64)7 == arg1.shape[0])"},
                      "f"),
            "arg0: f32[13]; arg1: f32[7]");
}

/// Between the two: "arg.x", which the first printer spells so and the next one arg_x, at last behind the kernel's
/// name.
TEST(KernelChecks, OfReleasesBetweenHaveArgBeforeTheName) {
  const std::string old = "Assert fail: ((arg.p0.code == 3) || (arg.p0.code == 4)), f: Expect arg[0] to be pointer";
  const std::string script = "Assert fail: arg_p0_code == 3 or arg_p0_code == 4, f: Expect arg[0] to be pointer";
  for (const std::string& argument : {old, script})
    for (const std::string kernel : {"", "f."}) {
      const std::string x = kernel + "arg.p0";
      EXPECT_EQ(signature({"f: num_args should be 2", argument, "Assert fail: n_code == 0, f: Expect arg[1] to be int",
                           x + ".ndim is expected to equal 1", x + ".dtype is expected to be float32",
                           "Argument " + x + ".shape[0] has an unsatisfied constraint: (13 == int32(arg.p0.shape[0]))"},
                          "f"),
                "arg.p0: f32[13]; arg1: i64")
          << argument << " " << x;
    }
}

/// The messages of the C code generator have no conditions: tensors are in the order of the pointers.
TEST(KernelChecks, WithoutConditionsAreInOrder) {
  Messages m{"add: num_args should be 3",         "add: Expect arg[0] to be pointer",
             "add: Expect arg[1] to be float",    "add: Expect arg[2] to be pointer",
             "add.w.ndim is expected to equal 0", "add.w.dtype is expected to be int32",
             "add.a.ndim is expected to equal 0", "add.a.dtype is expected to be int64"};
  EXPECT_EQ(signature(m), "w: i32[]; arg1: f64; a: i64[]");
  m.emplace_back("add.b.ndim is expected to equal 0");
  EXPECT_EQ(signature(m), "arg0: ?; arg1: f64; arg2: ?") << "three tensors and two pointers";
}

TEST(KernelChecks, NamesWithDotsAreThoseOfThePrinter) {
  Messages m{"Assert fail: num_args == 2, add: num_args should be 2"};
  addTensor(m, 0, "x", {"2"}, "float32", "");
  m.emplace_back("Assert fail: blocks_0_w_code == 3, add: Expect arg[1] to be pointer");
  m.emplace_back("add.blocks.0.w.ndim is expected to equal 1");
  m.emplace_back("add.blocks.0.w.dtype is expected to be float32");
  m.emplace_back("Argument add.blocks.0.w.shape[0] has an unsatisfied constraint: 5 == T.Cast(\"int32\", w_shape[0])");
  EXPECT_EQ(signature(m), "x: f32[2]; blocks.0.w: f32[5]");
  m.emplace_back("add.blocks_0.w.ndim is expected to equal 1");
  EXPECT_EQ(signature(m), "x: f32[2]; arg1: ?") << "two tensors are printed alike";
}

TEST(KernelChecks, AnUnknownExtentLeavesTheRank) {
  Messages m{"add: num_args should be 1"};
  addTensor(m, 0, "x", {"", "24"}, "float32", "");
  const auto params = signatureOfChecks("add", m);
  ASSERT_EQ(params.size(), 1u);
  EXPECT_EQ(params[0].type.text(), "f32[?, ?]");
  EXPECT_TRUE(params[0].type.dims.empty());
  for (const char* product : {"n * k", "n + 1", "2", "n * ", ""}) {
    Messages other{"add: num_args should be 1"};
    addTensor(other, 0, "x", {"", "24"}, "float32", product);
    EXPECT_EQ(signature(other), "x: f32[?, ?]") << product;
  }
  Messages contrary{"add: num_args should be 1"};
  addTensor(contrary, 0, "x", {"", "k"}, "float32", "k * n");
  EXPECT_EQ(signature(contrary), "x: f32[?, ?]") << "the product is in another order";
}

TEST(KernelChecks, ContradictionsAreUnknown) {
  Messages m{"add: num_args should be 1"};
  addTensor(m, 0, "x", {"3"}, "float32", "");
  EXPECT_EQ(signature(m), "x: f32[3]");
  for (const char* second :
       {"add.x.ndim is expected to equal 2", "add.x.dtype is expected to be int8",
        "Argument add.x.shape[0] has an unsatisfied constraint: 4 == T.Cast(\"int32\", add_x_shape[0])",
        "Argument add.x.shape[9] has an unsatisfied constraint: 4 == T.Cast(\"int32\", add_x_shape[9])"}) {
    Messages two = m;
    two.emplace_back(second);
    EXPECT_EQ(signature(two), "x: ?") << second;
  }
  m.emplace_back("add: Expect arg[0] to be int");
  EXPECT_EQ(signature(m), "arg0: ?");
  m.emplace_back("add: num_args should be 2");
  EXPECT_EQ(signature(m), "");
}

TEST(KernelChecks, HostileTextIsNothing) {
  for (const char* text :
       {"", ": num_args should be 3", "add: num_args should be -3", "add: num_args should be 3x",
        "add: num_args should be", "add: num_args should be 99999999999999999999",
        "Assert fail: add: num_args should be 3", "add: Expect arg[x] to be int", "add: Expect arg[] to be int",
        "x.shape[0] has an unsatisfied constraint", "Argument x.shape[ has an unsatisfied constraint",
        "Argument x.shape[0] has an unsatisfied constraint;", "a is expected to have non-NULL data pointer!",
        "Assert fail: , "})
    EXPECT_FALSE(parseKernelCheck(text).has_value()) << text;
  EXPECT_EQ(signature({"add: num_args should be 1099511627776"}), "");
  EXPECT_EQ(signature({"add: num_args should be 1", "add: Expect arg[0] to be pointer",
                       "add.x.ndim is expected to equal 1099511627776", "add.x.dtype is expected to be int8"}),
            "x: ?");
  EXPECT_EQ(signature({"add: num_args should be 1", "add: Expect arg[0] to be pointer",
                       "add.x.ndim is expected to equal 1", "add.x.dtype is expected to be no_type",
                       "Argument add.x.shape[0] has an unsatisfied constraint: -4 == x_shape[0]"}),
            "x: tensor[?]");
  for (const char* constraint :
       {"", "(", "((((", ")", "==", " == ", "a == b == x_shape[0]", "x_shape[0] == y_shape[0]"})
    EXPECT_EQ(signature({"add: num_args should be 1", "add: Expect arg[0] to be pointer",
                         "add.x.ndim is expected to equal 1", "add.x.dtype is expected to be int8",
                         std::string("Argument add.x.shape[0] has an unsatisfied constraint: ") + constraint}),
              "x: i8[?]")
        << constraint;
}

/// An executable whose kernels carry these messages.
Executable withChecks(Executable executable, KernelTexts::Map texts, KernelTexts::Checks checks) {
  executable.kernelTexts = std::make_shared<const KernelTexts>(
      [found = KernelTexts::Found(std::move(texts), std::move(checks))] { return found; });
  return executable;
}

TEST(KernelChecks, TellTheTypesOfWhatNothingElseChecks) {
  using B = ExecutableBuilder;
  B b;
  b.beginFunction("main", {"x", "w", "u"});
  b.emitCall("add", {B::r(0), B::r(1), B::r(3)});
  b.emitCall("mul", {B::r(2), B::r(3)});
  b.emitCall("mul", {B::r(2)});
  b.emitRet(3);
  Messages m{"add: num_args should be 3"};
  addTensor(m, 0, "A", {"", "24"}, "float32", "n");
  addTensor(m, 1, "B", {"n"}, "float32", "n");
  addTensor(m, 2, "T_add", {"n", "24"}, "float32", "n");
  Messages other{"mul: num_args should be 1"};
  addTensor(other, 0, "A", {"7"}, "float32", "", "mul");
  const Executable plain = b.finish();
  const Executable executable = withChecks(plain, {}, {{"add", m}, {"mul", other}});
  const auto params = recoverParams(executable, FuncIndex(0));
  ASSERT_EQ(params.size(), 3u);
  EXPECT_EQ(params[0].text(), "f32[n, 24]");
  EXPECT_EQ(params[0].source, "checks of kernel add");
  EXPECT_EQ(params[1].text(), "f32[n]");
  EXPECT_EQ(params[2].text(), "f32[7]") << "a call with another number of arguments tells nothing";

  const Executable both = withChecks(
      plain, {{"add", "add(A: Tensor([T.int64(2)], int8), B: Tensor([T.int64(3)], int8), T_add: Tensor([], int8))"}},
      {{"add", m}});
  EXPECT_EQ(recoverParams(both, FuncIndex(0))[0].text(), "i8[2]") << "the signature wins";
  EXPECT_EQ(recoverParams(both, FuncIndex(0))[0].source, "kernel add");
}

/// bfloat16 was uint16 once, whose check leaves no message.
TEST(KernelChecks, AnUnknownElementTypeIsNotDefaulted) {
  using B = ExecutableBuilder;
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("add", {B::r(0)});
  b.emitRet(0);
  Messages m{"add: num_args should be 1"};
  addTensor(m, 0, "x", {"7"}, "float32", "");
  std::erase_if(m, [](const std::string& text) { return text.find(".dtype") != std::string::npos; });
  EXPECT_EQ(recoverParams(withChecks(b.finish(), {}, {{"add", m}}), FuncIndex(0))[0].kind, StaticType::Kind::Unknown);
}

}  // namespace
}  // namespace relaxscope
