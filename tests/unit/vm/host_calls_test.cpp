// SPDX-License-Identifier: Apache-2.0
// Host calls other than calls of the executable's functions: closures, saved functions, instruments.
#include "tests/unit/vm/relay_vm.h"
#include "tests/unit/vm/test_vm.h"

namespace relaxscope::testing {
namespace {

/// pair(a, b): a tuple of both. fails(a, b). makes(x), makes_failing(x): closures of pair and fails that capture x as
/// the last argument. main(x) = x.
std::unique_ptr<VirtualMachine> makeVm() {
  B b;
  b.beginFunction("pair", {"a", "b"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  b.beginFunction("fails", {"a", "b"});
  b.emitCall("test.fail", {B::r(1)}, 2);
  b.emitRet(2);
  b.beginFunction("makes", {"x"});
  b.emitCall("vm.builtin.make_closure", {b.f("pair"), B::r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("makes_failing", {"x"});
  b.emitCall("vm.builtin.make_closure", {b.f("fails"), B::r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitRet(0);
  return vmFor(b);
}
std::vector<int64_t> pairOf(const RunResult& result) {
  if (!result.ok()) throw std::runtime_error(result.error->kind + ": " + result.error->message);
  std::vector<int64_t> values;
  for (const ffi::Any& field : result.value.cast<ffi::Array<ffi::Any>>()) values.push_back(field.cast<int64_t>());
  return values;
}
RunResult call(VirtualMachine& of, const char* name, std::vector<ffi::AnyView> args) { return of.call(name, args); }

TEST(HostCalls, ClosuresOfACallCanBeCalled) {
  const auto vm = makeVm();
  const RunResult closure = call(*vm, "makes", {int64_t{8}});
  ASSERT_TRUE(closure.ok());
  const std::vector<ffi::AnyView> seven{int64_t{7}};
  EXPECT_EQ(pairOf(vm->invokeClosure(closure.value, seven)), (std::vector<int64_t>{7, 8}));
  EXPECT_EQ(pairOf(call(*vm, "vm.builtin.invoke_closure", {closure.value, int64_t{6}})), (std::vector<int64_t>{6, 8}))
      << "as a script names it";
  EXPECT_TRUE(failsWith(vm->invokeClosure(closure.value, {}), "ArityError", "expects 2 arguments"));
  EXPECT_TRUE(failsWith(vm->invokeClosure(ffi::Any(int64_t{3}), {}), "TypeError", "int is not a closure"));
  EXPECT_TRUE(failsWith(call(*vm, "vm.builtin.invoke_closure", {}), "ArityError", "expects a closure"));
}

TEST(HostCalls, AnErrorInAClosureHasItsPlace) {
  const auto vm = makeVm();
  const RunResult closure = call(*vm, "makes_failing", {int64_t{8}});
  ASSERT_TRUE(closure.ok());
  const std::vector<ffi::AnyView> seven{int64_t{7}};
  const RunResult result = vm->invokeClosure(closure.value, seven);
  EXPECT_TRUE(failsWith(result, "ValueError", "on purpose"));
  ASSERT_TRUE(result.error->position);
  EXPECT_EQ(result.error->position->callee, "test.fail");
  EXPECT_TRUE(call(*vm, "main", {int64_t{1}}).ok()) << "the VM stays usable";
}

TEST(HostCalls, SavedFunctionsGetTheirLastArguments) {
  const auto vm = makeVm();
  const std::vector<ffi::AnyView> eight{int64_t{8}}, nine{int64_t{9}};
  ASSERT_TRUE(vm->saveFunction("pair", "with_8", eight).ok());
  ASSERT_TRUE(vm->saveFunction("with_8", "of_9_and_8", nine).ok()) << "of a saved one, too";
  ASSERT_TRUE(vm->saveFunction("pair", "quiet", eight, false).ok());
  EXPECT_EQ(pairOf(call(*vm, "with_8", {int64_t{1}})), (std::vector<int64_t>{1, 8}));
  EXPECT_EQ(pairOf(call(*vm, "of_9_and_8", {})), (std::vector<int64_t>{9, 8}));
  const RunResult quiet = call(*vm, "quiet", {int64_t{1}});
  EXPECT_TRUE(quiet.ok() && quiet.value == nullptr);
  EXPECT_TRUE(failsWith(call(*vm, "with_8", {}), "ArityError", "expects 2 arguments"));
  EXPECT_TRUE(failsWith(vm->saveFunction("no_such", "x", {}), "ValueError", "the executable has no function no_such"));
  EXPECT_TRUE(failsWith(vm->saveFunction("pair", "main", {}), "ValueError",
                        "main is a function of the executable; save under another name"));
}

TEST(HostCalls, SavedArgumentsAreKeptAndReleasedWithTheVm) {
  auto vm = makeVm();
  const ffi::Any text = ffi::String("a text that is not kept in place");
  {
    const std::vector<ffi::AnyView> last{text};
    ASSERT_TRUE(vm->saveFunction("pair", "saved", last).ok());
  }
  EXPECT_EQ(useCount(text), 2);
  EXPECT_TRUE(call(*vm, "saved", {int64_t{1}}).ok());
  EXPECT_EQ(useCount(text), 2);
  vm.reset();
  EXPECT_EQ(useCount(text), 1);
}

TEST(HostCalls, AnInstrumentIsSetAndTakenAway) {
  const auto vm = makeVm();
  int asked = 0;
  vm->setInstrument(ffi::Function::FromPacked([&](const ffi::AnyView*, int32_t, ffi::Any*) { ++asked; }));
  EXPECT_TRUE(call(*vm, "pair", {int64_t{1}, int64_t{2}}).ok());
  EXPECT_EQ(asked, 2);
  vm->setInstrument(ffi::Function(nullptr));
  EXPECT_TRUE(call(*vm, "pair", {int64_t{1}, int64_t{2}}).ok());
  EXPECT_EQ(asked, 2);
}

TEST(HostCalls, ClosuresOfRelayCanBeCalled) {
  const auto vm = relayVm(R"(
    @main(x):
      alloc_closure func=lambda dst=%1 captured=[%0]
      ret result=%1
    @lambda(bound, y):
      alloc_data tag=0 dst=%2 field=[%0, %1]
      ret result=%2)");
  const ffi::Any bound = ffi::Any(makeInts({1}, {4})), given = ffi::Any(makeInts({1}, {5}));
  const RunResult closure = callMain(*vm, {bound});
  ASSERT_TRUE(closure.ok()) << closure.error->message;
  const std::vector<ffi::AnyView> args{given};
  const RunResult result = vm->invokeClosure(closure.value, args);
  ASSERT_TRUE(result.ok()) << result.error->message;
  const AdtObj& both = adtIn(result.value);
  EXPECT_EQ(intsOf(both.fields[0]), std::vector<int64_t>{4});
  EXPECT_EQ(intsOf(both.fields[1]), std::vector<int64_t>{5});
}

}  // namespace
}  // namespace relaxscope::testing
