// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/same_call.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/hand_made.h"

namespace relaxscope {
namespace {

/// A function table of `packed`, then main with one call per name of `calls`, and a return.
Executable callingAll(const std::vector<std::string>& packed, const std::vector<std::string>& calls) {
  test::HandMade made;
  for (const std::string& name : packed) made.packed(name);
  made.begin("main", 0, 1);
  for (const std::string& name : calls) made.call(0, made.executable.findFunction(name).value, {});
  made.ret(0).end();
  return made.executable;
}

/// The instruction of main in `now` that instruction `pc` of `before` became.
int64_t found(const Executable& before, int64_t pc, const Executable& now) {
  return sameCall(before, InstrIndex(pc), now, now.findFunction("main")).value;
}
constexpr int64_t kNone = InstrIndex().value;

TEST(SameCall, ACallThatMovedIsFoundByTheNameOfItsCallee) {
  const Executable before = callingAll({"a", "b"}, {"a", "b"});
  const Executable now = callingAll({"new", "b", "a"}, {"new", "new", "a", "b"});
  EXPECT_EQ(found(before, 0, now), 2);
  EXPECT_EQ(found(before, 1, now), 3);
}

TEST(SameCall, OfSeveralTheNearestIsTaken) {
  const Executable before = callingAll({"a", "b"}, {"b", "b", "b", "a", "b"});
  const Executable now = callingAll({"a", "b"}, {"a", "b", "b", "b", "a", "b", "a"});
  EXPECT_EQ(found(before, 3, now), 4);
  const Executable shorter = callingAll({"a", "b"}, {"a", "a", "b"});
  EXPECT_EQ(found(before, 3, shorter), 1) << "its distance from the start is beyond the end";
}

TEST(SameCall, ACallThatVanishedHasNone) {
  const Executable before = callingAll({"a", "b"}, {"a", "b"});
  EXPECT_EQ(found(before, 1, callingAll({"a"}, {"a", "a"})), kNone) << "not in the function table";
  EXPECT_EQ(found(before, 1, callingAll({"a", "b"}, {"a", "a"})), kNone) << "not called";
  EXPECT_EQ(found(before, 2, before), kNone) << "a return is not a call";
  EXPECT_EQ(sameCall(before, InstrIndex(1), before, FuncIndex()).value, kNone);
}

TEST(SameCall, RangesOfUnverifiedCodeMayBeAnyNumbers) {
  const Executable before = callingAll({"a", "b"}, {"a", "b"});
  Executable now = callingAll({"a", "b"}, {"a", "a", "b"});
  Function& main = now.functions.back();
  main.startInstr = INT64_MIN;
  main.endInstr = INT64_MAX;
  EXPECT_EQ(found(before, 1, now), 2);
  std::swap(main.startInstr, main.endInstr);
  EXPECT_EQ(found(before, 1, now), kNone);
}

}  // namespace
}  // namespace relaxscope
