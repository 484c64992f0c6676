// SPDX-License-Identifier: Apache-2.0
// StaticPlanBlockMemory (docs/building.md): which tensors share a storage, and how large it is.
#include <gtest/gtest.h>

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

ir::Module planModule(const std::string& text) {
  const ir::ParsedModule parsed = ir::parseModule(text);
  EXPECT_FALSE(parsed.hasErrors()) << ir::diagnosticsText("test", text, parsed.diagnostics);
  PassContext context;
  Result<ir::Module> module = normalize(parsed.module, context);
  EXPECT_TRUE(module.ok()) << ir::diagnosticsText("test", text, context.diagnostics);
  return module.ok() ? *module : ir::Module{};
}
ir::Module planCorpus(const std::string& file) {
  std::ifstream in(std::string(RELAXSCOPE_TEST_DATA) + "/build/" + file);
  EXPECT_TRUE(in.good()) << file;
  std::stringstream text;
  text << in.rdbuf();
  return planModule(text.str());
}

/// What a plan says, read from its module: per tensor the number of its storage, -1 if it is not planned.
struct PlanSummary {
  std::vector<std::string> storages;  ///< "128 float32"
  std::vector<int> tensors;
};

void summarize(const ir::SeqRef& seq, std::map<const ir::Var*, int>& numbers, PlanSummary& summary) {
  for (const ir::Block& block : seq->blocks)
    for (const ir::Binding& binding : block.bindings) {
      const ir::ExprRef& value = binding.value;
      if (ir::isCallOf(value, "relax.memory.alloc_storage")) {
        numbers[binding.var.get()] = static_cast<int>(summary.storages.size());
        summary.storages.push_back(ir::primText(value->operands[0]->dims[0]) + " " + value->operands[3]->dtype.name());
      } else if (ir::isCallOf(value, "relax.memory.alloc_tensor")) {
        summary.tensors.push_back(numbers.at(value->operands[0]->var.get()));
      } else if (ir::isCallOf(value, "relax.builtin.alloc_tensor")) {
        summary.tensors.push_back(-1);
      } else if (value->kind == ir::ExprKind::If) {
        summarize(value->thenSeq, numbers, summary);
        summarize(value->elseSeq, numbers, summary);
      }
    }
}

PlanSummary planOf(const ir::Module& module) {
  PassContext context;
  const Result<ir::Module> planned = staticPlanBlockMemory(module, context);
  PlanSummary summary;
  if (!planned.ok()) {
    ADD_FAILURE() << planned.error().text();
    return summary;
  }
  for (const ir::ModuleFunction& each : planned->functions) {
    std::map<const ir::Var*, int> numbers;
    if (const ir::FunctionRef function = each.relax()) summarize(function->body, numbers, summary);
  }
  return summary;
}

constexpr const char* kHead = R"(n = TypeVar("n")
m = TypeVar("m")
@I.ir_module
class Module:
    @R.function(pure=False)
)";
constexpr const char* kVector =
    "    def main(c: R.Tensor((), dtype=\"bool\"), x: R.Tensor((6,), dtype=\"float32\")) -> R.Any:\n";
constexpr const char* kMatrix = "    def main(x: R.Tensor((n, m), dtype=\"float32\")) -> R.Any:\n";

/// A function with that body; `NAME = alloc DIMS DTYPE` and `use NAMES` stand for the calls that matter here.
ir::Module planFunction(const std::string& signature, const std::string& body) {
  std::stringstream in(body), out;
  std::string line;
  while (std::getline(in, line)) {
    const size_t indent = line.find_first_not_of(' ');
    if (indent == std::string::npos) continue;
    std::string rest = line.substr(indent);
    out << "        " << line.substr(0, indent);
    if (const size_t at = rest.find(" = alloc "); at != std::string::npos) {
      const size_t dtype = rest.rfind(' ');
      out << rest.substr(0, at) << " = R.builtin.alloc_tensor(R.shape(" << rest.substr(at + 9, dtype - at - 9)
          << "), R.dtype(\"" << rest.substr(dtype + 1) << "\"), 0, R.str(\"global\"))\n";
    } else if (rest.starts_with("use ")) {
      out << "R.call_packed(\"f\", " << rest.substr(4) << ", ty_args=(R.Tuple,))\n";
    } else {
      out << rest << "\n";
    }
  }
  return planModule(kHead + signature + out.str());
}

using Tensors = std::vector<int>;
using Storages = std::vector<std::string>;

