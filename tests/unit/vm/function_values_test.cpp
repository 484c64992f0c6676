// SPDX-License-Identifier: Apache-2.0
// Functions found by name or passed as values: builtins, functions of the host and of other libraries.
#include "tests/unit/vm/recording.h"
#include "tests/unit/vm/test_vm.h"
#include "vmcore/run/value_summary.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/value_convert.h"
#include "vmcore/vm/vm_marker.h"

namespace relaxscope::testing {
namespace {

TEST(FunctionValues, BuiltinsCanBeCalledThroughTheirValues) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), b.f("vm.builtin.copy"), B::r(0)}, 1);
  b.emitCall("vm.builtin.make_closure", {b.f("vm.builtin.make_tuple"), B::imm(8)}, 2);
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), B::r(2), B::r(1)}, 3);
  b.emitRet(3);
  const auto vm = vmFor(b);
  const RunResult result = callMain(*vm, {int64_t{7}});
  ASSERT_TRUE(result.ok()) << result.error->message;
  const auto fields = result.value.cast<ffi::Array<ffi::Any>>();
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].cast<int64_t>(), 7);
  EXPECT_EQ(fields[1].cast<int64_t>(), 8);
}

TEST(FunctionValues, ABuiltinThatOutlivesItsVmSaysSo) {
  B b;
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.make_closure", {b.f("vm.builtin.copy")}, 0);
  b.emitRet(0);
  auto vm = vmFor(b);
  const RunResult result = callMain(*vm);
  ASSERT_TRUE(result.ok()) << result.error->message;
  const auto closure = result.value.cast<ffi::Function>();
  EXPECT_EQ(closure(int64_t{3}).cast<int64_t>(), 3) << "outside of a call, while the VM is there";
  vm.reset();
  EXPECT_THROW(
      try { closure(int64_t{3}); } catch (const ffi::Error& error) {
        EXPECT_NE(error.message().find("the VM of this vm.builtin.copy no longer exists"), std::string::npos)
            << error.message();
        throw;
      },
      ffi::Error);
}

/// What a closure of `captured` shows as: a program of two levels, the inner one captures 8 and a tensor.
TEST(FunctionValues, ClosuresShowTheirFunctionAndWhatTheyCapture) {
  B b;
  b.beginFunction("inner", 3);
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::r(1), B::r(2)}, 3);
  b.emitRet(3);
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.make_closure", {b.f("inner"), B::imm(8)}, 1);
  b.emitCall("vm.builtin.make_closure", {B::r(1), B::r(0)}, 2);
  b.emitRet(2);
  const auto vm = vmFor(b);
  const RunResult result = callMain(*vm, {makeFloats({2}, {1, 2})});
  ASSERT_TRUE(result.ok()) << result.error->message;
  const Result<Value> shown = toPlain(result.value, ElementLayout::Packed);
  ASSERT_TRUE(shown.ok()) << shown.error().text();
  const auto& object = std::get<ObjectValue>(shown->data);
  EXPECT_EQ(object.typeName, "ffi.Function");
  EXPECT_EQ(object.function, "inner");
  ASSERT_EQ(object.captured.size(), 2u);
  EXPECT_EQ(valueSummary(object.captured[0]), "float32[2]") << "in the order in which they are passed";
  EXPECT_EQ(valueSummary(object.captured[1]), "8");
  EXPECT_EQ(valueSummary(*shown), "closure of inner, 2 captured");
  const auto fields = result.value.cast<ffi::Function>()(int64_t{7}).cast<ffi::Array<ffi::Any>>();
  EXPECT_EQ(fields[0].cast<int64_t>(), 7);
  EXPECT_EQ(floatsOf(fields[1]), (std::vector<float>{1, 2}));
  EXPECT_EQ(fields[2].cast<int64_t>(), 8);
}

TEST(FunctionValues, OtherFunctionsShowTheirType) {
  const Result<Value> shown =
      toPlain(ffi::Any(ffi::Function::FromTyped([](int64_t x) { return x; })), ElementLayout::Packed);
  ASSERT_TRUE(shown.ok());
  EXPECT_EQ(valueSummary(*shown), "object ffi.Function");
}

