// SPDX-License-Identifier: Apache-2.0
// Several VMs in one process, one executable on several threads, and the errors for concurrent calls of one VM. Also
// run with ThreadSanitizer (preset tsan, suppressions in tests/support/tsan.supp).
#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

#include "tests/unit/vm/recording.h"
#include "tests/unit/vm/test_vm.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

constexpr int kThreads = 4;

template <class Body>
void onThreads(Body body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back([&body, i] { body(i); });
  for (std::thread& thread : threads) thread.join();
}

/// main(n) counts down by calling itself through a closure that captures a constant, and creates tuples on the way.
void emitProgram(B& b) {
  TensorConstant one;
  one.dtype = {0, 64, 1};
  one.shape = {1};
  one.data = Bytes::own({1, 0, 0, 0, 0, 0, 0, 0});
  const auto constant = B::c(b.addConstant(one));
  b.beginFunction("down", {"n", "captured"});
  b.emitCall("test.less", {B::r(0), B::imm(1)}, 2);
  const auto branch = b.emitIf(2, 2);
  b.emitRet(0);
  b.patchJump(branch, b.here());
  b.emitCall("vm.builtin.make_tuple", {B::r(1), B::r(0), constant}, 3);
  b.emitCall("vm.builtin.tuple_getitem", {B::r(3), B::imm(2)}, 4);
  b.emitCall("vm.builtin.make_closure", {b.f("down"), B::r(4)}, 5);
  b.emitCall("test.add", {B::r(0), B::imm(-1)}, 0);
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), B::r(5), B::r(0)}, 6);
  b.emitCall("test.add", {B::r(6), B::imm(1)}, 6);
  b.emitRet(6);
  b.beginFunction("main", {"n"});
  b.emitCall("down", {B::r(0), constant}, 1);
  b.emitRet(1);
}

int64_t valueOf(const RunResult& result) { return result.ok() ? result.value.cast<int64_t>() : -1; }

TEST(Threads, RunVmsOfTheirOwn) {
  std::atomic<int> right{0};
  onThreads([&](int thread) {
    for (int round = 0; round < 5; ++round) {
      B b;
      emitProgram(b);
      const auto vm = vmFor(b);
      const int64_t depth = 20 + thread;
      for (int i = 0; i < 20; ++i) right += valueOf(callMain(*vm, {depth})) == depth;
    }
  });
  EXPECT_EQ(right, kThreads * 5 * 20);
}

TEST(Threads, ShareOneExecutable) {
  B b;
  emitProgram(b);
  const auto first = vmFor(b);
  const ffi::Any constant = first->engine()->program.pool.owned().front();
  const int before = useCount(constant);
  std::atomic<int> right{0};
  {
    std::vector<std::unique_ptr<VirtualMachine>> vms;
    for (int i = 0; i < kThreads; ++i) {
      auto another = first->another();
      ASSERT_TRUE(another.ok()) << another.error().text();
      EXPECT_EQ(&(*another)->executable(), &first->executable());
      EXPECT_EQ((*another)->counters().liveBytes, 0) << "constants are shared";
      vms.push_back(std::move(*another));
    }
    EXPECT_EQ(useCount(constant), before + kThreads);
    onThreads([&](int thread) {
      const int64_t depth = 10 + thread;
      for (int i = 0; i < 100; ++i) right += valueOf(callMain(*vms[static_cast<size_t>(thread)], {depth})) == depth;
    });
  }
  EXPECT_EQ(right, kThreads * 100);
  EXPECT_EQ(useCount(constant), before);
  EXPECT_EQ(valueOf(callMain(*first, {int64_t{7}})), 7);
}

TEST(Threads, MakeMoreVmsWhileOthersRun) {
  B b;
  emitProgram(b);
  const auto first = vmFor(b);
  std::atomic<int> right{0};
  onThreads([&](int thread) {
    for (int i = 0; i < 20; ++i) {
      if (thread == 0) {
        right += valueOf(callMain(*first, {int64_t{30}})) == 30;
        continue;
      }
      const auto vm = first->another();
      right += vm.ok() && valueOf(callMain(**vm, {int64_t{5}})) == 5;
    }
  });
  EXPECT_EQ(right, kThreads * 20);
}

