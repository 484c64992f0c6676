// SPDX-License-Identifier: Apache-2.0
// Every opcode and operand kind, calls between functions, re-entry, references, the stateful interface.
#include "tests/unit/vm/test_vm.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

/// Recursive fib: two VM calls and an add per level.
void emitFibonacci(B& b) {
  b.beginFunction("fib", {"n"});
  b.emitCall("test.less", {B::r(0), B::imm(2)}, 1);
  const auto branch = b.emitIf(1, 2);
  b.emitRet(0);
  b.patchJump(branch, b.here());
  b.emitCall("test.add", {B::r(0), B::imm(-1)}, 1);
  b.emitCall("fib", {B::r(1)}, 2);
  b.emitCall("test.add", {B::r(0), B::imm(-2)}, 1);
  b.emitCall("fib", {B::r(1)}, 3);
  b.emitCall("test.add", {B::r(2), B::r(3)}, 4);
  b.emitRet(4);
}

TEST(Interpreter, ReturnsAnArgument) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitRet(0);
  EXPECT_EQ(mainInt(*vmFor(b), {int64_t{42}}), 42);
}

TEST(Interpreter, PassesEveryKindOfOperand) {
  B b;
  const auto text = B::c(b.addConstant(StringConstant{"a string longer than seven"}));
  const auto number = B::c(b.addConstant(FloatConstant{2.5}));
  const auto dtype = B::c(b.addConstant(DataType{2, 16, 4}));
  b.beginFunction("main", {"x"});
  b.emitCall("look", {B::r(0), B::imm(-5), text, number, dtype, B::voidArg(), B::vm(), b.f("main")}, 1);
  b.emitRet(1);
  std::vector<std::string> seen;
  const auto vm = vmFor(b, {{"look", [&](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
                               ASSERT_EQ(count, 8);
                               EXPECT_EQ(args[0].cast<int64_t>(), 7);
                               EXPECT_EQ(args[1].cast<int64_t>(), -5);
                               EXPECT_EQ(std::string(args[2].cast<ffi::String>()), "a string longer than seven");
                               EXPECT_EQ(args[3].cast<double>(), 2.5);
                               EXPECT_EQ(args[4].cast<DLDataType>().lanes, 4);
                               EXPECT_TRUE(args[5] == nullptr);
                               EXPECT_EQ(args[6].type_index(), ffi::TypeIndex::kTVMFFIOpaquePtr);
                               EXPECT_EQ(args[7].type_index(), ffi::TypeIndex::kTVMFFIFunction);
                               *result = int64_t{1};
                             }}});
  EXPECT_EQ(mainInt(*vm, {int64_t{7}}), 1);
}

