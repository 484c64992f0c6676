// SPDX-License-Identifier: Apache-2.0
// Functions are decoded on first entry, also during other activations.
#include <algorithm>

#include "tests/unit/vm/test_vm.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

bool isDecoded(VirtualMachine& vm, const std::string& function) {
  const Engine& engine = *vm.engine();
  return engine.program.isDecoded(engine.functionIndex.at(function));
}

/// A function of one argument that adds 0 to `numbers` - 1 times `step` to it, with an immediate for each.
void emitSum(B& b, const std::string& name, int64_t numbers, int64_t step) {
  b.beginFunction(name, {"x"});
  for (int64_t i = 0; i < numbers; ++i) b.emitCall("test.add", {B::r(0), B::imm(i * step)}, 0);
  b.emitRet(0);
}
constexpr int64_t sumOf(int64_t numbers, int64_t step) { return numbers * (numbers - 1) / 2 * step; }

TEST(FirstCall, DecodesWhatIsCalled) {
  B b;
  emitSum(b, "used", 3, 1);
  emitSum(b, "unused", 3, 1);
  b.beginFunction("main", {"x"});
  b.emitCall("used", {B::r(0)}, 0);
  b.emitRet(0);
  const auto vm = vmFor(b);
  EXPECT_FALSE(isDecoded(*vm, "main"));
  EXPECT_EQ(mainInt(*vm, {int64_t{5}}), 8);
  EXPECT_TRUE(isDecoded(*vm, "main"));
  EXPECT_TRUE(isDecoded(*vm, "used"));
  EXPECT_FALSE(isDecoded(*vm, "unused"));
  EXPECT_EQ(mainInt(*vm, {int64_t{6}}), 9);
}

TEST(FirstCall, LeavesActivationsUnderWayTheirNumbers) {
  // Decoding the closure's callee reallocates the pool during main's activation; main then enters the function that was
  // decoded in another activation.
  B b;
  emitSum(b, "many", 3000, 7);
  emitSum(b, "more", 5000, 11);
  b.beginFunction("main", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1'000'003)}, 1);
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), b.f("many"), B::r(1)}, 1);
  b.emitCall("test.add", {B::r(1), B::imm(1'000'003)}, 1);
  b.emitCall("many", {B::r(1)}, 1);
  b.emitCall("test.add", {B::r(1), B::imm(-5)}, 1);
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), b.f("more"), B::r(1)}, 1);
  b.emitCall("test.add", {B::r(1), B::imm(1'000'003)}, 1);
  b.emitCall("more", {B::r(1)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const int64_t wanted = 3 * 1'000'003 - 5 + 2 * sumOf(3000, 7) + 2 * sumOf(5000, 11);
  EXPECT_EQ(mainInt(*vm, {int64_t{0}}), wanted);
  EXPECT_EQ(mainInt(*vm, {int64_t{1}}), wanted + 1);
}

TEST(FirstCall, DecodesAFunctionThatCallsItself) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("test.less", {B::imm(0), B::r(0)}, 1);
  b.emitIf(1, 4);
  b.emitCall("test.add", {B::r(0), B::imm(-1)}, 1);
  b.emitCall("main", {B::r(1)}, 1);
  b.emitRet(1);
  b.emitRet(0);
  EXPECT_EQ(mainInt(*vmFor(b), {int64_t{50}}), 0);
}

TEST(FirstCall, RefusesArgumentsThatTheStackHasNoRoomFor) {
  B b;
  b.beginFunction("wide", {"x"});
  b.emitCall("test.keep", std::vector<Arg>(300, B::r(0)), 0);
  b.emitRet(0);
  b.beginFunction("main", {"x"});
  b.emitCall("wide", {B::r(0)}, 0);
  b.emitRet(0);
  LoadOptions options = optionsFor(b);
  options.limits.stackBytes = 4096;  // 256 registers
  options.limits.stackDepth = 2;
  auto vm = VirtualMachine::load(std::move(options));
  ASSERT_TRUE(vm.ok()) << vm.error().text();
  for (int time = 0; time < 2; ++time)
    EXPECT_TRUE(failsWith(callMain(**vm, {int64_t{1}}), "StackOverflow", "calling wide needs 301 registers"));
}

TEST(FirstCall, AddsNothingToTheEvents) {
  B b;
  emitSum(b, "many", 20'000, 3);
  b.beginFunction("main", {"x"});
  b.emitCall("many", {B::r(0)}, 0);
  b.emitRet(0);
  const auto vm = vmFor(b);
  std::vector<uint32_t> callees;
  vm->startTrace(TraceMode::Precise, false, [&](const std::shared_ptr<TraceChunk>& chunk, const std::vector<RunSpan>&) {
    callees.insert(callees.end(), chunk->events.callee.begin(), chunk->events.callee.end());
  });
  EXPECT_EQ(mainInt(*vm, {int64_t{0}}), sumOf(20'000, 3));
  vm->stopTrace();
  const Engine& engine = *vm->engine();
  EXPECT_EQ(std::count(callees.begin(), callees.end(), engine.functionIndex.at("many")), 2);  // its call and its body
  EXPECT_EQ(std::count(callees.begin(), callees.end(), kNoIndex), 0);
}

}  // namespace
}  // namespace relaxscope::testing