TEST(MemoryPlanning, ReuseChainOfTheCorpus) {
  const PlanSummary plan = planOf(planCorpus("reuse_chain/stages/06_CallTIRRewrite.py"));
  // 9 of the 11 tensors share 5 storages, two are results. The first storage began with 128 bytes.
  EXPECT_EQ(plan.storages, (Storages{"640 float32", "128 float32", "128 int32", "128 int32", "640 float32"}));
  EXPECT_EQ(plan.tensors, (Tensors{0, 1, 0, 1, 2, 3, 0, 4, -1, 1, -1}));
}

TEST(MemoryPlanning, ReuseChainIsTheStageOfTvm) {
  PassContext context;
  const Result<ir::Module> planned =
      staticPlanBlockMemory(planCorpus("reuse_chain/stages/06_CallTIRRewrite.py"), context);
  ASSERT_TRUE(planned.ok());
  EXPECT_EQ(ir::firstDifference(*planned, planCorpus("reuse_chain/stages/07_StaticPlanBlockMemory.py")), std::nullopt);
}

TEST(MemoryPlanning, FreedStorageIsUsedAgain) {
  const PlanSummary plan = planOf(planFunction(kVector,
                                               "a = alloc [6] float32\n"
                                               "use a, a\n"
                                               "b = alloc [6] float32\n"
                                               "use b\n"
                                               "return x\n"));
  EXPECT_EQ(plan.storages, Storages{"24 float32"});
  EXPECT_EQ(plan.tensors, (Tensors{0, 0}));
}

TEST(MemoryPlanning, TypesNeverShare) {
  const PlanSummary plan = planOf(planFunction(kVector,
                                               "a = alloc [6] float32\n"
                                               "use a\n"
                                               "b = alloc [6] int32\n"
                                               "use b\n"
                                               "c1 = alloc [6] float32\n"
                                               "use c1\n"
                                               "return x\n"));
  EXPECT_EQ(plan.storages, (Storages{"24 float32", "24 int32"}));
  EXPECT_EQ(plan.tensors, (Tensors{0, 1, 0}));
}

TEST(MemoryPlanning, SizesWithinSixteenTimesShare) {
  // 28 bytes fit into 400 rather than grow 24; 6404 is more than 16 times 24 and takes the 400, which grows.
  const PlanSummary plan = planOf(planFunction(kVector,
                                               "a = alloc [100] float32\n"
                                               "use a\n"
                                               "b = alloc [6] float32\n"
                                               "use b\n"
                                               "d = alloc [7] float32\n"
                                               "use d\n"
                                               "e = alloc [1601] float32\n"
                                               "use e\n"
                                               "return x\n"));
  EXPECT_EQ(plan.storages, (Storages{"6404 float32", "24 float32"}));
  EXPECT_EQ(plan.tensors, (Tensors{0, 1, 0, 0}));
}

TEST(MemoryPlanning, TheLargestSmallerStorageGrows) {
  const PlanSummary plan = planOf(planFunction(kVector,
                                               "a = alloc [4] float32\n"
                                               "b = alloc [8] float32\n"
                                               "d = alloc [8] float32\n"
                                               "use a\n"
                                               "use b\n"
                                               "use d\n"
                                               "e = alloc [16] float32\n"
                                               "use e\n"
                                               "return x\n"));
  EXPECT_EQ(plan.storages, (Storages{"16 float32", "32 float32", "64 float32"}));
  EXPECT_EQ(plan.tensors, (Tensors{0, 1, 2, 2}));
}

TEST(MemoryPlanning, EqualStoragesServeInTheOrderInWhichTheyWereFreed) {
  const PlanSummary plan = planOf(planFunction(kVector,
                                               "a = alloc [4] float32\n"
                                               "b = alloc [4] float32\n"
                                               "use b, a\n"
                                               "d = alloc [4] float32\n"
                                               "e = alloc [4] float32\n"
                                               "use d, e\n"
                                               "return x\n"));
  EXPECT_EQ(plan.tensors, (Tensors{0, 1, 1, 0}));
}

TEST(MemoryPlanning, AliasesTuplesAndReshapesKeepTheStorage) {
  const PlanSummary plan = planOf(planFunction(kVector,
                                               "a = alloc [6] float32\n"
                                               "b = alloc [6] float32\n"
                                               "t = (a, b)\n"
                                               "use t\n"
                                               "d = t[0]\n"
                                               "e = R.reshape(d, R.shape([2, 3]))\n"
                                               "g = alloc [6] float32\n"
                                               "use g\n"
                                               "use e\n"
                                               "h = alloc [6] float32\n"
                                               "use h\n"
                                               "return x\n"));
  // `b` is free after the tuple is used, `a` when its reshape is.
  EXPECT_EQ(plan.tensors, (Tensors{0, 1, 1, 1}));
}

