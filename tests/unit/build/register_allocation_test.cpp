// SPDX-License-Identifier: Apache-2.0
// Registers are fewer, and every read, kill and result sees the same definitions as before.
#include "vmcore/build/codegen/register_allocation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/unit/analysis/flow_programs.h"
#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::build::allocation_tests {
namespace {

using namespace test;

Executable allocationInput(const std::string& name) {
  const auto file = loadFile(std::string(RELAXSCOPE_TEST_DATA) + "/" + name);
  EXPECT_TRUE(file.ok()) << name;
  return file.ok() ? *file->executable : Executable{};
}

/// Where the values come from that a read or kill may see: "p0" a parameter, "7" the result of pc 7, "-7" cleared at
/// pc 7, "-" never written.
std::set<std::string> originsOf(const Definitions& definitions, ValueIndex value) {
  std::set<std::string> origins;
  if (!value.valid()) return origins;
  for (const ValueIndex origin : definitions.reaching(value)) {
    const FlowValue& row = definitions.values[origin.at()];
    const std::string pc = row.pc.valid() ? std::to_string(row.pc.value) : "";
    if (row.kind == ValueKind::Parameter) origins.insert("p" + std::to_string(row.reg.value));
    else if (row.kind == ValueKind::Result) origins.insert(pc);
    else if (row.kind == ValueKind::Empty) origins.insert("-" + pc);
    else origins.insert("?");
  }
  return origins;
}

/// A line per read and kill of the function, with their origins.
std::string flowOf(const Executable& executable, FuncIndex function) {
  const auto definitions = definitionsOf(executable, function);
  std::string text;
  const auto add = [&](const char* what, InstrIndex pc, uint32_t word, ValueIndex value) {
    text += std::string(what) + std::to_string(pc.value) + "." + std::to_string(word) + ":";
    for (const std::string& origin : originsOf(*definitions, value)) text += " " + origin;
    text += "\n";
  };
  for (const Use& use : definitions->uses) add("read ", use.pc, use.word, use.value);
  for (const Kill& kill : definitions->kills) add("kill ", kill.pc, 0, kill.value);
  return text;
}

/// Allocates in a copy, compares the flow of every function, and returns the copy.
Executable checkedAllocation(const Executable& before, AllocatedRegisters* counts = nullptr) {
  Executable after = before;
  const auto allocated = allocateRegisters(after);
  EXPECT_TRUE(allocated.ok()) << allocated.error().text();
  if (!allocated.ok()) return after;
  for (const FunctionRegisters& row : allocated->functions) {
    const Function& function = after.functions[row.function.at()];
    EXPECT_LE(row.after, std::max(row.before, function.numArgs));
    EXPECT_EQ(function.registerFileSize, row.after);
    EXPECT_EQ(flowOf(before, row.function), flowOf(after, row.function)) << function.name;
    for (int64_t param = 0; param < function.numArgs; ++param)
      EXPECT_EQ(row.newRegister[static_cast<size_t>(param)], param);
  }
  EXPECT_EQ(before.code.offsets, after.code.offsets);
  EXPECT_EQ(writeVmExecutable(before).size(), writeVmExecutable(after).size());
  EXPECT_FALSE(verify(after).hasErrors());
  if (counts != nullptr) *counts = *allocated;
  return after;
}

std::string refusalOf(Executable executable) {
  const std::vector<uint8_t> before = writeVmExecutable(executable);
  const auto allocated = allocateRegisters(executable);
  EXPECT_EQ(before, writeVmExecutable(executable)) << "a refused executable stays as it is";
  return allocated.ok() ? "no error" : allocated.error().text();
}

TEST(RegisterAllocation, AResultTakesTheRegisterOfAnArgumentThatItReadsLast) {
  HandMade made = flowProgram(1, 4);
  made.call(1, kKernel, {reg(0)}).call(2, kKernel, {reg(1)}).call(3, kKernel, {reg(2), reg(2)}).ret(3).end();
  AllocatedRegisters counts;
  const Executable after = checkedAllocation(made.executable, &counts);
  EXPECT_EQ(counts.before(), 4);
  EXPECT_EQ(counts.after(), 1);
  EXPECT_EQ(counts.functions.at(0).newRegister, (std::vector<int32_t>{0, 0, 0, 0}));
  EXPECT_EQ(after.code.at(InstrIndex(2)).callDst(), 0);
}

TEST(RegisterAllocation, AnUnreadResultDoesNotOverwriteWhatIsNeeded) {
  HandMade made = flowProgram(1, 3);
  made.call(1, kKernel, {}).call(2, kKernel, {reg(1)}).ret(1).end();
  AllocatedRegisters counts;
  checkedAllocation(made.executable, &counts);
  EXPECT_EQ(counts.functions.at(0).newRegister, (std::vector<int32_t>{0, 0, 1}));
}

TEST(RegisterAllocation, AKillHoldsTheRegisterOfItsValue) {
  HandMade made = flowProgram(0, 4);  // %0 is read last at 1 and killed at 3
  made.call(0, kKernel, {}).call(1, kKernel, {reg(0)}).call(2, kKernel, {reg(1)}).call(0, kNull, {}).ret(2).end();
  AllocatedRegisters counts;
  checkedAllocation(made.executable, &counts);
  EXPECT_EQ(counts.functions.at(0).newRegister, (std::vector<int32_t>{0, 1, 1, -1}));
  EXPECT_EQ(counts.after(), 2);
}

TEST(RegisterAllocation, AValueThatTheNextRoundReadsIsHeldForTheWholeLoop) {
  HandMade made = flowProgram(1, 4);  // %1 comes from before the loop, %2 lives in a round, %3 leaves it
  made.call(1, kKernel, {}).call(2, kKernel, {reg(1)}).call(3, kKernel, {reg(2)}).branch(0, 2).jump(-3).ret(3).end();
  AllocatedRegisters counts;
  checkedAllocation(made.executable, &counts);
  const std::vector<int32_t>& renamed = counts.functions.at(0).newRegister;
  EXPECT_EQ((std::set<int32_t>{renamed[0], renamed[1]}.size()), 2u);
  EXPECT_NE(renamed[1], renamed[2]);
  EXPECT_NE(renamed[1], renamed[3]);
  EXPECT_EQ(renamed[2], renamed[3]);
}

TEST(RegisterAllocation, AReadBeforeAnyWriteStaysEmpty) {
  HandMade made = flowProgram(1, 4);  // %3 is never written, and parameter 0 is never read
  made.call(1, kKernel, {}).call(2, kKernel, {reg(3)}).ret(2).end();
  AllocatedRegisters counts;
  checkedAllocation(made.executable, &counts);
  const std::vector<int32_t>& renamed = counts.functions.at(0).newRegister;
  EXPECT_EQ(renamed[3], 1);
  EXPECT_EQ(renamed[1], 0) << "the parameter is free at once";
}

TEST(RegisterAllocation, SpecialRegistersStay) {
  HandMade made = flowProgram(0, 9);
  made.call(kVoidRegister, kKernel, {reg(kVmRegister), reg(kVoidRegister), imm(8), fun(kKernel)})
      .call(8, kKernel, {})
      .ret(8)
      .end();
  const Executable after = checkedAllocation(made.executable);
  EXPECT_EQ(after.code.at(InstrIndex(0)).words, made.executable.code.at(InstrIndex(0)).words);
  EXPECT_EQ(after.code.at(InstrIndex(1)).callDst(), 0);
  EXPECT_EQ(after.functions[kMain.at()].registerFileSize, 1);
}

TEST(RegisterAllocation, RandomFlowsKeepTheirDefinitions) {
  int64_t before = 0, after = 0, allocatedPrograms = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    const Executable program = randomFlow(seed);
    Executable probe = program;
    if (!allocateRegisters(probe).ok()) continue;  // verify refuses some jumps
    AllocatedRegisters counts;
    checkedAllocation(program, &counts);
    before += counts.before();
    after += counts.after();
    ++allocatedPrograms;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(allocatedPrograms, 500);
  EXPECT_LT(after, before);
}

TEST(RegisterAllocation, TheWorkOfManyLongLivesIsBounded) {
  constexpr int64_t kCount = 4000;  // 16 million steps if each life were followed
  HandMade made = flowProgram(1, kCount + 1);
  for (int64_t r = 1; r <= kCount; ++r) made.call(r, kKernel, {});
  for (int64_t block = 0; block < kCount; ++block) made.branch(0, 2).call(kVoidRegister, kKernel, {});
  for (int64_t r = 1; r <= kCount; ++r) made.call(0, kKernel, {reg(r), reg(0)});
  made.ret(0).end();
  const auto allocated = allocateRegisters(made.executable);
  ASSERT_TRUE(allocated.ok());
  EXPECT_EQ(allocated->after(), kCount + 1);
  EXPECT_FALSE(verify(made.executable).hasErrors());
}

TEST(RegisterAllocation, OfModelsThatTvmCompiled) {
  struct Row {
    const char* file;
    int64_t before, after;
  };
  for (const Row& row :
       {Row{"relax/fib.bin", 9, 3}, Row{"relax/mlp_dyn.bin", 24, 5}, Row{"relax/large_800_functions.bin", 1600, 800},
        Row{"relax/mlp_dyn_compiled.bin", 0, 0}, Row{"build/recursion/exec.bin", 16, 9},
        Row{"build/closure/exec.bin", 23, 17}, Row{"build/tuples/exec.bin", 17, 6},
        Row{"build/reuse_chain/exec.bin", 20, 6}, Row{"build/if_else/exec.bin", 16, 4}}) {
    SCOPED_TRACE(row.file);
    AllocatedRegisters counts;
    const Executable once = checkedAllocation(allocationInput(row.file), &counts);
    EXPECT_EQ(counts.before(), row.before);
    EXPECT_EQ(counts.after(), row.after);
    AllocatedRegisters again;
    checkedAllocation(once, &again);
    EXPECT_LE(again.after(), counts.after());
  }
}

TEST(RegisterAllocation, RefusesWhatItCannotChange) {
  HandMade wild = flowProgram(0, 1);
  wild.call(7, kKernel, {}).ret(7).end();
  EXPECT_NE(refusalOf(wild.executable).find("malformed"), std::string::npos);
  HandMade shared = flowProgram(0, 1);
  shared.begin("inner", 0, 1).call(0, kKernel, {}).ret(0).end();
  shared.executable.functions[kMain.at()].endInstr = 2;
  EXPECT_NE(refusalOf(shared.executable).find("also belong to another function"), std::string::npos);
  Executable relay;
  relay.variant = Variant::RelayC;
  const auto refused = allocateRegisters(relay);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("Relay VM"), std::string::npos);
}

}  // namespace
}  // namespace relaxscope::build::allocation_tests
