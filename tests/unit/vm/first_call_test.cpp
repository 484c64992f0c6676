// SPDX-License-Identifier: Apache-2.0
// Functions are decoded when they are first entered, also while others are under way.
#include <algorithm>

#include "tests/unit/vm/machine.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

bool isDecoded(VirtualMachine& machine, const std::string& function) {
  const Engine& engine = *machine.engine();
  return engine.program.isDecoded(engine.functionIndex.at(function));
}

/// A function of one argument that adds 0 to `numbers` - 1 times `step` to it, each an immediate of its own.
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
  const auto machine = machineFor(b);
  EXPECT_FALSE(isDecoded(*machine, "main"));
  EXPECT_EQ(mainInt(*machine, {int64_t{5}}), 8);
  EXPECT_TRUE(isDecoded(*machine, "main"));
  EXPECT_TRUE(isDecoded(*machine, "used"));
  EXPECT_FALSE(isDecoded(*machine, "unused"));
  EXPECT_EQ(mainInt(*machine, {int64_t{6}}), 9);
}

TEST(FirstCall, LeavesActivationsUnderWayTheirNumbers) {
  // What the closure needs makes the pool move while main's activation is in the middle of its calls; then main's own
  // activation enters the function that was decoded in another.
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
  const auto machine = machineFor(b);
  const int64_t wanted = 3 * 1'000'003 - 5 + 2 * sumOf(3000, 7) + 2 * sumOf(5000, 11);
  EXPECT_EQ(mainInt(*machine, {int64_t{0}}), wanted);
  EXPECT_EQ(mainInt(*machine, {int64_t{1}}), wanted + 1);
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
  EXPECT_EQ(mainInt(*machineFor(b), {int64_t{50}}), 0);
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
  auto machine = VirtualMachine::load(std::move(options));
  ASSERT_TRUE(machine.ok()) << machine.error().text();
  for (int time = 0; time < 2; ++time)
    EXPECT_TRUE(failsWith(callMain(**machine, {int64_t{1}}), "StackOverflow", "calling wide needs 301 registers"));
}

TEST(FirstCall, AddsNothingToTheEvents) {
  B b;
  emitSum(b, "many", 20'000, 3);
  b.beginFunction("main", {"x"});
  b.emitCall("many", {B::r(0)}, 0);
  b.emitRet(0);
  const auto machine = machineFor(b);
  std::vector<uint32_t> callees;
  machine->startTrace(TraceMode::Precise, false,
                      [&](const std::shared_ptr<TraceChunk>& chunk, const std::vector<RunSpan>&) {
                        callees.insert(callees.end(), chunk->events.callee.begin(), chunk->events.callee.end());
                      });
  EXPECT_EQ(mainInt(*machine, {int64_t{0}}), sumOf(20'000, 3));
  machine->stopTrace();
  const Engine& engine = *machine->engine();
  EXPECT_EQ(std::count(callees.begin(), callees.end(), engine.functionIndex.at("many")), 2);  // its call and its body
  EXPECT_EQ(std::count(callees.begin(), callees.end(), kNoIndex), 0);
}

}  // namespace
}  // namespace relaxscope::testing
