// SPDX-License-Identifier: Apache-2.0
// Which instruction each piece of work of a replayed graph was captured from.
#include "vmcore/vm/record/captured_graph.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

using enum DeviceWorkKind;

CapturedWork kernel(const char* name, uint64_t pc) { return {Kernel, name, false, pc}; }
CapturedWork library(uint64_t pc) { return {Kernel, "cublasGemmEx", true, pc}; }

std::vector<uint64_t> of(const std::vector<CapturedWork>& captured, const std::vector<const char*>& names) {
  std::vector<ReplayedWork> replayed;
  for (const char* name : names) replayed.push_back({*name == '\0' ? CopyOnDevice : Kernel, name});
  return instructionsOf(captured, replayed);
}
using Pcs = std::vector<uint64_t>;

TEST(CapturedGraph, WorkIsThatOfItsPlace) {
  const std::vector<CapturedWork> captured = {
      kernel("a", 3), kernel("a", 5), {CopyOnDevice, "", false, 6}, kernel("b", 9)};
  EXPECT_EQ(of(captured, {"a", "a", "", "b"}), (Pcs{3, 5, 6, 9}));
}

TEST(CapturedGraph, OfWhichRecordsAreMissingTellsNothing) {
  const std::vector<CapturedWork> captured = {kernel("a", 3), kernel("a", 5), kernel("b", 9)};
  EXPECT_EQ(of(captured, {"a", "b"}), (Pcs{kNoEvent, kNoEvent}));
  EXPECT_EQ(of(captured, {"a", "a"}), (Pcs{kNoEvent, kNoEvent}));
  EXPECT_EQ(of(captured, {"a", "a", "b", "b"}), (Pcs{kNoEvent, kNoEvent, kNoEvent, kNoEvent}));
  EXPECT_EQ(of({}, {"a"}), Pcs{kNoEvent});
  EXPECT_EQ(of(captured, {}), Pcs{});
}

TEST(CapturedGraph, ALibrarysCallHasTheKernelsUpToTheNextNode) {
  EXPECT_EQ(of({library(2), kernel("b", 9)}, {"gemm", "reduce", "b"}), (Pcs{2, 2, 9}));
  EXPECT_EQ(of({kernel("a", 1), library(2)}, {"a", "gemm"}), (Pcs{1, 2}));
  EXPECT_EQ(of({library(2), kernel("b", 9)}, {"b"}), Pcs{kNoEvent}) << "the call's kernel is missing";
}

TEST(CapturedGraph, KernelsOfCallsInARowAreNotTellable) {
  EXPECT_EQ(of({library(2), library(4), kernel("b", 9)}, {"gemm", "gemm", "reduce", "b"}),
            (Pcs{kNoEvent, kNoEvent, kNoEvent, 9}));
}

}  // namespace
}  // namespace relaxscope
