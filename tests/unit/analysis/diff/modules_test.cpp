// SPDX-License-Identifier: Apache-2.0
// Modules of libraries and launch parameters of their kernels.
#include <gtest/gtest.h>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope {
namespace {

struct MadeKernel {
  std::string name;
  std::vector<std::string> tags;
};

class MadeLibrary {
 public:
  MadeLibrary() {
    test::HandMade made;
    made.packed("add").begin("main", 1, 2).call(1, 0, {test::reg(0)}).ret(1).end();
    file_->executable = std::make_shared<const Executable>(made.executable);
    file_->library.emplace();
  }
  MadeLibrary& code(const std::string& kind, const std::string& bytes, bool isText,
                    const std::vector<MadeKernel>& kernels) {
    CodeModule code;
    code.format = kind;
    for (const MadeKernel& kernel : kernels) code.kernels.push_back({kernel.name, kernel.name, {}, kernel.tags, {}});
    code.parts.push_back({"", Bytes::copyOf(bytes), isText ? "CUDA C++ source" : "fatbin", isText});
    add(kind, bytes).decoded = std::move(code);
    return *this;
  }
  MadeLibrary& graph(const std::string& symbol, const std::string& json) {
    add("dnnl_json", json).decoded = GraphModule{symbol, Bytes::copyOf(json), {}, {}};
    return *this;
  }
  DiffSide side() { return {file_->executable, file_}; }

 private:
  LibraryModule& add(const std::string& kind, const std::string& payload) {
    LibraryModule& module = file_->library->modules.emplace_back();
    module.kind = kind;
    module.payload = Bytes::copyOf(payload);
    return module;
  }
  std::shared_ptr<LoadedFile> file_ = std::make_shared<LoadedFile>();
};

ExecutableDiff moduleDiff(MadeLibrary& old, MadeLibrary& now, const DiffOptions& options = {}) {
  auto diff = diffExecutables(old.side(), now.side(), options);
  EXPECT_TRUE(diff.ok());
  return *std::move(diff);
}
std::vector<std::string> moduleFacts(const ExecutableDiff& diff) {
  std::vector<std::string> out;
  for (const FileFact& fact : diff.facts)
    out.push_back(fact.what + ": " + fact.old + " -> " + fact.now + (fact.provenance ? " (provenance)" : ""));
  return out;
}
using FactTexts = std::vector<std::string>;

TEST(Modules, ThatAreAddedOrRemovedAreDifferences) {
  MadeLibrary plain, cuda;
  cuda.code("cuda", std::string(1234, '\1'), false, {{"add_kernel", {}}});
  const ExecutableDiff added = moduleDiff(plain, cuda), removed = moduleDiff(cuda, plain);
  EXPECT_EQ(moduleFacts(added), FactTexts{"module:cuda:  -> 1,234 bytes of fatbin, 1 kernel"});
  EXPECT_EQ(moduleFacts(removed), FactTexts{"module:cuda: 1,234 bytes of fatbin, 1 kernel -> "});
  EXPECT_FALSE(added.same);
  EXPECT_EQ(added.counts[static_cast<size_t>(ChangeKind::Module)], 1u);
  EXPECT_TRUE(moduleDiff(cuda, cuda).same);
  DiffOptions options;
  options.ignoreKernels = true;
  EXPECT_TRUE(moduleDiff(plain, cuda, options).same);
}

TEST(Modules, OtherBytesOfOneBinaryAreADifference) {
  MadeLibrary old, now;
  old.code("cuda", "\1\2\3", false, {{"add_kernel", {}}});
  now.code("cuda", "\1\2\4", false, {{"add_kernel", {}}});
  const ExecutableDiff diff = moduleDiff(old, now);
  EXPECT_FALSE(diff.same);
  ASSERT_EQ(diff.facts.size(), 1u);
  EXPECT_TRUE(diff.facts[0].old.starts_with("3 bytes of fatbin, 1 kernel (")) << diff.facts[0].old;
  EXPECT_NE(diff.facts[0].old, diff.facts[0].now);
}

TEST(Modules, ArePairedByContentAndName) {
  MadeLibrary old, now;
  old.graph("a", "{1}").graph("b", "{2}").graph("c", "{3}");
  now.graph("c", "{33}").graph("a", "{1}").graph("d", "{4}");
  EXPECT_EQ(moduleFacts(moduleDiff(old, now)).size(), 2u);
  EXPECT_EQ(moduleFacts(moduleDiff(old, now))[1], "module:dnnl_json c: 3 bytes of graph -> 4 bytes of graph");
}

TEST(Modules, OfWhichOnlyKernelsDifferCountThere) {
  const std::string head = "#define X\nextern \"C\" __global__ void add_kernel(float* a_ptr);\n";
  const auto source = [](const std::string& body) {
    return "extern \"C\" __global__ void __launch_bounds__(" + body + ") add_kernel(float* a_ptr) { }\n";
  };
  MadeLibrary old, now, other;
  const std::vector<MadeKernel> kernels{{"add_kernel", {"blockIdx.x"}}};
  old.code("cuda", head + source("64"), true, kernels);
  now.code("cuda", head + source("128"), true, kernels);
  other.code("cuda", "#define Y\n" + source("64"), true, kernels);
  const ExecutableDiff tuned = moduleDiff(old, now);
  EXPECT_EQ(tuned.counts[static_cast<size_t>(ChangeKind::Module)], 0u);
  EXPECT_EQ(tuned.counts[static_cast<size_t>(ChangeKind::KernelRetuned)], 1u);
  ASSERT_EQ(tuned.kernels.at(0).launch.size(), 1u);
  EXPECT_EQ(tuned.kernels[0].launch[0].what, "launch bounds");
  EXPECT_EQ(tuned.kernels[0].launch[0].old + " " + tuned.kernels[0].launch[0].now, "64 128");
  const ExecutableDiff prelude = moduleDiff(old, other);
  EXPECT_EQ(prelude.counts[static_cast<size_t>(ChangeKind::Module)], 1u);
  EXPECT_EQ(prelude.counts[static_cast<size_t>(ChangeKind::KernelRetuned)], 0u);
}

TEST(LaunchParameters, AreComparedByName) {
  MadeLibrary old, now, spelled;
  old.code("cuda", "x", false, {{"add_kernel", {"blockIdx.x", "threadIdx.x", "tir.use_dyn_shared_memory"}}});
  spelled.code("cuda", "x", false, {{"add_kernel", {"blockIdx.x", "threadIdx.x", "tirx.use_dyn_shared_memory"}}});
  now.code("cuda", "x", false, {{"add_kernel", {"blockIdx.y", "threadIdx.x"}}});
  EXPECT_TRUE(moduleDiff(old, spelled).same);
  const ExecutableDiff diff = moduleDiff(old, now);
  const KernelPair& pair = diff.kernels.at(0);
  EXPECT_EQ(pair.kind, ChangeKind::KernelRetuned);
  EXPECT_EQ(pair.oldDetail, "block.x, thread.x, shared memory");
  EXPECT_EQ(pair.nowDetail, "block.y, thread.x");
  FactTexts rows;
  for (const LaunchChange& change : pair.launch)
    rows.push_back(change.kernel + " " + change.what + ": " + change.old + " -> " + change.now);
  EXPECT_EQ(rows, (FactTexts{"add_kernel block.x: value 1 -> ", "add_kernel block.y:  -> value 1",
                             "add_kernel shared memory: value 3 -> "}));
}

}  // namespace
}  // namespace relaxscope
