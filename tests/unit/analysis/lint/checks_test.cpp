// SPDX-License-Identifier: Apache-2.0
// Rules about checks, loops, slots, arguments, memory and what is not used.
#include "tests/unit/analysis/lint/lint_programs.h"

namespace relaxscope {
namespace {

using test::found;

TEST(CheckRepeated, IsTheSameCheckOfTheSameValue) {
  const std::string check = "  call vm.builtin.check_tensor_info in: %0, i2, c[f32], c[f32]\n";
  EXPECT_EQ(found(LintRule::CheckRepeated, "@main(x):\n" + check + check + "  ret %0\n"),
            "main: 1 check repeats one that the same value has passed. | vm.builtin.check_tensor_info at 1");
  EXPECT_EQ(found(LintRule::CheckRepeated,
                  "@main(x):\n" + check + "  call vm.builtin.check_tensor_info in: %0, i3, c[f32], c[f32]\n  ret %0\n"),
            "")
      << "of another rank";
}

TEST(CheckInLoop, IsOfAValueThatTheLoopDoesNotChange) {
  const std::string loop = R"(
@main(x, n):
again:
  call step in: %1 dst: %1
  call vm.builtin.check_tensor_info in: %R, i2, c[f32], c[f32]
  If %1, end
  goto again
end:
  ret %0
@step packed_func;
)";
  const auto of = [&](const std::string& reg) {
    std::string text = loop;
    return text.replace(text.find("%R"), 2, reg);
  };
  EXPECT_EQ(found(LintRule::CheckInLoop, of("%0")),
            "main: 1 check in a loop is of a value that does not change in it. | vm.builtin.check_tensor_info at 1");
  EXPECT_EQ(found(LintRule::CheckInLoop, of("%1")), "");
}

TEST(AllocationInLoop, HasTheSameSizeInEachRound) {
  const std::string allocation = "  call vm.builtin.alloc_storage in: %vm, c[bytes], i0, c[u8] dst: %2\n";
  EXPECT_EQ(found(LintRule::AllocationInLoop, "@main(x):\nagain:\n" + allocation +
                                                  "  call step in: %2 dst: %0\n  If %0, end\n  goto again\nend:\n  ret "
                                                  "%0\n@step packed_func;\n"),
            "main: 1 allocation in a loop has the same size in each round. | vm.builtin.alloc_storage at 0");
  EXPECT_EQ(found(LintRule::AllocationInLoop, "@main(x):\n" + allocation + "  ret %2\n"), "");
}

TEST(UnreachableBlock, HasNoJumpToIt) {
  EXPECT_EQ(found(LintRule::UnreachableBlock,
                  "@main(x):\n  goto end\n  call step in: %0 dst: %0\nend:\n  ret %0\n@step "
                  "packed_func;\n"),
            "main: No jump leads to 1 instruction. | main at 1");
  EXPECT_EQ(found(LintRule::UnreachableBlock,
                  "@main(x):\n  If %0, end\n  call step in: %0 dst: %0\nend:\n  ret %0\n@step "
                  "packed_func;\n"),
            "");
}

TEST(RegisterPressure, IsARegisterFileOfMoreThanTwiceThePeak) {
  const auto program = [](int last) {
    const std::string reg = "%" + std::to_string(last);
    return "@main(x):\n  call step in: %0 dst: " + reg + "\n  ret " + reg + "\n@step packed_func;\n";
  };
  EXPECT_EQ(found(LintRule::RegisterPressure, program(299)),
            "main: 300 registers, at most 1 alive at once. | main at 0");
  EXPECT_EQ(found(LintRule::RegisterPressure, program(100)), "") << "less than a page of registers";
}

TEST(RegisterNeverWritten, IsReadWhereNoPathWritesIt) {
  const std::string kill = "  call vm.builtin.null_value in: dst: %1\n";
  const std::string read = "  call step in: %1 dst: %2\n  ret %2\n@step packed_func;\n";
  EXPECT_EQ(found(LintRule::RegisterNeverWritten, "@main(x):\n" + read),
            "main: 1 operand reads a register that no path to it writes. | %1 (step) at 0");
  EXPECT_EQ(found(LintRule::RegisterNeverWritten, "@main(x):\n" + kill + read), "") << "None, by null_value";
  const std::string arm = "@main(x):\n  If %0, other\n  call step in: %0 dst: %1\n";
  EXPECT_EQ(found(LintRule::RegisterNeverWritten, arm + "other:\n" + read), "") << "one of two paths writes it";
  EXPECT_EQ(found(LintRule::RegisterNeverWritten, arm + "  ret %1\nother:\n" + read),
            "main: 1 operand reads a register that no path to it writes. | %1 (step) at 3");
}

TEST(SlotReadBeforeWritten, IsASlotThatNoCallWrites) {
  const auto program = [](const std::string& pairs, const std::string& middle = {}) {
    return R"(
@main(x):
  call vm.builtin.alloc_shape_heap in: %vm, i2 dst: %1
  call vm.builtin.match_shape in: %0, %1, i2, )" +
           pairs + ", c[f32]\n" + middle + R"(
  call vm.builtin.make_shape in: %1, i2, i1, i0, i1, i1 dst: %2
  ret %2
@shape_func packed_func;
)";
  };
  EXPECT_EQ(found(LintRule::SlotReadBeforeWritten, program("i1, i0, i0, i3")),
            "main: 1 call reads a slot that no call has written. | slot 1 at 2");
  EXPECT_EQ(found(LintRule::SlotReadBeforeWritten, program("i1, i0, i1, i1")), "");
  EXPECT_EQ(found(LintRule::SlotReadBeforeWritten, program("i1, i0, i0, i3", "  call shape_func in: %1\n")), "")
      << "a compiled shape function writes it";
}

