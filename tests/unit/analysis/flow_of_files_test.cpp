// SPDX-License-Identifier: Apache-2.0
// The analyses of dataflow on programs that TVM compiled.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "vmcore/analysis/flow/aliases.h"
#include "vmcore/analysis/flow/call_graph.h"
#include "vmcore/analysis/flow/fingerprint.h"
#include "vmcore/analysis/flow/liveness.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

std::shared_ptr<const Executable> executableOf(const std::string& path) {
  const auto file = loadFile(path);
  return file.ok() ? file->executable : nullptr;
}
std::shared_ptr<const Executable> dataFile(const char* name) {
  return executableOf(std::string(RELAXSCOPE_TEST_DATA) + "/" + name);
}

TEST(FlowOfFiles, ACompiledModelIsInSsaFormAndKillsWhatItNoLongerNeeds) {
  const auto executable = dataFile("relax/mlp_dyn.bin");
  ASSERT_NE(executable, nullptr);
  const FuncIndex main = executable->findFunction("main");
  const Definitions d = *definitionsOf(*executable, main);
  const Liveness l = *livenessOf(*executable, main, d);
  const Aliases a = *aliasesOf(*executable, main, d);
  EXPECT_TRUE(d.ssa && d.complete && l.complete && a.complete);
  EXPECT_FALSE(d.kills.empty());
  for (const Kill& kill : d.kills) {
    ASSERT_TRUE(kill.value.valid());
    const Life& life = l.lives[kill.value.at()];
    EXPECT_EQ(life.end, kill.pc);
    EXPECT_LT(life.lastUse, kill.pc);
  }
  EXPECT_LT(l.needed, l.registerFileSize) << "a register per value";
  for (size_t v = 0; v < d.values.size(); ++v) {
    const auto root = a.rootOf(ValueIndex(static_cast<int64_t>(v)));
    EXPECT_TRUE(root || a.roots[v].all().empty()) << "no value may be one of several";
    if (root && root->kind == RootKind::Allocation) { EXPECT_LE(root->index, d.values[v].pc.value); }
  }
}

TEST(FlowOfFiles, ALibraryHasTheFingerprintsOfItsExecutable) {
  const auto plain = dataFile("relax/mlp_dyn.bin"), library = dataFile("relax/mlp_dyn.so");
  ASSERT_TRUE(plain != nullptr && library != nullptr);
  const auto print = [](const Executable& executable) {
    return Fingerprints(executable).of(executable.findFunction("main"))->whole.hex();
  };
  EXPECT_EQ(print(*plain), print(*library));
}

TEST(FlowOfFiles, FibonacciIsRecursive) {
  const auto executable = dataFile("relax/fib.bin");
  ASSERT_NE(executable, nullptr);
  const CallGraph graph = *callGraphOf(*executable);
  EXPECT_TRUE(graph.nodes[executable->findFunction("fib").at()].recursive);
  EXPECT_FALSE(graph.nodes[executable->findFunction("main").at()].recursive);
}

TEST(FlowOfFiles, EveryOperandOfReachableCodeHasAValue) {
  size_t files = 0;
  for (const char* folder : {"relax", "relay"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(RELAXSCOPE_TEST_DATA) + "/" + folder)) {
      const auto executable = entry.is_regular_file() ? executableOf(entry.path().string()) : nullptr;
      if (executable == nullptr) continue;
      ++files;
      for (size_t f = 0; f < executable->functions.size(); ++f) {
        const Definitions d = *definitionsOf(*executable, FuncIndex(static_cast<int64_t>(f)));
        EXPECT_TRUE(d.complete);
        for (const Use& use : d.uses)
          EXPECT_EQ(use.value.valid(), d.cfg.blocks[d.cfg.blockAt(use.pc).at()].reachable) << entry.path();
      }
    }
  }
  EXPECT_GT(files, 10u);
}

}  // namespace
}  // namespace relaxscope
