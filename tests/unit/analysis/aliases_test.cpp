// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/aliases.h"

#include <gtest/gtest.h>

#include "tests/support/generated_executable.h"
#include "tests/unit/analysis/hand_made.h"

namespace relaxscope {
namespace {

using namespace test;

enum : int64_t {
  kStorage,
  kTensor,
  kReshape,
  kCopy,
  kTuple,
  kItem,
  kClosure,
  kShapeOf,
  kZeroOffset,
  kMatmul,
  kToDevice
};
HandMade memoryProgram(int64_t args) {
  HandMade made;
  for (const char* name : {"alloc_storage", "alloc_tensor", "reshape", "copy", "make_tuple", "tuple_getitem",
                           "make_closure", "shape_of", "ensure_zero_offset"})
    made.packed(std::string("vm.builtin.") + name);
  made.packed("matmul").packed("vm.builtin.to_device");
  made.constant(TensorConstant{}).constant(TensorConstant{}).constant(ShapeConstant{});
  return std::move(made.begin("main", args, 40));
}

struct Found {
  Definitions definitions;
  Aliases aliases;
  [[nodiscard]] ValueIndex at(int64_t pc) const { return definitions.resultOf(InstrIndex(pc)); }
  /// "a3 p0 c1 u5 *": allocation, parameter, constant, unknown, anything.
  [[nodiscard]] std::string roots(ValueIndex value) const {
    std::string text;
    for (const Root& root : aliases.roots.at(value.at()).all())
      text += (text.empty() ? "" : " ") +
              (root.index < 0 ? "*" : "apcu"[static_cast<int>(root.kind)] + std::to_string(root.index));
    return text;
  }
  [[nodiscard]] std::string roots(int64_t pc) const { return roots(at(pc)); }
  [[nodiscard]] bool may(int64_t a, int64_t b) const { return aliases.mayAlias(at(a), at(b)); }
  [[nodiscard]] ValueIndex viewOf(int64_t pc) const { return aliases.viewOf.at(at(pc).at()); }
};
Found find(HandMade& made) {
  const Executable& executable = made.end().executable;
  const FuncIndex main = executable.findFunction("main");
  Definitions definitions = *definitionsOf(executable, main);
  Aliases aliases = *aliasesOf(executable, main, definitions);
  return {std::move(definitions), std::move(aliases)};
}
std::vector<int64_t> tensorArgs(int64_t storage) { return {reg(storage), imm(0), con(2), con(2)}; }

TEST(Aliases, ViewsLeadToTheStorage) {
  HandMade made = memoryProgram(1);
  made.call(1, kStorage, {reg(kVmRegister), con(2), imm(0), con(2)})
      .call(2, kTensor, tensorArgs(1))
      .call(3, kReshape, {reg(2), con(2)})
      .call(4, kCopy, {reg(3)})
      .call(5, kStorage, {reg(kVmRegister), con(2), imm(0), con(2)})
      .call(6, kTensor, tensorArgs(5))
      .call(7, kShapeOf, {reg(6)})
      .call(8, kReshape, {reg(0), con(2)})
      .call(9, kReshape, {con(1), con(2)})
      .ret(4);
  const Found f = find(made);
  EXPECT_EQ(f.roots(3), "a0");
  EXPECT_EQ(f.viewOf(3), f.at(2));
  EXPECT_EQ(f.viewOf(2), f.at(1));
  EXPECT_EQ(f.viewOf(1), f.at(0));
  EXPECT_FALSE(f.viewOf(0).valid());
  EXPECT_EQ(f.aliases.rootOf(f.at(3)), (Root{RootKind::Allocation, 0}));
  EXPECT_TRUE(f.may(3, 1));
  EXPECT_FALSE(f.may(3, 5)) << "two storages";
  EXPECT_EQ(f.roots(6), "") << "a shape has no memory";
  EXPECT_FALSE(f.may(6, 6));
  EXPECT_EQ(f.roots(7), "p0");
  EXPECT_EQ(f.roots(8), "c1");
  EXPECT_TRUE(f.may(7, 8)) << "a caller may pass a constant";
  EXPECT_FALSE(f.may(7, 3));
}

TEST(Aliases, AFieldOfATupleIsWhatWasPutThere) {
  HandMade made = memoryProgram(1);
  made.call(1, kStorage, {reg(kVmRegister), con(2), imm(0), con(2)})
      .call(2, kStorage, {reg(kVmRegister), con(2), imm(0), con(2)})
      .call(3, kTuple, {reg(1), imm(7), reg(2), con(0)})
      .call(4, kItem, {reg(3), imm(2)})
      .call(5, kItem, {reg(3), imm(3)})
      .call(6, kItem, {reg(3), imm(9)})
      .call(7, kItem, {reg(0), imm(1)})
      .call(8, kTuple, {reg(3)})
      .call(9, kItem, {reg(8), imm(0)})
      .call(10, kItem, {reg(9), imm(0)})
      .ret(4);
  const Found f = find(made);
  EXPECT_EQ(f.roots(2), "a2");
  EXPECT_EQ(f.roots(3), "a1");
  EXPECT_EQ(f.viewOf(3), f.at(1));
  EXPECT_EQ(f.roots(4), "c0");
  EXPECT_EQ(f.roots(5), "") << "no such field";
  EXPECT_EQ(f.roots(6), "p0") << "part of the parameter";
  EXPECT_EQ(f.roots(9), "a0") << "through a tuple in a tuple";
  EXPECT_FALSE(f.may(3, 0));
  EXPECT_TRUE(f.may(2, 0)) << "the tuple holds it";
  EXPECT_TRUE(f.may(7, 0));
  EXPECT_EQ(f.aliases.heldAt(InstrIndex(2)).size(), 3u);
}

TEST(Aliases, WhatACallReturnsMayBeWhatWasHandedOut) {
  HandMade made = memoryProgram(0);
  made.call(1, kStorage, {reg(kVmRegister), con(2), imm(0), con(2)})
      .call(2, kStorage, {reg(kVmRegister), con(2), imm(0), con(2)})
      .call(3, kClosure, {fun(11), reg(1)})
      .call(4, kMatmul, {reg(3)})
      .call(5, kMatmul, {})
      .ret(4);
  const Found f = find(made);
  EXPECT_EQ(f.roots(2), "a2");
  EXPECT_EQ(f.roots(3), "u3");
  EXPECT_TRUE(f.may(3, 0)) << "through the closure";
  EXPECT_FALSE(f.may(3, 1)) << "never handed out";
  EXPECT_TRUE(f.may(4, 0)) << "a later call may return what an earlier one kept";
  EXPECT_FALSE(f.may(4, 1));
  EXPECT_TRUE(f.may(3, 4));
}

TEST(Aliases, ACopyThatMayBeAViewIsBoth) {
  HandMade made = memoryProgram(1);
  made.call(1, kZeroOffset, {reg(0)}).call(2, kToDevice, {reg(0), imm(1), imm(0)}).ret(1);
  const Found f = find(made);
  EXPECT_EQ(f.roots(0), "a0 p0");
  EXPECT_FALSE(f.aliases.rootOf(f.at(0)));
  EXPECT_EQ(f.roots(1), "a1");
  EXPECT_FALSE(f.may(0, 1));
}

TEST(Aliases, MergesHaveTheRootsOfAllInputs) {
  HandMade made = memoryProgram(1);
  made.call(1, kStorage, {reg(kVmRegister), con(2), imm(0), con(2)})
      .branch(0, 3)
      .call(1, kCopy, {reg(0)})
      .jump(1)
      .call(2, kCopy, {reg(1)})
      .ret(2);
  const Found f = find(made);
  EXPECT_EQ(f.roots(4), "a0 p0");
  EXPECT_TRUE(f.aliases.complete);
}

/// A loop that moves values through `count` registers.
Found rotate(int64_t count) {
  HandMade made = memoryProgram(1);
  for (int64_t r = 1; r <= count; ++r) made.call(r, kStorage, {reg(kVmRegister), con(2), imm(0), con(2)});
  made.branch(0, count + 2);
  for (int64_t r = 1; r < count; ++r) made.call(r, kCopy, {reg(r + 1)});
  made.call(count, kToDevice, {reg(0), imm(1), imm(0)}).jump(-count - 1).ret(1);
  return find(made);
}
TEST(Aliases, LoopsEnd) {
  const Found few = rotate(3);
  EXPECT_TRUE(few.aliases.complete);
  EXPECT_EQ(few.roots(4), "a1 a2 a6");
  const Found many = rotate(36);
  EXPECT_EQ(many.roots(37), "*");
  EXPECT_TRUE(many.may(37, 3));
}

TEST(Aliases, BlocksMayBeInAnyOrder) {
  HandMade made = memoryProgram(1);
  made.jump(3).call(2, kCopy, {reg(1)}).ret(2).call(1, kCopy, {reg(0)}).jump(-3);
  EXPECT_EQ(find(made).roots(1), "p0");
}

TEST(Aliases, RelayHasViewsAndTuplesToo) {
  HandMade made;
  made.packed("kernel");
  made.executable.code.set = &relayInstructionSet(RelayEra::V14);
  made.constant(TensorConstant{});
  made.begin("main", 1, 9)
      .raw({11, 0, 0, 1})                   // load_const $1
      .raw({16, 1, 64, 2, 32, 1, 0, 0, 2})  // alloc_storage $2
      .raw({5, 2, 1, 2, 32, 1, 1, 3, 4})    // alloc_tensor $3 in $2
      .raw({18, 3, 1, 4})                   // reshape_tensor $4 of $3
      .raw({7, 0, 2, 5, 4, 0})              // alloc_data $5 ($4, $0)
      .raw({9, 5, 1, 6})                    // get_field $6
      .raw({0, 6, 7})                       // move $7
      .raw({2, 1, 1, 8, 4})                 // invoke
      .raw({1, 7});
  const Found f = find(made);
  EXPECT_EQ(f.roots(0), "c0");
  EXPECT_EQ(f.roots(3), "a1");
  EXPECT_EQ(f.roots(4), "a4");
  EXPECT_EQ(f.roots(6), "p0");
  EXPECT_EQ(f.roots(7), "u7");
  EXPECT_TRUE(f.may(7, 2)) << "handed to the callee";
}

TEST(Aliases, SurviveDamagedCodeOfEverySet) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    const Executable executable = testing::generatedExecutable(seed, testing::Shape::Damaged);
    for (size_t i = 0; i < executable.functions.size(); ++i) {
      const FuncIndex function(static_cast<int64_t>(i));
      const Definitions d = *definitionsOf(executable, function);
      const Aliases aliases = *aliasesOf(executable, function, d);
      for (size_t v = 0; v < std::min<size_t>(d.values.size(), 20); ++v)
        EXPECT_EQ(aliases.mayAlias(ValueIndex(0), ValueIndex(static_cast<int64_t>(v))),
                  aliases.mayAlias(ValueIndex(static_cast<int64_t>(v)), ValueIndex(0)));
    }
  }
}

TEST(Aliases, StopWhenAsked) {
  HandMade made = memoryProgram(0);
  made.ret(0).end();
  const FuncIndex main = made.executable.findFunction("main");
  const Definitions d = *definitionsOf(made.executable, main);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(aliasesOf(made.executable, main, d, stop.get_token()));
}

}  // namespace
}  // namespace relaxscope