TEST(Interpreter, BranchesOnIntegersAndBools) {
  B b;
  b.beginFunction("main", {"c"});
  b.emitIf(0, 3);
  b.emitCall("vm.builtin.copy", {B::imm(10)}, 1);
  b.emitGoto(2);
  b.emitCall("vm.builtin.copy", {B::imm(20)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  EXPECT_EQ(mainInt(*vm, {int64_t{1}}), 10);
  EXPECT_EQ(mainInt(*vm, {int64_t{0}}), 20);
  EXPECT_EQ(mainInt(*vm, {true}), 10);
  EXPECT_EQ(mainInt(*vm, {false}), 20);
  const RunResult refused = callMain(*vm, {ffi::String("yes")});
  EXPECT_TRUE(failsWith(refused, "TypeError", "the condition of If"));
  ASSERT_TRUE(refused.error->position.has_value());
  EXPECT_EQ(refused.error->position->pc, 0);
}

TEST(Interpreter, LoopsBackward) {
  B b;
  b.beginFunction("main", {"n"});
  b.emitCall("vm.builtin.copy", {B::imm(0)}, 1);
  b.emitCall("test.less", {B::r(1), B::r(0)}, 2);
  const auto exit = b.emitIf(2, 1);
  b.emitCall("test.add", {B::r(1), B::imm(1)}, 1);
  b.emitGoto(-3);
  b.patchJump(exit, b.here());
  b.emitRet(1);
  EXPECT_EQ(mainInt(*vmFor(b), {int64_t{1000}}), 1000);
}

TEST(Interpreter, CallsFunctionsOfTheExecutable) {
  B b;
  emitFibonacci(b);
  b.beginFunction("main", {"n"});
  b.emitCall("fib", {B::r(0)}, 1);
  b.emitRet(1);
  EXPECT_EQ(mainInt(*vmFor(b), {int64_t{20}}), 6765);
}

TEST(Interpreter, DropsTheResultOfAVmCallWithoutDestination) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitRet(0);
  b.beginFunction("main", {"x"});
  b.emitCall("inner", {B::r(0)});
  b.emitRet(0);
  const ffi::Tensor tensor = makeFloats({2}, {1, 2});
  const auto vm = vmFor(b);
  ASSERT_TRUE(callMain(*vm, {tensor}).ok());
  EXPECT_EQ(tensor.use_count(), 1);
}

TEST(Interpreter, ReturnsNothingAndTheVmFromSpecialRegisters) {
  B b;
  b.beginFunction("main", 0);
  b.emitRet(kVoidRegister);
  b.beginFunction("machine", 0);
  b.emitRet(kVmRegister);
  const auto vm = vmFor(b);
  EXPECT_TRUE(callMain(*vm).value == nullptr);
  EXPECT_EQ(vm->call("machine", {}).value.type_index(), ffi::TypeIndex::kTVMFFIOpaquePtr);
}

TEST(Interpreter, RefusesAWrongNumberOfArguments) {
  B b;
  b.beginFunction("inner", {"x", "y"});
  b.emitRet(0);
  b.beginFunction("main", {"x"});
  b.emitCall("inner", {B::r(0)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  EXPECT_TRUE(failsWith(callMain(*vm), "ArityError",
                        "Invoking function main expects 1 arguments (x), but 0 arguments were provided."));
  const RunResult inner = callMain(*vm, {int64_t{1}});
  EXPECT_TRUE(failsWith(inner, "ArityError", "Invoking function inner expects 2 arguments (x, y), but 1"));
  EXPECT_EQ(inner.error->position->callee, "inner");
}

TEST(Interpreter, NamesThePlaceOfAnError) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 1);
  b.emitCall("test.fail", {B::r(1)}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("inner", {B::r(0)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const RunResult result = callMain(*vm, {int64_t{1}});
  EXPECT_TRUE(failsWith(result, "ValueError", "on purpose"));
  ASSERT_TRUE(result.error->position.has_value());
  EXPECT_EQ(result.error->position->function, "inner");
  EXPECT_EQ(result.error->position->pc, 1);
  EXPECT_EQ(result.error->position->callee, "test.fail");
  EXPECT_EQ(vm->activity().state, Activity::State::Idle);
}

TEST(Interpreter, ReleasesEveryRegisterAfterAFailure) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::r(0)}, 1);
  b.emitCall("test.fail", {B::r(1)}, 2);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 1);
  b.emitCall("inner", {B::r(1)}, 2);
  b.emitRet(2);
  const ffi::Tensor tensor = makeFloats({2}, {1, 2});
  const auto vm = vmFor(b);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(callMain(*vm, {tensor}).ok());
  EXPECT_EQ(tensor.use_count(), 1);
}

TEST(Interpreter, ReleasesEveryRegisterWhenADestructorRunsAFunction) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 1);
  b.emitCall("test.add", {B::r(1), B::imm(1)}, 2);
  b.emitRet(2);
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0)}, 1);  // the register that inner's frame would overlap
  b.emitCall("guard", {b.f("inner")}, 0);
  b.emitRet(kVoidRegister);
  int64_t answer = 0;
  const auto vm =
      vmFor(b, {{"guard", [&](const ffi::AnyView* args, int32_t, ffi::Any* result) {
                   std::shared_ptr<void> last(nullptr, [&answer, inner = args[0].cast<ffi::Function>()](void*) {
                     answer = inner(int64_t{5}).cast<int64_t>();
                   });
                   *result = ffi::Function::FromPacked([last](const ffi::AnyView*, int32_t, ffi::Any*) {});
                 }}});
  const ffi::Tensor tensor = makeFloats({2}, {1, 2});
  ASSERT_TRUE(callMain(*vm, {tensor}).ok());
  EXPECT_EQ(answer, 7);
  EXPECT_EQ(tensor.use_count(), 1);
}

