// SPDX-License-Identifier: Apache-2.0
// From computed scalars to the shape heap: TVM's stages, the order of slots, codes, checks, and functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/well_formed.h"
#include "vmcore/ir/compare.h"
#include "vmcore/ir/parse/parser.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::build::shape_lower_tests {
namespace {

constexpr const char* kHead = "n = TypeVar(\"n\")\nm = TypeVar(\"m\")\n@I.ir_module\nclass Module:\n";

ir::Module moduleOf(const std::string& text) {
  const ir::ParsedModule parsed = ir::parseModule(text);
  EXPECT_TRUE(parsed.diagnostics.empty()) << ir::diagnosticsText("source", text, parsed.diagnostics);
  PassContext context;
  Result<ir::Module> made = normalize(parsed.module, context);
  EXPECT_TRUE(made.ok()) << ir::diagnosticsText("source", text, context.diagnostics);
  return made.ok() ? *made : ir::Module{};
}
std::string recordedText(const std::string& path) {
  std::ifstream file(std::string(RELAXSCOPE_TEST_DATA) + "/build/" + path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}
/// TVM's print sorts the functions; those of these cases are in order of their names in the module.
ir::Module recordedStage(const std::string& path) {
  ir::Module module = moduleOf(recordedText(path));
  std::ranges::sort(module.functions, {}, &ir::ModuleFunction::name);
  return module;
}
ir::Module passed(Pass& pass, const ir::Module& module) {
  PassContext context;
  Result<ir::Module> made = pass(module, context);
  EXPECT_TRUE(made.ok());
  if (!made.ok()) return {};
  EXPECT_EQ(faultOf(*made), "");
  return *made;
}
void expectStage(Pass& pass, const std::string& before, const std::string& after) {
  const ir::Module made = passed(pass, recordedStage(before));
  const auto difference = ir::firstDifference(made, recordedStage(after));
  EXPECT_FALSE(difference.has_value()) << after << ": " << *difference;
}
/// The right-hand sides of the bindings of a function.
std::vector<std::string> lowered(const std::string& function) {
  const ir::Module made = passed(vmShapeLower, passed(computePrimValue, moduleOf(kHead + function)));
  std::vector<std::string> values;
  for (const ir::ModuleFunction& each : made.functions)
    if (each.relax() != nullptr)
      for (const ir::Block& block : each.relax()->body->blocks)
        for (const ir::Binding& binding : block.bindings) values.push_back(ir::exprText(binding.value));
  return values;
}
bool anyStarts(const std::vector<std::string>& values, const std::string& begin) {
  return std::ranges::any_of(values, [&](const std::string& value) { return value.starts_with(begin); });
}
size_t countOf(const std::vector<std::string>& values, const std::string& part) {
  return static_cast<size_t>(
      std::ranges::count_if(values, [&](const std::string& value) { return value.find(part) != std::string::npos; }));
}

TEST(ShapeLower, RecordedStages) {
  expectStage(vmShapeLower, "shape_compute/10_LowerRuntimeBuiltin.py", "shape_compute/12_VMShapeLower.py");
  expectStage(computePrimValue, "prim_values/10_LowerRuntimeBuiltin.py", "prim_values/11_ComputePrimValue.py");
  expectStage(vmShapeLower, "prim_values/11_ComputePrimValue.py", "prim_values/12_VMShapeLower.py");
  expectStage(vmShapeLower, "match_cast/10_LowerRuntimeBuiltin.py", "match_cast/12_VMShapeLower.py");
  expectStage(vmShapeLower, "tuples/10_LowerRuntimeBuiltin.py", "tuples/12_VMShapeLower.py");
  expectStage(attachGlobalSymbol, "shape_compute/12_VMShapeLower.py", "shape_compute/13_AttachGlobalSymbol.py");
}

TEST(ShapeLower, PrivateFunctionsComeAfterPublicOnes) {
  const ir::Module made = passed(attachGlobalSymbol, moduleOf(std::string(kHead) + R"(
    @R.function(private=True)
    def b(x: R.Any) -> R.Any:
        return x

    @R.function
    def z(x: R.Any) -> R.Any:
        return x

    @R.function(private=True)
    def a(x: R.Any) -> R.Any:
        return x

    @R.function
    def y(x: R.Any) -> R.Any:
        return x
)"));
  std::vector<std::string> names;
  for (const ir::ModuleFunction& each : made.functions) {
    names.push_back(each.name());
    EXPECT_FALSE(each.relax()->isPrivate);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"z", "y", "b", "a"}));
}

TEST(ShapeLower, EqualScalarsShareAFunction) {
  const ir::Module made = passed(computePrimValue, moduleOf(std::string(kHead) + R"(
    @R.function(pure=False)
    def f(x: R.Tensor((n, 4)), k: T.int64) -> R.Any:
        a: R.Any = R.call_packed("f", k + n, k + n, n, 1, T.float32(1.5), T.float64(1.5), ty_args=(R.Any,))
        return (a, n + 1)

    @R.function(pure=False)
    def g(x: R.Tensor((n, m))) -> R.Any:
        a: R.Any = R.call_packed("f", m + n, n + n, ty_args=(R.Any,))
        return a
)"));
  std::vector<std::string> names;
  for (const ir::ModuleFunction& each : made.functions) names.push_back(each.name());
  // m + n of g is k + n of f with other names; n + n has one symbol.
  EXPECT_EQ(names,
            (std::vector<std::string>{"f", "g", "compute_symbolic_expr", "compute_symbolic_expr1",
                                      "compute_symbolic_expr2", "compute_symbolic_expr3", "compute_symbolic_expr4"}));
  const std::string text = ir::printModule(made);
  EXPECT_NE(text.find("a: R.Any = R.call_packed(\"f\", gv, gv1, n, 1, gv2, gv3, ty_args=(R.Any,))"), std::string::npos)
      << text;
}

TEST(ShapeLower, SlotsAreTakenInOrderOfFirstSight) {
  // ty_args before arguments; a scalar takes a slot where it is used, not where it is bound.
  const auto values = lowered(R"(
    @R.function(pure=False)
    def main(x: R.Tensor((n, 4)), k: T.int64) -> R.Tuple(R.Tensor(ndim=1), R.Prim("int64")):
        s: T.int64 = k + n
        a = R.call_packed("f", R.shape([s * 2, n * 3]), ty_args=(R.Tensor((s * 3,), dtype="float32"),))
        t: T.int64 = k + n
        return (a, t)
)");
  EXPECT_TRUE(anyStarts(values, "R.call_builtin_with_ctx(\"vm.builtin.alloc_shape_heap\", (7,)")) << values.at(0);
  EXPECT_TRUE(anyStarts(values, "R.call_packed(\"vm.builtin.match_prim_value\", s, shape_heap, 1, 3, R.str(\"\")"));
  EXPECT_TRUE(anyStarts(values, "R.call_packed(\"vm.builtin.make_shape\", shape_heap, 2, 1, 4, 1, 5,"));
  EXPECT_TRUE(anyStarts(values, "R.call_packed(\"vm.builtin.match_prim_value\", t, shape_heap, 1, 6, R.str(\"\")"));
  EXPECT_EQ(countOf(values, "shape_func"), 2U);
}

TEST(ShapeLower, ScalarsThatNoResultDependsOnStayValues) {
  const auto values = lowered(R"(
    @R.function(pure=False)
    def main(x: R.Tensor((n,)), k: T.int64) -> R.Tensor((n,)):
        a: R.Any = R.call_packed("f", k, n, ty_args=(R.Any,))
        return x
)");
  EXPECT_TRUE(anyStarts(values, "R.call_packed(\"f\", k, gv"));
  EXPECT_EQ(countOf(values, "match_prim_value"), 0U);
  const auto used = lowered(R"(
    @R.function(pure=False)
    def main(x: R.Tensor((n,)), k: T.int64) -> R.Any:
        a: R.Any = R.call_packed("f", k, n, ty_args=(R.Any,))
        return a
)");
  EXPECT_EQ(countOf(used, "match_prim_value"), 1U);
  EXPECT_EQ(countOf(used, "make_prim_value"), 2U);
}

TEST(ShapeLower, MatchesWaitForTheirSymbols) {
  // y has only an extent that nobody can compute before z is seen: its match is put off whole.
  const auto values = lowered(R"(
    @R.function
    def main(y: R.Tensor(("n + m",)), x: R.Tensor((n, 4)), z: R.Tensor((m,))) -> R.Any:
        return x
)");
  std::vector<std::string> matches;
  for (const std::string& value : values)
    if (value.find("match_shape") != std::string::npos || value.find("shape_func") != std::string::npos)
      matches.push_back(value.substr(0, value.find(", R.str")));
  EXPECT_EQ(matches, (std::vector<std::string>{"R.call_packed(\"vm.builtin.match_shape\", x, shape_heap, 2, 1, 1, 0, 4",
                                               "R.call_packed(\"vm.builtin.match_shape\", z, shape_heap, 1, 1, 2",
                                               "cls.shape_func(shape_heap)",
                                               "R.call_packed(\"vm.builtin.match_shape\", y, shape_heap, 1, 3, 0"}));
}

TEST(ShapeLower, WeightsAreCheckedIfTheirShapeIsSymbolic) {
  const auto values = lowered(R"(
    @R.function
    def main(x: R.Tensor((n, 4)), k: R.Tuple(R.Tensor((m, 4)), R.Tensor((4, 4))), w: R.Tensor((4,)), y: R.Any) -> R.Any:
        R.func_attr({"num_input": 1})
        return R.shape([m, 3])
)");
  EXPECT_EQ(countOf(values, "check_tensor_info"), 2U);  // x and the first field of k
  EXPECT_EQ(countOf(values, "check_tuple_info"), 1U);
  EXPECT_EQ(countOf(values, "k[0]"), 1U);
  EXPECT_EQ(countOf(values, "k[1]"), 0U);
}

TEST(ShapeLower, UnknownTuplesAreProjectedWhereNeeded) {
  const auto values = lowered(R"(
    @R.function(pure=False)
    def main(a: R.Any) -> R.Tuple(R.Tensor((4, 4)), R.Tuple(R.Any, R.Shape(ndim=3))):
        w: R.Any = R.call_packed("f", ty_args=(R.Any,))
        return w
)");
  EXPECT_EQ(countOf(values, "check_tuple_info"), 2U);
  EXPECT_EQ(countOf(values, "tuple_getitem"), 3U);   // no field of type Any
  EXPECT_EQ(countOf(values, "R.null_value()"), 2U);  // the heap and the data type
  EXPECT_EQ(countOf(values,
                    "loc=return, annotation=T.Tuple(R.Tensor((T.int64(4), T.int64(4))), T.Tuple(R.Any, "
                    "R.Shape(ndim=3)))) "),
            5U);
}

TEST(ShapeLower, ComputedExtentsOfArms) {
  const auto values = lowered(R"(
    @R.function(pure=False)
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((n,))) -> R.Any:
        if c:
            y: R.Any = R.call_packed("f", R.shape([n + 1]), ty_args=(R.Any,))
        else:
            y: R.Any = R.call_packed("f", R.shape([1]), ty_args=(R.Any,))
        return y
)");
  // Computed once, before the If: the slots of both arms are known there.
  EXPECT_EQ(countOf(values, "shape_func"), 1U);
}

TEST(ShapeLower, UndeterminedExtentsAreNamed) {
  const std::string text = std::string(kHead) + R"(
    @R.function
    def main(x: R.Tensor((n,))) -> R.Shape(ndim=1):
        return R.shape([n])
)";
  // The symbol of the result is another one than that of the parameter.
  ir::Module module = moduleOf(text);
  auto function = std::make_shared<ir::Function>(*module.find("main")->relax());
  auto body = std::make_shared<ir::Seq>(*function->body);
  body->result =
      ir::shapeExpr({ir::binary(ir::PrimOp::Mul, ir::varExpr(ir::makeVar("p")), ir::intImm(2))}, {8, 16, 8, 21});
  function->body = body;
  module.functions.at(0).function = ir::FunctionRef(function);
  PassContext context;
  const Result<ir::Module> made = vmShapeLower(module, context);
  ASSERT_FALSE(made.ok());
  ASSERT_EQ(context.diagnostics.size(), 1U);
  EXPECT_EQ(context.diagnostics[0].code, "symbol-undefined");
  EXPECT_EQ(context.diagnostics[0].message, "dimension p * 2 of function main is not determined by the parameters");
  EXPECT_EQ(context.diagnostics[0].span.line, 8U);
}

}  // namespace
}  // namespace relaxscope::build::shape_lower_tests
