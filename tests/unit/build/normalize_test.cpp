// SPDX-License-Identifier: Apache-2.0
// The normal form: operations, names, types, and what is refused with its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/well_formed.h"
#include "vmcore/ir/compare.h"
#include "vmcore/ir/parse/parser.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::build::normalize_tests {
namespace {

constexpr const char* kHead = "n = TypeVar(\"n\")\nm = TypeVar(\"m\")\n@I.ir_module\nclass Module:\n";

ir::Module parsedText(const std::string& text) {
  ir::ParsedModule parsed = ir::parseModule(text);
  EXPECT_TRUE(parsed.diagnostics.empty()) << ir::diagnosticsText("source", text, parsed.diagnostics);
  return parsed.module;
}
ir::Module normalText(const std::string& text) {
  PassContext context;
  Result<ir::Module> made = normalize(parsedText(text), context);
  EXPECT_TRUE(made.ok()) << ir::diagnosticsText("source", text, context.diagnostics);
  if (!made.ok()) return {};
  EXPECT_EQ(faultOf(*made), "");
  return *made;
}
/// The diagnostics of a module that is not accepted.
std::vector<ir::Diagnostic> problemsOf(const std::string& body) {
  PassContext context;
  const std::string text = kHead + body;
  EXPECT_FALSE(normalize(parsedText(text), context).ok()) << text;
  return context.diagnostics;
}
void expectSame(const std::string& source, const std::string& expected) {
  const ir::Module made = normalText(kHead + source);
  const auto difference = ir::firstDifference(made, normalText(kHead + expected));
  EXPECT_FALSE(difference.has_value()) << *difference << ir::printModule(made);
}
std::string resultTypeOf(const ir::Module& module, const std::string& function) {
  return ir::typeText(module.find(function)->relax()->result);
}
std::string dataFile(const std::string& path) {
  std::ifstream file(std::string(RELAXSCOPE_TEST_DATA) + "/build/" + path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Normalize, RecordedSourcesGiveTvmsModules) {
  for (const char* name : {"shape_compute", "prim_values", "match_cast", "tuples"}) {
    const ir::Module made = normalText(dataFile(std::string(name) + "/source.py"));
    const std::string recorded = dataFile(std::string(name) + "/00_parsed.py");
    for (const ir::Module& expected : {parsedText(recorded), normalText(recorded)}) {
      const auto difference = ir::firstDifference(made, expected);
      EXPECT_FALSE(difference.has_value()) << name << ": " << *difference;
    }
  }
}

TEST(Normalize, NestedCallsAreBoundInOrder) {
  expectSame(R"(
    @R.function
    def main(x: R.Tensor((n, 4), dtype="float32")) -> R.Tensor((n, 4), dtype="float32"):
        return R.call_pure_packed("f", R.call_pure_packed("g", x, ty_args=(R.Any,)), (x, R.shape_of(x)), ty_args=(R.Tensor((n, 4), dtype="float32"),))
)",
             R"(
    @R.function
    def main(x: R.Tensor((n, 4), dtype="float32")) -> R.Tensor((n, 4), dtype="float32"):
        a: R.Any = R.call_pure_packed("g", x, ty_args=(R.Any,))
        b: R.Shape([n, 4]) = R.shape_of(x)
        c: R.Tensor((n, 4), dtype="float32") = R.call_pure_packed("f", a, (x, b), ty_args=(R.Tensor((n, 4), dtype="float32"),))
        return c
)");
}

TEST(Normalize, NewVariablesOfADataflowBlockStayInside) {
  const ir::Module made = normalText(std::string(kHead) + R"(
    @R.function
    def main(x: R.Tensor((n,), dtype="float32")):
        with R.dataflow():
            gv = R.call_dps_packed("f", (R.call_dps_packed("g", (x,), out_ty=R.Tensor((n,), dtype="float32")),), out_ty=R.Tensor((n,), dtype="float32"))
            R.output(gv)
        return R.shape_of(gv)
)");
  const ir::Seq& body = *made.find("main")->relax()->body;
  ASSERT_EQ(body.blocks.size(), 2U);
  ASSERT_EQ(body.blocks[0].bindings.size(), 2U);
  EXPECT_EQ(body.blocks[0].bindings[0].var->name, "lv");
  EXPECT_TRUE(body.blocks[0].bindings[0].var->dataflow);
  EXPECT_FALSE(body.blocks[0].bindings[1].var->dataflow);
  ASSERT_EQ(body.blocks[1].bindings.size(), 1U);
  EXPECT_EQ(body.blocks[1].bindings[0].var->name, "gv1");
}

TEST(Normalize, NamesAreUniqueInAFunction) {
  const ir::Module made = normalText(std::string(kHead) + R"(
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((4,))) -> R.Any:
        x = R.shape_of(x)
        if c:
            a: R.Any = R.call_pure_packed("f", x, ty_args=(R.Any,))
            y = a
        else:
            a: R.Any = R.call_pure_packed("g", x, ty_args=(R.Any,))
            y = a
        return y
)");
  const ir::Block& block = made.find("main")->relax()->body->blocks.at(0);
  EXPECT_EQ(block.bindings.at(0).var->name, "x1");
  const ir::ExprRef& choice = block.bindings.at(1).value;
  EXPECT_EQ(choice->thenSeq->blocks.at(0).bindings.at(0).var->name, "a");
  EXPECT_EQ(choice->elseSeq->blocks.at(0).bindings.at(0).var->name, "a1");
  EXPECT_EQ(choice->elseSeq->result->var->name, "a1");
}