TEST(Interpreter, KillReleasesARegister) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 1);
  b.emitCall("count", {B::r(0)});
  b.emitCall("vm.builtin.null_value", {}, 1);
  b.emitCall("count", {B::r(0)});
  b.emitRet(1);
  std::vector<int> counts;
  const auto vm = vmFor(b, {{"count", [&](const ffi::AnyView* args, int32_t, ffi::Any*) {
                               counts.push_back(useCount(ffi::Any(args[0])));
                             }}});
  const RunResult result = callMain(*vm, {makeFloats({1}, {1})});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result.value == nullptr);
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[0] - counts[1], 1);
}

TEST(Interpreter, ReleasesAResultThatWasSetBeforeAThrow) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("half", {B::r(0)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b, {{"half", [](const ffi::AnyView* args, int32_t, ffi::Any* result) {
                               *result = ffi::Any(args[0]);
                               raise("RuntimeError", "too late");
                             }}});
  const ffi::Tensor tensor = makeFloats({1}, {1});
  EXPECT_TRUE(failsWith(callMain(*vm, {tensor}), "RuntimeError", "too late"));
  EXPECT_EQ(tensor.use_count(), 1);
}

TEST(Interpreter, TurnsForeignExceptionsIntoErrors) {
  B b;
  b.beginFunction("main", 0);
  b.emitCall("standard", {}, 0);
  b.emitRet(0);
  b.beginFunction("odd", 0);
  b.emitCall("number", {}, 0);
  b.emitRet(0);
  const auto vm =
      vmFor(b, {{"standard", [](const ffi::AnyView*, int32_t, ffi::Any*) { throw std::runtime_error("plain"); }},
                {"number", [](const ffi::AnyView*, int32_t, ffi::Any*) { throw 3; }}});
  EXPECT_TRUE(failsWith(callMain(*vm), "InternalError", "plain"));
  EXPECT_TRUE(failsWith(vm->call("odd", {}), "InternalError", "unknown type"));
}

TEST(Interpreter, CallsSafeCallFunctions) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("c.function", {B::r(0)}, 1);
  b.emitRet(1);
  LoadOptions options = optionsFor(b);
  options.functions.emplace_back("c.function", ffi::Function::FromExternC(
                                                   nullptr,
                                                   [](void*, const TVMFFIAny* args, int32_t, TVMFFIAny* result) -> int {
                                                     if (args[0].v_int64 == 0) {
                                                       TVMFFIErrorSetRaisedFromCStr("IndexError", "from C");
                                                       return -1;
                                                     }
                                                     result->type_index = kTVMFFIInt;
                                                     result->v_int64 = args[0].v_int64 * 2;
                                                     return 0;
                                                   },
                                                   nullptr));
  auto vm = VirtualMachine::load(std::move(options));
  ASSERT_TRUE(vm.ok());
  EXPECT_EQ(mainInt(**vm, {int64_t{21}}), 42);
  EXPECT_TRUE(failsWith(callMain(**vm, {int64_t{0}}), "IndexError", "from C"));
}

TEST(Interpreter, LetsClosuresCallBackIntoTheVm) {
  B b;
  b.beginFunction("lifted", {"x", "captured"});
  b.emitCall("test.add", {B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.make_closure", {b.f("lifted"), B::imm(100)}, 1);
  b.emitCall("twice", {B::r(1), B::r(0)}, 2);
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), B::r(1), B::r(2)}, 3);
  b.emitRet(3);
  const auto vm = vmFor(b, {{"twice", [](const ffi::AnyView* args, int32_t, ffi::Any* result) {
                               const auto function = args[0].cast<ffi::Function>();
                               *result = function(function(args[1]));
                             }}});
  EXPECT_EQ(mainInt(*vm, {int64_t{1}}), 301);
}