TEST(Threads, OutliveTheVmThatTheyShareWith) {
  B b;
  emitProgram(b);
  auto first = vmFor(b);
  const auto second = std::move(*first->another());
  const auto third = std::move(*second->another());
  first.reset();
  EXPECT_EQ(valueOf(callMain(*second, {int64_t{12}})), 12);
  EXPECT_EQ(valueOf(callMain(*third, {int64_t{13}})), 13);
}

TEST(Threads, KeepStateApart) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitRet(0);
  const auto first = vmFor(b);
  const auto second = std::move(*first->another());
  const ffi::Any one = int64_t{1}, two = int64_t{2};
  const ffi::AnyView views[] = {one, two};
  ASSERT_TRUE(first->setInput("main", {&views[0], 1}).ok());
  EXPECT_FALSE(second->invokeStateful("main").ok());
  ASSERT_TRUE(second->setInput("main", {&views[1], 1}).ok());
  ASSERT_TRUE(first->invokeStateful("main").ok());
  ASSERT_TRUE(second->invokeStateful("main").ok());
  EXPECT_EQ(valueOf(first->getOutput("main")), 1);
  EXPECT_EQ(valueOf(second->getOutput("main")), 2);
  second->requestStop();
  EXPECT_TRUE(first->call("main", {&views[0], 1}).ok());
}

TEST(Threads, ASecondCallerIsRefusedAndTheFirstGoesOn) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("wait", {B::r(0)});
  b.emitRet(0);
  std::atomic<bool> inside{false}, tried{false};
  const auto vm = vmFor(b, {{"wait", [&](const ffi::AnyView*, int32_t, ffi::Any*) {
                               inside = true;
                               while (!tried) std::this_thread::yield();
                             }}});
  RunResult first;
  std::thread caller([&] { first = callMain(*vm, {int64_t{1}}); });
  while (!inside) std::this_thread::yield();
  const ffi::Tensor tensor = makeFloats({1}, {1});
  EXPECT_TRUE(failsWith(callMain(*vm, {tensor}), "RuntimeError", "another thread is calling this VM"));
  tried = true;
  caller.join();
  EXPECT_EQ(valueOf(first), 1);
  EXPECT_EQ(tensor.use_count(), 1);
  inside = false;
  EXPECT_EQ(valueOf(callMain(*vm, {int64_t{2}})), 2);
}

TEST(Threads, CallAVmOneAfterTheOther) {
  B b;
  emitProgram(b);
  const auto vm = vmFor(b);
  for (int i = 0; i < 8; ++i) {
    int64_t answer = 0;
    std::thread([&] { answer = valueOf(callMain(*vm, {int64_t{i}})); }).join();
    EXPECT_EQ(answer, i);
  }
}

TEST(Threads, ReleaseResultsWhereverTheyAre) {
  B b;
  const auto shape = B::c(b.addConstant(ShapeConstant{{16}}));
  const auto bytes = B::c(b.addConstant(ShapeConstant{{64}}));
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto number = B::c(b.addConstant(DataType{2, 32, 1}));
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 0);
  b.emitCall("vm.builtin.alloc_tensor", {B::r(0), B::imm(0), shape, number}, 1);
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  auto vm = vmFor(b);
  const std::shared_ptr<Allocator> allocator = vm->engine()->allocator;
  std::vector<std::thread> releasing;
  for (int i = 0; i < 50; ++i)
    releasing.emplace_back([kept = std::move(callMain(*vm).value)]() mutable { kept.reset(); });
  vm.reset();
  for (std::thread& thread : releasing) thread.join();
  EXPECT_EQ(allocator->counters().live, 0);
}

