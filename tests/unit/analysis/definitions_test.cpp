// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/definitions.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/support/generated_executable.h"
#include "tests/unit/analysis/flow_programs.h"

namespace relaxscope {
namespace {

using namespace test;

/// "p0", "3" (result of pc 3), "phi2.1" (merge at pc 2 of register 1), "-5" (cleared at pc 5), "-" (never written),
/// "?".
std::string nameOf(const Definitions& d, ValueIndex value) {
  if (!value.valid()) return "none";
  const FlowValue& row = d.values[value.at()];
  switch (row.kind) {
    case ValueKind::Parameter: return "p" + std::to_string(row.reg.value);
    case ValueKind::Result: return std::to_string(row.pc.value);
    case ValueKind::Merge: return "phi" + std::to_string(row.pc.value) + "." + std::to_string(row.reg.value);
    case ValueKind::Empty: return row.pc.valid() ? "-" + std::to_string(row.pc.value) : "-";
    case ValueKind::Unknown: break;
  }
  return "?";
}
/// The values that the instruction at `pc` reads.
std::string reads(const Definitions& d, int64_t pc) {
  std::string text;
  for (const Use& use : d.usesAt(InstrIndex(pc))) text += (text.empty() ? "" : " ") + nameOf(d, use.value);
  return text;
}
std::string inputs(const Definitions& d, ValueIndex merge) {
  std::string text;
  for (const MergeInput& input : d.inputsOf(merge)) text += (text.empty() ? "" : " ") + nameOf(d, input.value);
  return text;
}
Definitions define(HandMade& made) { return *definitionsOf(made.end().executable, kMain); }
size_t count(const Definitions& d, ValueKind kind) {
  return static_cast<size_t>(std::ranges::count(d.values, kind, &FlowValue::kind));
}

TEST(Definitions, OfStraightCode) {
  HandMade made = flowProgram(1, 4);
  made.call(1, kKernel, {reg(0), imm(3), reg(0)}).call(2, kKernel, {reg(1)}).call(1, kNull, {}).ret(2);
  const Definitions d = define(made);
  EXPECT_EQ(reads(d, 0), "p0 p0");
  EXPECT_EQ(reads(d, 1), "0");
  EXPECT_EQ(reads(d, 2), "");
  EXPECT_EQ(reads(d, 3), "1");
  EXPECT_EQ(d.values.size(), 3u);
  EXPECT_FALSE(d.resultOf(InstrIndex(2)).valid()) << "a kill makes no value";
  ASSERT_EQ(d.kills.size(), 1u);
  EXPECT_EQ(nameOf(d, d.kills[0].value), "0");
  EXPECT_EQ(d.kills[0].pc, InstrIndex(2));
  ASSERT_EQ(d.usesOf(ValueIndex(0)).size(), 2u);
  EXPECT_EQ(d.uses[d.usesOf(ValueIndex(0))[1]].word, 6u) << "the third argument";
  EXPECT_TRUE(d.ssa);
  EXPECT_TRUE(d.complete);
}

TEST(Definitions, ARegisterThatIsWrittenTwiceIsNotInSsaForm) {
  HandMade made = flowProgram(0, 1);
  made.call(0, kKernel, {}).call(0, kKernel, {reg(0)}).ret(0);
  const Definitions d = define(made);
  EXPECT_EQ(reads(d, 1), "0");
  EXPECT_EQ(reads(d, 2), "1");
  EXPECT_FALSE(d.ssa);
  HandMade other = flowProgram(1, 1);
  other.call(0, kKernel, {}).ret(0);
  EXPECT_FALSE(define(other).ssa) << "a parameter is overwritten";
}

TEST(Definitions, TwoArmsMeetInAMerge) {
  HandMade made = flowProgram(1, 3);
  made.branch(0, 3).call(1, kKernel, {}).jump(2).call(1, kKernel, {}).ret(1);
  const Definitions d = define(made);
  EXPECT_EQ(reads(d, 4), "phi4.1");
  const ValueIndex merge = d.usesAt(InstrIndex(4))[0].value;
  EXPECT_EQ(inputs(d, merge), "1 3");
  EXPECT_EQ(d.reaching(merge), (std::vector{d.resultOf(InstrIndex(1)), d.resultOf(InstrIndex(3))}));
  ASSERT_EQ(d.mergesOf(d.resultOf(InstrIndex(3))).size(), 1u);
  EXPECT_EQ(d.mergesOf(d.resultOf(InstrIndex(3)))[0], merge.at());
}

TEST(Definitions, AMergeExistsOnlyWhereItIsUsed) {
  HandMade made = flowProgram(1, 3);
  made.branch(0, 3).call(1, kKernel, {}).jump(2).call(1, kKernel, {}).ret(0);
  EXPECT_EQ(count(define(made), ValueKind::Merge), 0u);
}

TEST(Definitions, AKillEndsAMergedValue) {
  HandMade made = flowProgram(1, 3);
  made.branch(0, 3).call(1, kKernel, {}).jump(2).call(1, kKernel, {}).call(1, kNull, {}).ret(0);
  const Definitions d = define(made);
  ASSERT_EQ(d.kills.size(), 1u);
  EXPECT_EQ(nameOf(d, d.kills[0].value), "phi4.1");
}

TEST(Definitions, ALoopMergesEntryAndLatch) {
  HandMade made = flowProgram(2, 2);  // the first block is the header
  made.branch(0, 3).call(1, kKernel, {reg(1)}).jump(-2).ret(1);
  const Definitions d = define(made);
  EXPECT_EQ(reads(d, 0), "p0") << "never written: no merge";
  EXPECT_EQ(reads(d, 1), "phi0.1");
  EXPECT_EQ(reads(d, 3), "phi0.1");
  const auto merge = d.inputsOf(d.usesAt(InstrIndex(1))[0].value);
  ASSERT_EQ(merge.size(), 2u);
  EXPECT_EQ(nameOf(d, merge[0].value), "p1");
  EXPECT_EQ(merge[0].edge, kEntryEdge);
  EXPECT_EQ(nameOf(d, merge[1].value), "1");
  EXPECT_EQ(d.cfg.edges[merge[1].edge].from, BlockIndex(1));
}

TEST(Definitions, ReadsOfEmptyRegistersHaveValuesOfTheirOwn) {
  HandMade made = flowProgram(0, 3);
  made.call(1, kKernel, {reg(2)}).call(1, kNull, {}).call(kVoidRegister, kKernel, {reg(1), reg(2)}).ret(1);
  const Definitions d = define(made);
  EXPECT_EQ(reads(d, 0), "-");
  EXPECT_EQ(reads(d, 2), "-1 -");
  EXPECT_EQ(reads(d, 3), "-1");
  EXPECT_EQ(count(d, ValueKind::Empty), 2u);
}

TEST(Definitions, UnreachableCodeHasNone) {
  HandMade made = flowProgram(1, 2);
  made.jump(2).call(1, kKernel, {reg(0)}).ret(0);
  const Definitions d = define(made);
  EXPECT_EQ(reads(d, 1), "none");
  EXPECT_FALSE(d.resultOf(InstrIndex(1)).valid());
  EXPECT_EQ(reads(d, 2), "p0");
}

TEST(Definitions, RelayWritesOutputsInPlaceAndKills) {
  HandMade made;
  made.packed("kernel");
  made.executable.code.set = &relayInstructionSet(RelayEra::V14);
  made.begin("main", 1, 4)
      .raw({11, 0, 0, 1})          // load_const
      .raw({0, 1, 2})              // move $1 to $2
      .raw({4, 0, 3, 1, 0, 2, 2})  // invoke_packed $0 $2 (out $2)
      .raw({20, 1})                // kill_register
      .raw({1, 2})                 // ret
      .end();
  const Definitions d = *definitionsOf(made.executable, FuncIndex(1));
  EXPECT_EQ(reads(d, 1), "0");
  EXPECT_EQ(reads(d, 2), "p0 1 1");
  EXPECT_EQ(reads(d, 4), "1") << "an output keeps its tensor";
  ASSERT_EQ(d.kills.size(), 1u);
  EXPECT_EQ(nameOf(d, d.kills[0].value), "0");
  EXPECT_TRUE(d.ssa);
}

TEST(Definitions, RegistersOutsideTheFileHaveNoValues) {
  HandMade made = flowProgram(7, 2);
  made.call(900, kKernel, {reg(5), reg(-3), reg(kVmRegister), reg(1)}).raw({77, 1}).ret(0);
  const Definitions d = define(made);
  EXPECT_EQ(d.parameters, 2u);
  EXPECT_EQ(reads(d, 0), "p1");
  EXPECT_FALSE(d.resultOf(InstrIndex(0)).valid());
  EXPECT_TRUE(definitionsOf(made.executable, FuncIndex(0))->values.empty()) << "no bytecode";
  EXPECT_TRUE(definitionsOf(made.executable, FuncIndex())->values.empty());
}

TEST(Definitions, StopWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  HandMade made = flowProgram(0, 1);
  made.ret(0).end();
  EXPECT_FALSE(definitionsOf(made.executable, kMain, stop.get_token()));
}

// ---- against the equations of reaching definitions

using Reaching = std::map<int64_t, std::set<std::string>>;  ///< by register: names as in nameOf
/// By pc, before it; nothing for unreachable instructions.
std::map<int64_t, Reaching> reachingDefinitions(const Executable& executable) {
  const Function& main = executable.functions[kMain.at()];
  Reaching entry;
  for (int64_t reg = 0; reg < main.registerFileSize; ++reg)
    entry[reg] = {reg < main.numArgs ? "p" + std::to_string(reg) : "-"};
  std::map<int64_t, Reaching> before{{main.startInstr, entry}};
  std::set<int64_t> work{main.startInstr};
  while (!work.empty()) {
    const int64_t pc = *work.begin();
    work.erase(work.begin());
    Reaching after = before[pc];
    const Instruction instruction = executable.code.at(InstrIndex(pc));
    if (instruction.isCall() && !isSpecialRegister(instruction.callDst()))
      after[instruction.callDst()] = {(instruction.callFunction() == kNull ? "-" : "") + std::to_string(pc)};
    for (const int64_t next : nextPcs(executable, pc)) {
      if (next < main.startInstr || next >= main.endInstr) continue;
      const bool fresh = !before.contains(next);
      const Reaching old = before[next];
      for (const auto& [reg, names] : after) before[next][reg].insert(names.begin(), names.end());
      if (fresh || old != before[next]) work.insert(next);
    }
  }
  return before;
}

TEST(Definitions, AgreeWithTheEquationsOnRandomPrograms) {
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    const Executable executable = randomFlow(seed);
    const Definitions d = *definitionsOf(executable, kMain);
    const auto expected = reachingDefinitions(executable);
    ASSERT_TRUE(d.complete);
    for (const Use& use : d.uses) {
      const auto at = expected.find(use.pc.value);
      ASSERT_EQ(use.value.valid(), at != expected.end()) << "seed " << seed << ", pc " << use.pc.value;
      if (!use.value.valid()) continue;
      std::set<std::string> names;
      for (const ValueIndex value : d.reaching(use.value)) names.insert(nameOf(d, value));
      EXPECT_EQ(names, at->second.at(d.values[use.value.at()].reg.value)) << "seed " << seed << ", pc " << use.pc.value;
    }
  }
}

TEST(Definitions, SurviveDamagedCodeOfEverySet) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    const Executable executable = testing::generatedExecutable(seed, testing::Shape::Damaged);
    for (size_t f = 0; f < executable.functions.size(); ++f) {
      const Definitions d = *definitionsOf(executable, FuncIndex(static_cast<int64_t>(f)));
      EXPECT_EQ(d.usesByValue.begin.size(), d.values.empty() ? d.usesByValue.begin.size() : d.values.size() + 1);
    }
  }
}

TEST(Definitions, NestedLoopsAreBounded) {
  HandMade made = flowProgram(1, 2002);
  const int depth = 20'000;
  for (int i = 0; i < 2000; ++i) made.call(1 + i, kKernel, {});
  for (int i = 0; i < depth; ++i) made.branch(0, 2 * depth - 2 * i + 2001);
  for (int i = 0; i < 2000; ++i) made.call(1 + i, kKernel, {reg(1 + i)});
  made.call(kVoidRegister, kKernel, {reg(2000)});
  for (int i = 0; i < depth; ++i) made.jump(-2002 - 2 * i);
  made.ret(1);
  const Definitions d = define(made);
  EXPECT_FALSE(d.complete) << "two thousand registers times twenty thousand loops";
  const int64_t last = 2000 + depth + 1999;
  EXPECT_EQ(reads(d, last), "?");
  EXPECT_EQ(reads(d, last + 1), std::to_string(last)) << "known within the block";
  EXPECT_GT(count(d, ValueKind::Unknown), 0u);
  EXPECT_LT(d.inputs.size(), 6'000'000u);
}

}  // namespace
}  // namespace relaxscope
