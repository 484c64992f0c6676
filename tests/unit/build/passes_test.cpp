// SPDX-License-Identifier: Apache-2.0
// The passes but Normalize, StaticPlanBlockMemory and those behind LowerRuntimeBuiltin: TVM's recorded stages, and what
// those do not show.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "vmcore/build/passes/passes.h"
#include "vmcore/ir/compare.h"
#include "vmcore/ir/parse/parser.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::build {
namespace {

ir::Module readForPass(const std::string& text) {
  const ir::ParsedModule parsed = ir::parseModule(text);
  EXPECT_FALSE(parsed.hasErrors()) << ir::diagnosticsText("test", text, parsed.diagnostics);
  PassContext context;
  Result<ir::Module> module = normalize(parsed.module, context);
  EXPECT_TRUE(module.ok()) << ir::diagnosticsText("test", text, context.diagnostics);
  return module.ok() ? *module : ir::Module{};
}

// ---- TVM's stages ----

struct StagePass {
  const char* number;  ///< of the stage's file
  Pass* pass;
};
constexpr StagePass kStagePasses[] = {
    {"01", lambdaLift},           {"03", rewriteDataflowReshape}, {"04", toNonDataflow},
    {"05", removePurityChecking}, {"06", callTirRewrite},         {"07", staticPlanBlockMemory},
    {"08", lowerAllocTensor},     {"09", killAfterLastUse},       {"10", lowerRuntimeBuiltin},
};

std::string textOfFile(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

class RecordedStages : public testing::TestWithParam<const char*> {};

TEST_P(RecordedStages, EachPassMakesTheNextOne) {
  const std::filesystem::path folder = std::filesystem::path(RELAXSCOPE_TEST_DATA) / "build" / GetParam() / "stages";
  std::map<std::string, ir::Module> stages;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    stages.emplace(file.path().filename().string().substr(0, 2), readForPass(textOfFile(file.path())));
  ASSERT_TRUE(stages.contains("00"));
  ir::Module chained = stages.at("00");
  for (const StagePass& each : kStagePasses) {
    SCOPED_TRACE(each.number);
    // A stage is recorded where it differs from the one before it.
    const ir::Module& before = std::prev(stages.lower_bound(each.number))->second;
    const ir::Module& after = std::prev(stages.upper_bound(each.number))->second;
    PassContext context;
    const Result<ir::Module> made = each.pass(before, context);
    ASSERT_TRUE(made.ok()) << made.error().text();
    EXPECT_EQ(ir::firstDifference(*made, after), std::nullopt);
    Result<ir::Module> next = each.pass(chained, context);
    ASSERT_TRUE(next.ok()) << next.error().text();
    chained = *std::move(next);
    EXPECT_EQ(ir::firstDifference(chained, after), std::nullopt);
    EXPECT_TRUE(context.diagnostics.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, RecordedStages,
                         testing::Values("reuse_chain", "if_else", "tuples", "closure", "upper_bound",
                                         "call_dps_packed"),
                         [](const auto& each) { return std::string(each.param); });

// ---- single rules ----

constexpr const char* kKernels = R"(
    @T.prim_func(private=True, s_tir=True)
    def copy(A: T.Buffer((T.int64(6),), "float32"), B: T.Buffer((T.int64(6),), "float32")):
        for i in range(T.int64(6)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(6), i)
                B[vi] = A[vi]

    @T.prim_func(private=True, s_tir=True)
    def reshape(A: T.Buffer((T.int64(4), T.int64(3)), "float32"), B: T.Buffer((T.int64(2), T.int64(6)), "float32")):
        for i, j in T.grid(T.int64(2), T.int64(6)):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[(vi * T.int64(2) + vj // T.int64(3)) % T.int64(4), vj % T.int64(3)]

    @T.prim_func(private=True, s_tir=True)
    def transpose(A: T.Buffer((T.int64(4), T.int64(3)), "float32"), B: T.Buffer((T.int64(3), T.int64(4)), "float32")):
        for i, j in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vj, vi]

    @T.prim_func(private=True, s_tir=True)
    def two(A: T.Buffer((T.int64(6),), "float32"), k: T.int64, B: T.Buffer((T.int64(6),), "float32"), C: T.Buffer((T.int64(6),), "float32")):
        for i in range(T.int64(6)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(6), i)
                B[vi] = A[vi]
                C[vi] = A[vi] + T.Cast("float32", k)

    @T.prim_func(private=True, s_tir=True)
    def over(A: T.Buffer((T.int64(6),), "float32"), k: T.int64, C: T.Buffer((T.int64(6),), "float32")):
        for i in range(T.int64(6)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(6), i)
                C[vi] = A[vi]
                A[vi] = T.Cast("float32", k)
)";

/// Functions with `$V` for a vector's type, `add(a, b)` for a pure call that gives one, and the kernels beside them.
std::string moduleText(const std::string& functions) {
  std::string text = "n = TypeVar(\"n\")\nm = TypeVar(\"m\")\n@I.ir_module\nclass Module:\n";
  text += kKernels;
  std::stringstream in(functions);
  std::string line;
  while (std::getline(in, line)) {
    if (const size_t at = line.find(" = add("); at != std::string::npos)
      line = line.substr(0, at) + " = R.call_pure_packed(\"add\", " + line.substr(at + 7, line.size() - at - 8) +
             ", ty_args=($V,))";
    for (size_t at = 0; (at = line.find("$V", at)) != std::string::npos;)
      line.replace(at, 2, "R.Tensor((6,), dtype=\"float32\")");
    text += "\n    " + line;
    if (line.starts_with("def ")) text += "\n        cls = Module";
  }
  return text + "\n";
}

void expectPass(Pass* pass, const std::string& before, const std::string& after) {
  PassContext context;
  const Result<ir::Module> made = pass(readForPass(moduleText(before)), context);
  ASSERT_TRUE(made.ok()) << made.error().text();
  EXPECT_EQ(ir::firstDifference(*made, readForPass(moduleText(after))), std::nullopt)
      << ir::printModule(*made, {.tir = false});
}
void expectUnchanged(Pass* pass, const std::string& text) { expectPass(pass, text, text); }

TEST(LambdaLift, CapturesFollowTheParametersInOrderOfUse) {
  expectPass(lambdaLift,
             "@R.function\n"
             "def main(x: $V, y: $V) -> $V:\n"
             "    @R.function\n"
             "    def outer(a: $V) -> $V:\n"
             "        @R.function\n"
             "        def inner(b: $V) -> $V:\n"
             "            s: $V = add(y, b)\n"
             "            t: $V = add(s, x)\n"
             "            u: $V = add(t, a)\n"
             "            return u\n"
             "        p: $V = inner(a)\n"
             "        return p\n"
             "    q: $V = outer(y)\n"
             "    return q\n",
             "@R.function(private=True)\n"
             "def main_inner(b: $V, y: $V, x: $V, a: $V) -> $V:\n"
             "    s: $V = add(y, b)\n"
             "    t: $V = add(s, x)\n"
             "    u: $V = add(t, a)\n"
             "    return u\n"
             "@R.function(private=True)\n"
             "def main_outer(a: $V, y: $V, x: $V) -> $V:\n"
             "    inner: R.Any = R.make_closure(cls.main_inner, (y, x, a))\n"
             "    p: $V = R.invoke_pure_closure(inner, (a,), ty_args=($V,))\n"
             "    return p\n"
             "@R.function\n"
             "def main(x: $V, y: $V) -> $V:\n"
             "    outer: R.Any = R.make_closure(cls.main_outer, (y, x))\n"
             "    q: $V = R.invoke_pure_closure(outer, (y,), ty_args=($V,))\n"
             "    return q\n");
}

TEST(LambdaLift, AFunctionThatCapturesNothingIsUsedByItsName) {
  expectPass(lambdaLift,
             "@R.function\n"
             "def main_f(x: $V) -> $V:\n"
             "    return x\n"
             "@R.function\n"
             "def main(x: $V) -> $V:\n"
             "    @R.function\n"
             "    def f(a: $V) -> $V:\n"
             "        s: $V = add(a, a)\n"
             "        return s\n"
             "    q: $V = f(x)\n"
             "    return q\n",
             "@R.function\n"
             "def main_f(x: $V) -> $V:\n"
             "    return x\n"
             "@R.function(private=True)\n"
             "def main_f_0(a: $V) -> $V:\n"
             "    s: $V = add(a, a)\n"
             "    return s\n"
             "@R.function\n"
             "def main(x: $V) -> $V:\n"
             "    q: $V = cls.main_f_0(x)\n"
             "    return q\n");
}

TEST(LambdaLift, ARecursiveFunctionCallsItsGlobalName) {
  expectPass(lambdaLift,
             "@R.function\n"
             "def main(x: $V, c: R.Tensor((), dtype=\"bool\")) -> $V:\n"
             "    @R.function\n"
             "    def f(a: $V) -> $V:\n"
             "        if c:\n"
             "            s: $V = f(a)\n"
             "            r: $V = add(s, x)\n"
             "        else:\n"
             "            r: $V = a\n"
             "        return r\n"
             "    q: $V = f(x)\n"
             "    return q\n",
             "@R.function(private=True)\n"
             "def main_f(a: $V, c: R.Tensor((), dtype=\"bool\"), x: $V) -> $V:\n"
             "    if c:\n"
             "        s: $V = cls.main_f(a, c, x)\n"
             "        r: $V = add(s, x)\n"
             "    else:\n"
             "        r: $V = a\n"
             "    return r\n"
             "@R.function\n"
             "def main(x: $V, c: R.Tensor((), dtype=\"bool\")) -> $V:\n"
             "    f: R.Any = R.make_closure(cls.main_f, (c, x))\n"
             "    q: $V = R.invoke_pure_closure(f, (x,), ty_args=($V,))\n"
             "    return q\n");
}

TEST(LambdaLift, LiftedFunctionsStandBeforeTheirOrigin) {
  PassContext context;
  const Result<ir::Module> made = lambdaLift(readForPass(moduleText("@R.function\n"
                                                                    "def main(x: $V) -> $V:\n"
                                                                    "    @R.function\n"
                                                                    "    def f(a: $V) -> $V:\n"
                                                                    "        return a\n"
                                                                    "    q: $V = f(x)\n"
                                                                    "    return q\n")),
                                             context);
  ASSERT_TRUE(made.ok());
  ASSERT_GE(made->functions.size(), 2U);
  EXPECT_EQ(made->functions[made->functions.size() - 2].name(), "main_f");
  EXPECT_EQ(made->functions.back().name(), "main");
}

TEST(RewriteDataflowReshape, OnlyCopiesInRowMajorOrderThatAreNoOutputs) {
  expectPass(rewriteDataflowReshape,
             "@R.function\n"
             "def main(x: R.Tensor((4, 3), dtype=\"float32\")) -> R.Tensor((2, 6), dtype=\"float32\"):\n"
             "    with R.dataflow():\n"
             "        a = R.call_tir(cls.transpose, (x,), out_ty=R.Tensor((3, 4), dtype=\"float32\"))\n"
             "        b = R.call_tir(cls.reshape, (x,), out_ty=R.Tensor((2, 6), dtype=\"float32\"))\n"
             "        d = R.call_tir(cls.reshape, (x,), out_ty=R.Tensor((2, 6), dtype=\"float32\"))\n"
             "        R.output(d)\n"
             "    return d\n",
             "@R.function\n"
             "def main(x: R.Tensor((4, 3), dtype=\"float32\")) -> R.Tensor((2, 6), dtype=\"float32\"):\n"
             "    with R.dataflow():\n"
             "        a = R.call_tir(cls.transpose, (x,), out_ty=R.Tensor((3, 4), dtype=\"float32\"))\n"
             "        b: R.Tensor((2, 6), dtype=\"float32\") = R.reshape(x, R.shape([2, 6]))\n"
             "        d = R.call_tir(cls.reshape, (x,), out_ty=R.Tensor((2, 6), dtype=\"float32\"))\n"
             "        R.output(d)\n"
             "    return d\n");
}

TEST(CallTirRewrite, SeveralOutputsScalarsAndInputsThatAreOverwritten) {
  expectPass(callTirRewrite,
             "@R.function(pure=False)\n"
             "def main(x: $V) -> R.Any:\n"
             "    a = R.call_tir(cls.two, (x, 3), out_ty=[$V, $V])\n"
             "    b = R.call_tir_inplace(cls.over, (x, 3), inplace_indices=[0, -1], out_ty=[$V, $V])\n"
             "    r: R.Tuple(R.Tuple($V, $V), R.Tuple($V, $V)) = a, b\n"
             "    return r\n",
             "@R.function(pure=False)\n"
             "def main(x: $V) -> R.Any:\n"
             "    alloc: $V = R.builtin.alloc_tensor(R.shape([6]), R.dtype(\"float32\"), 0, R.str(\"global\"), "
             "ty_args=($V,))\n"
             "    alloc1: $V = R.builtin.alloc_tensor(R.shape([6]), R.dtype(\"float32\"), 0, R.str(\"global\"), "
             "ty_args=($V,))\n"
             "    cls.two(x, 3, alloc, alloc1)\n"
             "    a: R.Tuple($V, $V) = alloc, alloc1\n"
             "    alloc2: $V = R.builtin.alloc_tensor(R.shape([6]), R.dtype(\"float32\"), 0, R.str(\"global\"), "
             "ty_args=($V,))\n"
             "    cls.over(x, 3, alloc2)\n"
             "    b: R.Tuple($V, $V) = x, alloc2\n"
             "    r: R.Tuple(R.Tuple($V, $V), R.Tuple($V, $V)) = a, b\n"
             "    return r\n");
}

TEST(CallTirRewrite, AnOutputOfUnknownShapeIsRefused) {
  PassContext context;
  const Result<ir::Module> made =
      callTirRewrite(readForPass(moduleText("@R.function\n"
                                            "def main(x: $V) -> R.Tensor(dtype=\"float32\", ndim=1):\n"
                                            "    a = R.call_dps_packed(\"f\", (x,), "
                                            "out_ty=R.Tensor(dtype=\"float32\", ndim=1))\n"
                                            "    return a\n")),
                     context);
  ASSERT_FALSE(made.ok());
  ASSERT_EQ(context.diagnostics.size(), 1U);
  EXPECT_EQ(context.diagnostics[0].code, "shape");
  EXPECT_TRUE(context.diagnostics[0].span.known());
}

TEST(LowerAllocTensor, SizesAreMultipliedFromLeftToRight) {
  expectPass(lowerAllocTensor,
             "@R.function(pure=False)\n"
             "def main(x: R.Tensor((n, m), dtype=\"float32\")) -> R.Any:\n"
             "    a: R.Tensor((n, 4, m), dtype=\"float32\") = R.builtin.alloc_tensor(R.shape([n, 4, m]), "
             "R.dtype(\"float32\"), 0, R.str(\"global\"), ty_args=(R.Tensor((n, 4, m), dtype=\"float32\"),))\n"
             "    return a\n",
             "@R.function(pure=False)\n"
             "def main(x: R.Tensor((n, m), dtype=\"float32\")) -> R.Any:\n"
             "    storage: R.Any = R.memory.alloc_storage(R.shape([4 * n * 4 * m]), 0, R.str(\"global\"), "
             "R.dtype(\"uint8\"))\n"
             "    a: R.Tensor((n, 4, m), dtype=\"float32\") = R.memory.alloc_tensor(storage, 0, R.shape([n, 4, m]), "
             "R.dtype(\"float32\"), 0)\n"
             "    return a\n");
}

TEST(KillAfterLastUse, AliasesProjectionsAndConstantsAreReplaced) {
  expectPass(killAfterLastUse,
             "@R.function(pure=False)\n"
             "def main(x: $V) -> R.Any:\n"
             "    a: $V = add(x, x)\n"
             "    k: R.Tensor((), dtype=\"float32\") = R.const(1.0, \"float32\")\n"
             "    t: R.Tuple($V, R.Tensor((), dtype=\"float32\")) = a, k\n"
             "    b: $V = t[0]\n"
             "    d: $V = b\n"
             "    e: $V = add(d, k)\n"
             "    f: $V = e\n"
             "    return f\n",
             "@R.function(pure=False)\n"
             "def main(x: $V) -> R.Any:\n"
             "    a: $V = add(x, x)\n"
             "    k: R.Tensor((), dtype=\"float32\") = R.const(1.0, \"float32\")\n"
             "    t: R.Tuple($V, R.Tensor((), dtype=\"float32\")) = a, R.const(1.0, \"float32\")\n"
             "    e: $V = add(a, R.const(1.0, \"float32\"))\n"
             "    R.memory.kill_tensor(a)\n"
             "    return e\n");
}

TEST(KillAfterLastUse, KillsAreGroupedAndInOrderOfTheirBindings) {
  expectPass(killAfterLastUse,
             "@R.function(pure=False)\n"
             "def main(x: $V) -> $V:\n"
             "    o: R.Any = R.call_packed(\"f\", x, ty_args=(R.Any,))\n"
             "    s: R.Any = R.memory.alloc_storage(R.shape([24]), 0, R.str(\"global\"), R.dtype(\"float32\"))\n"
             "    t: $V = R.memory.alloc_tensor(s, 0, R.shape([6]), R.dtype(\"float32\"), 0)\n"
             "    u: $V = add(x, x)\n"
             "    p: R.Any = R.call_packed(\"f\", x, ty_args=(R.Any,))\n"
             "    z: R.Shape(ndim=2) = R.call_packed(\"f\", x, ty_args=(R.Shape(ndim=2),))\n"
             "    v: R.Any = R.null_value()\n"
             "    R.call_packed(\"g\", p, v, z, u, s, t, o, ty_args=(R.Tuple,))\n"
             "    return x\n",
             "@R.function(pure=False)\n"
             "def main(x: $V) -> $V:\n"
             "    o: R.Any = R.call_packed(\"f\", x, ty_args=(R.Any,))\n"
             "    s: R.Any = R.memory.alloc_storage(R.shape([24]), 0, R.str(\"global\"), R.dtype(\"float32\"))\n"
             "    t: $V = R.memory.alloc_tensor(s, 0, R.shape([6]), R.dtype(\"float32\"), 0)\n"
             "    u: $V = add(x, x)\n"
             "    p: R.Any = R.call_packed(\"f\", x, ty_args=(R.Any,))\n"
             "    z: R.Shape(ndim=2) = R.call_packed(\"f\", x, ty_args=(R.Shape(ndim=2),))\n"
             "    v: R.Any = R.null_value()\n"
             "    R.call_packed(\"g\", p, v, z, u, s, t, o, ty_args=(R.Tuple,))\n"
             "    R.memory.kill_tensor(t)\n"
             "    R.memory.kill_tensor(u)\n"
             "    R.memory.kill_storage(s)\n"
             "    R.vm.kill_object(o)\n"
             "    R.vm.kill_object(p)\n"
             "    return x\n");
}

TEST(KillAfterLastUse, NothingIsKilledAtAnIfOrAfterIt) {
  expectPass(killAfterLastUse,
             "@R.function\n"
             "def main(c: R.Tensor((), dtype=\"bool\"), x: $V) -> $V:\n"
             "    a: $V = add(x, x)\n"
             "    b: $V = add(a, a)\n"
             "    if c:\n"
             "        d: $V = add(b, b)\n"
             "        e: $V = add(d, d)\n"
             "        y: $V = e\n"
             "    else:\n"
             "        y: $V = x\n"
             "    f: $V = add(y, y)\n"
             "    g: $V = add(f, f)\n"
             "    return g\n",
             "@R.function\n"
             "def main(c: R.Tensor((), dtype=\"bool\"), x: $V) -> $V:\n"
             "    a: $V = add(x, x)\n"
             "    b: $V = add(a, a)\n"
             "    R.memory.kill_tensor(a)\n"
             "    if c:\n"
             "        d: $V = add(b, b)\n"
             "        e: $V = add(d, d)\n"
             "        R.memory.kill_tensor(d)\n"
             "        y: $V = e\n"
             "    else:\n"
             "        y: $V = x\n"
             "    f: $V = add(y, y)\n"
             "    g: $V = add(f, f)\n"
             "    return g\n");
}

TEST(KillAfterLastUse, AnArmOfAnotherTypeIsCastToThatOfTheIf) {
  const std::string head =
      "@R.function(pure=False)\n"
      "def main(c: R.Tensor((), dtype=\"bool\"), x: $V) -> R.Any:\n"
      "    if c:\n"
      "        y: R.Tensor = x\n"
      "    else:\n"
      "        a: R.Tensor = R.call_packed(\"f\", x, ty_args=(R.Tensor,))\n"
      "        y: R.Tensor = a\n"
      "    q: R.Any = R.call_packed(\"f\", y, ty_args=(R.Any,))\n"
      "    return q\n";
  std::string after = head;
  const std::string plain = "        y: R.Tensor = x\n";
  after.replace(after.find(plain), plain.size(),
                "        then_branch_with_dyn: R.Tensor = R.match_cast(x, R.Tensor)\n"
                "        y: R.Tensor = then_branch_with_dyn\n");
  expectPass(killAfterLastUse, head, after);
}

TEST(KillAfterLastUse, ACastOfAKnownExtentNamesIt) {
  expectPass(
      killAfterLastUse,
      "@R.function(pure=False)\n"
      "def main(x: R.Tensor((n,), dtype=\"float32\")) -> R.Any:\n"
      "    j = T.int64()\n"
      "    y: R.Tensor((j,), dtype=\"float32\") = R.match_cast(x, R.Tensor((j,), dtype=\"float32\"))\n"
      "    z: R.Tensor((j,), dtype=\"float32\") = R.call_packed(\"g\", y, ty_args=(R.Tensor((j,), dtype=\"float32\"),))\n"
      "    s: R.Shape([j]) = R.shape([j])\n"
      "    w: R.Any = R.call_packed(\"f\", z, s, ty_args=(R.Any,))\n"
      "    return w\n",
      "@R.function(pure=False)\n"
      "def main(x: R.Tensor((n,), dtype=\"float32\")) -> R.Any:\n"
      "    z: R.Tensor((n,), dtype=\"float32\") = R.call_packed(\"g\", x, ty_args=(R.Tensor((n,), dtype=\"float32\"),))\n"
      "    s: R.Shape([n]) = R.shape([n])\n"
      "    w: R.Any = R.call_packed(\"f\", z, s, ty_args=(R.Any,))\n"
      "    R.memory.kill_tensor(z)\n"
      "    return w\n");
}

TEST(KillAfterLastUse, WhatACastTellsHoldsFromThereOnAndInItsArm) {
  const std::string head =
      "@R.function(pure=False)\n"
      "def main(c: R.Tensor((), dtype=\"bool\"), x: R.Tensor((n,), dtype=\"float32\"), w: R.Tensor((m,), "
      "dtype=\"float32\")) -> R.Any:\n"
      "    if c:\n"
      "        a: R.Shape([n]) = R.shape([n])\n";
  const std::string tail =
      "        z: R.Any = b\n"
      "    else:\n"
      "        d: R.Any = R.call_packed(\"f\", x, R.shape([n]), ty_args=(R.Any,))\n"
      "        z: R.Any = d\n"
      "    q: R.Any = R.call_packed(\"f\", z, R.shape([n]), ty_args=(R.Any,))\n"
      "    return q\n";
  expectPass(killAfterLastUse,
             head +
                 "        y: R.Tensor((n,), dtype=\"float32\") = R.match_cast(w, R.Tensor((n,), dtype=\"float32\"))\n"
                 "        b: R.Any = R.call_packed(\"f\", y, a, R.shape([n]), ty_args=(R.Any,))\n" +
                 tail,
             head + "        b: R.Any = R.call_packed(\"f\", w, a, R.shape([m]), ty_args=(R.Any,))\n" + tail);
}

TEST(KillAfterLastUse, WhatIsKilledAlreadyIsLeftAlone) {
  expectUnchanged(killAfterLastUse,
                  "@R.function(pure=False)\n"
                  "def main(x: $V) -> $V:\n"
                  "    a: $V = add(x, x)\n"
                  "    R.memory.kill_tensor(a)\n"
                  "    return x\n");
}

TEST(LowerRuntimeBuiltin, OperatorsOfTheRuntime) {
  expectPass(lowerRuntimeBuiltin,
             "@R.function(pure=False)\n"
             "def main(x: $V, w: R.Tensor((2,), dtype=\"int64\"), f: R.Any) -> R.Any:\n"
             "    s: R.Shape([6]) = R.shape_of(x)\n"
             "    y: R.Tensor((2, 3), dtype=\"float32\") = R.reshape(x, R.shape([2, 3]))\n"
             "    v: R.Shape(ndim=2) = R.tensor_to_shape(w)\n"
             "    c: $V = R.invoke_closure(f, (x, w), ty_args=($V,))\n"
             "    d: $V = c\n"
             "    r: R.Tuple($V, R.Shape(ndim=2)) = d, v\n"
             "    q: R.Any = R.call_packed(\"g\", r, ty_args=(R.Any,))\n"
             "    return q\n",
             "@R.function(pure=False)\n"
             "def main(x: $V, w: R.Tensor((2,), dtype=\"int64\"), f: R.Any) -> R.Any:\n"
             "    s: R.Shape([6]) = R.call_packed(\"vm.builtin.shape_of\", x, ty_args=(R.Shape([6]),))\n"
             "    y: R.Tensor((2, 3), dtype=\"float32\") = R.call_packed(\"vm.builtin.reshape\", x, R.shape([2, 3]), "
             "ty_args=(R.Tensor((2, 3), dtype=\"float32\"),))\n"
             "    v: R.Shape(ndim=2) = R.call_packed(\"vm.builtin.tensor_to_shape\", w, ty_args=(R.Shape(ndim=2),))\n"
             "    c: R.Any = R.call_builtin_with_ctx(\"vm.builtin.invoke_closure\", (f, x, w), ty_args=(R.Any,))\n"
             "    d: R.Any = c\n"
             "    r: R.Tuple(R.Any, R.Shape(ndim=2)) = d, v\n"
             "    q: R.Any = R.call_packed(\"g\", r, ty_args=(R.Any,))\n"
             "    return q\n");
}

TEST(RemovePurityChecking, TheAttributeStandsInItsPlace) {
  PassContext context;
  const Result<ir::Module> made =
      removePurityChecking(readForPass(moduleText("@R.function\n"
                                                  "def main(x: $V) -> $V:\n"
                                                  "    R.func_attr({\"num_input\": 1, \"zz\": 2})\n"
                                                  "    return x\n"
                                                  "@R.function(pure=False)\n"
                                                  "def impure(x: $V) -> $V:\n"
                                                  "    return x\n")),
                           context);
  ASSERT_TRUE(made.ok());
  const ir::Attributes& attributes = made->find("main")->relax()->attributes;
  ASSERT_EQ(attributes.size(), 3U);
  EXPECT_EQ(attributes[1].first, "relax.force_pure");
  EXPECT_TRUE(made->find("impure")->relax()->attributes.empty());
}

TEST(Passes, APassThatChangesNothingSharesTheFunction) {
  const ir::Module module =
      readForPass(moduleText("@R.function\n"
                             "def main(x: $V) -> $V:\n"
                             "    R.func_attr({\"relax.force_pure\": True})\n"
                             "    return x\n"));
  for (const StagePass& each : kStagePasses) {
    PassContext context;
    const Result<ir::Module> made = each.pass(module, context);
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made->find("main")->relax(), module.find("main")->relax()) << each.number;
  }
}

}  // namespace
}  // namespace relaxscope::build