/// TVM passes the calling VM to the body of a closure.
class ClosuresOfAnotherVm : public ::testing::Test {
 protected:
  std::unique_ptr<VirtualMachine> load() {
    B b;
    b.beginFunction("who", 0);
    b.emitCall("test.who", {}, 0);
    b.emitRet(0);
    b.beginFunction("make", 0);
    b.emitCall("vm.builtin.make_closure", {b.f("who")}, 0);
    b.emitRet(0);
    b.beginFunction("use", {"closure"});
    b.emitCall("vm.builtin.invoke_closure", {B::vm(), B::r(0)}, 1);
    b.emitRet(1);
    return vmFor(
        b, {{"test.who", [this](const ffi::AnyView*, int32_t, ffi::Any*) { ran = VmMarker::currentOnThisThread(); }}});
  }
  static ffi::Any madeBy(VirtualMachine& vm) {
    RunResult made = vm.call("make", {});
    EXPECT_TRUE(made.ok()) << made.error->message;
    return std::move(made.value);
  }
  static RunResult use(VirtualMachine& vm, const ffi::Any& closure) {
    const std::vector<ffi::AnyView> args{closure};
    return vm.call("use", args);
  }
  const Engine* ran = nullptr;
};

TEST_F(ClosuresOfAnotherVm, RunOnTheOneThatCalls) {
  auto first = load();
  const auto second = std::move(*first->another());
  const ffi::Any closure = madeBy(*first);
  ASSERT_TRUE(use(*second, closure).ok());
  EXPECT_EQ(ran, second->engine().get());
  ASSERT_TRUE(second->invokeClosure(closure, {}).ok());
  EXPECT_EQ(ran, second->engine().get());
  closure.cast<ffi::Function>()();
  EXPECT_EQ(ran, first->engine().get()) << "called by nobody's VM";
  first.reset();
  const RunResult result = use(*second, closure);
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(ran, second->engine().get());
  EXPECT_THROW(closure.cast<ffi::Function>()(), ffi::Error) << "its VM is gone";
}

TEST_F(ClosuresOfAnotherVm, OfAnotherProgramRunOnTheirOwn) {
  const auto first = load(), second = load();
  ASSERT_TRUE(use(*second, madeBy(*first)).ok());
  EXPECT_EQ(ran, first->engine().get()) << "its function is none of the other's";
}

TEST_F(ClosuresOfAnotherVm, SavedFunctionsStayWithTheirVm) {
  const auto first = load();
  const auto second = std::move(*first->another());
  ASSERT_TRUE(first->saveFunction("who", "saved", {}, true).ok());
  ASSERT_TRUE(use(*second, ffi::Any(first->engine()->host.saved.at("saved"))).ok());
  EXPECT_EQ(ran, first->engine().get());
}

/// As a host does to time or replace single calls: the instrument makes the call itself and skips the original one.
TEST(FunctionValues, InstrumentsCanCallWhatTheyAreAskedAbout) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::imm(2)}, 1);
  b.emitCall("test.add", {B::r(0), B::imm(2)}, 2);
  b.emitRet(2);
  const auto vm = vmFor(b);
  std::vector<std::string> called;
  vm->engine()->instrument = ffi::Function::FromPacked([&](const ffi::AnyView* args, int32_t count, ffi::Any*) {
    if (!args[2].cast<bool>()) return;
    ffi::Any own;
    args[0].cast<ffi::Function>().CallPacked(args + 4, count - 4, &own);
    called.push_back(std::string(args[1].cast<ffi::String>()) +
                     (own.as<int64_t>() ? " " + std::to_string(own.cast<int64_t>()) : ""));
  });
  EXPECT_EQ(mainInt(*vm, {int64_t{5}}), 7);
  EXPECT_EQ(called, (std::vector<std::string>{"vm.builtin.make_tuple", "test.add 7"}));
}