TEST(KernelArguments, AreThoseOfTheSignature) {
  const KernelTexts::Map relu = {{"relu",
                                  "relu(x: Tensor([n, T.int64(3)], float32), n: int64, compute: Tensor([n, "
                                  "T.int64(3)], float32))"}};
  const auto program = [](const std::string& call, const std::string& shape = "c[s23]") {
    return "@main(x):\n  call vm.builtin.alloc_storage in: %vm, c[bytes], i0, c[u8] dst: %1\n  call "
           "vm.builtin.alloc_tensor in: %1, i0, " +
           shape + ", c[f32] dst: %2\n  call relu in: " + call + "\n  ret %2\n@relu packed_func;\n";
  };
  EXPECT_EQ(found(LintRule::KernelArguments, program("%0, i2, %2"), relu), "");
  EXPECT_EQ(found(LintRule::KernelArguments, program("%0, %2"), relu),
            "main: 1 call passes what its kernel refuses. | relu (2 arguments, not 3) at 2");
  EXPECT_EQ(found(LintRule::KernelArguments, program("%0, i2, %2", "c[s32]"), relu),
            "main: 1 call passes what its kernel refuses. | relu (argument 2: extent 2, not 3) at 2");
  EXPECT_EQ(found(LintRule::KernelArguments, program("%0, %2")), "") << "without a signature";
}

TEST(TensorOutsideStorage, EndsAfterItsStorageDoes) {
  const auto program = [](const std::string& offset, const std::string& shape) {
    return "@main(x):\n  call vm.builtin.alloc_storage in: %vm, c[bytes], i0, c[u8] dst: %1\n  call "
           "vm.builtin.alloc_tensor in: %1, " +
           offset + ", " + shape +
           ", c[f32] dst: %2\n  ret %2\n.const c[s7] = shape (7)\n.const c[far] = shape (4611686018427387904, 2)\n";
  };
  EXPECT_EQ(found(LintRule::TensorOutsideStorage, program("i0", "c[s6]")), "") << "all of its 24 bytes";
  EXPECT_EQ(
      found(LintRule::TensorOutsideStorage, program("i0", "c[s7]")),
      "main: 1 tensor ends outside of the storage that it is placed in. | f32[7] (offset 0, storage of 24 bytes) at 1");
  EXPECT_EQ(
      found(LintRule::TensorOutsideStorage, program("i8", "c[s6]")),
      "main: 1 tensor ends outside of the storage that it is placed in. | f32[6] (offset 8, storage of 24 bytes) at 1");
  EXPECT_NE(found(LintRule::TensorOutsideStorage, program("i0", "c[far]")), "") << "more bytes than can be counted";
}

