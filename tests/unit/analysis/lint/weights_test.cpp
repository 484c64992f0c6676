// SPDX-License-Identifier: Apache-2.0
// Rules about work on weights, one program where each fires and close ones where it must not.
#include <set>
#include <string_view>

#include "tests/unit/analysis/lint/lint_programs.h"

namespace relaxscope {
namespace {

using test::found;

const KernelTexts::Map kTranspose = {
    {"transpose",
     "transpose(w: Tensor([T.int64(2), T.int64(3)], float32), T_transpose: Tensor([T.int64(3), T.int64(2)], float32))"}};

/// A transpose of a parameter.
std::string transposeOf(const std::string& parameter, const std::string& operand = "%0") {
  return "@main(" + parameter + R"():
  call vm.builtin.check_tensor_info in: %0, i2, c[f32], c[f32] dst: %void
  call vm.builtin.alloc_storage in: %vm, c[bytes], i0, c[u8] dst: %1
  call vm.builtin.alloc_tensor in: %1, i0, c[s32], c[f32] dst: %2
  call transpose in: )" +
         operand + R"(, %2
  ret %2
@transpose packed_func;
)";
}

TEST(ConstantTransposed, AccusesParametersThatAreNamedLikeWeights) {
  EXPECT_EQ(
      found(LintRule::ConstantTransposed, transposeOf("decoder.weight"), kTranspose),
      "main: 1 call reads one weight and nothing else, and lays it out anew. | transpose (f32[2, 3] -> f32[3, 2]) at 3");
  EXPECT_EQ(found(LintRule::ConstantTransposed, transposeOf("x"), kTranspose), "") << "an input";
}

TEST(ConstantTransposed, AccusesConstants) {
  const std::string constant = ".const c[w] = tensor float32[2, 3] {1, 2, 3, 4, 5, 6}\n";
  EXPECT_EQ(
      found(LintRule::ConstantTransposed, constant + transposeOf("x", "c[w]"), kTranspose),
      "main: 1 call reads one weight and nothing else, and lays it out anew. | transpose (f32[2, 3] -> f32[3, 2]) at 3");
}

TEST(ConstantTransposed, NeedsASignatureThatAgrees) {
  EXPECT_EQ(found(LintRule::ConstantTransposed, transposeOf("decoder.weight")), "") << "the name alone";
  const KernelTexts::Map other = {
      {"transpose",
       "transpose(w: Tensor([T.int64(2), T.int64(3)], float32), T_add: Tensor([T.int64(3), T.int64(2)], float32))"}};
  EXPECT_EQ(found(LintRule::ConstantTransposed, transposeOf("decoder.weight"), other), "") << "another output";
}

TEST(ConstantCast, IsAConversionOfAWeight) {
  const KernelTexts::Map cast = {
      {"cast",
       "cast(w: Tensor([T.int64(2), T.int64(3)], float16), compute: Tensor([T.int64(2), T.int64(3)], float32))"}};
  const auto program = [](const std::string& operand) {
    return ".const c[w] = tensor float16[2, 3] hex {000000000000000000000000}\n@main(x):\n  call vm.builtin.alloc_storage in: %vm, "
           "c[bytes], i0, c[u8] dst: %1\n  call vm.builtin.alloc_tensor in: %1, i0, c[s23], c[f32] dst: %2\n  call cast in: " +
           operand + ", %2\n  ret %2\n@cast packed_func;\n";
  };
  EXPECT_EQ(found(LintRule::ConstantCast, program("c[w]"), cast),
            "main: 1 call reads one weight and nothing else, and converts it. | cast (f16[2, 3] -> f32[2, 3]) at 2");
  EXPECT_EQ(found(LintRule::ConstantCast, program("%0"), cast), "") << "an input";
}

TEST(Lint, KeepsACountOfAllSitesAndThePlacesOfSome) {
  std::string program = "@main(x):\n";
  for (size_t i = 0; i < LintFinding::kMaxSites + 5; ++i) program += "  call vm.builtin.make_tuple in: %0 dst: %1\n";
  const Executable executable = test::assembled(program + "  ret %0\n");
  const auto findings = lint(FunctionFacts(executable), nullptr);
  ASSERT_EQ(findings->all.size(), 1u);
  EXPECT_EQ(findings->all[0].count, LintFinding::kMaxSites + 5);
  EXPECT_EQ(findings->all[0].parts[0].count, LintFinding::kMaxSites + 5);
  EXPECT_EQ(findings->all[0].parts[0].sites.size(), LintFinding::kMaxSites);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(lint(FunctionFacts(executable), nullptr, stop.get_token()));
}

TEST(Lint, HasOneIdPerRuleAndNoErrors) {
  std::set<std::string_view> ids;
  for (const LintRuleRow& row : lintRules()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_NE(row.severity, Severity::Error) << row.id;
    EXPECT_EQ(findLintRule(row.id), &row);
    EXPECT_EQ(&lintRule(row.rule), &row);
  }
  EXPECT_EQ(findLintRule("no-such-rule"), nullptr);
}

}  // namespace
}  // namespace relaxscope
