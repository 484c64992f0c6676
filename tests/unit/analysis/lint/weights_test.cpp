// SPDX-License-Identifier: Apache-2.0
// Rules about work on weights, one program where each fires and close ones where it must not.
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
  EXPECT_EQ(found(LintRule::ConstantTransposed, transposeOf("decoder.weight"), kTranspose),
            "main: 1 call lays out a weight anew and reads nothing else. | transpose (f32[2, 3] -> f32[3, 2]) at 3");
  EXPECT_EQ(found(LintRule::ConstantTransposed, transposeOf("x"), kTranspose), "") << "an input";
}

TEST(ConstantTransposed, AccusesConstants) {
  const std::string constant = ".const c[w] = tensor float32[2, 3] {1, 2, 3, 4, 5, 6}\n";
  EXPECT_EQ(found(LintRule::ConstantTransposed, constant + transposeOf("x", "c[w]"), kTranspose),
            "main: 1 call lays out a weight anew and reads nothing else. | transpose (f32[2, 3] -> f32[3, 2]) at 3");
}

TEST(ConstantTransposed, NeedsASignatureThatAgrees) {
  EXPECT_EQ(found(LintRule::ConstantTransposed, transposeOf("decoder.weight")), "") << "the name alone";
  const KernelTexts::Map other = {
      {"transpose",
       "transpose(w: Tensor([T.int64(2), T.int64(3)], float32), T_add: Tensor([T.int64(3), T.int64(2)], float32))"}};
  EXPECT_EQ(found(LintRule::ConstantTransposed, transposeOf("decoder.weight"), other), "") << "another output";
}

TEST(DeadCall, IsACallWithoutEffectWhoseResultIsNeverRead) {
  EXPECT_EQ(found(LintRule::DeadCall, R"(
@main(x):
  call vm.builtin.make_tuple in: %0, %0 dst: %1
  call vm.builtin.make_tuple in: %0 dst: %2
  ret %2
)"),
            "main: 1 call makes a result that is never read. | vm.builtin.make_tuple at 0");
  EXPECT_EQ(found(LintRule::DeadCall, R"(
@main(x):
  call vm.builtin.check_tensor_info in: %0, i2, c[f32], c[f32] dst: %1
  call helper in: %0 dst: %2
  ret %0
@helper packed_func;
)"),
            "");
}

}  // namespace
}  // namespace relaxscope