TEST(StorageNotReused, IsAllocatedWhereAnEqualOneIsFree) {
  const std::string allocation = "  call vm.builtin.alloc_storage in: %vm, c[bytes], i0, c[u8] dst: ";
  const std::string use = "  call step in: ";
  const std::string end = "  call vm.builtin.null_value in: dst: %2\n  ret %0\n@step packed_func;\n";
  EXPECT_EQ(found(LintRule::StorageNotReused, "@main(x):\n" + allocation + "%1\n" + use +
                                                  "%1\n  call vm.builtin.null_value in: dst: %1\n" + allocation +
                                                  "%2\n" + use + "%2\n" + end),
            "main: 1 storage of 24 bytes could take over a block. | 24 B at 3");
  EXPECT_EQ(found(LintRule::StorageNotReused, "@main(x):\n" + allocation + "%1\n" + allocation + "%2\n" + use + "%1\n" +
                                                  use + "%2\n  call vm.builtin.null_value in: dst: %1\n" + end),
            "")
      << "both are needed at once";
}

TEST(StorageNotReused, SaysThatAPlannerLeftIt) {
  const std::string storage = "  call vm.builtin.alloc_storage in: %vm, c[bytes], i0, c[u8] dst: ";
  const std::string tensor = "  call vm.builtin.alloc_tensor in: ";
  // Two tensors in %1, so a planner shares storages; %3 is of another element type.
  EXPECT_EQ(
      found(LintRule::StorageNotReused, "@main(x):\n" + storage + "%1\n" + tensor +
                                            "%1, i0, c[s23], c[f32] dst: %2\n  call step in: %2\n" + tensor +
                                            "%1, i0, c[s23], c[f32] dst: %2\n  call step in: %2\n"
                                            "  call vm.builtin.null_value in: dst: %2\n"
                                            "  call vm.builtin.null_value in: dst: %1\n" +
                                            storage + "%3\n" + tensor +
                                            "%3, i0, c[s23], c[u8] dst: %4\n  call step in: %4\n"
                                            "  call vm.builtin.null_value in: dst: %4\n"
                                            "  call vm.builtin.null_value in: dst: %3\n  ret %0\n"
                                            "@step packed_func;\n"),
      "main: 1 storage of 24 bytes could take over a block that the memory planner left. | 24 B (f32 -> u8) at 7");
}

TEST(RegisterOfTwoKinds, IsATensorOnOnePathAndAShapeOnTheOther) {
  const auto program = [](const char* second) {
    return std::string(".const c[t] = tensor float32[2] {1, 2}\n.const c[u] = tensor float32[3] {1, 2, 3}\n") +
           "@main(c):\n  call vm.builtin.read_if_cond in: %0 dst: %1\n  If %1, other\n"
           "  call vm.builtin.copy in: c[t] dst: %2\n  goto end\nother:\n  call vm.builtin.copy in: " +
           second + " dst: %2\nend:\n  ret %2\n";
  };
  EXPECT_EQ(found(LintRule::RegisterOfTwoKinds, program("c[s23]")),
            "main: 1 register holds values of different kinds where paths meet. | %2 (f32[2] / shape(2, 3)) at 5");
  EXPECT_EQ(found(LintRule::RegisterOfTwoKinds, program("c[u]")), "") << "of another shape";
}

TEST(Lint, SaysWhyItIsIncomplete) {
  Executable executable = test::assembled("@main(x):\n  ret %0\n");
  EXPECT_EQ(lint(FunctionFacts(executable), nullptr)->incompleteReason(), "");
  Function compiled;
  compiled.kind = static_cast<int32_t>(FunctionKind::VmTir);
  compiled.name = "f";
  executable.functions.push_back(compiled);
  const auto found = lint(FunctionFacts(executable), nullptr);
  EXPECT_FALSE(found->complete);
  EXPECT_EQ(found->incompleteReason(), "1 function is compiled and has no instructions");
}