TEST(MemoryPlanning, AnAllocationWithoutUsesTakesNoFreeStorage) {
  const PlanSummary plan = planOf(planFunction(kVector,
                                               "a = alloc [6] float32\n"
                                               "use a\n"
                                               "b = alloc [6] float32\n"
                                               "d = alloc [6] float32\n"
                                               "use d\n"
                                               "return x\n"));
  EXPECT_EQ(plan.tensors, (Tensors{0, 1, 0}));
}

TEST(MemoryPlanning, WhatLeavesTheBlockIsNotPlanned) {
  const PlanSummary plan = planOf(planFunction(kVector,
                                               "result = alloc [6] float32\n"
                                               "use result\n"
                                               "condition = alloc [] bool\n"
                                               "use condition\n"
                                               "inside = alloc [6] float32\n"
                                               "passed = alloc [6] float32\n"
                                               "s = R.shape_of(passed)\n"
                                               "if condition:\n"
                                               "    use inside\n"
                                               "    own = alloc [6] float32\n"
                                               "    use own\n"
                                               "    value = alloc [6] float32\n"
                                               "    use value\n"
                                               "    y = value\n"
                                               "else:\n"
                                               "    y = x\n"
                                               "return (result, y, s)\n"));
  EXPECT_EQ(plan.storages, Storages{"24 float32"});
  EXPECT_EQ(plan.tensors, (Tensors{-1, -1, -1, -1, 0, -1}));
}

TEST(MemoryPlanning, AStorageOfAnArmStaysInIt) {
  const PlanSummary plan = planOf(planFunction(kVector,
                                               "outer = alloc [6] float32\n"
                                               "use outer\n"
                                               "if c:\n"
                                               "    a = alloc [6] float32\n"
                                               "    b = alloc [6] float32\n"
                                               "    use a, b\n"
                                               "    y = x\n"
                                               "else:\n"
                                               "    d = alloc [6] float32\n"
                                               "    e = alloc [6] float32\n"
                                               "    use d, e\n"
                                               "    y = x\n"
                                               "g = alloc [6] float32\n"
                                               "use g\n"
                                               "return x\n"));
  // Storage 0 is known everywhere; 1 only in the first arm, where TVM would leave it to `e`.
  EXPECT_EQ(plan.tensors, (Tensors{0, 0, 1, 0, 2, 0}));
}

TEST(MemoryPlanning, SymbolicSizesShareIfProvablyEqual) {
  const PlanSummary plan = planOf(planFunction(kMatrix,
                                               "a = alloc [n, m] float32\n"
                                               "use a\n"
                                               "b = alloc [m, n] float32\n"
                                               "use b\n"
                                               "d = alloc [n, 2, m, 3] float32\n"
                                               "use d\n"
                                               "e = alloc [10] float32\n"
                                               "use e\n"
                                               "g = alloc [T.min(n, 7)] float32\n"
                                               "use g\n"
                                               "return x\n"));
  EXPECT_EQ(plan.storages, (Storages{"4 * (n * m) float32", "24 * (n * m) float32", "40 float32"}));
  EXPECT_EQ(plan.tensors, (Tensors{0, 0, 1, 2, 2}));
}

TEST(MemoryPlanning, UpperBoundsMakeSizesKnown) {
  const PlanSummary plan = planOf(
      planFunction(kMatrix,
                   "R.func_attr({\"tir_var_upper_bound\": {\"n\": 16}, \"relax.memory_plan_dynamic_func_output\": 1})\n"
                   "a = alloc [n, m] float32\n"
                   "use a\n"
                   "b = alloc [n * 2 + 1] float32\n"
                   "use b\n"
                   "d = alloc [n, m] float32\n"
                   "e = alloc [3] float32\n"
                   "return (d, e)\n"));
  // A result is written in another order, and only if its shape is not constant.
  EXPECT_EQ(plan.storages, (Storages{"64 * m float32", "132 float32", "16 * m * 4 float32"}));
  EXPECT_EQ(plan.tensors, (Tensors{0, 1, 2, -1}));
}

TEST(MemoryPlanning, TheAttributeForOutputsGoes) {
  PassContext context;
  const Result<ir::Module> planned = staticPlanBlockMemory(
      planFunction(kMatrix, "R.func_attr({\"relax.memory_plan_dynamic_func_output\": 1})\nreturn x\n"), context);
  ASSERT_TRUE(planned.ok());
  EXPECT_TRUE(planned->find("main")->relax()->attributes.empty());
}

}  // namespace
}  // namespace relaxscope::build