TEST(Normalize, CallsBindTheSymbolsOfTheFunction) {
  const ir::Module made = normalText(std::string(kHead) + R"(
    @R.function
    def known(x: R.Tensor((m,)), y: R.Tensor((3,))):
        cls = Module
        return cls.joined(cls.joined(x, y), y)

    @R.function
    def doubled(x: R.Tensor((n,))):
        cls = Module
        return cls.joined(x, x)

    @R.function
    def unknown(x: R.Tensor((m,)), y: R.Tensor(ndim=1)):
        cls = Module
        return cls.joined(x, y)

    @R.function
    def nested(t: R.Tuple(R.Tensor((m, 2)), R.Any)):
        cls = Module
        return cls.tupled((t[0], t), R.shape([m, 5]))

    @R.function
    def joined(x: R.Tensor((n,)), y: R.Tensor((m,))) -> R.Tensor(("n + m",)):
        z = R.call_pure_packed("join", x, y, ty_args=(R.Tensor((n + m,)),))
        return z

    @R.function(private=True)
    def tupled(x: R.Tuple(R.Tensor((n, 2)), R.Any), y: R.Shape([n, m])) -> R.Tuple(R.Tensor((n,)), R.Shape(["n * m"])):
        z = R.call_pure_packed("f", x, ty_args=(R.Tensor((n,)),))
        return (z, R.shape([n * m]))
)");
  EXPECT_EQ(resultTypeOf(made, "known"), "R.Tensor((m + 6,))");
  EXPECT_EQ(resultTypeOf(made, "doubled"), "R.Tensor((n * 2,))");
  EXPECT_EQ(resultTypeOf(made, "unknown"), "R.Tensor(ndim=1)");
  EXPECT_EQ(resultTypeOf(made, "nested"), "R.Tuple(R.Tensor((m,)), R.Shape([m * 5]))");
}

TEST(Normalize, AnIfHasTheLeastUpperBoundOfItsArms) {
  const ir::Module made = normalText(std::string(kHead) + R"(
    @R.function
    def ranks(c: R.Tensor((), dtype="bool"), x: R.Tensor((n, m), dtype="float32")):
        if c:
            y = R.call_pure_packed("f", x, ty_args=(R.Tensor((m, n), dtype="float32"),))
        else:
            y = x
        return y

    @R.function
    def kinds(c: R.Tensor((), dtype="bool"), x: R.Tensor((n, m), dtype="float32")):
        if c:
            y = (x, R.shape([n]), x)
        else:
            y = (x, R.shape([n, 3]), R.shape([n]))
        return y

    @R.function
    def symbols(c: R.Tensor((), dtype="bool"), x: R.Any):
        if c:
            p = T.int64()
            y = R.match_cast(x, R.Tensor((p,), dtype="int8"))
        else:
            y = R.match_cast(x, R.Tensor((3,), dtype="int8"))
        return y
)");
  EXPECT_EQ(resultTypeOf(made, "ranks"), "R.Tensor(dtype=\"float32\", ndim=2)");
  EXPECT_EQ(resultTypeOf(made, "kinds"), "R.Tuple(R.Tensor((n, m), dtype=\"float32\"), R.Shape(ndim=-1), R.Any)");
  EXPECT_EQ(resultTypeOf(made, "symbols"), "R.Tensor(dtype=\"int8\", ndim=1)");
}

TEST(Normalize, ResultTypesAreTheMoreExactOnes) {
  const ir::Module made = normalText(std::string(kHead) + R"(
    @R.function
    def narrowed(x: R.Tensor((n, 4))) -> R.Any:
        return x

    @R.function
    def stated(x: R.Any) -> R.Tensor((4,)):
        y: R.Any = R.call_pure_packed("f", x, ty_args=(R.Any,))
        return y

    @R.function
    def erased(x: R.Any) -> R.Tensor(ndim=1):
        p = T.int64()
        y = R.match_cast(x, R.Tensor((p,), dtype="int8"))
        return y
)");
  EXPECT_EQ(resultTypeOf(made, "narrowed"), "R.Tensor((n, 4))");
  EXPECT_EQ(resultTypeOf(made, "stated"), "R.Tensor((4,))");
  EXPECT_EQ(resultTypeOf(made, "erased"), "R.Tensor(dtype=\"int8\", ndim=1)");
}

