// SPDX-License-Identifier: Apache-2.0
// Calls of two traces, matched by the comparison of their executables.
#include "vmcore/export/match_of_diff.h"

#include <gtest/gtest.h>

#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

Executable executable(const std::vector<std::string>& callees) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  for (const std::string& callee : callees) b.emitCall(callee, {ExecutableBuilder::r(0)}, 0);
  b.emitRet(0);
  return b.finish();
}
uint32_t rowOf(const Executable& executable, const std::string& name) {
  for (uint32_t row = 0; row < executable.functions.size(); ++row)
    if (executable.functions[row].name == name) return row;
  return kNoIndex;
}

TEST(MatchOfDiff, HoldsFunctionsKernelsAndCalls) {
  const Executable old = executable({"a", "b", "c"}), now = executable({"c", "renamed"});
  ExecutableDiff diff;
  FunctionPair pair;
  pair.old = pair.now = FuncIndex(rowOf(old, "main"));
  const auto row = [](int64_t before, int64_t after, RowState state, int64_t partner = -1) {
    InstructionRow made;
    made.old = InstrIndex(before);
    made.now = InstrIndex(after);
    made.partner = InstrIndex(partner);
    made.state = state;
    return made;
  };
  pair.rows = {row(-1, 0, RowState::Moved, 2), row(0, -1, RowState::Removed), row(1, 1, RowState::Changed),
               row(2, -1, RowState::Moved, 0), row(3, 2, RowState::Same)};
  diff.functions.push_back(pair);
  for (const auto& [before, after] : {std::pair("a", ""), std::pair("b", "renamed"), std::pair("c", "c")}) {
    KernelPair kernel;
    kernel.old = before;
    kernel.now = after;
    diff.kernels.push_back(kernel);
  }
  const CallMatch match = callMatchOf(diff, old, now);
  EXPECT_EQ(match.functionOf(rowOf(old, "main")), rowOf(now, "main"));
  EXPECT_EQ(match.functionOf(rowOf(old, "a")), kNoIndex);
  EXPECT_EQ(match.functionOf(rowOf(old, "b")), rowOf(now, "renamed"));
  EXPECT_EQ(match.functionOf(rowOf(old, "c")), rowOf(now, "c"));
  const uint32_t main = rowOf(old, "main");
  EXPECT_FALSE(match.siteOf({main, 0}));
  EXPECT_EQ(match.siteOf({main, 1}), (TraceSite{main, 1}));
  EXPECT_EQ(match.siteOf({main, 2}), (TraceSite{main, 0})) << "moved";
  EXPECT_EQ(match.siteOf({main, 3}), (TraceSite{main, 2}));
  EXPECT_TRUE(match.byNameReason().empty());
}

/// By name of the old executable: its partner's name, or "".
std::string partnerOf(const Executable& old, const Executable& now, const std::string& name) {
  const auto shared = [](const Executable& executable) { return std::make_shared<const Executable>(executable); };
  const auto diff = diffExecutables({shared(old), nullptr}, {shared(now), nullptr});
  EXPECT_TRUE(diff.ok());
  const uint32_t row = callMatchOf(*diff, old, now).functionOf(rowOf(old, name));
  return row == kNoIndex ? "" : now.functions[row].name;
}

TEST(MatchOfDiff, CalleesThatReplacedEachOtherAtAllCallsAreOne) {
  const Executable old = executable({"a", "relu", "b", "relu", "c"});
  EXPECT_EQ(partnerOf(old, executable({"a", "gelu", "b", "gelu", "c"}), "relu"), "gelu");
  EXPECT_EQ(partnerOf(old, executable({"a", "gelu", "b", "gelu", "c"}), "a"), "a");
  EXPECT_EQ(partnerOf(old, executable({"a", "gelu", "b", "tanh", "c"}), "relu"), "") << "two partners";
  EXPECT_EQ(partnerOf(old, executable({"a", "gelu", "b", "relu", "c"}), "relu"), "relu") << "still called";
  EXPECT_EQ(partnerOf(old, executable({"a", "c", "b", "c", "c"}), "relu"), "") << "called before";
}

TEST(MatchOfDiff, WithoutCodeNamesAreAllThereIs) {
  Trace old, now;
  old.info.functionNames = {"main", "a", "b"};
  now.info.functionNames = {"b", "main"};
  const CallMatch match = callMatchOf(old, nullptr, now, nullptr);
  EXPECT_EQ(match.functionOf(0), 1u);
  EXPECT_EQ(match.functionOf(1), kNoIndex);
  EXPECT_EQ(match.functionOf(2), 0u);
  EXPECT_EQ(match.functionOf(7), kNoIndex);
  EXPECT_EQ(match.siteOf({0, 5}), (TraceSite{1, 5}));
  EXPECT_FALSE(match.siteOf({1, 5}));
  EXPECT_FALSE(match.byNameReason().empty());
}

}  // namespace
}  // namespace relaxscope
