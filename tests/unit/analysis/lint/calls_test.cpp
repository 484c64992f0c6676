// SPDX-License-Identifier: Apache-2.0
// Rules about calls that could be left out or joined.
#include "tests/unit/analysis/lint/lint_programs.h"

namespace relaxscope {
namespace {

using test::found;

const std::string kTensors = R"(
  call vm.builtin.alloc_storage in: %vm, c[bytes], i0, c[u8] dst: %1
  call vm.builtin.alloc_tensor in: %1, i0, c[s23], c[f32] dst: %2
  call vm.builtin.alloc_storage in: %vm, c[bytes], i0, c[u8] dst: %3
  call vm.builtin.alloc_tensor in: %3, i0, c[s23], c[f32] dst: %4
)";  // 4 instructions

std::string binary(const std::string& name, const std::string& output) {
  const std::string type = ": Tensor([T.int64(2), T.int64(3)], float32)";
  return name + "(a" + type + ", b" + type + ", " + output + type + ")";
}
std::string unary(const std::string& name, const std::string& output,
                  const std::string& to = "[T.int64(2), T.int64(3)]") {
  return name + "(a: Tensor([T.int64(2), T.int64(3)], float32), " + output + ": Tensor(" + to + ", float32))";
}
const KernelTexts::Map kKernels = {{"add", binary("add", "T_add")},
                                   {"relu", unary("relu", "compute")},
                                   {"softmax", unary("softmax", "T_softmax_norm")},
                                   {"squeeze", unary("squeeze", "T_squeeze", "[T.int64(6)]")},
                                   {"transpose", unary("transpose", "T_transpose", "[T.int64(3), T.int64(2)]")}};

TEST(ResultUnused, IsAKernelWhoseOutputNothingReads) {
  EXPECT_EQ(found(LintRule::ResultUnused, "@main(x):" + kTensors + R"(
  call relu in: %0, %2
  call add in: %0, %0, %4
  ret %4
@relu packed_func;
@add packed_func;
)"),
            "main: 1 call computes what nothing reads. | relu at 4");
}

TEST(ResultUnused, IsSilentWhereAnythingReadsTheOutput) {
  for (const char* const reader : {"call vm.builtin.make_tuple in: %2 dst: %5\n  ret %5", "call other in: %2\n  ret %0",
                                   "call vm.builtin.reshape in: %2, c[s6] dst: %5\n  ret %5", "ret %2"})
    EXPECT_EQ(found(LintRule::ResultUnused, "@main(x):" + kTensors + "  call relu in: %0, %2\n  " + reader +
                                                "\n@relu packed_func;\n@other packed_func;\n"),
              "")
        << reader;
}

TEST(ResultUnused, FollowsWhatOnlyUnreadCallsRead) {
  EXPECT_EQ(found(LintRule::ResultUnused, "@main(x):" + kTensors + R"(
  call relu in: %0, %2
  call relu in: %2, %4
  ret %0
@relu packed_func;
)"),
            "main: 2 calls compute what nothing reads. | relu at 4 | relu (f32[2, 3] -> f32[2, 3]) at 5");
}

TEST(ResultUnused, IsSilentWhereOneOfSeveralOutputsIsRead) {
  EXPECT_EQ(found(LintRule::ResultUnused, "@main(x):" + kTensors + R"(
  call split in: %0, %2, %4
  ret %4
@split packed_func;
)"),
            "");
}

TEST(DeadCall, IsAPureCallWhoseResultNothingReads) {
  EXPECT_EQ(found(LintRule::DeadCall, R"(
@main(x):
  call vm.builtin.make_tuple in: %0, %0 dst: %1
  call vm.builtin.make_tuple in: %0 dst: %2
  ret %2
)"),
            "main: 1 call makes what nothing reads. | vm.builtin.make_tuple at 0");
  EXPECT_EQ(found(LintRule::DeadCall, R"(
@main(x):
  call vm.builtin.check_tensor_info in: %0, i2, c[f32], c[f32] dst: %1
  call helper in: %0 dst: %2
  ret %0
@helper packed_func;
)"),
            "")
      << "a check, and code that is not followed";
}

TEST(DeadCall, CountsPathsThatMeet) {
  EXPECT_EQ(found(LintRule::DeadCall, R"(
@main(x, y):
  If %0, other
  call vm.builtin.make_tuple in: %1 dst: %2
  goto end
other:
  call vm.builtin.make_tuple in: %1, %1 dst: %2
end:
  ret %2
)"),
            "");
}

TEST(DeadCall, WorksForRelay) {
  const Executable executable = test::assembled(
      R"(
@main(x) devices=[0]:
  load_consti value=8 dst=%1
  load_consti value=4 dst=%2
  alloc_data tag=0 dst=%3 field=[%0, %2]
  ret result=%3
)",
      {}, ".executable \"Relay C\" version=\"0.17.0\" packed_base=1\n.device (1, 0) \"\"\n.host_device 0\n");
  EXPECT_EQ(found(LintRule::DeadCall, executable), "main: 1 call makes what nothing reads. | load_consti at 0");
}

