// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/liveness.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/generated_executable.h"
#include "tests/unit/analysis/flow_programs.h"

namespace relaxscope {
namespace {

using namespace test;

struct Lived {
  Definitions definitions;
  Liveness liveness;
  /// "0-3 use 2 kill" of the value that the instruction at `pc` writes.
  [[nodiscard]] std::string life(ValueIndex value) const {
    const Life& life = liveness.lives.at(value.at());
    return std::to_string(life.begin.value) + "-" + std::to_string(life.end.value) +
           (life.lastUse.valid() ? " use " + std::to_string(life.lastUse.value) : "") + (life.killed ? " kill" : "");
  }
  [[nodiscard]] std::string lifeAt(int64_t pc) const { return life(definitions.resultOf(InstrIndex(pc))); }
};
Lived liveIn(const Executable& executable) {
  Definitions definitions = *definitionsOf(executable, kMain);
  Liveness liveness = *livenessOf(executable, kMain, definitions);
  return {std::move(definitions), std::move(liveness)};
}
Lived live(HandMade& made) { return liveIn(made.end().executable); }

TEST(Liveness, OfStraightCode) {
  HandMade made = flowProgram(2, 9);
  made.call(2, kKernel, {reg(0)})          // 0
      .call(3, kKernel, {reg(2)})          // 1: dead
      .call(4, kKernel, {reg(2), reg(0)})  // 2: last of p0
      .call(2, kNull, {})                  // 3
      .ret(4);
  const Lived f = live(made);
  EXPECT_EQ(f.life(ValueIndex(0)), "0-2 use 2");
  EXPECT_EQ(f.life(ValueIndex(1)), "0-0") << "a parameter that nothing reads";
  EXPECT_EQ(f.lifeAt(0), "0-3 use 2 kill");
  EXPECT_EQ(f.lifeAt(1), "1-1");
  EXPECT_EQ(f.lifeAt(2), "2-4 use 4");
  EXPECT_EQ(f.liveness.pressure, (std::vector<uint32_t>{2, 3, 2, 2, 1}));
  EXPECT_EQ(f.liveness.peak, 3u);
  EXPECT_EQ(f.liveness.peakPc, InstrIndex(1));
  EXPECT_EQ(f.liveness.needed, 3u);
  EXPECT_EQ(f.liveness.registerFileSize, 9);
  EXPECT_TRUE(f.liveness.complete);
}

TEST(Liveness, ParametersNeedARegisterEach) {
  HandMade made = flowProgram(5, 6);
  made.ret(4);
  const Lived f = live(made);
  EXPECT_EQ(f.liveness.peak, 1u);
  EXPECT_EQ(f.liveness.needed, 5u);
}

TEST(Liveness, AValueThatALoopReadsLivesToItsEnd) {
  HandMade made = flowProgram(1, 3);
  made.call(1, kKernel, {})              // 0
      .branch(0, 4)                      // 1: header
      .call(2, kKernel, {reg(1)})        // 2
      .call(kVoidRegister, kKernel, {})  // 3
      .jump(-3)                          // 4: latch
      .ret(0);                           // 5, never reached from pc 1 + 4
  const Lived f = live(made);
  EXPECT_EQ(f.lifeAt(0), "0-4 use 2");
  EXPECT_EQ(f.liveness.pressure, (std::vector<uint32_t>{2, 2, 3, 2, 2, 1}));
}

TEST(Liveness, OfAnArmThatDoesNotReadIsNoPressure) {
  HandMade made = flowProgram(1, 3);
  made.call(1, kKernel, {}).branch(0, 3).call(2, kKernel, {}).jump(2).call(2, kKernel, {reg(1)}).ret(2);
  const Lived f = live(made);
  EXPECT_EQ(f.lifeAt(0), "0-4 use 4") << "in order of pc";
  EXPECT_EQ(f.liveness.pressure[2], 1u) << "the first arm does not need it";
  EXPECT_EQ(f.liveness.pressure[4], 1u);
}

TEST(Liveness, StopsAndTakesFunctionsWithoutCode) {
  HandMade made = flowProgram(0, 1);
  made.ret(0).end();
  const Definitions d = *definitionsOf(made.executable, kMain);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(livenessOf(made.executable, kMain, d, stop.get_token()));
  EXPECT_TRUE(livenessOf(made.executable, FuncIndex(0), *definitionsOf(made.executable, FuncIndex(0)))->lives.empty());
}

// ---- against the equations of live registers

/// Registers that are live before each instruction; a kill of a register that may hold a value counts as a read.
std::vector<std::set<int64_t>> liveBefore(const Executable& executable, const Definitions& d) {
  std::set<int64_t> kills;
  for (const Kill& kill : d.kills)
    if (kill.value.valid()) kills.insert(kill.pc.value);
  const auto size = static_cast<int64_t>(executable.code.size());
  std::vector<std::set<int64_t>> live(executable.code.size());
  for (bool changed = true; std::exchange(changed, false);) {
    for (int64_t pc = size; pc-- > 0;) {
      const Instruction instruction = executable.code.at(InstrIndex(pc));
      std::set<int64_t> now;
      for (const int64_t next : nextPcs(executable, pc))
        if (next >= 0 && next < size)
          now.insert(live[static_cast<size_t>(next)].begin(), live[static_cast<size_t>(next)].end());
      if (instruction.isCall()) now.erase(instruction.callDst());
      instruction.forEachOperand([&](const Operand& operand) {
        if (operand.kind == ArgKind::Register && operand.role != OperandRole::Def) now.insert(operand.value);
      });
      if (kills.contains(pc)) now.insert(instruction.callDst());
      changed = changed || now != live[static_cast<size_t>(pc)];
      live[static_cast<size_t>(pc)] = std::move(now);
    }
  }
  return live;
}

TEST(Liveness, AgreesWithTheEquationsOnRandomPrograms) {
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    const Executable executable = randomFlow(seed);
    const Lived f = liveIn(executable);
    const auto expected = liveBefore(executable, f.definitions);
    for (int64_t pc = 0; pc < static_cast<int64_t>(executable.code.size()); ++pc) {
      if (!f.definitions.cfg.blocks[f.definitions.cfg.blockAt(InstrIndex(pc)).at()].reachable) continue;
      std::set<int64_t> after;
      for (const int64_t next : nextPcs(executable, pc))
        if (next >= 0 && next < static_cast<int64_t>(expected.size()))
          after.insert(expected[static_cast<size_t>(next)].begin(), expected[static_cast<size_t>(next)].end());
      const ValueIndex result = f.definitions.resultOf(InstrIndex(pc));
      if (result.valid()) after.insert(f.definitions.values[result.at()].reg.value);
      const std::set<int64_t>& before = expected[static_cast<size_t>(pc)];
      EXPECT_EQ(f.liveness.pressure[static_cast<size_t>(pc)], std::max(before.size(), after.size()))
          << "seed " << seed << ", pc " << pc;
    }
  }
}

TEST(Liveness, SurvivesDamagedCodeOfEverySet) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    const Executable executable = testing::generatedExecutable(seed, testing::Shape::Damaged);
    for (size_t f = 0; f < executable.functions.size(); ++f) {
      const FuncIndex function(static_cast<int64_t>(f));
      const Definitions d = *definitionsOf(executable, function);
      EXPECT_EQ(livenessOf(executable, function, d)->lives.size(), d.values.size());
    }
  }
}

}  // namespace
}  // namespace relaxscope
