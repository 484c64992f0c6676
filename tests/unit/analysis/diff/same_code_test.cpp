// SPDX-License-Identifier: Apache-2.0
// What is numbering, and what is a difference, on programs of a few lines.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "vmcore/analysis/diff/diff.h"
#include "vmcore/format/assembly/assembly.h"

namespace relaxscope {
namespace {

constexpr const char* kPackedRows = R"(
@vm.builtin.alloc_storage packed_func;
@vm.builtin.alloc_tensor packed_func;
@vm.builtin.alloc_shape_heap packed_func;
@vm.builtin.match_shape packed_func;
@vm.builtin.make_shape packed_func;
@vm.builtin.null_value packed_func;
@shape_func packed_func;
@exp packed_func;
@tanh packed_func;
@scale packed_func;
)";
constexpr const char* kConstants = R"(
.const c[size] = shape (64)
.const c[shape] = shape (4, 4)
.const c[f32] = dtype float32
.const c[u8] = dtype uint8
.const c[scope] = string "global"
)";

DiffSide sideOf(const std::string& body) {
  Assembled assembled =
      assemble(fmt::format("{}\n@main(x):\n{}\n{}", kConstants, body, kPackedRows), AssemblyForm::Text);
  EXPECT_TRUE(assembled.executable) << (assembled.messages.empty() ? "" : assembled.messages.front().placed());
  return {std::make_shared<const Executable>(std::move(*assembled.executable)), nullptr};
}

ExecutableDiff diffOf(const std::string& old, const std::string& now) {
  Result<ExecutableDiff> diff = diffExecutables(sideOf(old), sideOf(now));
  EXPECT_TRUE(diff.ok());
  return std::move(diff).value();
}
uint32_t countOf(const ExecutableDiff& diff, ChangeKind kind) { return diff.counts[static_cast<size_t>(kind)]; }

std::string storageCall(int reg) {
  return fmt::format("  call vm.builtin.alloc_storage in: %vm, c[size], i0, c[u8], c[scope] dst: %{}\n", reg);
}
std::string tensorCall(int from, int reg) {
  return fmt::format("  call vm.builtin.alloc_tensor in: %{}, i0, c[shape], c[f32] dst: %{}\n", from, reg);
}
std::string kernelCall(const char* name, int in, int out) {
  return fmt::format("  call {} in: %{}, %{} dst: %void\n", name, in, out);
}

TEST(SameCode, OtherRegistersAndIndependentOrderAreNumbering) {
  const std::string old = storageCall(1) + storageCall(2) + tensorCall(1, 3) + kernelCall("exp", 0, 3) +
                          tensorCall(2, 4) + kernelCall("tanh", 0, 4) + "  ret %3\n";
  const std::string now = storageCall(5) + storageCall(6) + tensorCall(6, 7) + kernelCall("tanh", 0, 7) +
                          tensorCall(5, 8) + kernelCall("exp", 0, 8) + "  ret %8\n";
  const ExecutableDiff diff = diffOf(old, now);
  EXPECT_TRUE(diff.same);
  EXPECT_FALSE(diff.identical);
  ASSERT_EQ(diff.functions.size(), 1U);
  EXPECT_TRUE(diff.functions.front().renumbered);
}

TEST(SameCode, KernelsThatWriteOneTensorKeepTheirOrder) {
  const std::string begin = storageCall(1) + tensorCall(1, 2);
  const ExecutableDiff diff = diffOf(begin + kernelCall("exp", 0, 2) + kernelCall("scale", 0, 2) + "  ret %2\n",
                                     begin + kernelCall("scale", 0, 2) + kernelCall("exp", 0, 2) + "  ret %2\n");
  EXPECT_FALSE(diff.same);
  EXPECT_EQ(countOf(diff, ChangeKind::Reordered), 1U);
}