TEST(FunctionValues, InstrumentsWorkWhileARecordingIsOn) {
  for (const TraceMode mode : {TraceMode::Chained, TraceMode::Precise}) {
    for (const bool values : {false, true}) {
      SCOPED_TRACE(std::to_string(static_cast<int>(mode)) + (values ? " with values" : ""));
      B b;
      b.beginFunction("inner", {"x"});
      b.emitCall("test.add", {B::r(0), B::imm(1)}, 1);
      b.emitRet(1);
      b.beginFunction("main", {"x"});
      b.emitCall("inner", {B::r(0)}, 1);
      b.emitCall("test.fail", {B::r(1)}, 2);
      b.emitCall("vm.builtin.null_value", {}, 2);
      b.emitRet(1);
      const auto vm = vmFor(b);
      std::vector<std::string> seen;
      vm->engine()->instrument = ffi::Function::FromPacked([&](const ffi::AnyView* args, int32_t, ffi::Any* result) {
        const std::string name = args[1].cast<ffi::String>();
        seen.push_back((args[2].cast<bool>() ? "before " : "after ") + name);
        *result = static_cast<int64_t>(name == "test.fail" && args[2].cast<bool>());
      });
      Recording recording;
      vm->startTrace(mode, values, recording.sink());
      EXPECT_EQ(mainInt(*vm, {int64_t{5}}), 6) << "the call that fails is skipped, as without the recording";
      vm->stopTrace();
      EXPECT_EQ(seen, (std::vector<std::string>{"before inner", "before test.add", "after test.add", "after inner",
                                                "before test.fail", "before vm.builtin.null_value",
                                                "after vm.builtin.null_value"}));
      // Bodies end before their calls and are enclosed by them.
      const std::vector<std::string> names = vm->functionNames();
      std::vector<std::string> events;
      for (const Seen& event : recording.events)
        events.push_back(std::to_string(event.depth) + " " +
                         (event.kind == EventKind::FunctionBody ? "body of " : "call of ") + names[event.callee]);
      EXPECT_EQ(events,
                (std::vector<std::string>{"3 call of test.add", "2 body of inner", "1 call of inner",
                                          "1 call of test.fail", "1 call of vm.builtin.null_value", "0 body of main"}));
    }
  }
}

TEST(FunctionValues, DebugFunctionsAreFoundEverywhere) {
  int seen = 0;
  const auto calls = [&](const char* name) {
    B b;
    const auto text = B::c(b.addConstant(StringConstant{name}));
    const auto line = B::c(b.addConstant(StringConstant{"somewhere.py:12"}));
    b.beginFunction("main", {"effect"});
    b.emitCall("vm.builtin.invoke_debug_func", {B::r(0), text, line, B::imm(3)}, 1);
    b.emitRet(1);
    return vmFor(b, {{"my.hook", [&](const ffi::AnyView* args, int32_t count, ffi::Any*) {
                        ++seen;
                        ASSERT_EQ(count, 2);
                        EXPECT_EQ(std::string(args[0].cast<ffi::String>()), "somewhere.py:12");
                        EXPECT_EQ(args[1].cast<int64_t>(), 3);
                      }}});
  };
  const RunResult hook = callMain(*calls("my.hook"), {nullptr});
  EXPECT_TRUE(hook.ok()) << hook.error->message;
  EXPECT_TRUE(hook.value == nullptr) << "the effect is handed on";
  EXPECT_EQ(seen, 1);
  const RunResult builtin = callMain(*calls("vm.builtin.make_tuple"), {nullptr});
  EXPECT_TRUE(builtin.ok()) << builtin.error->message;
  EXPECT_TRUE(failsWith(callMain(*calls("my.other"), {nullptr}), "ValueError",
                        "function my.other is neither in this process nor in a loaded library"));
  EXPECT_TRUE(
      failsWith(callMain(*calls("my.hook"), {int64_t{1}}), "ValueError", "None, the lowered form of an effect"));
}

TEST(FunctionValues, AllThatAreMissingAreNamed) {
  B b;
  b.beginFunction("main", 0);
  for (int i = 0; i < 40; ++i) b.emitCall("nobody.has." + std::to_string(i), {}, 0);
  b.emitRet(0);
  const auto vm = VirtualMachine::load(optionsFor(b));
  ASSERT_FALSE(vm.ok());
  for (int i = 0; i < 40; ++i)
    EXPECT_NE(vm.error().text().find("nobody.has." + std::to_string(i)), std::string::npos) << i;
}

}  // namespace
}  // namespace relaxscope::testing
