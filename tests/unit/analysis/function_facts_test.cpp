// SPDX-License-Identifier: Apache-2.0
// Facts of functions are computed once and are the same on every thread.
#include "vmcore/analysis/function_facts.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/unit/analysis/hand_made.h"

namespace relaxscope {
namespace {

Executable executableOfTwo() {
  test::HandMade made;
  made.begin("main", 2, 4).call(2, 1, {test::reg(0)}).ret(2).end();
  made.packed("relu");
  return made.executable;
}

TEST(FunctionFacts, AreThoseOfTheAnalysis) {
  const Executable executable = executableOfTwo();
  const FunctionFacts facts(executable);
  EXPECT_EQ(facts.params(FuncIndex(0)).size(), 2u);
  EXPECT_EQ(facts.params(FuncIndex(0))[1].name, "arg1");
  EXPECT_EQ(facts.resultTypes(FuncIndex(0)).size(), 2u) << "one type an instruction";
  EXPECT_TRUE(facts.shapeSlots(FuncIndex(0)).empty());
  EXPECT_TRUE(facts.params(FuncIndex(1)).empty()) << "a packed function";
}

TEST(FunctionFacts, OfAFunctionThatDoesNotExistAreEmpty) {
  const Executable executable = executableOfTwo();
  const FunctionFacts facts(executable);
  for (const int64_t number : {int64_t{-1}, int64_t{2}, INT64_MAX}) {
    EXPECT_TRUE(facts.params(FuncIndex(number)).empty()) << number;
    EXPECT_TRUE(facts.shapeSlots(FuncIndex(number)).empty()) << number;
    EXPECT_TRUE(facts.resultTypes(FuncIndex(number)).empty()) << number;
  }
}

TEST(FunctionFacts, AreMadeOnceForAllThreads) {
  const FunctionFacts facts(std::make_shared<const Executable>(executableOfTwo()));
  std::vector<const void*> seen(8);
  {
    std::vector<std::jthread> threads;
    for (const void*& place : seen) threads.emplace_back([&] { place = facts.resultTypes(FuncIndex(0)).data(); });
  }
  for (const void* place : seen) EXPECT_EQ(place, seen[0]);
  EXPECT_NE(seen[0], nullptr);
}

}  // namespace
}  // namespace relaxscope