TEST(ElementwiseUnfused, IsAResultThatOnlyTheNextElementwiseKernelReads) {
  const std::string program = "@main(x):" + kTensors + R"(
  call add in: %0, %0, %2
  call relu in: %2, %4
  ret %4
@add packed_func;
@relu packed_func;
)";
  EXPECT_EQ(found(LintRule::ElementwiseUnfused, program, kKernels),
            "main: 1 result is read once, by the next elementwise kernel. | add (then relu, f32[2, 3]) at 4");
  EXPECT_EQ(found(LintRule::ElementwiseUnfused, program), "") << "kernels that are not known";
}

TEST(ElementwiseUnfused, SeesConversionsRoundingsAndClips) {
  const auto typed = [](const std::string& name, const char* from, const char* to) {
    return name + "(a: Tensor([T.int64(2), T.int64(3)], " + from + "), compute: Tensor([T.int64(2), T.int64(3)], " +
           to + "))";
  };
  EXPECT_EQ(
      found(LintRule::ElementwiseUnfused, "@main(x):" + kTensors + R"(
  call vm.builtin.alloc_storage in: %vm, c[bytes], i0, c[u8] dst: %5
  call vm.builtin.alloc_tensor in: %5, i0, c[s23], c[u8] dst: %6
  call tir_round in: %0, %2
  call tir_clip in: %2, %4
  call cast1 in: %4, %6
  ret %6
@tir_round packed_func;
@tir_clip packed_func;
@cast1 packed_func;
)",
            {{"tir_round", typed("tir_round", "float32", "float32")},
             {"tir_clip", typed("tir_clip", "float32", "float32")},
             {"cast1", typed("cast1", "float32", "uint8")}}),
      "main: 2 results are read once each, by the next elementwise kernel. | tir_round (then tir_clip, f32[2, 3]) "
      "at 6 | tir_clip (then cast1, f32[2, 3]) at 7");
}

TEST(ElementwiseUnfused, IsSilentWhereTheResultIsReadTwiceOrByAnotherKind) {
  for (const char* const rest : {"call softmax in: %2, %4\n  ret %4",
                                 "call relu in: %2, %4\n  call vm.builtin.make_tuple in: %2, %4 dst: %5\n  ret %5"})
    EXPECT_EQ(found(LintRule::ElementwiseUnfused,
                    "@main(x):" + kTensors + "  call add in: %0, %0, %2\n  " + rest +
                        "\n@add packed_func;\n@relu packed_func;\n@softmax packed_func;\n",
                    kKernels),
              "")
        << rest;
}

TEST(CallRepeated, IsAKernelWithTheInputsOfAnEarlierCall) {
  const std::string twice = "@main(x, y):" + kTensors + "  call add in: %0, %0, %2\n";
  const std::string rest = R"(
  call vm.builtin.make_tuple in: %2, %4 dst: %5
  ret %5
@add packed_func;
@inplace packed_func;
)";
  EXPECT_EQ(found(LintRule::CallRepeated, twice + "  call add in: %0, %0, %4" + rest, kKernels),
            "main: 1 call has the inputs of an earlier call of its kernel. | add (f32[2, 3] -> f32[2, 3]) at 5");
  EXPECT_EQ(found(LintRule::CallRepeated, twice + "  call add in: %0, %5, %4" + rest, kKernels), "");
}

TEST(CallRepeated, ReadsParametersThatOnlyChecksTake) {
  const std::string program =
      "@main(x):\n  call vm.builtin.match_shape in: %0, %void, i2, i0, i2, i0, i3, c[f32]" + kTensors + R"(
  call relu in: %0, %2
  call relu in: %0, %4
  call vm.builtin.make_tuple in: %2, %4 dst: %5
  ret %5
@relu packed_func;
)";
  EXPECT_EQ(found(LintRule::CallRepeated, program, kKernels),
            "main: 1 call has the inputs of an earlier call of its kernel. | relu (f32[2, 3] -> f32[2, 3]) at 6");
  EXPECT_EQ(found(LintRule::CallRepeated, "@main(x, f):" + kTensors + R"(
  call relu in: %0, %2
  call vm.builtin.invoke_closure in: %vm, %1, %0
  call relu in: %0, %4
  call vm.builtin.make_tuple in: %2, %4 dst: %5
  ret %5
@relu packed_func;
)",
                  kKernels),
            "")
      << "the closure may write it";
}

