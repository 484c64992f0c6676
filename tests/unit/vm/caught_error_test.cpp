// SPDX-License-Identifier: Apache-2.0
// Nothing that native code throws passes a call from outside.
#include "vmcore/vm/caught_error.h"

#include <stdexcept>
#include <thread>

#include "tests/unit/vm/machine.h"
#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/host_builtin.h"

namespace relaxscope::testing {
namespace {

std::string told(const std::optional<RunError>& error) {
  return error ? error->kind + ": " + error->message : "no error";
}

TEST(CaughtError, IsWhateverWasThrown) {
  EXPECT_EQ(told(errorOf([] {})), "no error");
  EXPECT_EQ(told(errorOf([] { raise("KeyError", "no such key\n"); })), "KeyError: no such key");
  EXPECT_EQ(told(errorOf([] { throw ffi::detail::MoveFromSafeCallRaised(); })),
            "RuntimeError: native code failed without an error message");
  EXPECT_EQ(told(errorOf([] { throw std::bad_alloc(); })), "MemoryError: out of memory");
  EXPECT_EQ(told(errorOf([] { throw std::runtime_error("foreign"); })), "InternalError: foreign");
  EXPECT_EQ(told(errorOf([] { throw 42; })), "InternalError: an exception of unknown type was thrown");
}

TEST(CaughtError, TellsWhereAFunctionLivesThatAKernelLookedFor) {
  const auto toldOf = [](const std::string& name) {
    return told(errorOf([&] {
      raise("RuntimeError", "Cannot find function " + name + " in the imported modules or global registry.");
    }));
  };
  EXPECT_EQ(
      toldOf("tvm.contrib.sort.sort"),
      "RuntimeError: Cannot find function tvm.contrib.sort.sort in the imported modules or global registry (usually in TVM's libtvm_runtime_extra; give that with --load)");
  EXPECT_EQ(toldOf("vm.builtin.sample_top_p_from_prob").find("--load"), std::string::npos) << "no library gives it";
  EXPECT_EQ(toldOf("my.kernel"),
            "RuntimeError: Cannot find function my.kernel in the imported modules or global registry.");
}

/// A machine whose main does nothing.
std::unique_ptr<VirtualMachine> idleMachine() {
  B b;
  b.beginFunction("main", {"x"});
  b.emitRet(0);
  return machineFor(b);
}

RunResult clearNothing(VirtualMachine& machine) {
  return callHostBuiltin(*machine.engine(), findStateBuiltin("vm.builtin.kv_state_clear"), nullptr, 0);
}

TEST(Turns, BelongToOneThreadForCallsAndHostBuiltinsAlike) {
  const auto machine = idleMachine();
  const ExecutionLock lock(*machine->engine(), "this test");
  EXPECT_TRUE(lock.isOutermost());
  EXPECT_TRUE(machine->engine()->mutex.isHeld());
  EXPECT_EQ(mainInt(*machine, {int64_t{3}}), 3) << "the thread that has it calls on";
  EXPECT_FALSE(failsWith(clearNothing(*machine), "RuntimeError", "another thread"));
  std::thread([&] {
    EXPECT_TRUE(failsWith(callMain(*machine, {int64_t{3}}), "RuntimeError",
                          "main cannot be called: another thread is calling this VM"));
    EXPECT_TRUE(failsWith(clearNothing(*machine), "RuntimeError",
                          "vm.builtin.kv_state_clear cannot be called: another thread is calling this VM"));
  }).join();
}

TEST(Turns, EndAndAreTakenAgain) {
  const auto machine = idleMachine();
  { const ExecutionLock lock(*machine->engine(), "this test"); }
  EXPECT_FALSE(machine->engine()->mutex.isHeld());
  std::thread([&] { EXPECT_EQ(mainInt(*machine, {int64_t{4}}), 4); }).join();
  EXPECT_EQ(mainInt(*machine, {int64_t{5}}), 5);
}

}  // namespace
}  // namespace relaxscope::testing