TEST(Threads, RecordEachVmByItself) {
  std::atomic<int> right{0};
  onThreads([&](int thread) {
    B b;
    emitProgram(b);
    const auto vm = vmFor(b);
    const int64_t depth = 3 + thread;
    const Recording seen = record(*vm, {depth}, true);
    // For each level but the last: less, make_tuple, tuple_getitem, make_closure, add, invoke_closure, add; bodies and
    // the calls of them.
    const auto calls = std::count_if(seen.events.begin(), seen.events.end(),
                                     [](const Seen& event) { return event.kind == EventKind::Call; });
    right += calls == depth * 7 + 1 + 1;
  });
  EXPECT_EQ(right, kThreads);
}

TEST(Threads, StopOneOfMany) {
  B b;
  b.beginFunction("main", 0);
  b.emitGoto(0);
  const auto first = vmFor(b);
  std::vector<std::unique_ptr<VirtualMachine>> vms;
  for (int i = 0; i < kThreads; ++i) vms.push_back(std::move(*first->another()));
  std::atomic<int> stopped{0};
  std::vector<std::thread> threads;
  for (const auto& vm : vms)
    threads.emplace_back([&stopped, &vm] { stopped += callMain(*vm).error->kind == "Cancelled"; });
  for (const auto& vm : vms) {
    while (vm->activity().state != Activity::State::Running) std::this_thread::yield();
    static_cast<void>(VirtualMachine::currentActivity());
    vm->requestStop();
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(stopped, kThreads);
  EXPECT_EQ(VirtualMachine::currentActivity().state, Activity::State::Idle);
}

// ---- libraries with native code ---------------------------------------------------------------------

#if defined(__x86_64__)
std::string pathOf(const std::string& name) { return std::string(RELAXSCOPE_TEST_DATA) + "/engine/" + name; }
ffi::Tensor array(const std::string& name) {
  const auto read = readNpy(*readFileBytes(pathOf(name)));
  ffi::Tensor tensor = makeRaw((*read).shape, {(*read).dtype.code, (*read).dtype.bits, 1});
  std::memcpy(tensor.data_ptr(), (*read).data.data(), (*read).data.size());
  return tensor;
}

class NativeThreads : public ::testing::TestWithParam<std::pair<const char*, int>> {
 protected:
  std::vector<ffi::Any> arguments() const {
    std::vector<ffi::Any> args;
    for (int i = 0; i < GetParam().second; ++i)
      args.emplace_back(array(std::string(GetParam().first) + ".arg" + std::to_string(i) + ".npy"));
    return args;
  }
  bool isRecorded(const RunResult& result) const {
    return result.ok() &&
           floatsOf(result.value) == floatsOf(ffi::Any(array(std::string(GetParam().first) + ".result.npy")));
  }
  LoadOptions options() const {
    LoadOptions options;
    options.path = pathOf(std::string(GetParam().first) + ".so");
    return options;
  }
};

TEST_P(NativeThreads, ShareOneLibrary) {
  const auto first = VirtualMachine::load(options());
  ASSERT_TRUE(first.ok()) << first.error().text();
  std::atomic<int> right{0};
  onThreads([&](int) {
    const auto vm = (*first)->another();
    for (int i = 0; i < 20; ++i) right += vm.ok() && isRecorded(callMain(**vm, arguments()));
  });
  EXPECT_EQ(right, kThreads * 20);
}

TEST_P(NativeThreads, LoadAtTheSameTime) {
  std::atomic<int> right{0};
  onThreads([&](int) {
    const auto vm = VirtualMachine::load(options());
    EXPECT_TRUE(vm.ok()) << vm.error().text();
    for (int i = 0; i < 5; ++i) right += vm.ok() && isRecorded(callMain(**vm, arguments()));
  });
  EXPECT_EQ(right, kThreads * 5);
}

INSTANTIATE_TEST_SUITE_P(Models, NativeThreads,
                         ::testing::Values(std::pair{"mlp_dyn", 1}, std::pair{"mlp_dyn_compiled", 1},
                                           std::pair{"rnn_compiled", 3}),
                         [](const auto& row) { return std::string(row.param.first); });
#endif

}  // namespace
}  // namespace relaxscope::testing
