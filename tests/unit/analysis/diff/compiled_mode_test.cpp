// SPDX-License-Identifier: Apache-2.0
// Functions of compiled mode: what machine code calls cannot be read, what the library has can.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope {
namespace {

/// A library with `main`, as bytecode that calls the kernels or as machine code, and the code of each kernel by name.
struct ModeLibrary {
  bool isCompiled = false;
  std::map<std::string, uint8_t> code;  ///< what tells machine code apart
  bool isLibrary = true;
  std::optional<VectorSet> set = {};  ///< of all kernels
};
DiffSide modeSide(const ModeLibrary& library) {
  test::HandMade made;
  if (!library.isCompiled) {
    made.packed("vm.builtin.null_value");
    for (const auto& [name, value] : library.code) made.packed(name);
    made.begin("main", 1, 2).call(1, 0, {});
    for (int64_t i = 1; i <= static_cast<int64_t>(library.code.size()); ++i) made.call(1, i, {test::reg(0)});
    made.ret(1).end();
  } else {
    Function& function = made.executable.functions.emplace_back();
    function.name = "main";
    function.kind = static_cast<int32_t>(FunctionKind::VmTir);
    function.numArgs = 1;
  }
  auto file = std::make_shared<LoadedFile>();
  file->executable = std::make_shared<const Executable>(made.executable);
  if (!library.isLibrary) return {file->executable, file};
  LibraryModule& host = file->library.emplace().modules.emplace_back();
  host.kind = "_lib";
  HostModule names;
  KernelCodes::Map codes;
  for (const auto& [name, value] : library.code) {
    names.kernels.push_back(name);
    KernelCode& code = codes[name];
    code.digest[0] = value;
    code.bytes = 100;
    code.exact = true;
    if (library.set) code.sets = setBit(*library.set);
  }
  host.decoded = std::move(names);
  file->kernelCodes = std::make_shared<const KernelCodes>([codes] { return codes; });
  return {file->executable, file};
}
ExecutableDiff modesDiff(const ModeLibrary& old, const ModeLibrary& now) {
  return *diffExecutables(modeSide(old), modeSide(now));
}
uint32_t kindCount(const ExecutableDiff& diff, ChangeKind kind) { return diff.counts[static_cast<size_t>(kind)]; }
std::string textOfTopic(const ExecutableDiff& diff, SummaryTopic topic) {
  for (const SummaryLine& line : diff.summary)
    if (line.topic == topic) return line.text;
  return {};
}

const ModeLibrary kBytecode{.code = {{"add", 1}, {"relu", 2}}};
const ModeLibrary kCompiled{.isCompiled = true, .code = {{"__vmtir__main", 9}, {"add", 1}, {"relu", 2}}};

TEST(CompiledMode, KernelsOfTheLibraryAreThere) {
  for (const bool back : {false, true}) {
    const ExecutableDiff diff = back ? modesDiff(kCompiled, kBytecode) : modesDiff(kBytecode, kCompiled);
    EXPECT_EQ(kindCount(diff, ChangeKind::FunctionCompiled), 1U);
    EXPECT_EQ(kindCount(diff, ChangeKind::KernelRemoved) + kindCount(diff, ChangeKind::KernelAdded), 0U);
    EXPECT_EQ(diff.kernels.size(), 2U) << "no builtin: which ones machine code calls is not known";
    for (const KernelPair& pair : diff.kernels) EXPECT_EQ(pair.state, PairState::Same);
    ASSERT_EQ(diff.notCompared.size(), 1U);
    EXPECT_EQ(diff.notCompared.front(),
              std::string("functions compiled in the ") + (back ? "old" : "new") +
                  " file: machine code does not tell their calls, shapes and memory; names, parameters, constants and "
                  "kernels are compared");
  }
}

TEST(CompiledMode, MachineCodeOfFunctionsIsCounted) {
  const ExecutableDiff diff = modesDiff(kBytecode, kCompiled);
  EXPECT_EQ(diff.native[0].functions, 0U);
  EXPECT_EQ(diff.native[1].functions, 1U);
  EXPECT_EQ(diff.native[1].kernels, 2U);
  const std::string text = textOfTopic(diff, SummaryTopic::Code);
  EXPECT_TRUE(text.ends_with("; machine code of functions 0 -> 100 B, of kernels 200 -> 200 B")) << text;
}

TEST(CompiledMode, KernelsThatTheLibraryLacksAreGone) {
  ModeLibrary now = kCompiled;
  now.code.erase("relu");
  now.code["gelu"] = 3;
  now.code["add"] = 4;
  const ExecutableDiff diff = modesDiff(kBytecode, now);
  EXPECT_EQ(kindCount(diff, ChangeKind::KernelRemoved), 1U);
  EXPECT_EQ(kindCount(diff, ChangeKind::KernelAdded), 1U);
  EXPECT_EQ(kindCount(diff, ChangeKind::KernelRetuned), 1U);
  EXPECT_EQ(textOfTopic(diff, SummaryTopic::Kernels),
            "1 kernel with other code: add; 1 kernel added: gelu; 1 kernel removed: relu");
}

TEST(CompiledMode, TwoCompiledFunctionsDifferByTheirMachineCode) {
  EXPECT_TRUE(modesDiff(kCompiled, kCompiled).identical);
  EXPECT_TRUE(modesDiff(kCompiled, kCompiled).notCompared.empty());
  ModeLibrary now = kCompiled;
  now.code["__vmtir__main"] = 8;
  now.code["add"] = 5;
  const ExecutableDiff diff = modesDiff(kCompiled, now);
  EXPECT_FALSE(diff.same);
  EXPECT_EQ(diff.functions.front().state, PairState::Changed);
  EXPECT_EQ(diff.functions.front().reason, MatchReason::SameNameChangedCode);
  EXPECT_EQ(textOfTopic(diff, SummaryTopic::Functions), "1 compiled function with other machine code: main");
  EXPECT_EQ(textOfTopic(diff, SummaryTopic::Kernels), "1 kernel with other code: add");
}

TEST(CompiledMode, KernelsOfOtherVectorSetsSayWhich) {
  ModeLibrary old = kBytecode, now = kBytecode;
  now.code = {{"add", 3}, {"relu", 4}};
  old.set = VectorSet::Sse2;
  now.set = VectorSet::Avx2;
  const ExecutableDiff diff = modesDiff(old, now);
  EXPECT_EQ(textOfTopic(diff, SummaryTopic::Kernels), "2 kernels with other code (SSE2 -> AVX2): add, relu");
  for (const KernelPair& pair : diff.kernels) {
    if (pair.builtin) continue;
    EXPECT_EQ(pair.oldDetail, "100 bytes of machine code, SSE2");
    EXPECT_EQ(pair.nowDetail, "100 bytes of machine code, AVX2");
  }
  now.set = VectorSet::Sse2;
  EXPECT_EQ(textOfTopic(modesDiff(old, now), SummaryTopic::Kernels), "2 kernels with other code: add, relu");
}

TEST(CompiledMode, WithoutALibraryNothingIsSaidOfKernels) {
  ModeLibrary now = kCompiled;
  now.isLibrary = false;
  const ExecutableDiff diff = modesDiff(kBytecode, now);
  EXPECT_EQ(kindCount(diff, ChangeKind::KernelRemoved), 0U);
  EXPECT_TRUE(diff.kernels.empty());
  EXPECT_EQ(std::ranges::count(diff.notCompared,
                               "kernels that compiled functions may call: only a library tells which it has"),
            1);
  EXPECT_FALSE(modesDiff(now, now).notCompared.empty());
}

}  // namespace
}  // namespace relaxscope
