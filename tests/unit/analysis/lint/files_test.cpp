// SPDX-License-Identifier: Apache-2.0
// Findings in files that TVM wrote, counted once more from the words of their code.
#include <set>

#include "tests/unit/analysis/lint/lint_programs.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

/// Sites of a rule in a file of tests/data.
uint64_t sitesOf(LintRule rule, const LoadedFile& file) {
  uint64_t count = 0;
  const auto findings = lint(FunctionFacts(file.executable), &file);
  for (const LintFinding& finding : findings->all)
    if (finding.rule == rule) count += finding.count;
  return count;
}

/// Calls `visit(callee's name, instruction)` for each call.
template <class Visit>
void forEachCall(const Executable& executable, Visit&& visit) {
  for (size_t pc = 0; pc < executable.code.size(); ++pc) {
    const Instruction instruction = executable.code.at(InstrIndex(static_cast<int64_t>(pc)));
    if (instruction.isCall())
      visit(executable.functions[static_cast<size_t>(instruction.callFunction())].name, instruction);
  }
}

TEST(LintOfFiles, TransposesReadAParameterEach) {
  const auto file = loadFile(RELAXSCOPE_TEST_DATA "/meaning/transformer2.so");
  ASSERT_TRUE(file.ok());
  uint64_t expected = 0;
  forEachCall(*file->executable, [&](const std::string& callee, const Instruction& call) {
    if (callee.starts_with("transpose") && call.callArg(0).value() < file->executable->functions[0].numArgs) ++expected;
  });
  EXPECT_EQ(expected, 8u) << "four weights in each of two layers";
  EXPECT_EQ(sitesOf(LintRule::ConstantTransposed, *file), expected);
}

TEST(LintOfFiles, UnreadTuplesAreInNoOtherCall) {
  const auto file = loadFile(RELAXSCOPE_TEST_DATA "/meaning/transformer2.so");
  ASSERT_TRUE(file.ok());
  std::multiset<int64_t> tuples;
  std::set<int64_t> read;
  forEachCall(*file->executable, [&](const std::string& callee, const Instruction& call) {
    if (callee == "vm.builtin.make_tuple") tuples.insert(call.callDst());
    for (size_t i = 0; i < call.callArgCount(); ++i)
      if (call.callArg(i).kind() == ArgKind::Register) read.insert(call.callArg(i).value());
  });
  uint64_t expected = 0;
  for (const int64_t tuple : tuples) expected += read.contains(tuple) ? 0 : 1;
  EXPECT_EQ(expected, 2u) << "those of the split in each layer";
  EXPECT_EQ(sitesOf(LintRule::DeadCall, *file), expected);
}

TEST(LintOfFiles, KernelsWithoutACallerAreThoseThatTheTableLacks) {
  const auto file = loadFile(RELAXSCOPE_TEST_DATA "/meaning/transformer2.so");
  ASSERT_TRUE(file.ok());
  std::multiset<std::string> kernels;
  for (const LibraryModule& module : file->library->modules)
    if (module.kind == "_lib")
      for (const std::string& name : kernelNames(module)) kernels.insert(name);
  for (const Function& function : file->executable->functions) kernels.erase(function.name);
  std::erase_if(kernels, [](const std::string& name) { return name.starts_with("__"); });
  EXPECT_EQ(kernels, (std::multiset<std::string>{"reshape", "reshape1"}));
  EXPECT_EQ(sitesOf(LintRule::KernelWithoutCaller, *file), kernels.size());
}

TEST(LintOfFiles, AnExecutableThatCannotBeReadHasNoFindingsOfItsCode) {
  const auto file = loadFile(RELAXSCOPE_TEST_DATA "/damaged/code_opcode_0.bin");
  ASSERT_TRUE(file.ok());
  const auto findings = lint(FunctionFacts(file->executable), &*file);
  EXPECT_TRUE(findings->all.empty()) << findings->all.front().message;
  EXPECT_FALSE(findings->complete);
}

}  // namespace
}  // namespace relaxscope
