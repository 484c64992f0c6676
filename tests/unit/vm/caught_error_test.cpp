// SPDX-License-Identifier: Apache-2.0
// No exception of native code escapes from a call into the VM.
#include "vmcore/vm/caught_error.h"

#include <stdexcept>
#include <thread>

#include "tests/unit/vm/test_vm.h"
#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/host_builtin.h"

namespace relaxscope::testing {
namespace {

std::string errorText(const std::optional<RunError>& error) {
  return error ? error->kind + ": " + error->message : "no error";
}

TEST(CaughtError, IsWhateverWasThrown) {
  EXPECT_EQ(errorText(errorOf([] {})), "no error");
  EXPECT_EQ(errorText(errorOf([] { raise("KeyError", "no such key\n"); })), "KeyError: no such key");
  EXPECT_EQ(errorText(errorOf([] { throw ffi::detail::MoveFromSafeCallRaised(); })),
            "RuntimeError: native code failed without an error message");
  EXPECT_EQ(errorText(errorOf([] { throw std::bad_alloc(); })), "MemoryError: out of memory");
  EXPECT_EQ(errorText(errorOf([] { throw std::runtime_error("foreign"); })), "InternalError: foreign");
  EXPECT_EQ(errorText(errorOf([] { throw 42; })), "InternalError: an exception of unknown type was thrown");
}

TEST(CaughtError, ReportsTheLibraryOfAFunctionThatAKernelLookedFor) {
  const auto textOf = [](const std::string& name) {
    return errorText(errorOf([&] {
      raise("RuntimeError", "Cannot find function " + name + " in the imported modules or global registry.");
    }));
  };
  EXPECT_EQ(
      textOf("tvm.contrib.sort.sort"),
      "RuntimeError: Cannot find function tvm.contrib.sort.sort in the imported modules or global registry (usually in TVM's libtvm_runtime_extra; load it with --load)");
  EXPECT_EQ(textOf("vm.builtin.sample_top_p_from_prob").find("--load"), std::string::npos) << "no library gives it";
  EXPECT_EQ(textOf("my.kernel"),
            "RuntimeError: Cannot find function my.kernel in the imported modules or global registry.");
}

/// A VM whose main does nothing.
std::unique_ptr<VirtualMachine> idleVm() {
  B b;
  b.beginFunction("main", {"x"});
  b.emitRet(0);
  return vmFor(b);
}

RunResult clearNothing(VirtualMachine& vm) {
  return callHostBuiltin(*vm.engine(), findStateBuiltin("vm.builtin.kv_state_clear"), nullptr, 0);
}

TEST(Turns, BelongToOneThreadForCallsAndHostBuiltinsAlike) {
  const auto vm = idleVm();
  const ExecutionLock lock(*vm->engine(), "this test");
  EXPECT_TRUE(lock.isOutermost());
  EXPECT_TRUE(vm->engine()->mutex.isHeld());
  EXPECT_EQ(mainInt(*vm, {int64_t{3}}), 3) << "the thread that has it calls on";
  EXPECT_FALSE(failsWith(clearNothing(*vm), "RuntimeError", "another thread"));
  std::thread([&] {
    EXPECT_TRUE(failsWith(callMain(*vm, {int64_t{3}}), "RuntimeError",
                          "main cannot be called: another thread is calling this VM"));
    EXPECT_TRUE(failsWith(clearNothing(*vm), "RuntimeError",
                          "vm.builtin.kv_state_clear cannot be called: another thread is calling this VM"));
  }).join();
}

TEST(Turns, EndAndAreTakenAgain) {
  const auto vm = idleVm();
  { const ExecutionLock lock(*vm->engine(), "this test"); }
  EXPECT_FALSE(vm->engine()->mutex.isHeld());
  std::thread([&] { EXPECT_EQ(mainInt(*vm, {int64_t{4}}), 4); }).join();
  EXPECT_EQ(mainInt(*vm, {int64_t{5}}), 5);
}

}  // namespace
}  // namespace relaxscope::testing