TEST(Normalize, NormalModulesStay) {
  const std::string text = dataFile("shape_compute/12_VMShapeLower.py");
  const ir::Module once = normalText(text);
  PassContext context;
  const Result<ir::Module> twice = normalize(once, context);
  ASSERT_TRUE(twice.ok());
  EXPECT_FALSE(ir::firstDifference(once, *twice).has_value());
  EXPECT_EQ(ir::printModule(once), ir::printModule(*twice));
}

struct RefusedSource {
  const char* code;
  uint32_t line;  ///< from the head's first line on
  const char* body;
};

class NormalizeRefuses : public testing::TestWithParam<RefusedSource> {};

TEST_P(NormalizeRefuses, WithCodeAndPlace) {
  const std::vector<ir::Diagnostic> problems = problemsOf(GetParam().body);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].code, GetParam().code) << problems[0].message;
  EXPECT_EQ(problems[0].span.line, GetParam().line) << problems[0].message;
}

INSTANTIATE_TEST_SUITE_P(Sources, NormalizeRefuses,
                         testing::Values(RefusedSource{"unsupported", 7, R"(    @R.function
    def main(x: R.Tensor((n,))):
        y = R.add(x, x)
        return y
)"},
                                         RefusedSource{"symbol-undefined", 12, R"(    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Any):
        if c:
            p = T.int64()
            y = R.match_cast(x, R.Tensor((p,)))
        else:
            y = R.match_cast(x, R.Tensor((3,)))
        z = R.shape([p])
        return (y, z)
)"},
                                         RefusedSource{"type", 7, R"(    @R.function
    def main(x: R.Tensor((n,), dtype="float32")):
        y: R.Tensor((n,), dtype="int32") = x
        return y
)"},
                                         RefusedSource{"type", 7, R"(    @R.function
    def main(x: R.Tensor((n,), dtype="float32")):
        y = R.match_cast(x, R.Shape([n]))
        return y
)"},
                                         RefusedSource{"type", 7, R"(    @R.function
    def main(x: R.Tuple(R.Tensor((n,)), R.Any)):
        y = x[2]
        return y
)"},
                                         RefusedSource{"purity", 7, R"(    @R.function
    def main(x: R.Tensor((n,))):
        y = R.call_packed("f", x, ty_args=(R.Any,))
        return y
)"},
                                         RefusedSource{"arity", 8, R"(    @R.function
    def main(x: R.Tensor((n,))):
        cls = Module
        y = cls.other(x, x)
        return y

    @R.function
    def other(x: R.Tensor((n,))):
        return x
)"},
                                         RefusedSource{"type", 7, R"(    @R.function
    def main(c: R.Tensor((n,), dtype="float32"), x: R.Any):
        if c:
            y = x
        else:
            y = c
        return y
)"}));

TEST(Normalize, KernelsGetAsManyArgumentsAsTheyTake) {
  const std::vector<ir::Diagnostic> problems = problemsOf(R"(    @T.prim_func(private=True, s_tir=True)
    def copy(A: T.Buffer((T.int64(4),), "float32"), O: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            with T.sblock("O"):
                vi = T.axis.spatial(T.int64(4), i)
                O[vi] = A[vi]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")):
        cls = Module
        y = R.call_tir(cls.copy, (x, x), out_ty=R.Tensor((4,), dtype="float32"))
        return y
)");
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].code, "arity");
  EXPECT_EQ(problems[0].message, "kernel copy takes 2 parameters, 3 arguments and outputs are given");
  EXPECT_EQ(problems[0].span.line, 15U);
}

TEST(Normalize, AllErrorsAreReportedAtOnce) {
  const std::vector<ir::Diagnostic> problems = problemsOf(R"(    @R.function
    def main(x: R.Tensor((n,))):
        y: R.Tensor((n,)) = R.exp(R.add(x, x))
        z: R.Tensor((n,)) = y
        return R.nn.relu(z)

    @R.function
    def other(x: R.Tensor((n,))) -> R.Shape([n]):
        return x
)");
  std::vector<std::string> codes;
  for (const ir::Diagnostic& each : problems) codes.push_back(each.code);
  EXPECT_EQ(codes, (std::vector<std::string>{"unsupported", "unsupported", "unsupported", "type"}));
  EXPECT_EQ(problems[0].message, "operator R.add is left to the installed TVM: use --builder tvm");
  EXPECT_EQ(problems[2].message, "operator R.nn.relu is left to the installed TVM: use --builder tvm");
}

}  // namespace
}  // namespace relaxscope::build::normalize_tests
