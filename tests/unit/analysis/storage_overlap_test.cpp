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
  EXPECT_EQ(findings.all()[0].message, "main:6 writes pc 5's tensor over pc 1's, which pc 9 reads");
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

// ---- random plans with branches ----

/// A step of a random program; registers 0 and 1 are the parameters.
struct RandomStep {
  enum class Kind : uint8_t { View, Tuple, Kernel, Place, If } kind = Kind::View;
  int64_t from = 0, other = 0, to = 0;  ///< registers; Tuple: to is the tuple, to + 1 its field
  int64_t field = 0;
  int64_t storage = 0;                   ///< Place: its register
  int64_t pc = 0;                        ///< Place: of alloc_tensor
  std::vector<RandomStep> arms[2] = {};  ///< If: what runs; each ends with a View in `to`
};

class RandomBranches {
 public:
  explicit RandomBranches(uint32_t seed) : random_(seed) {
    for (int i = 0; i < 3; ++i) allocStorage(made, next_++);
    steps = makeBlock({0}, 2 + below(5), 0);
    emit(steps);
    made.ret(last_).end();
  }
  /// Victims over all ways through the program.
  std::set<int64_t> victims() {
    std::set<int64_t> all;
    for (uint32_t way = 0; way < 1U << ifs_; ++way) {
      State state;
      uint32_t choices = way;
      run(steps, state, choices);
      take(state, state.of[last_]);
      all.insert(state.victims.begin(), state.victims.end());
    }
    return all;
  }

  HandMade made = program();
  std::vector<RandomStep> steps;

 private:
  struct State {
    std::map<int64_t, std::set<int64_t>> of;
    std::map<int64_t, std::pair<int64_t, bool>> tensors;
    std::map<int64_t, int64_t> owner;
    std::set<int64_t> victims;
  };
  int64_t below(int64_t end) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(end)); }
  int64_t oneOf(const std::vector<int64_t>& values) {
    return values[static_cast<size_t>(below(static_cast<int64_t>(values.size())))];
  }

  std::vector<RandomStep> makeBlock(std::vector<int64_t> values, int64_t length, int depth) {
    std::vector<RandomStep> block;
    for (int64_t i = 0; i < length; ++i) {
      const bool branches = depth < 2 && ifs_ < 4 && below(4) == 0;
      RandomStep step{branches ? RandomStep::Kind::If : static_cast<RandomStep::Kind>(std::min<int64_t>(3, below(6)))};
      step.from = oneOf(values), step.other = oneOf(values), step.field = below(2), step.storage = 2 + below(3);
      if (step.kind != RandomStep::Kind::Kernel) step.to = next_, next_ += 2;
      if (branches) {
        ++ifs_;
        for (std::vector<RandomStep>& arm : step.arms) {
          arm = makeBlock(values, 1 + below(4), depth + 1);
          std::vector<int64_t> there = values;
          for (const RandomStep& inner : arm)
            if (inner.kind != RandomStep::Kind::Kernel) there.push_back(resultOf(inner));
          RandomStep end{RandomStep::Kind::View};
          end.from = oneOf(there), end.to = step.to;
          arm.push_back(std::move(end));
        }
      }
      if (step.kind != RandomStep::Kind::Kernel) values.push_back(resultOf(step));
      block.push_back(std::move(step));
    }
    if (depth == 0) last_ = values.back();
    return block;
  }
  static int64_t resultOf(const RandomStep& step) {
    return step.kind == RandomStep::Kind::Tuple ? step.to + 1 : step.to;
  }
  static int64_t lengthOf(const std::vector<RandomStep>& steps) {
    int64_t length = 0;
    for (const RandomStep& step : steps) {
      if (step.kind == RandomStep::Kind::If) length += 2 + lengthOf(step.arms[0]) + lengthOf(step.arms[1]);
      else length += step.kind == RandomStep::Kind::Tuple || step.kind == RandomStep::Kind::Place ? 2 : 1;
    }
    return length;
  }
  void emit(std::vector<RandomStep>& block) {
    for (RandomStep& step : block) {
      switch (step.kind) {
        case RandomStep::Kind::View: made.call(step.to, kReshape, {reg(step.from), con(kWhole)}); break;
        case RandomStep::Kind::Tuple:
          made.call(step.to, kTuple, {reg(step.from), reg(step.other)});
          made.call(step.to + 1, kItem, {reg(step.to), imm(step.field)});
          break;
        case RandomStep::Kind::Kernel: callKernel(made, {step.from, step.other}); break;
        case RandomStep::Kind::Place:
          step.pc = static_cast<int64_t>(made.executable.code.size());
          allocTensor(made, step.to, step.storage), callKernel(made, {step.from, step.to});
          break;
        case RandomStep::Kind::If:
          made.branch(1, lengthOf(step.arms[0]) + 2);
          emit(step.arms[0]);
          made.jump(lengthOf(step.arms[1]) + 1);
          emit(step.arms[1]);
          break;
      }
    }
  }
  static void take(State& state, const std::set<int64_t>& taken) {
    std::set<int64_t> before;
    for (const int64_t each : taken)
      if (state.tensors[each].second) before.insert(each);
    for (const int64_t each : taken)
      if (!state.tensors[each].second) state.owner[state.tensors[each].first] = each, state.tensors[each].second = true;
    for (const int64_t each : before)
      if (state.owner[state.tensors[each].first] != each) state.victims.insert(each);
  }
  static void run(const std::vector<RandomStep>& block, State& state, uint32_t& choices) {
    for (const RandomStep& step : block) {
      std::set<int64_t> taken = state.of[step.from];
      switch (step.kind) {
        case RandomStep::Kind::View: state.of[step.to] = taken; break;
        case RandomStep::Kind::Tuple: state.of[step.to + 1] = state.of[step.field == 1 ? step.other : step.from]; break;
        case RandomStep::Kind::Place:
          state.tensors[step.pc] = {step.storage, false};
          state.of[step.to] = {step.pc};
          taken.insert(step.pc);
          take(state, taken);
          break;
        case RandomStep::Kind::Kernel:
          taken.insert(state.of[step.other].begin(), state.of[step.other].end());
          take(state, taken);
          break;
        case RandomStep::Kind::If: {
          const uint32_t arm = choices & 1;
          choices >>= 1;
          run(step.arms[arm], state, choices);
          break;
        }
      }
    }
  }

  std::mt19937 random_;
  int64_t next_ = 2, last_ = 0;
  int ifs_ = 0;
};

TEST(StorageOverlap, OfRandomPlansWithBranchesAreThoseOfOneWayThrough) {
  size_t wrong = 0, right = 0, branching = 0;
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    RandomBranches plan(seed);
    std::set<int64_t> victims;
    const auto overlaps = storageOverlaps(plan.made.executable, plan.made.executable.findFunction("main"));
    for (const StorageOverlap& each : *overlaps) victims.insert(each.victim.value);
    const std::set<int64_t> seen = plan.victims();
    EXPECT_EQ(victims, seen) << "seed " << seed;
    ++(seen.empty() ? right : wrong);
    for (const RandomStep& step : plan.steps) branching += step.kind == RandomStep::Kind::If ? 1 : 0;
  }
  EXPECT_GT(wrong, 300u);
  EXPECT_GT(right, 500u) << "nothing is reported of a right plan";
  EXPECT_GT(branching, 1000u);
}

}  // namespace
}  // namespace relaxscope