TEST(SameCode, ReadersOfOneTensorChangePlaces) {
  const std::string begin = storageCall(1) + tensorCall(1, 2) + storageCall(3) + tensorCall(3, 4);
  const ExecutableDiff diff = diffOf(begin + kernelCall("exp", 0, 2) + kernelCall("tanh", 0, 4) + "  ret %2\n",
                                     begin + kernelCall("tanh", 0, 4) + kernelCall("exp", 0, 2) + "  ret %2\n");
  EXPECT_TRUE(diff.same);
  EXPECT_EQ(diff.functions.front().independentMoves, 1U);
}

TEST(SameCode, TensorsInTheOtherStorageAreAChangeOfMemory) {
  const std::string begin = storageCall(1) + storageCall(2);
  const std::string end = kernelCall("exp", 0, 3) + kernelCall("tanh", 3, 4) + kernelCall("exp", 4, 5) + "  ret %5\n";
  const ExecutableDiff diff = diffOf(begin + tensorCall(1, 3) + tensorCall(2, 4) + tensorCall(1, 5) + end,
                                     begin + tensorCall(1, 3) + tensorCall(2, 4) + tensorCall(2, 5) + end);
  EXPECT_FALSE(diff.same);
  EXPECT_GE(countOf(diff, ChangeKind::Memory), 1U);
  EXPECT_EQ(countOf(diff, ChangeKind::Operands), 0U);
}

std::string slots(int first, int second, bool kernelSeesHeap) {
  return fmt::format(
      "  call vm.builtin.alloc_shape_heap in: %vm, i2 dst: %1\n"
      "  call vm.builtin.match_shape in: %0, %1, i2, i1, i{0}, i1, i{1}, c[scope] dst: %void\n"
      "{2}"
      "  call vm.builtin.make_shape in: %1, i2, i1, i{1}, i1, i{0} dst: %2\n"
      "  ret %2\n",
      first, second, kernelSeesHeap ? "  call shape_func in: %1 dst: %void\n" : "");
}
TEST(SameCode, SlotsAreNumberingUnlessAKernelReadsThem) {
  EXPECT_TRUE(diffOf(slots(0, 1, false), slots(1, 0, false)).same);
  EXPECT_FALSE(diffOf(slots(0, 1, true), slots(1, 0, true)).same);
}

TEST(SameCode, CodeThatNeverRunsIsCompared) {
  const std::string begin = "  goto 2\n  call exp in: %0, %";
  EXPECT_TRUE(diffOf(begin + "1 dst: %void\n  ret %0\n", begin + "1 dst: %void\n  ret %0\n").identical);
  EXPECT_FALSE(diffOf(begin + "1 dst: %void\n  ret %0\n", begin + "0 dst: %void\n  ret %0\n").same);
}

TEST(SameCode, TwoInstructionSetsAreAnError) {
  DiffSide relay = sideOf("  ret %0\n");
  auto executable = std::make_shared<Executable>(*relay.executable);
  executable->variant = Variant::RelayC;
  relay.executable = executable;
  const Result<ExecutableDiff> diff = diffExecutables(sideOf("  ret %0\n"), relay);
  ASSERT_FALSE(diff.ok());
  EXPECT_NE(diff.error().message.find("two instruction sets"), std::string::npos);
}

TEST(ByteDifferences, CountWhatDiffersAndWhatIsMissing) {
  const auto bytes = [](std::string_view text) { return Bytes::copyOf(text); };
  EXPECT_FALSE(byteDifference(bytes("abc"), bytes("abc")));
  const auto inside = byteDifference(bytes("abcdef"), bytes("abXdeY"));
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->offset, 2U);
  EXPECT_EQ(inside->differing, 2U);
  const auto longer = byteDifference(bytes("abc"), bytes("abcde"));
  ASSERT_TRUE(longer);
  EXPECT_EQ(longer->offset, 3U);
  EXPECT_EQ(longer->differing, 2U);
}

}  // namespace
}  // namespace relaxscope
