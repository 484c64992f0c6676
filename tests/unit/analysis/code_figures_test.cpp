// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/code_figures.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/unit/analysis/flow_programs.h"

namespace relaxscope {
namespace {

using namespace test;

TEST(CodeFigures, OfStraightCode) {
  HandMade made = flowProgram(2, 9);
  made.call(2, kKernel, {reg(0)}).call(3, kKernel, {reg(2)}).call(4, kKernel, {reg(2), reg(0)}).ret(4).end();
  const auto figures = codeFigures(made.executable, kMain);
  ASSERT_TRUE(figures);
  EXPECT_TRUE(figures->ssa && figures->complete);
  EXPECT_EQ(figures->merges, 0u);
  EXPECT_EQ(figures->loops, 0u);
  EXPECT_EQ(figures->loopDepth, 0u);
  EXPECT_EQ(figures->liveRegisters, 3u);
  EXPECT_EQ(figures->livePc, InstrIndex(1));
  EXPECT_EQ(figures->registerFileSize, 9);
}

/// r1 runs in two loops around each other, with two ways back to the outer one.
TEST(CodeFigures, CountLoopsByTheirHeaders) {
  HandMade made = flowProgram(1, 3);
  made.call(1, kKernel, {reg(0)})  // 0
      .call(1, kKernel, {reg(1)})  // 1: outer header
      .call(1, kKernel, {reg(1)})  // 2: inner header
      .branch(1, 2)                // 3: true to 4, false to 5
      .jump(-2)                    // 4: inner
      .branch(1, 2)                // 5: true to 6, false to 7
      .jump(-5)                    // 6: outer
      .branch(1, 2)                // 7: true to 8, false to 9
      .jump(-7)                    // 8: outer
      .ret(1)                      // 9
      .end();
  const auto figures = codeFigures(made.executable, kMain);
  ASSERT_TRUE(figures);
  EXPECT_FALSE(figures->ssa);
  EXPECT_EQ(figures->loops, 2u);
  EXPECT_EQ(figures->loopDepth, 2u);
  EXPECT_EQ(figures->merges, 2u) << "one per header";
  EXPECT_EQ(figures->liveRegisters, 1u);
}

TEST(CodeFigures, NothingForAFunctionWithoutCode) {
  HandMade made = flowProgram(0, 1);
  made.ret(0).end();
  EXPECT_FALSE(codeFigures(made.executable, FuncIndex(kKernel)));
  EXPECT_FALSE(codeFigures(made.executable, FuncIndex()));
  EXPECT_FALSE(codeFigures(made.executable, FuncIndex(99)));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(codeFigures(made.executable, kMain, stop.get_token()));
}

bool isIn(const Executable& executable, int64_t pc) {
  const Function& main = executable.functions[kMain.at()];
  return pc >= main.startInstr && pc < main.endInstr;
}

/// The instructions of main that can be reached without `closed`.
std::set<int64_t> reachedWithout(const Executable& executable, int64_t closed) {
  const Function& main = executable.functions[kMain.at()];
  std::set<int64_t> reached;
  std::vector<int64_t> open;
  const auto visit = [&](int64_t pc) {
    if (isIn(executable, pc) && pc != closed && reached.insert(pc).second) open.push_back(pc);
  };
  visit(main.startInstr);
  while (!open.empty()) {
    const int64_t pc = open.back();
    open.pop_back();
    for (const int64_t next : nextPcs(executable, pc)) visit(next);
  }
  return reached;
}

/// Instructions that a jump leads back to from where nothing else leads.
size_t headersOf(const Executable& executable) {
  std::set<int64_t> headers;
  for (const int64_t from : reachedWithout(executable, -1))
    for (const int64_t to : nextPcs(executable, from))
      if (isIn(executable, to) && !reachedWithout(executable, to).contains(from)) headers.insert(to);
  return headers.size();
}

TEST(CodeFigures, OfRandomCodeAreThoseOfPlainSearches) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Executable executable = randomFlow(seed);
    const Function& main = executable.functions[kMain.at()];
    std::map<int64_t, int> writes;
    for (int64_t r = 0; r < main.numArgs; ++r) writes[r] = 1;
    for (int64_t pc = main.startInstr; pc < main.endInstr; ++pc) {
      const Instruction instruction = executable.code.at(InstrIndex(pc));
      if (!instruction.isCall() || instruction.callFunction() == kNull) continue;
      if (instruction.callDst() < main.registerFileSize) ++writes[instruction.callDst()];
    }
    const bool once = std::ranges::all_of(writes, [](const auto& entry) { return entry.second < 2; });
    const auto figures = codeFigures(executable, kMain);
    ASSERT_TRUE(figures) << seed;
    EXPECT_EQ(figures->ssa, once) << seed;
    EXPECT_LE(figures->liveRegisters, static_cast<uint32_t>(main.registerFileSize)) << seed;
    EXPECT_EQ(figures->loops, headersOf(executable)) << seed;
    EXPECT_EQ(figures->loops == 0, figures->loopDepth == 0) << seed;
    EXPECT_GE(figures->loops, figures->loopDepth) << seed;
  }
}

}  // namespace
}  // namespace relaxscope
