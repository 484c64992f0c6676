// SPDX-License-Identifier: Apache-2.0
// Replacing one function: the rest of the executable stays unchanged.
#include <gtest/gtest.h>

#include "tests/support/generated_executable.h"
#include "tests/unit/format/assembly_support.h"
#include "vmcore/format/assembly/words.h"
#include "vmcore/format/vm/code_plan.h"

namespace relaxscope {
namespace {

using namespace test;

std::string functionText(const Executable& executable, size_t index) {
  AssemblyOptions options;
  options.function = FuncIndex(static_cast<int64_t>(index));
  return assemblyText(executable, AssemblyForm::Text, options);
}

Executable spliced(const Executable& base, size_t index, const std::string& text) {
  Assembled assembled = assembleFunction(base, FuncIndex(static_cast<int64_t>(index)), text);
  EXPECT_TRUE(assembled.executable.has_value()) << messagesOf(assembled) << text;
  return assembled.executable ? *std::move(assembled.executable) : base;
}

void expectOthersKept(const Executable& before, const Executable& after, size_t changed) {
  ASSERT_GE(after.functions.size(), before.functions.size());
  for (size_t i = 0; i < before.functions.size(); ++i) {
    if (i == changed) continue;
    EXPECT_EQ(functionText(after, i), functionText(before, i)) << "function " << i;
  }
}

constexpr std::string_view kThree =
    "@main(x):\n  call helper in: %0 dst: %1\n  ret %1\n@helper packed_func;\n@last(x):\n  ret %0\n";

TEST(AssemblySplice, APackedRowMayGetABody) {
  const Executable before = executableFrom(kThree);
  const Executable after =
      spliced(before, 1, "@helper(a):\n  call more in: %0 dst: %1\n  ret %1\n@more packed_func;\n");
  expectOthersKept(before, after, 1);
  EXPECT_EQ(after.functions[1].startInstr, 3);
  EXPECT_EQ(after.functions[1].endInstr, 5);
  EXPECT_EQ(after.functions[2].endInstr, 3);
}

TEST(AssemblySplice, ABodyMayGo) {
  const Executable before = executableFrom(kThree);
  const Executable after = spliced(before, 0, "@main packed_func;\n");
  EXPECT_EQ(after.code.size(), 1u);
  EXPECT_EQ(after.functions[0].endInstr, 0);
  EXPECT_EQ(after.functions[2].startInstr, 0);
  EXPECT_EQ(after.functions[2].endInstr, 1);
}

/// TVM's builder leaves a function that was called before its definition packed, without an end and possibly empty.
TEST(AssemblySplice, ABodyWithoutInstructionsMayGrow) {
  const Executable before =
      executableFrom("@main(x):\n  ret %0\n@empty num_inputs=1 packed_func:\n@last(x):\n  ret %0\n");
  ASSERT_EQ(before.functions[1].startInstr, 1);
  const Executable after = spliced(before, 1, "@empty num_inputs=1 packed_func:\n  ret %0\n  ret %0\n");
  expectOthersKept(before, after, 1);
  EXPECT_EQ(after.functions[0].endInstr, 1);
  EXPECT_EQ(after.functions[2].startInstr, 3);
  EXPECT_NE(functionText(after, 1).find("  ret   %0\n  ret   %0\n"), std::string::npos);
}

TEST(AssemblySplice, PackedBodiesAfterMove) {
  const Executable before =
      executableFrom("@main(x):\n  ret %0\n@late num_inputs=1 packed_func:\n  ret %0\n@last(x):\n  ret %0\n");
  const Executable after = spliced(before, 0, "@main(x):\n  goto 1\n  ret %0\n");
  expectOthersKept(before, after, 0);
  EXPECT_EQ(after.functions[1].startInstr, 2);
  EXPECT_EQ(after.functions[1].endInstr, 0);
}

/// Each function in turn gets one more instruction, or a first body.
TEST(AssemblySplice, GrowingOneFunctionKeepsTheOthers) {
  size_t grown = 0, born = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const Executable before = testing::generatedExecutable(seed, testing::Shape::Sound);
    if (!isPlainCode(before.code)) continue;
    const bool relay = isRelay(before.variant);
    for (size_t i = 0; i < before.functions.size(); ++i) {
      const Function& f = before.functions[i];
      const bool body = f.isBytecode();
      if (!body && (relay || isPrototype(before.variant))) continue;  // their packed functions have no code
      const std::string text = body ? functionText(before, i) + (relay ? "  ret result=%0\n" : "  ret %0\n")
                                    : "@" + assembly::nameText(f.name) + "(a):\n  ret %0\n";
      const Executable after = spliced(before, i, text);
      ASSERT_EQ(after.code.size(), before.code.size() + 1) << text;
      expectOthersKept(before, after, i);
      if (::testing::Test::HasFailure()) return;
      ++(body ? grown : born);
    }
  }
  EXPECT_GT(grown, 100u);
  EXPECT_GT(born, 100u);
}

}  // namespace
}  // namespace relaxscope