TEST(Interpreter, GivesTheInnermostPlaceOfAnErrorInAClosure) {
  B b;
  b.beginFunction("lifted", {"x"});
  b.emitCall("test.fail", {}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), b.f("lifted"), B::r(0)}, 1);
  b.emitRet(1);
  const RunResult result = callMain(*vmFor(b), {int64_t{1}});
  ASSERT_TRUE(result.error && result.error->position);
  EXPECT_EQ(result.error->position->function, "lifted");
  EXPECT_EQ(result.error->position->callee, "test.fail");
}

TEST(Interpreter, ForgetsThePlaceOfAnErrorThatWasHandled) {
  B b;
  b.beginFunction("lifted", {"x"});
  b.emitCall("test.fail", {}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("try", {b.f("lifted"), B::r(0)}, 1);
  b.emitCall("test.fail", {}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b, {{"try", [](const ffi::AnyView* args, int32_t, ffi::Any*) {
                               try {
                                 args[0].cast<ffi::Function>()(args[1]);
                               } catch (const ffi::Error&) {}
                             }}});
  const RunResult result = callMain(*vm, {int64_t{1}});
  ASSERT_TRUE(result.error && result.error->position);
  EXPECT_EQ(result.error->position->function, "main");
  EXPECT_EQ(result.error->position->pc, 3);
}

TEST(Interpreter, AClosureOutlivesItsVmWithAWord) {
  B b;
  b.beginFunction("lifted", {"x"});
  b.emitRet(0);
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.make_closure", {b.f("lifted")}, 0);
  b.emitRet(0);
  ffi::Function closure(nullptr);
  {
    const auto vm = vmFor(b);
    closure = callMain(*vm).value.cast<ffi::Function>();
    EXPECT_EQ(closure(int64_t{3}).cast<int64_t>(), 3);
  }
  try {
    closure(int64_t{3});
    FAIL() << "the call succeeded";
  } catch (const ffi::Error& error) { EXPECT_NE(error.message().find("no longer exists"), std::string::npos); }
}

TEST(Interpreter, CopiesBorrowedTensors) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitRet(0);
  const auto vm = vmFor(b);
  float values[2] = {1, 2};
  int64_t shape[1] = {2};
  DLTensor borrowed{values, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
  const ffi::AnyView args[1] = {&borrowed};
  const RunResult result = vm->call("main", args);
  ASSERT_TRUE(result.ok());
  values[0] = 9;
  EXPECT_EQ(floatsOf(result.value), (std::vector<float>{1, 2}));
}

TEST(Interpreter, KeepsInputsForStatefulCalls) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::imm(5)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  EXPECT_TRUE(failsWith(vm->invokeStateful("main"), "ValueError", "set_input"));
  EXPECT_TRUE(failsWith(vm->getOutput("main"), "ValueError", "no output yet"));
  const ffi::AnyView args[1] = {int64_t{3}};
  EXPECT_TRUE(failsWith(vm->setInput("main", {}), "ArityError", "expects 1 arguments"));
  ASSERT_TRUE(vm->setInput("main", args).ok());
  ASSERT_TRUE(vm->invokeStateful("main").ok());
  EXPECT_EQ(*vm->outputArity("main"), 2);
  const int64_t first[1] = {0}, beyond[1] = {2}, deeper[2] = {1, 0};
  EXPECT_EQ(vm->getOutput("main", first).value.cast<int64_t>(), 3);
  EXPECT_TRUE(failsWith(vm->getOutput("main", beyond), "IndexError", "index 2"));
  EXPECT_TRUE(failsWith(vm->getOutput("main", deeper), "TypeError", "not a tuple"));
}

