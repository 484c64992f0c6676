// SPDX-License-Identifier: Apache-2.0
// What is numbering, and what is a difference, on programs of a few lines.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "vmcore/analysis/diff/diff.h"
#include "vmcore/base/split_mix.h"
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
@relu packed_func;
@add packed_func;
@fused_exp_tanh_relu packed_func;
)";
constexpr const char* kConstants = R"(
.const c[size] = shape (64)
.const c[small] = shape (32)
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

TEST(SameCode, EqualStoragesArePaired) {
  // Three calls become one; what was in the second storage is smaller now.
  const std::string smaller = "  call vm.builtin.alloc_storage in: %vm, c[small], i0, c[u8], c[scope] dst: %2\n";
  const ExecutableDiff diff =
      diffOf(storageCall(1) + tensorCall(1, 3) + kernelCall("exp", 0, 3) + storageCall(2) + tensorCall(2, 4) +
                 kernelCall("tanh", 3, 4) + tensorCall(1, 5) + kernelCall("relu", 4, 5) + tensorCall(2, 6) +
                 kernelCall("scale", 5, 6) + tensorCall(1, 7) + kernelCall("exp", 6, 7) + "  ret %7\n",
             storageCall(1) + tensorCall(1, 3) + kernelCall("fused_exp_tanh_relu", 0, 3) + smaller + tensorCall(2, 4) +
                 kernelCall("scale", 3, 4) + tensorCall(1, 5) + kernelCall("exp", 4, 5) + "  ret %5\n");
  ASSERT_EQ(diff.functions.size(), 1U);
  const InstructionRow& first = diff.functions.front().rows.front();
  EXPECT_EQ(first.state, RowState::Same);
  EXPECT_EQ(first.old, InstrIndex(0));
  EXPECT_EQ(first.now, InstrIndex(0));
}

TEST(SameCode, AStorageThatBranchesExchangeStaysPaired) {
  // Two branches in another order: each has the tensors that it had, the storages are planned for the new order.
  const std::array<std::string, 2> branches[] = {{"exp", "tanh"}, {"scale", "relu"}};
  const auto program = [&](size_t first) {
    const auto &a = branches[first], &b = branches[1 - first];
    return storageCall(1) + tensorCall(1, 5) + kernelCall(a[0].c_str(), 0, 5) + storageCall(2) + tensorCall(2, 6) +
           kernelCall(a[1].c_str(), 5, 6) + tensorCall(1, 7) + kernelCall(b[0].c_str(), 0, 7) + storageCall(3) +
           tensorCall(3, 8) + kernelCall(b[1].c_str(), 7, 8) + storageCall(4) + tensorCall(4, 9) +
           fmt::format("  call add in: %{}, %{}, %9 dst: %void\n  ret %9\n", first == 0 ? 6 : 8, first == 0 ? 8 : 6);
  };
  const ExecutableDiff diff = diffOf(program(0), program(1));
  for (const InstructionRow& row : diff.functions.front().rows)
    EXPECT_TRUE(row.state == RowState::Same || row.state == RowState::Moved) << row.old.value << " " << row.now.value;
  EXPECT_EQ(countOf(diff, ChangeKind::Memory), 0U);
  EXPECT_EQ(countOf(diff, ChangeKind::Reordered), 0U);
  EXPECT_EQ(countOf(diff, ChangeKind::IndependentOrder), 2U);
  EXPECT_EQ(diff.summary.front().text, "2 in another order, independent of each other: scale, relu");
}

TEST(SameCode, CallsThatNeedTheirOrderAreReorderedUnderAnotherPlanToo) {
  const auto program = [](int storage, const char* first, const char* second) {
    return storageCall(1) + storageCall(2) + tensorCall(1, 3) + kernelCall(first, 0, 3) + kernelCall(second, 0, 3) +
           tensorCall(storage, 4) + kernelCall("relu", 3, 4) + "  ret %4\n";
  };
  const ExecutableDiff diff = diffOf(program(2, "exp", "scale"), program(1, "scale", "exp"));
  EXPECT_GE(countOf(diff, ChangeKind::Memory), 1U);
  EXPECT_EQ(countOf(diff, ChangeKind::Reordered), 1U);
  EXPECT_EQ(countOf(diff, ChangeKind::IndependentOrder), 0U);
}

/// Lines that write two registers in turn; one in 25 is left out of the second text, where `removed` says how many.
std::string equalLines(std::span<const char* const> kernels, bool cut, uint32_t* removed) {
  SplitMix64 random(11);
  std::string text;
  for (int i = 0; i < 4'000; ++i) {
    if (random.next() % 25 == 0 && cut) ++*removed;
    else
      text += fmt::format("  call {0} in: %{1}, %{1} dst: %{2}\n", kernels[static_cast<size_t>(i) % kernels.size()],
                          1 + i % 2, 1 + (i + 1) % 2);
  }
  return text;
}
TEST(SameCode, LinesRemovedOfManyEqualOnesAreRemoved) {
  for (const std::vector<const char*>& kernels :
       {std::vector{"exp"}, std::vector{"exp", "tanh"}, std::vector{"exp", "tanh", "scale"}}) {
    uint32_t removed = 0;
    const std::string old = equalLines(kernels, false, nullptr) + "  ret %1\n",
                      now = equalLines(kernels, true, &removed) + "  ret %1\n";
    const ExecutableDiff diff = diffOf(old, now), back = diffOf(now, old);
    EXPECT_EQ(countOf(diff, ChangeKind::Removed), removed);
    EXPECT_EQ(countOf(diff, ChangeKind::Inserted), 0U);
    EXPECT_EQ(countOf(back, ChangeKind::Inserted), removed);
    EXPECT_EQ(countOf(back, ChangeKind::Removed), 0U);
  }
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
