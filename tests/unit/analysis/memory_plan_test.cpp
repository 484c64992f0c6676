// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/plan.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/flow_programs.h"
#include "tests/unit/analysis/hand_made.h"

namespace relaxscope {
namespace {

using namespace test;

constexpr int64_t kFirstStorage = 0, kFirstTensor = 1, kFirstNull = 2, kFirstTuple = 3, kFirstKernel = 4,
                  kFirstField = 5;

/// Builtins, then functions that the test adds. Constants: sizes 64, 100 and 4096, a shape, a type, two scopes.
HandMade builtins() {
  HandMade made;
  made.packed("vm.builtin.alloc_storage").packed("vm.builtin.alloc_tensor").packed("vm.builtin.null_value");
  made.packed("vm.builtin.make_tuple").packed("kernel").packed("vm.builtin.tuple_getitem");
  made.constant(ShapeConstant{{64}}).constant(ShapeConstant{{100}}).constant(ShapeConstant{{4096}});
  made.constant(ShapeConstant{{4, 4}}).constant(DataType{2, 32, 1});
  made.constant(StringConstant{"global"}).constant(StringConstant{"texture"});
  return made;
}
HandMade& storage(HandMade& made, int64_t dst, int64_t size, int64_t device = 0, int64_t scope = 5) {
  return made.call(dst, kFirstStorage, {reg(kVmRegister), con(size), imm(device), con(4), con(scope)});
}
HandMade& tensor(HandMade& made, int64_t dst, int64_t from) {
  return made.call(dst, kFirstTensor, {reg(from), imm(0), con(3), con(4)});
}
HandMade& kill(HandMade& made, int64_t dst) { return made.call(dst, kFirstNull, {}); }

MemoryPlan planOf(const Executable& executable, int64_t function) {
  const FunctionFacts facts(executable);
  return *memoryPlan(facts, FuncIndex(function), {});
}
/// "0-1" or "1-return" of each storage.
std::string livesOf(const MemoryPlan& plan) {
  std::string out;
  for (const PlannedStorage& row : plan.storages)
    out += (out.empty() ? "" : " ") + std::to_string(row.firstCall) + "-" +
           (row.lastCall == PlannedStorage::kReturn ? "return" : std::to_string(row.lastCall));
  return out;
}

TEST(MemoryPlan, AStorageLivesAsLongAsWhatHoldsIt) {
  HandMade made = builtins();
  made.begin("main", 0, 8);
  storage(made, 0, 0);                               // 0
  tensor(made, 1, 0);                                // 1
  kill(made, 0);                                     // 2: the tensor holds it
  made.call(kVoidRegister, kFirstKernel, {reg(1)});  // 3
  made.call(2, kFirstTuple, {reg(1)});               // 4
  kill(made, 1);                                     // 5: the tuple holds it
  made.call(kVoidRegister, kFirstKernel, {reg(2)});  // 6
  made.call(3, kFirstField, {reg(2), imm(0)});       // 7
  kill(made, 2);                                     // 8: the field holds it
  storage(made, 4, 1);                               // 9: the peak
  kill(made, 3);                                     // 10: gone
  storage(made, 4, 2);                               // 11: takes the register of the one before
  made.ret(5).end();
  const MemoryPlan plan = planOf(made.executable, 6);
  ASSERT_EQ(plan.storages.size(), 3u);
  EXPECT_EQ(plan.storages[0].death, InstrIndex(10));
  EXPECT_EQ(plan.storages[1].death, InstrIndex(11));
  EXPECT_FALSE(plan.storages[2].death.valid());
  EXPECT_EQ(livesOf(plan), "0-1 2-1 2-return");
  EXPECT_EQ(plan.storagesPeak, 128u + 4096) << "the new one is there before the old one goes";
  EXPECT_EQ(plan.peakPc, InstrIndex(11));
  EXPECT_EQ(plan.peakStorage, 2u);
  EXPECT_FALSE(plan.storages[0].atPeak);
  EXPECT_TRUE(plan.storages[1].atPeak);
  EXPECT_EQ(plan.peakFormula, "4196");
  EXPECT_EQ(plan.storages[1].block, 128u);
  EXPECT_EQ(plan.storages[0].tensors.at(0).bytes, 64);
  EXPECT_TRUE(plan.exact);
  EXPECT_TRUE(plan.complete);
}

TEST(MemoryPlan, OfTwoArmsTheLargerCounts) {
  HandMade made = builtins();
  made.begin("main", 1, 4);
  made.branch(0, 3);    // 0
  storage(made, 1, 0);  // 1
  made.jump(2);         // 2
  storage(made, 2, 2);  // 3
  storage(made, 3, 0);  // 4
  made.ret(1).end();    // 5
  const MemoryPlan plan = planOf(made.executable, 6);
  EXPECT_FALSE(plan.exact);
  EXPECT_EQ(plan.storagesPeak, 4096u + 64);
  EXPECT_EQ(plan.storages.size(), 3u) << "those of both arms";
  EXPECT_FALSE(plan.storages[0].atPeak);
}

TEST(MemoryPlan, CalleesCountWhileTheyRunAndTheirResultLonger) {
  HandMade made = builtins();
  made.begin("callee", 0, 4);
  storage(made, 0, 2);  // 0
  storage(made, 1, 0);  // 1
  made.ret(1).end();    // 2
  made.begin("main", 0, 4);
  made.call(0, 6, {});  // 3
  storage(made, 1, 0);  // 4
  made.ret(0).end();    // 5
  const MemoryPlan plan = planOf(made.executable, 7);
  EXPECT_EQ(plan.storagesPeak, 4096u + 64);
  EXPECT_EQ(plan.peakCall, 0u);
  EXPECT_EQ(plan.peakPc, InstrIndex(3));
  ASSERT_EQ(plan.steps.size(), 3u) << "pc 3, pc 4, and the return";
  EXPECT_EQ(plan.steps[0].after, 64u) << "what it returned";
  EXPECT_EQ(plan.steps[1].after, 128u);
  EXPECT_EQ(plan.steps[2].after, 64u);
  EXPECT_TRUE(plan.exact);
}

TEST(MemoryPlan, ARecursiveCallCountsAsNothing) {
  HandMade made = builtins();
  made.begin("main", 0, 4);
  storage(made, 0, 0);
  made.call(1, 6, {}).ret(1).end();
  const MemoryPlan plan = planOf(made.executable, 6);
  EXPECT_EQ(plan.storagesPeak, 64u);
  EXPECT_FALSE(plan.exact);
}

TEST(MemoryPlan, DevicesAndScopesStandApart) {
  HandMade made = builtins();
  made.begin("main", 0, 4);
  storage(made, 0, 0);
  storage(made, 1, 2, 1);
  storage(made, 2, 1, 0, 6);
  kill(made, 1);
  made.ret(0).end();
  const MemoryPlan plan = planOf(made.executable, 6);
  ASSERT_EQ(plan.places.size(), 3u);
  EXPECT_EQ(plan.places[1].device, 1);
  EXPECT_EQ(plan.places[1].peak, 4096u);
  EXPECT_EQ(plan.places[2].scope, "texture");
  EXPECT_EQ(plan.places[2].atPeak, 128u);
  EXPECT_EQ(plan.storagesPeak, 64u + 4096 + 128);
}

/// A storage of the size in slot 1 of a heap that a kernel fills.
HandMade computedSize() {
  HandMade made = builtins();
  made.packed("vm.builtin.alloc_shape_heap").packed("vm.builtin.make_shape").begin("main", 0, 4);  // 6, 7, 8
  made.call(0, 6, {reg(kVmRegister), imm(2)});
  made.call(kVoidRegister, kFirstKernel, {reg(0)});
  made.call(1, 7, {reg(0), imm(1), imm(1), imm(1)});
  made.call(2, kFirstStorage, {reg(kVmRegister), reg(1), imm(0), con(4), con(5)});
  made.ret(2).end();
  return made;
}

TEST(MemoryPlan, WhatIsNotExactHasItsReason) {
  HandMade made = builtins();
  made.begin("main", 1, 4);
  made.branch(0, 3);    // 0
  storage(made, 1, 0);  // 1
  made.jump(2);         // 2
  storage(made, 1, 2);  // 3
  made.call(2, 6, {reg(0)});
  kill(made, 1);  // 5
  made.ret(2).end();
  const MemoryPlan plan = planOf(made.executable, 6);
  ASSERT_EQ(plan.inexact.size(), 2u);
  EXPECT_EQ(inexactText(made.executable, plan.inexact[0]),
            "main:0 branches on a value: the path that holds more is counted");
  EXPECT_EQ(inexactText(made.executable, plan.inexact[1]), "main calls itself: the inner call counts as nothing");
  // The storage of the arm that is not followed is dropped where that of the other is.
  ASSERT_EQ(plan.storages.size(), 2u);
  EXPECT_EQ(plan.storages[0].death, InstrIndex(5));
  EXPECT_EQ(plan.storages[1].death, InstrIndex(5));
}

/// main(x, t): x is a tensor of f32[n, 4], t a tuple of one; the storage of 64 bytes has room for n up to 4.
HandMade boundedProgram() {
  HandMade made = builtins();
  for (const char* name : {"alloc_shape_heap", "check_tensor_info", "match_shape", "make_shape"})
    made.packed(std::string("vm.builtin.") + name);
  made.constant(
      StringConstant{"ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n, 4), dtype=\"float32\"))"});
  made.constant(DataType{2, 32, 1});
  made.begin("main", 1, 8);
  made.call(1, 6, {reg(kVmRegister), imm(1)});                                                    // 0
  made.call(kVoidRegister, 7, {reg(0), imm(2), con(8), con(7)});                                  // 1
  made.call(kVoidRegister, 8, {reg(0), reg(1), imm(2), imm(1), imm(0), imm(0), imm(4), con(7)});  // 2
  made.call(2, 9, {reg(1), imm(2), imm(1), imm(0), imm(0), imm(4)});                              // 3
  storage(made, 3, 0);                                                                            // 4
  made.call(4, kFirstTensor, {reg(3), imm(0), reg(2), con(4)});                                   // 5
  made.ret(4).end();
  return made;
}

TEST(MemoryPlan, SizesBeyondWhatAStorageHasRoomForCannotRun) {
  const HandMade made = boundedProgram();
  const FunctionFacts facts(made.executable);
  MemorySizes sizes;
  sizes.others = 100;  // no run could be so large
  const MemoryPlan within = *memoryPlan(facts, FuncIndex(10), sizes);
  ASSERT_EQ(within.bounds.size(), 1u);
  EXPECT_EQ(within.bounds[0].dimension, "n");
  EXPECT_EQ(within.bounds[0].atMost, 4);
  EXPECT_EQ(within.bounds[0].storage, InstrIndex(4));
  EXPECT_EQ(within.bounds[0].tensor, InstrIndex(5));
  EXPECT_EQ(within.sizes.at(0).second, 4) << "the largest that runs";
  EXPECT_EQ(within.certainFailure(), nullptr);
  EXPECT_EQ(within.arguments, 64u);
  EXPECT_EQ(within.peakWithArguments, 128u);
  sizes.given["n"] = 5;
  const MemoryPlan beyond = *memoryPlan(facts, FuncIndex(10), sizes);
  ASSERT_NE(beyond.certainFailure(), nullptr);
  EXPECT_EQ(
      failureText(made.executable, beyond),
      "main:5 (call vm.builtin.alloc_tensor): a tensor of 80 bytes at offset 0 does not fit into the storage of pc "
      "4 with 64 bytes; the storages have room for n up to 4");
}

TEST(MemoryPlan, FieldsThatAFunctionResetsAreGivenUp) {
  HandMade made = builtins();
  made.packed("vm.builtin.check_tuple_info").packed("vm.builtin.check_tensor_info").packed("vm.builtin.match_shape");
  made.packed("vm.builtin.tuple_reset_item");
  made.constant(StringConstant{
      "ErrorContext(fn=main, loc=param[0], param=t, annotation=R.Tuple(R.Tensor((16,), dtype=\"float32\")))"});
  made.constant(DataType{2, 32, 1});
  made.begin("main", 1, 8);
  made.call(kVoidRegister, 6, {reg(0), imm(1), con(7)});  // 0
  made.call(1, kFirstField, {reg(0), imm(0)});            // 1
  made.call(kVoidRegister, 9, {reg(0), imm(0)});          // 2
  storage(made, 2, 2);                                    // 3: the peak
  kill(made, 1);                                          // 4: the argument goes
  storage(made, 3, 0);                                    // 5
  made.ret(3).end();
  const MemoryPlan plan = planOf(made.executable, 10);
  EXPECT_EQ(plan.arguments, 64u);
  EXPECT_EQ(plan.argumentsReleased, 64u);
  EXPECT_EQ(plan.storagesPeak, 4096u + 64);
  EXPECT_EQ(plan.peakWithArguments, 4096u + 64) << "after the argument is gone, as much again";
}

TEST(MemoryPlan, WhatIsFreedEndsThere) {
  HandMade made = builtins();
  made.packed("vm.builtin.free_storage").packed("vm.builtin.free_tensor");
  made.begin("main", 0, 8);
  storage(made, 0, 2).call(kVoidRegister, kFirstKernel, {});  // 0, 1
  tensor(made, 1, 0);                                         // 2
  made.call(kVoidRegister, 7, {reg(1)});                      // 3
  made.call(kVoidRegister, 6, {reg(0)});                      // 4
  storage(made, 2, 2);                                        // 5
  made.ret(2).end();
  const MemoryPlan plan = planOf(made.executable, 8);
  ASSERT_EQ(plan.storages.size(), 2u);
  EXPECT_EQ(plan.storages[0].tensors.at(0).death, InstrIndex(3));
  EXPECT_EQ(plan.storages[0].death, InstrIndex(4));
  EXPECT_EQ(plan.storagesPeak, 4096u);
}

TEST(MemoryPlan, ASlotThatNothingNamesIsNotKnownUnlessARunTellsIt) {
  const HandMade made = computedSize();
  const FunctionFacts facts(made.executable);
  const FuncIndex main(8);
  MemorySizes sizes;
  const MemoryPlan open = *memoryPlan(facts, main, sizes);
  ASSERT_EQ(open.storages.size(), 1u);
  EXPECT_FALSE(open.storages[0].bytes.has_value());
  EXPECT_FALSE(open.exact);
  ASSERT_EQ(open.heapSlots.size(), 2u);
  EXPECT_EQ(open.heapSlots[1].slot, (HeapSlot{main, 1}));
  EXPECT_FALSE(open.heapSlots[1].value.has_value());

  sizes.slotValues = {{{main, 1}, 100}, {{FuncIndex(7), 0}, 5}};
  const MemoryPlan told = *memoryPlan(facts, main, sizes);
  EXPECT_EQ(told.storages.at(0).bytes, 100);
  EXPECT_EQ(told.storagesPeak, 128u);
  EXPECT_TRUE(told.exact) << "nothing is as large as slot 0";
  EXPECT_TRUE(told.unknown.empty());
  EXPECT_EQ(told.heapSlots.at(1).value, 100);
  EXPECT_FALSE(told.heapSlots.at(0).value.has_value());

  sizes.slotValues[{main, 1}] = INT64_MIN;
  EXPECT_FALSE(memoryPlan(facts, main, sizes)->exact) << "no size";
}

TEST(MemoryPlan, AllocatorsKeepWhatTheyPool) {
  HandMade made = builtins();
  made.begin("main", 0, 4);
  for (const int64_t size : {1, 1, 2}) {
    storage(made, 0, size);
    kill(made, 0);
  }
  made.ret(0).end();
  const KeptMemory kept = planOf(made.executable, 6).kept;
  EXPECT_EQ(kept.naive, 4096u);
  EXPECT_EQ(kept.pooled, 128u + 4096) << "the second reuses the block of the first";
  EXPECT_EQ(kept.tvmNaive, 4096u);
  EXPECT_EQ(kept.tvmPooled, 4096u) << "pages of equal size serve all";
}

TEST(MemoryPlan, BytesInsideObjectsAreNotKnown) {
  HandMade made = builtins();
  made.packed("vm.builtin.paged_attention_kv_cache_create").begin("main", 0, 4);
  made.call(0, 6, {}).ret(0).end();
  const MemoryPlan plan = planOf(made.executable, 7);
  EXPECT_FALSE(plan.exact);
  EXPECT_EQ(plan.unknown, (std::vector<std::string>{"vm.builtin.paged_attention_kv_cache_create"}));
}

TEST(MemoryPlan, OfHostileProgramsEnds) {
  for (uint32_t seed = 0; seed < 500; ++seed) (void)planOf(randomFlow(seed), kMain.value);
  HandMade deep = builtins();  // each function calls the next one twice: 2^40 calls
  for (int64_t i = 0; i < 40; ++i) {
    deep.begin("f", 0, 4);
    deep.call(0, 7 + i, {}).call(0, 7 + i, {}).ret(0).end();
  }
  deep.begin("last", 0, 4);
  storage(deep, 0, 0).ret(0).end();
  const MemoryPlan plan = planOf(deep.executable, 6);
  EXPECT_FALSE(plan.complete);
  EXPECT_FALSE(plan.exact);
  HandMade loop = builtins();
  loop.begin("main", 0, 4);
  storage(loop, 0, 0).jump(-1).end();
  EXPECT_FALSE(planOf(loop.executable, 6).exact);
}

TEST(MemoryPlan, Stops) {
  HandMade made = builtins();
  made.begin("main", 0, 4).ret(0).end();
  std::stop_source stop;
  stop.request_stop();
  const FunctionFacts facts(made.executable);
  EXPECT_FALSE(memoryPlan(facts, FuncIndex(6), {}, stop.get_token()).has_value());
}

TEST(MemoryPlan, OfOtherFunctionsIsEmpty) {
  HandMade made = builtins();
  EXPECT_TRUE(planOf(made.executable, 0).storages.empty());
  EXPECT_TRUE(planOf(made.executable, 99).storages.empty());
}

}  // namespace
}  // namespace relaxscope
