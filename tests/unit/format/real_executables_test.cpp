// SPDX-License-Identifier: Apache-2.0
// Executables that real TVM 0.27 made: its text compared with ours (tests/data/tvm_text holds the results of TVM's
// as_text, as_python and stats), and the results of the analyses.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/result_types.h"
#include "vmcore/analysis/shape_slots.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

std::string data(const std::string& name) { return std::string(RELAXSCOPE_TEST_DATA) + "/" + name; }
std::string text(const std::string& name) {
  std::ifstream in(data("tvm_text/" + name), std::ios::binary);
  EXPECT_TRUE(in) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}
LoadedFile load(const std::string& name) {
  auto file = loadFile(data("relax/" + name));
  EXPECT_TRUE(file.ok()) << name << ": " << file.error().text();
  return file.ok() ? *std::move(file) : LoadedFile{};
}

class TvmText : public ::testing::TestWithParam<const char*> {};

TEST_P(TvmText, IsWhatTvmPrints) {
  const std::string name = GetParam();
  const LoadedFile file = load(name + ".bin");
  ASSERT_NE(file.executable, nullptr);
  std::vector<std::string> warnings;
  const Executable& executable = *file.executable;
  EXPECT_EQ(collectText([&](const TextSink& sink) { writeTvmText(executable, {}, sink, warnings); }),
            text(name + ".astext.txt"));
  EXPECT_EQ(collectText([&](const TextSink& sink) { writeTvmPython(executable, {}, sink, warnings); }),
            text(name + ".aspython.txt"));
  EXPECT_EQ(collectText([&](const TextSink& sink) { writeTvmStats(executable, sink, warnings); }),
            text(name + ".stats.txt"));
  EXPECT_TRUE(warnings.empty());
}
std::string caseName(const ::testing::TestParamInfo<const char*>& each) { return each.param; }
INSTANTIATE_TEST_SUITE_P(Corpus, TvmText,
                         ::testing::Values("consts_all", "fib", "mlp_aarch64", "mlp_dyn", "mlp_dyn_compiled",
                                           "names_specials"),
                         caseName);

TEST(RealExecutables, VerifyWithoutErrors) {
  for (const char* name :
       {"consts_all.so", "mlp_cuda.so", "mlp_dyn.so", "mlp_aarch64.bin", "large_800_functions.bin", "fib.bin"}) {
    const LoadedFile file = load(name);
    ASSERT_NE(file.executable, nullptr);
    const Diagnostics findings = verify(*file.executable, file.library ? &*file.library : nullptr);
    EXPECT_EQ(findings.total(), 0u) << name << ": " << findings.all()[0].message;
  }
}

TEST(RealExecutables, DynamicModelNamesItsDimensions) {
  const LoadedFile file = load("mlp_dyn.bin");
  const FuncIndex main = file.executable->findFunction("main");
  ASSERT_TRUE(main.valid());
  EXPECT_EQ(*defaultEntry(*file.executable), main);
  ASSERT_EQ(recoverParams(*file.executable, main).size(), 1u);
  EXPECT_EQ(recoverParams(*file.executable, main)[0].text(), "f32[n, 16]");
  EXPECT_EQ(slotName(*file.executable, main, 0), "n");
  EXPECT_EQ(slotName(*file.executable, main, 1), "n * 96");
  const std::vector<std::string> types = typeTexts(resultTypes(*file.executable, main));
  EXPECT_EQ(types[8], "f32[n, 24]") << "what matmul writes";
  EXPECT_EQ(types[5], "storage n * 96 B");
}

TEST(RealExecutables, CompiledModelKeepsItsAnnotations) {
  const LoadedFile file = load("mlp_dyn_compiled.bin");
  const FuncIndex main = file.executable->findFunction("main");
  ASSERT_EQ(recoverParams(*file.executable, main).size(), 1u);
  EXPECT_EQ(recoverParams(*file.executable, main)[0].text(), "f32[n, 16]");
  ASSERT_EQ(shapeSlots(*file.executable, main).size(), 1u);
  EXPECT_EQ(slotName(*file.executable, main, 0), "n") << "the first extent has the first slot";
  EXPECT_EQ(slotName(*file.executable, main, 1), "s1");
  EXPECT_TRUE(buildCfg(*file.executable, main).blocks.empty());
}