TEST(Interpreter, InstrumentsSeeEveryCallAndMaySkipIt) {
  B b;
  b.beginFunction("inner", {"x"});
  b.emitCall("vm.builtin.copy", {B::r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("inner", {B::r(0)}, 1);
  b.emitCall("test.fail", {B::r(1)}, 2);
  b.emitCall("vm.builtin.null_value", {}, 2);
  b.emitRet(1);
  const auto vm = vmFor(b);
  std::vector<std::string> seen;
  vm->engine()->instrument = ffi::Function::FromPacked([&](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
    const std::string name = args[1].cast<ffi::String>();
    seen.push_back((args[2].cast<bool>() ? "before " : "after ") + name + " " + std::to_string(count - 4));
    *result = static_cast<int64_t>(name == "test.fail" && args[2].cast<bool>());
  });
  EXPECT_EQ(mainInt(*vm, {int64_t{5}}), 5);
  EXPECT_EQ(seen, (std::vector<std::string>{"before inner 1", "before vm.builtin.copy 1", "after vm.builtin.copy 1",
                                            "after inner 1", "before test.fail 1", "before vm.builtin.null_value 0",
                                            "after vm.builtin.null_value 0"}));
  vm->engine()->instrument = nullptr;
  EXPECT_FALSE(callMain(*vm, {int64_t{5}}).ok());
}

TEST(Interpreter, AnInstrumentMayTakeItselfAway) {
  for (const bool before : {true, false}) {
    B b;
    b.beginFunction("main", {"x"});
    for (int i = 0; i < 3; ++i) b.emitCall("vm.builtin.copy", {B::r(0)}, 0);
    b.emitRet(0);
    const auto vm = vmFor(b);
    int asked = 0;
    auto alive = std::make_shared<int>(0);
    vm->engine()->instrument = ffi::Function::FromPacked([&, alive](const ffi::AnyView* args, int32_t, ffi::Any*) {
      ++asked;
      if (args[2].cast<bool>() == before) vm->engine()->instrument = nullptr;
      ++*alive;  // captured values stay alive until the function returns
    });
    EXPECT_EQ(mainInt(*vm, {int64_t{5}}), 5);
    EXPECT_EQ(asked, before ? 1 : 2);
    EXPECT_EQ(*alive, asked);
    EXPECT_EQ(alive.use_count(), 1);
  }
}

TEST(Interpreter, InstrumentsGetDataTypesAsText) {
  B b;
  const auto f16 = B::c(b.addConstant(DataType{2, 16, 1}));
  b.beginFunction("main", 0);
  b.emitCall("look", {f16}, 0);
  b.emitRet(0);
  const auto vm = vmFor(b, {{"look", [](const ffi::AnyView* args, int32_t, ffi::Any* result) {
                               *result = int64_t{args[0].cast<DLDataType>().bits};
                             }}});
  std::string seen;
  vm->engine()->instrument = ffi::Function::FromPacked(
      [&](const ffi::AnyView* args, int32_t, ffi::Any*) { seen += args[4].cast<ffi::String>(); });
  EXPECT_EQ(mainInt(*vm), 16);
  EXPECT_EQ(seen, "float16float16") << "Python's functions take no data types";
}

TEST(Interpreter, FunctionsOfImportedModulesComeBeforeBuiltins) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.shape_of", {B::r(0)}, 1);
  b.emitRet(1);
  LoadOptions options = optionsFor(b);
  options.modules.push_back(
      moduleWith("vm.builtin.shape_of", [](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = int64_t{77}; }));
  auto vm = VirtualMachine::load(std::move(options));
  ASSERT_TRUE(vm.ok()) << vm.error().text();
  EXPECT_EQ(mainInt(**vm, {int64_t{1}}), 77) << "as TVM looks names up";
}

TEST(Interpreter, AnswersAboutFunctions) {
  B b;
  b.beginFunction("main", {"x", "weights"});
  b.emitCall("test.keep", {B::r(0)}, 2);
  b.emitRet(2);
  const auto vm = vmFor(b);
  EXPECT_EQ(*vm->arity("main"), 2);
  EXPECT_EQ(*vm->paramName("main", 1), "weights");
  EXPECT_FALSE(vm->paramName("main", 2).ok());
  EXPECT_TRUE(vm->hasFunction("main"));
  EXPECT_FALSE(vm->hasFunction("test.keep"));
  EXPECT_TRUE(failsWith(vm->call("nothing", {}), "ValueError", "no function nothing"));
  EXPECT_TRUE(failsWith(vm->call("test.keep", {}), "ValueError", "is a packed function"));
}

}  // namespace
}  // namespace relaxscope::testing