TEST(TransposeChain, IsATransposeOfATranspose) {
  const std::string begin = "@main(x):" + kTensors + R"(
  call vm.builtin.alloc_tensor in: %1, i0, c[s32], c[f32] dst: %5
  call transpose in: %0, %5
)";
  EXPECT_EQ(
      found(LintRule::TransposeChain, begin + R"(
  call transpose in: %5, %4
  ret %4
@transpose packed_func;
)",
            kKernels),
      "main: 1 transpose reads nothing but the result of another transpose. | transpose (f32[3, 2] -> f32[2, 3]) at 6");
  EXPECT_EQ(found(LintRule::TransposeChain, begin + R"(
  call vm.builtin.reshape in: %5, c[s23] dst: %6
  call transpose in: %6, %4
  ret %4
@transpose packed_func;
)",
                  kKernels),
            "")
      << "in another shape";
}

TEST(ReshapeCopied, IsAKernelThatOnlyReshapes) {
  const std::string begin = "@main(x):" + kTensors + R"(
  call vm.builtin.alloc_tensor in: %1, i0, c[s6], c[f32] dst: %5
)";
  EXPECT_EQ(
      found(LintRule::ReshapeCopied, begin + "  call squeeze in: %0, %5\n  ret %5\n@squeeze packed_func;\n", kKernels),
      "main: 1 call copies a tensor whose elements stay in order. | squeeze (f32[2, 3] -> f32[6]) at 5");
  EXPECT_EQ(found(LintRule::ReshapeCopied, "@main(x):\n  call vm.builtin.reshape in: %0, c[s6] dst: %1\n  ret %1\n"),
            "");
}

TEST(ReshapeChain, IsAViewOfAViewThatNothingElseReads) {
  const std::string begin = R"(
@main(x):
  call vm.builtin.reshape in: %0, c[s6] dst: %1
  call vm.builtin.reshape in: %1, c[s32] dst: %2
)";
  EXPECT_EQ(found(LintRule::ReshapeChain, begin + "  ret %2\n"),
            "main: 1 reshape reads a view that nothing else reads. | vm.builtin.reshape at 1");
  EXPECT_EQ(found(LintRule::ReshapeChain, begin + "  call vm.builtin.make_tuple in: %1, %2 dst: %3\n  ret %3\n"), "");
}

TEST(TupleUnpacked, IsATupleThatIsOnlyTakenApart) {
  const std::string begin = R"(
@main(x, y):
  call vm.builtin.make_tuple in: %0, %1 dst: %2
  call vm.builtin.tuple_getitem in: %2, i1 dst: %3
)";
  EXPECT_EQ(found(LintRule::TupleUnpacked, begin + "  ret %3\n"),
            "main: 1 tuple is read only by calls that take its fields out again. | vm.builtin.make_tuple at 0");
  EXPECT_EQ(found(LintRule::TupleUnpacked, begin + "  ret %2\n"), "");
}

TEST(DeviceCopy, TwiceInARowIsARoundTrip) {
  const std::string begin = R"(
@main(x):
  call vm.builtin.to_device in: %0, i2, i0 dst: %1
  call vm.builtin.to_device in: %1, i1, i0 dst: %2
)";
  EXPECT_EQ(found(LintRule::DeviceCopy, begin + "  ret %2\n"),
            "main: 2 calls copy a tensor each to a device. | vm.builtin.to_device at 0 at 1");
  EXPECT_EQ(found(LintRule::DeviceRoundTrip, begin + "  ret %2\n"),
            "main: 1 copy is read by nothing but another copy. | vm.builtin.to_device at 1");
  EXPECT_EQ(found(LintRule::DeviceRoundTrip, begin + "  call vm.builtin.make_tuple in: %1, %2 dst: %3\n  ret %3\n"),
            "");
  EXPECT_EQ(found(LintRule::DeviceCopy, "@main(x):\n  ret %0\n"), "");
}

}  // namespace
}  // namespace relaxscope