TEST(RealExecutables, RecursionBranches) {
  const LoadedFile file = load("fib.bin");
  const FuncIndex fib = file.executable->findFunction("fib");
  const Cfg cfg = buildCfg(*file.executable, fib);
  ASSERT_GE(cfg.blocks.size(), 3u);
  EXPECT_FALSE(cfg.truncated);
  for (const BasicBlock& block : cfg.blocks) EXPECT_EQ(block.loopDepth, 0u) << "recursion is no loop";
  const ExecutableSummary summary = summarize(*file.executable);
  EXPECT_EQ(summary.functions[fib.at()].callers.size(), 2u) << "itself and main";
}

TEST(RealExecutables, ChainOfFunctionsHasOpenEnds) {
  const LoadedFile file = load("large_800_functions.bin");
  const auto entry = defaultEntry(*file.executable);
  ASSERT_FALSE(entry.ok());
  EXPECT_NE(entry.error().message.find("f0000, f0050"), std::string::npos);
}

/// The signatures that TVM compiled into the library stand in for checks that a build left out.
/// Without the checks of parameters, in code and context strings.
Executable withoutChecks(Executable executable) {
  for (Function& function : executable.functions)
    if (function.name == "vm.builtin.check_tensor_info" || function.name == "vm.builtin.match_shape")
      function.name = "other";
  for (auto& constant : executable.constants)
    if (auto* context = std::get_if<StringConstant>(&constant.value)) *context = {};
  return executable;
}

TEST(RealExecutables, SignaturesOfKernelsTellTypesWithoutChecks) {
  const LoadedFile file = load("mlp_dyn.so");
  ASSERT_NE(file.executable, nullptr);
  const auto& texts = file.executable->kernelTexts;
  ASSERT_NE(texts, nullptr);
  for (const char* kernel : {"matmul", "matmul1", "add", "add1", "relu", "softmax", "shape_func"})
    EXPECT_NE(texts->find(kernel), nullptr) << kernel;
  EXPECT_EQ(texts->find("main"), nullptr);

  const Executable unchecked = withoutChecks(*file.executable);
  const auto params = recoverParams(unchecked, unchecked.findFunction("main"));
  ASSERT_EQ(params.size(), 1u);
  EXPECT_EQ(params[0].text(), "f32[n, 16]");
  EXPECT_EQ(params[0].source, "kernel matmul");
}

/// A library of TVM before 0.25 has no signatures, but the messages of the checks.
TEST(RealExecutables, MessagesOfChecksStandInForSignatures) {
  std::ifstream in(data("relax/mlp_dyn.so"), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  for (size_t at = bytes.find("matmul("); at != std::string::npos; at = bytes.find("matmul(", at)) bytes[at + 6] = '<';
  for (const char* message :
       {"Assert fail: num_args == 3, matmul: num_args should be 3",
        "Assert fail: x_code == 3 or x_code == 13, matmul: Expect arg[0] to be pointer",
        "matmul.x.ndim is expected to equal 2", "matmul.x.dtype is expected to be float32",
        "Argument matmul.x.shape[1] has an unsatisfied constraint: T.int64(16) == matmul_x_shape[1]",
        "Assert fail: n == 0 or not T.isnullptr(x), matmul.x is expected to have non-NULL data pointer"})
    bytes += std::string(message) + '\0';
  const auto file = loadBytes(Bytes::copyOf(bytes), "model.so");
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(file->executable->kernelTexts->find("matmul"), nullptr);
  EXPECT_NE(file->executable->kernelTexts->find("matmul1"), nullptr);
  EXPECT_EQ(file->executable->kernelTexts->checksOf("matmul1"), nullptr);
  const auto params = recoverParams(withoutChecks(*file->executable), file->executable->findFunction("main"));
  ASSERT_EQ(params.size(), 1u);
  EXPECT_EQ(params[0].text(), "f32[n, 16]");
  EXPECT_EQ(params[0].source, "checks of kernel matmul");
}

}  // namespace
}  // namespace relaxscope
