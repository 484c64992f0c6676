// SPDX-License-Identifier: Apache-2.0
// Tensors over one another in a storage while the first is still needed: programs by hand, and random plans against an
// interpreter that knows whose bytes a storage holds.
#include "vmcore/analysis/flow/storage_overlap.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/analysis/verify/verifier.h"

namespace relaxscope {
namespace {

using namespace test;

enum : int64_t { kStorage, kTensor, kReshape, kTuple, kItem, kNull, kKernel, kShapeOf, kClosure, kInvoke };
constexpr int64_t kWhole = 0, kType = 1, kHalf = 2, kSize = 3;

/// A program of main(x, flag) with these callees and constants.
HandMade program() {
  HandMade made;
  for (const char* name : {"alloc_storage", "alloc_tensor", "reshape", "make_tuple", "tuple_getitem", "null_value"})
    made.packed(std::string("vm.builtin.") + name);
  made.packed("kernel").packed("vm.builtin.shape_of").packed("vm.builtin.make_closure");
  made.packed("vm.builtin.invoke_closure");
  made.constant(ShapeConstant{{16}}).constant(DataType{2, 32, 1}).constant(ShapeConstant{{8}});
  made.constant(ShapeConstant{{64}});
  return std::move(made.begin("main", 2, 64));
}
HandMade& allocStorage(HandMade& made, int64_t to) {
  return made.call(to, kStorage, {reg(kVmRegister), con(kSize), imm(0), con(kType)});
}
HandMade& allocTensor(HandMade& made, int64_t to, int64_t from, int64_t offset = 0, int64_t shape = kWhole) {
  return made.call(to, kTensor, {reg(from), imm(offset), con(shape), con(kType)});
}
HandMade& callKernel(HandMade& made, std::initializer_list<int64_t> registers) {
  std::vector<int64_t> args;
  for (const int64_t each : registers) args.push_back(reg(each));
  return made.call(kVoidRegister, kKernel, args);
}

/// "7 writes 6 over 1, read by 9", by pc.
std::string found(HandMade& made) {
  made.end();
  std::string text;
  const auto overlaps = storageOverlaps(made.executable, made.executable.findFunction("main"));
  for (const StorageOverlap& each : *overlaps)
    text += (text.empty() ? "" : "; ") + std::to_string(each.writer.value) + " writes " +
            std::to_string(each.over.value) + " over " + std::to_string(each.victim.value) + ", read by " +
            std::to_string(each.reader.value);
  return text;
}

TEST(StorageOverlap, AViewKeepsContentsAlive) {
  HandMade made = program();
  allocStorage(made, 2), allocTensor(made, 3, 2), callKernel(made, {0, 3});
  made.call(4, kReshape, {reg(3), con(kWhole)}).call(3, kNull, {});
  allocTensor(made, 5, 2), callKernel(made, {0, 5});  // 5, 6
  allocStorage(made, 6), allocTensor(made, 7, 6), callKernel(made, {4, 5, 7}).ret(7);
  EXPECT_EQ(found(made), "6 writes 5 over 1, read by 9");
  // It is an error that a run does not refuse.
  const Diagnostics findings = verify(made.executable);
  ASSERT_TRUE(findings.hasErrors());
  EXPECT_EQ(findings.all()[0].rule, kStorageOverlap);
  EXPECT_EQ(findings.all()[0].message,
            "main:6 (call kernel): writes the tensor of pc 5 over that of pc 1 in their storage, whose contents main:9 "
            "(call kernel) reads");
  EXPECT_FALSE(damageOf(made.executable));
  EXPECT_TRUE(isProvenSound(made.executable));
}

TEST(StorageOverlap, ContentsThatAreReadNoMoreAreReplaced) {
  HandMade made = program();
  allocStorage(made, 2), allocTensor(made, 3, 2), callKernel(made, {0, 3});
  allocStorage(made, 4), allocTensor(made, 5, 4), callKernel(made, {3, 5});
  made.call(6, kShapeOf, {reg(3)});  // no contents
  allocTensor(made, 7, 2), callKernel(made, {5, 7}).ret(7);
  EXPECT_EQ(found(made), "");
}

TEST(StorageOverlap, AChainOfViewsATupleAndAClosureHoldThem) {
  HandMade views = program();
  allocStorage(views, 2), allocTensor(views, 3, 2), callKernel(views, {0, 3});
  views.call(4, kReshape, {reg(3), con(kWhole)}).call(5, kReshape, {reg(4), con(kWhole)});
  allocTensor(views, 6, 2), callKernel(views, {0, 6}).ret(5);
  EXPECT_EQ(found(views), "6 writes 5 over 1, read by 7");
  HandMade tuple = program();
  allocStorage(tuple, 2), allocTensor(tuple, 3, 2), callKernel(tuple, {0, 3});
  tuple.call(4, kTuple, {reg(0), reg(3)});
  allocTensor(tuple, 5, 2), callKernel(tuple, {0, 5});  // 4, 5
  tuple.call(6, kItem, {reg(4), imm(1)});
  callKernel(tuple, {6, 0}).ret(0);
  EXPECT_EQ(found(tuple), "5 writes 4 over 1, read by 7");
  HandMade other = program();  // the other field
  allocStorage(other, 2), allocTensor(other, 3, 2), callKernel(other, {0, 3});
  other.call(4, kTuple, {reg(0), reg(3)});
  allocTensor(other, 5, 2), callKernel(other, {0, 5});
  other.call(6, kItem, {reg(4), imm(0)});
  callKernel(other, {6, 5}).ret(5);
  EXPECT_EQ(found(other), "");
  HandMade closure = program();
  allocStorage(closure, 2), allocTensor(closure, 3, 2), callKernel(closure, {0, 3});
  closure.call(4, kClosure, {fun(kKernel), reg(3)});
  allocTensor(closure, 5, 2), callKernel(closure, {0, 5});  // 4, 5
  closure.call(6, kInvoke, {reg(kVmRegister), reg(4), reg(0)}).ret(6);
  EXPECT_EQ(found(closure), "5 writes 4 over 1, read by 6");
}

TEST(StorageOverlap, OverTheBackEdgeOfALoop) {
  // 4: the loop reads what the round before wrote, over which 7 writes.
  HandMade made = program();
  allocStorage(made, 2), allocTensor(made, 3, 2), callKernel(made, {0, 3});
  made.branch(1, 5);
  callKernel(made, {3, 0});                           // 4
  allocTensor(made, 5, 2), callKernel(made, {0, 5});  // 5, 6
  made.jump(-4).ret(0);
  EXPECT_EQ(found(made), "6 writes 5 over 1, read by 4");
}

TEST(StorageOverlap, OnAPathThatDoesNotReadThemTheyMayBeReplaced) {
  // Either 3 is returned, or what is written over it.
  HandMade made = program();
  allocStorage(made, 2), allocTensor(made, 3, 2), callKernel(made, {0, 3});
  made.branch(1, 5);
  allocTensor(made, 4, 2), callKernel(made, {0, 4});  // 4, 5
  made.call(3, kReshape, {reg(4), con(kWhole)}).jump(1).ret(3);
  EXPECT_EQ(found(made), "");
}

TEST(StorageOverlap, PlacesSideBySideAndOfOtherStoragesAreApart) {
  HandMade made = program();
  allocStorage(made, 2), allocTensor(made, 3, 2, 0, kHalf), callKernel(made, {0, 3});
  allocTensor(made, 4, 2, 32, kHalf), callKernel(made, {0, 4});
  callKernel(made, {3, 4, 0}).ret(0);
  EXPECT_EQ(found(made), "");
  HandMade partly = program();
  allocStorage(partly, 2), allocTensor(partly, 3, 2), callKernel(partly, {0, 3});
  allocTensor(partly, 4, 2, 32, kHalf), callKernel(partly, {0, 4});
  callKernel(partly, {3, 4, 0}).ret(0);
  EXPECT_EQ(found(partly), "4 writes 3 over 1, read by 5");
  HandMade again = program();  // the storage is allocated again: another one
  allocStorage(again, 2), allocTensor(again, 3, 2), callKernel(again, {0, 3});
  allocStorage(again, 2), allocTensor(again, 4, 2), callKernel(again, {0, 4});
  callKernel(again, {3, 4, 0}).ret(0);
  EXPECT_EQ(found(again), "");
}

TEST(StorageOverlap, AFunctionUsesWhatItIsGivenInAnOrderOfItsOwn) {
  // As a captured CUDA graph: both tensors are given to it in a tuple.
  HandMade made = program();
  allocStorage(made, 2), allocTensor(made, 3, 2), allocTensor(made, 4, 2);
  made.call(5, kTuple, {reg(3), reg(4)});
  made.call(6, kInvoke, {reg(kVmRegister), reg(0), reg(5)}).ret(6);
  EXPECT_EQ(found(made), "");
}

TEST(StorageOverlap, TheSameCallMayReadWhatItReplaces) {
  HandMade made = program();
  allocStorage(made, 2), allocTensor(made, 3, 2), callKernel(made, {0, 3});
  allocTensor(made, 4, 2), callKernel(made, {3, 4}).ret(4);
  EXPECT_EQ(found(made), "4 writes 3 over 1, read by 4");
}

// ---- random plans ----

struct Plan {
  HandMade made = program();
  /// What the interpreter sees: the victims, by the pc that places them.
  std::set<int64_t> victims;
};

/// A straight program whose tensors are in two of three storages by chance.
Plan randomPlan(uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](int64_t end) { return static_cast<int64_t>(random() % static_cast<uint64_t>(end)); };
  Plan plan;
  int64_t next = 2;
  std::vector<int64_t> storages, values{0};
  std::map<int64_t, std::set<int64_t>> of{{0, {}}};     // by register: pcs of tensors
  std::map<int64_t, std::pair<int64_t, bool>> tensors;  // by pc: storage, written
  std::map<int64_t, int64_t> owner;                     // by storage: whose contents it has
  const auto pc = [&] { return static_cast<int64_t>(plan.made.executable.code.size()); };
  for (int i = 0; i < 3; ++i) {
    storages.push_back(next);
    allocStorage(plan.made, next++);
  }
  const auto take = [&](const std::set<int64_t>& taken) {
    std::set<int64_t> before;
    for (const int64_t each : taken)
      if (tensors[each].second) before.insert(each);
    for (const int64_t each : taken)
      if (!tensors[each].second) owner[tensors[each].first] = each, tensors[each].second = true;
    for (const int64_t each : before)
      if (owner[tensors[each].first] != each) plan.victims.insert(each);
  };
  for (int64_t step = 0; step < 4 + below(16); ++step) {
    const int64_t from = values[static_cast<size_t>(below(static_cast<int64_t>(values.size())))];
    const int64_t other = values[static_cast<size_t>(below(static_cast<int64_t>(values.size())))];
    switch (below(5)) {
      case 0:
        plan.made.call(next, kReshape, {reg(from), con(kWhole)});
        of[next] = of[from];
        values.push_back(next++);
        break;
      case 1: {
        const int64_t field = below(2);
        plan.made.call(next, kTuple, {reg(from), reg(other)});
        plan.made.call(next + 1, kItem, {reg(next), imm(field)});
        of[next + 1] = of[field == 1 ? other : from];
        values.push_back(next + 1);
        next += 2;
        break;
      }
      case 2:
        callKernel(plan.made, {from, other});
        {
          std::set<int64_t> taken = of[from];
          taken.insert(of[other].begin(), of[other].end());
          take(taken);
        }
        break;
      default: {
        const int64_t in = storages[static_cast<size_t>(below(3))], at = pc();
        allocTensor(plan.made, next, in);
        tensors[at] = {in, false};
        of[next] = {at};
        callKernel(plan.made, {from, next});
        std::set<int64_t> taken = of[from];
        taken.insert(at);
        take(taken);
        values.push_back(next++);
      }
    }
  }
  const int64_t last = values.back();
  plan.made.ret(last);
  take(of[last]);
  return plan;
}

TEST(StorageOverlap, OfRandomPlansAreExactlyThoseThatAnInterpreterSees) {
  size_t wrong = 0, right = 0;
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    Plan plan = randomPlan(seed);
    plan.made.end();
    std::set<int64_t> victims;
    const auto overlaps = storageOverlaps(plan.made.executable, plan.made.executable.findFunction("main"));
    for (const StorageOverlap& each : *overlaps) victims.insert(each.victim.value);
    ASSERT_EQ(victims, plan.victims) << "seed " << seed;
    ++(plan.victims.empty() ? right : wrong);
  }
  EXPECT_GT(wrong, 300u);
  EXPECT_GT(right, 300u);
}

}  // namespace
}  // namespace relaxscope
