// SPDX-License-Identifier: Apache-2.0
// Calls with enough arguments to use each call opcode, in every mode of execution: the callee's view of the arguments,
// and the destination of the result.
#include "tests/unit/vm/recording.h"
#include "tests/unit/vm/test_vm.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

constexpr int kMax = 11;
constexpr int kFirstRegister = 2;  // after main's argument and the result

enum class Way { Plain, Chained, ChainedValues, Precise, PreciseValues, Instrumented };
/// Content of the result register before the call.
enum class Before { Nothing, Number, Object };

/// Every second argument is a register, the others are immediates: 100, 101, 102...
std::vector<Arg> argumentsOf(B& b, int count) {
  std::vector<Arg> arguments;
  for (int i = 0; i < count; ++i) {
    if (i % 2 == 0) b.emitCall("vm.builtin.copy", {B::imm(100 + i)}, kFirstRegister + i);
    arguments.push_back(i % 2 == 0 ? B::r(kFirstRegister + i) : B::imm(100 + i));
  }
  return arguments;
}

RunResult runIn(Way way, VirtualMachine& vm, const std::vector<ffi::Any>& inputs) {
  Recording recording;
  const bool recorded = way != Way::Plain && way != Way::Instrumented;
  const bool precise = way == Way::Precise || way == Way::PreciseValues;
  if (recorded)
    vm.startTrace(precise ? TraceMode::Precise : TraceMode::Chained,
                  way == Way::ChainedValues || way == Way::PreciseValues, recording.sink());
  if (way == Way::Instrumented)
    vm.engine()->instrument = ffi::Function::FromPacked([](const ffi::AnyView*, int32_t, ffi::Any*) {});
  RunResult result = callMain(vm, inputs);
  if (recorded) vm.stopTrace();
  return result;
}

class CallArguments : public ::testing::TestWithParam<Way> {};

TEST_P(CallArguments, AreWhatTheCallNames) {
  for (int count = 0; count <= kMax; ++count) {
    for (const bool stored : {true, false}) {
      SCOPED_TRACE(std::to_string(count) + (stored ? " arguments, result stored" : " arguments, result dropped"));
      B b;
      b.beginFunction("main", {"x"});
      const std::vector<Arg> arguments = argumentsOf(b, count);
      if (stored) b.emitCall("look", arguments, 1);
      else b.emitCall("look", arguments);
      b.emitRet(stored ? 1 : 0);
      int looked = 0;
      const auto vm = vmFor(b, {{"look", [&](const ffi::AnyView* args, int32_t given, ffi::Any* result) {
                                   ++looked;
                                   ASSERT_EQ(given, count);
                                   EXPECT_TRUE(*result == nullptr);
                                   for (int i = 0; i < given; ++i) EXPECT_EQ(args[i].cast<int64_t>(), 100 + i) << i;
                                   *result = ffi::String("a result that is not kept in place");
                                 }}});
      const RunResult result = runIn(GetParam(), *vm, {int64_t{42}});
      ASSERT_TRUE(result.ok()) << result.error->message;
      EXPECT_EQ(looked, 1);
      if (stored) {
        EXPECT_EQ(std::string(result.value.cast<ffi::String>()), "a result that is not kept in place");
      } else {
        EXPECT_EQ(result.value.cast<int64_t>(), 42);
      }
    }
  }
}

/// r1 = look(r1): the callee sees the register's old value, even after setting its result.
TEST_P(CallArguments, LastUntilTheResultTakesTheirPlace) {
  for (const Before before : {Before::Nothing, Before::Number, Before::Object}) {
    SCOPED_TRACE(static_cast<int>(before));
    B b;
    b.beginFunction("main", {"x"});
    if (before == Before::Number) b.emitCall("vm.builtin.copy", {B::imm(7)}, 1);
    if (before == Before::Object) b.emitCall("test.keep", {B::r(0)}, 1);
    b.emitCall("look", {B::r(1), B::imm(8)}, 1);
    b.emitRet(1);
    const ffi::Any text = ffi::String("a text that is not kept in place");
    const auto vm =
        vmFor(b, {{"look", [&](const ffi::AnyView* args, int32_t, ffi::Any* result) {
                     EXPECT_TRUE(*result == nullptr);
                     *result = int64_t{9};
                     switch (before) {
                       case Before::Nothing: EXPECT_TRUE(args[0] == nullptr); break;
                       case Before::Number: EXPECT_EQ(args[0].cast<int64_t>(), 7); break;
                       case Before::Object:
                         EXPECT_EQ(std::string(args[0].cast<ffi::String>()), "a text that is not kept in place");
                         break;
                     }
                     EXPECT_EQ(args[1].cast<int64_t>(), 8);
                   }}});
    const RunResult result = runIn(GetParam(), *vm, {text});
    ASSERT_TRUE(result.ok()) << result.error->message;
    EXPECT_EQ(result.value.cast<int64_t>(), 9);
    EXPECT_EQ(useCount(text), 1);
  }
}

const auto kEveryWay = ::testing::Values(Way::Plain, Way::Chained, Way::ChainedValues, Way::Precise, Way::PreciseValues,
                                         Way::Instrumented);
constexpr const char* kWays[] = {"Plain", "Chained", "ChainedValues", "Precise", "PreciseValues", "Instrumented"};
INSTANTIATE_TEST_SUITE_P(Ways, CallArguments, kEveryWay,
                         [](const auto& row) { return std::string(kWays[static_cast<size_t>(row.param)]); });

}  // namespace
}  // namespace relaxscope::testing
