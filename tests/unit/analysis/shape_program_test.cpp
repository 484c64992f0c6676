// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/shape_program.h"

#include <gtest/gtest.h>

#include "tests/support/meaning.h"
#include "tests/unit/analysis/hand_made.h"

namespace relaxscope {
namespace {

using namespace test;

ShapeProgram programOf(const Executable& executable, FuncIndex function) {
  return shapeProgram(executable, function, shapeSlots(executable, function));
}
std::string places(const std::vector<InstrIndex>& pcs) {
  std::string text;
  for (const InstrIndex pc : pcs) text += (text.empty() ? "" : " ") + std::to_string(pc.value);
  return text;
}

/// Rows of the function table of these tests.
constexpr int64_t kHeap = 0, kMatch = 1, kMake = 2, kPrim = 3, kShapeFunc = 4;
HandMade shapeProgram() {
  HandMade made;
  for (const char* name : {"vm.builtin.alloc_shape_heap", "vm.builtin.match_shape", "vm.builtin.make_shape",
                           "vm.builtin.match_prim_value", "shape_func"})
    made.packed(name);
  made.begin("main", 1, 8);
  return made;
}

TEST(ShapeProgram, WritersAndReadersOfEachSlot) {
  HandMade made = shapeProgram();
  made.call(1, kHeap, {reg(kVmRegister), imm(4)})                                             // 0
      .call(kVoidRegister, kMatch, {reg(0), reg(1), imm(2), imm(1), imm(0), imm(1), imm(1)})  // 1: stores 0 and 1
      .call(kVoidRegister, kShapeFunc, {reg(1)})                                              // 2
      .call(2, kMake, {reg(1), imm(2), imm(1), imm(2), imm(1), imm(0)})                       // 3: reads 2 and 0
      .call(kVoidRegister, kShapeFunc, {reg(1)})                                              // 4
      .call(3, kMake, {reg(1), imm(2), imm(1), imm(2), imm(1), imm(3)})                       // 5: reads 2 and 3
      .call(kVoidRegister, kMatch, {reg(0), reg(1), imm(2), imm(3), imm(0), imm(0), imm(7)})  // 6: checks 0
      .call(kVoidRegister, kPrim, {reg(0), reg(1), imm(1), imm(1)})                           // 7: stores 1 again
      .ret(3)
      .end();
  const ShapeProgram shapes = programOf(made.executable, FuncIndex(5));
  ASSERT_EQ(shapes.heap.size(), 4u);
  EXPECT_EQ(places(shapes.heapCalls), "2 4");
  const auto row = [&](size_t slot) {
    return std::string(sourceText(shapes.heap[slot].source)) + "; " + places(shapes.writersOf(slot)) + "; " +
           places(shapes.heap[slot].reads);
  };
  EXPECT_EQ(row(0), "exact; 1; 3 6");
  EXPECT_EQ(row(1), "exact; 1 7; ");
  EXPECT_EQ(row(2), "computed; 2; 3 5") << "what is read at 3 was written before";
  EXPECT_EQ(row(3), "computed; 2 4; 5") << "either call may have written it";
  EXPECT_EQ(shapes.heap[3].formula, "");
  EXPECT_TRUE(shapes.writersOf(4).empty());
}

TEST(ShapeProgram, OfDamagedCodeIsBounded) {
  HandMade made = shapeProgram();
  made.call(1, kHeap, {reg(kVmRegister), imm(int64_t{1} << 50)});
  for (int i = 0; i < 3'000; ++i)
    made.call(kVoidRegister, kMatch, {reg(0), reg(1), imm(3), imm(1), imm(-1), imm(1), imm(0), imm(1), imm(65'536)});
  made.call(kVoidRegister, kMatch, {reg(0), reg(1), imm(1'000'000'000), imm(1)}).ret(0).end();
  const ShapeProgram shapes = programOf(made.executable, FuncIndex(5));
  ASSERT_EQ(shapes.heap.size(), 65'536u);
  EXPECT_EQ(shapes.heap[0].stores.size(), 1'000u);
  EXPECT_TRUE(shapes.heap[65'535].stores.empty());
  EXPECT_TRUE(shapeProgram(made.executable, FuncIndex(), {}).heap.empty());
  EXPECT_TRUE(programOf(made.executable, FuncIndex(kMatch)).heap.empty());
}

TEST(ShapeProgram, SourcesAreThoseOfTheModelsSources) {
  const std::string folder = std::string(RELAXSCOPE_TEST_DATA) + "/meaning";
  size_t slots = 0;
  for (const std::string& model : testing::modelsWithMeaning(folder)) {
    const std::string expected = testing::expectedMeaning(folder, model, "slots");
    if (expected.empty()) continue;  // of an old Relay VM
    const auto executable = testing::modelWithMeaning(folder, model);
    ASSERT_NE(executable, nullptr) << model;
    std::string text;
    for (size_t f = 0; f < executable->functions.size(); ++f) {
      const FuncIndex function(static_cast<int64_t>(f));
      const ShapeProgram shapes = programOf(*executable, function);
      if (shapes.heap.empty()) continue;
      text += executable->functions[f].name + "\n";
      for (size_t i = 0; i < shapes.heap.size(); ++i, ++slots) {
        const SlotDetail& slot = shapes.heap[i];
        text += "  " + std::to_string(i) + " " + slot.formula + ", " + sourceText(slot.source) + "\n";
        const std::vector<InstrIndex> writers = shapes.writersOf(i);
        ASSERT_EQ(writers.size(), 1u) << model << " " << i;
        const int64_t callee = executable->code.at(writers[0]).callFunction();
        EXPECT_EQ(executable->functions[static_cast<size_t>(callee)].name == "shape_func",
                  slot.source != SlotSource::Exact);
      }
    }
    EXPECT_EQ(text.empty() ? "none\n" : text, expected) << model;
  }
  EXPECT_EQ(slots, 20u);
}

TEST(ShapeProgram, SlotsOfThePrototypeComeAsConstantShapes) {
  HandMade made;
  for (const char* name :
       {"vm.builtin.alloc_shape_heap", "vm.builtin.store_shape", "shape_func", "vm.builtin.load_shape"})
    made.packed(name);
  made.executable.constants.push_back({ShapeConstant{{4}}});
  made.executable.constants.push_back({ShapeConstant{{0, 1}}});
  made.executable.constants.push_back({ShapeConstant{{2, 0}}});
  made.begin("main", 1, 8);
  made.call(1, 0, {reg(kVmRegister), con(0)})            // 0
      .call(kVoidRegister, 1, {reg(0), reg(1), con(1)})  // 1: stores 0 and 1
      .call(kVoidRegister, 2, {reg(1)})                  // 2
      .call(2, 3, {reg(1), con(2)})                      // 3: reads 2 and 0
      .ret(2)
      .end();
  const ShapeProgram shapes = programOf(made.executable, FuncIndex(4));
  ASSERT_EQ(shapes.heap.size(), 4u);
  EXPECT_EQ(shapes.heap[0].source, SlotSource::Exact);
  EXPECT_EQ(places(shapes.writersOf(1)), "1");
  EXPECT_EQ(places(shapes.writersOf(2)), "2");
  EXPECT_EQ(places(shapes.heap[2].reads), "3");
  EXPECT_EQ(places(shapes.heap[0].reads), "3");
  EXPECT_TRUE(shapes.heap[1].reads.empty());
}

}  // namespace
}  // namespace relaxscope