std::string numbers(int count) {
  std::string text = "{0";
  for (int i = 1; i < count; ++i) text += ", " + std::to_string(i);
  return text + "}";
}

TEST(ConstantDuplicate, IsATensorWithTheBytesOfAnEarlierOne) {
  const auto program = [](int first, int second) {
    return ".const c[a] = tensor float32[" + std::to_string(first) + "] " + numbers(first) +
           "\n.const c[b] = tensor float32[" + std::to_string(second) + "] " + numbers(second) +
           "\n@main():\n  call vm.builtin.make_tuple in: c[a], c[b] dst: %0\n  ret %0\n";
  };
  EXPECT_EQ(found(LintRule::ConstantDuplicate, program(64, 64)),
            "1 constant equals an earlier one: 256 bytes. | c[6] (f32[64])");
  EXPECT_EQ(found(LintRule::ConstantDuplicate, program(64, 65)), "");
  EXPECT_EQ(found(LintRule::ConstantDuplicate, program(8, 8)), "") << "32 bytes are not worth a change";
}

TEST(ConstantUnused, IsATensorThatNoInstructionMentions) {
  const std::string tensor = ".const c[a] = tensor float32[2] {1, 2}\n";
  EXPECT_EQ(found(LintRule::ConstantUnused, tensor + "@main(x):\n  ret %0\n"),
            "No instruction mentions 1 constant: 8 bytes. | c[6] (f32[2])");
  EXPECT_EQ(
      found(LintRule::ConstantUnused, tensor + "@main(x):\n  call vm.builtin.make_tuple in: c[a] dst: %1\n  ret %1\n"),
      "");
}

TEST(FunctionUnused, HasNoCallerThatAnEntryReaches) {
  EXPECT_EQ(found(LintRule::FunctionUnused, R"(
@main(x):
  ret %0
@never packed_func;
@ping(x):
  call pong in: %0 dst: %1
  ret %1
@pong(x):
  call ping in: %0 dst: %1
  ret %1
)"),
            "3 functions of the table have no caller that an entry reaches. | never | ping | pong");
  EXPECT_EQ(found(LintRule::FunctionUnused, "@main(x):\n  ret %0\n@other(x):\n  ret %0\n"), "")
      << "a host program may call any function by its name";
}

TEST(KernelWithoutCaller, IsAKernelOfTheLibraryThatTheExecutableDoesNotName) {
  const Executable executable = test::assembled("@main(x):\n  call relu in: %0\n  ret %0\n@relu packed_func;\n");
  LoadedFile file;
  file.library.emplace();
  LibraryModule module;
  module.kind = "_lib";
  module.decoded = HostModule{{"relu", "reshape", "__tvm_main__"}};
  file.library->modules.push_back(module);
  EXPECT_EQ(found(LintRule::KernelWithoutCaller, executable, &file),
            "The library has 1 kernel that the executable never names. | reshape");
  EXPECT_EQ(found(LintRule::KernelWithoutCaller, executable), "") << "without a library";
}

TEST(RepeatedRegion, IsTheSameCallsSeveralTimesInARow) {
  const auto chain = [](int calls) {
    std::string text = "@main(x):\n";
    for (int i = 0; i < calls; ++i) text += "  call block in: %0 dst: %0\n";
    return text + "  ret %0\n@block(x):\n  ret %0\n";
  };
  EXPECT_EQ(
      found(LintRule::RepeatedRegion, chain(9)),
      "main: The same call runs 9 times in a row. | block (1 call each) at 0 at 1 at 2 at 3 at 4 at 5 at 6 at 7 at 8");
  EXPECT_EQ(found(LintRule::RepeatedRegion, chain(4)), "") << "too short to be folded";
}

}  // namespace
}  // namespace relaxscope
