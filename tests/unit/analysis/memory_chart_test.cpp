// SPDX-License-Identifier: Apache-2.0
// What a picture of a memory plan shows, against arithmetic by hand for the two-layer MLP with n rows: matmul, add and
// relu of [n, 24], then matmul1, add1 and softmax of [n, 6], 4 bytes an element.
#include "vmcore/analysis/memory/chart.h"

#include <gtest/gtest.h>

#include "vmcore/analysis/memory/alternatives.h"
#include "vmcore/analysis/memory/formula_sum.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

struct Planned {
  std::shared_ptr<const Executable> executable;
  MemoryPlan plan;
};
Planned mlp(int64_t n) {
  const auto file = loadFile(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.so");
  const FunctionFacts facts(*file->executable);
  return {file->executable, *memoryPlan(facts, file->executable->findFunction("main"), {.given = {{"n", n}}})};
}
std::string kernel(const Executable& executable, FuncIndex callee) {
  const Function* const function = executable.function(callee);
  return function == nullptr ? "" : function->name;
}

TEST(MemoryChart, ShowsWhatIsInEachStorageAndWhenItsRegisterIsDropped) {
  const Planned mlp = relaxscope::mlp(4096);
  const MemoryChart chart = memoryChart(*mlp.executable, mlp.plan);
  std::string text;
  for (const ChartStorage& storage : chart.storages) {
    text += "%" + std::to_string(storage.reg) + " " + std::to_string(storage.begin) + "-" +
            std::to_string(storage.end) + " dropped " + std::to_string(storage.dropped.value) + ":";
    for (const ChartTensor& tensor : storage.tensors)
      text += " %" + std::to_string(tensor.reg) + " " + kernel(*mlp.executable, tensor.writer) + " " +
              std::to_string(tensor.begin) + "-" + std::to_string(tensor.end);
    text += "\n";
  }
  EXPECT_EQ(text,
            "%3 5-27 dropped 18: %5 matmul 7-15 %11 relu 17-27\n"
            "%7 10-20 dropped 13: %9 add 12-20\n"
            "%13 22-34 dropped 25: %15 matmul1 24-34\n"
            "%17 29-41 dropped 32: %19 add1 31-41\n"
            "%21 36-44 dropped 39: %23 softmax 38-44\n");
  EXPECT_TRUE(mlp.plan.storages.back().tensors.front().returned);
  EXPECT_FALSE(mlp.plan.storages.front().tensors.front().returned);
  ASSERT_EQ(chart.calls.size(), 7u);
  EXPECT_EQ(chart.calls.front().kind, CallKind::Shape) << "the shape function";
  EXPECT_EQ(chart.calls.back().pc, InstrIndex(40));
}

TEST(MemoryChart, OtherPlansForTheSameTensors) {
  constexpr uint64_t kChartRows = 4096, kWide = kChartRows * 24 * 4, kNarrow = kChartRows * 6 * 4;
  const MemoryAlternatives other = memoryAlternatives(mlp(kChartRows).plan);
  EXPECT_EQ(other.live.bytes, 2 * kWide);
  EXPECT_EQ(other.live.formula, "n * 192");
  EXPECT_EQ(other.allStorages.bytes, 2 * kWide + 3 * kNarrow);
  EXPECT_EQ(other.allStorages.formula, "n * 264");
  EXPECT_EQ(other.perTensor.bytes, 3 * kWide + 3 * kNarrow);
  EXPECT_EQ(other.perTensor.formula, "n * 360");
  EXPECT_EQ(other.smallest.bytes, 2 * kWide) << "add needs its input and its output at once";
  EXPECT_EQ(other.smallest.formula, "n * 192");
  EXPECT_EQ(other.smallestPc, InstrIndex(12));
  EXPECT_TRUE(other.known);
}

TEST(MemoryChart, WithoutReuseBytesOnlyGrow) {
  const std::vector<MemoryPoint> points = bytesWithoutReuse(mlp(1).plan);
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points.front().bytes, 128u) << "96 bytes in blocks of 64";
  EXPECT_EQ(points.back().bytes, 3u * 128 + 3u * 64);
  EXPECT_EQ(points.back().pc, InstrIndex(38));
}

TEST(MemoryChart, FormulasMultiplyExtents) {
  const auto f32 = DataType{2, 32, 1};
  const auto symbol = [](const char* name) { return DimSpec{DimSpec::Kind::Symbol, 0, name}; };
  EXPECT_EQ(bytesFormula(StaticType::tensor(f32, {DimSpec::fixed(2), DimSpec::fixed(3)})), "24");
  EXPECT_EQ(bytesFormula(StaticType::tensor(f32, {symbol("n"), DimSpec::fixed(24)})), "n * 96");
  EXPECT_EQ(bytesFormula(StaticType::tensor(f32, {symbol("n"), symbol("m + 1")})), "n * (m + 1) * 4");
  EXPECT_EQ(bytesFormula(StaticType::tensor(f32, {DimSpec{}})), "?");
  EXPECT_EQ(bytesFormula(StaticType::tensor({}, {DimSpec::fixed(2)})), "?");
  FormulaSum sum;
  for (const char* each : {"n * 96", "24", "n * 24", "8"}) sum.add(each);
  EXPECT_EQ(sum.text(), "n * 120 + 32");
}

TEST(MemoryChart, ATensorEndsWhereAnotherTakesItsBytes) {
  const auto file = loadFile(RELAXSCOPE_TEST_DATA "/meaning/transformer2.so");
  const FunctionFacts facts(*file->executable);
  const MemoryPlan plan = *memoryPlan(facts, file->executable->findFunction("forward"), {});
  for (const ChartStorage& storage : memoryChart(*file->executable, plan).storages)
    for (size_t i = 1; i < storage.tensors.size(); ++i)
      EXPECT_LE(storage.tensors[i - 1].end, storage.tensors[i].begin) << "one after the other at offset 0";
  const MemoryAlternatives other = memoryAlternatives(plan);
  EXPECT_LE(other.smallest.bytes, other.live.bytes) << "this plan is one of those that the bound holds for";
  EXPECT_GT(other.smallest.bytes, 0u);
}

TEST(MemoryChart, OfAFunctionWithoutBytecodeIsEmpty) {
  const Executable executable;
  const MemoryChart chart = memoryChart(executable, {});
  EXPECT_TRUE(chart.storages.empty());
  EXPECT_EQ(memoryAlternatives({}).smallest.bytes, 0u);
}

}  // namespace
}  // namespace relaxscope
