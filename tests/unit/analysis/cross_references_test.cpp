// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/flow/cross_references.h"

namespace relaxscope {
namespace {

using namespace test;

Executable sample() {
  HandMade made;
  made.packed("k").packed("relu").constant(IntConstant{1}).constant(IntConstant{2});
  made.begin("main", 1, 4)
      .call(1, 0, {reg(0), con(1), con(1)})
      .call(2, 3, {reg(1), fun(1)})
      .branch(2, 2)
      .call(1, 0, {con(0)})
      .ret(1)
      .end();
  made.begin("helper", 2, 3).call(2, 1, {reg(0)}).ret(2).end();
  return std::move(made.executable);
}

std::string text(std::span<const Reference> references) {
  std::string out;
  for (const Reference& r : references)
    out += std::to_string(r.function.value) + ":" + std::to_string(r.pc.value) + "crdu"[static_cast<int>(r.kind)] + " ";
  return out;
}

TEST(CrossReferences, ListsCallsAndValuesInOrder) {
  const auto index = CrossReferences::build(sample());
  ASSERT_TRUE(index);
  EXPECT_EQ(text(index->ofFunction(FuncIndex(0))), "2:0c 2:3c ");
  EXPECT_EQ(text(index->ofFunction(FuncIndex(1))), "2:1r 3:5c ") << "handed over in main, called in helper";
  EXPECT_EQ(text(index->ofFunction(FuncIndex(2))), "");
  EXPECT_EQ(text(index->ofConstant(ConstIndex(1))), "2:0r ") << "named twice by one instruction: once";
  EXPECT_EQ(text(index->ofConstant(ConstIndex(0))), "2:3r ");
  EXPECT_TRUE(index->ofConstant(ConstIndex(99)).empty());
  EXPECT_TRUE(index->ofFunction(FuncIndex()).empty());
}

TEST(CrossReferences, OfARegisterAreItsWritesAndReads) {
  const Executable executable = sample();
  EXPECT_EQ(text(registerReferences(executable, FuncIndex(2), RegIndex(1))), "2:0d 2:1u 2:3d 2:4u ");
  EXPECT_EQ(text(registerReferences(executable, FuncIndex(2), RegIndex(2))), "2:1d 2:2u ");
  EXPECT_TRUE(registerReferences(executable, FuncIndex(0), RegIndex(0)).empty())
      << "a packed function has no registers";
  EXPECT_TRUE(registerReferences(executable, FuncIndex(2), RegIndex(kVmRegister)).empty());
}

TEST(CrossReferences, TakeWildIndicesAndCode) {
  HandMade made;
  made.begin("f", 0, 1).call(0, 77, {con(-5), fun(1 << 20), con(3)}).raw({99, 1, 2}).ret(0).end();
  made.executable.code.offsets.push_back(1'000'000);
  made.executable.functions[0].endInstr = 50;
  const auto index = CrossReferences::build(made.executable);
  ASSERT_TRUE(index);
  EXPECT_TRUE(index->ofFunction(FuncIndex(0)).empty());
}

TEST(CrossReferences, StopWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(CrossReferences::build(sample(), stop.get_token()));
}

}  // namespace
}  // namespace relaxscope
